import Testing

@testable import KeepersCore

@Suite("What is copied under which name, and tables")
struct CopyPlanTests {
    private func frame(_ id: Int64, _ path: String, source: Int = 0, pair: String? = nil) -> Frame {
        Frame(id: FrameID(id), source: source, path: path, size: 1, modified: 0, header: FrameHeader(kind: .nef), pair: pair)
    }

    @Test("each name once, whatever the letters' case; a number is never one that another file has")
    func names() {
        let frames = [
            frame(1, "A/DSC_1.NEF"), frame(2, "B/dsc_1.NEF", pair: "B/dsc_1.JPG"), frame(3, "C/DSC_1.CR3"),
            frame(4, "C/DSC_1-2.NEF"),
            frame(5, "A/DSC_1.NEF", source: 1),
        ]
        let names = CopyNames(frames)
        #expect(frames.map(names.name) == ["DSC_1.NEF", "dsc_1-3.NEF", "DSC_1-4.CR3", "DSC_1-2.NEF", "DSC_1-5.NEF"])
        #expect(names.pairName(of: frames[1]) == "dsc_1-3.JPG")
        #expect(
            CopyNames(frames.reversed()).name(of: frames[4]) == "DSC_1-5.NEF", "the order in which frames are given tells nothing"
        )
    }

    @Test("fields are quoted where RFC 4180 wants it")
    func fields() {
        #expect(
            ["a", "a,b", "a\"b", "a\nb", "", "a\r\nb"].map(csvField) == [
                "a", "\"a,b\"", "\"a\"\"b\"", "\"a\nb\"", "", "\"a\r\nb\"",
            ])
    }

    @Test("telemetry keeps two digits of what was measured")
    func coarse() {
        #expect(
            [0, 1234.5, 0.123456, -98.76, 0.0004567].map(Telemetry.coarse).map { fixed($0, 6) } == [
                "0.000000", "1200.000000", "0.120000", "-99.000000", "0.000460",
            ])
        #expect(Telemetry.coarse(.infinity) == 0)
        #expect(Set(Telemetry.fields.map(\.name)).count == Telemetry.fields.count)
    }
}
