import CRaw
import Foundation
import KeepersCore
import Testing

@testable import DemoKit

@Suite struct ContainerTests {
    /// LibRaw, which shares no code with us, must name the camera, the time and the preview's size of every style.
    @Test(arguments: DemoOptions.Format.allCases)
    func libRawReads(format: DemoOptions.Format) throws {
        let cards = try Cards()
        var options = cards.options("card", frames: 4)
        options.formats = [format]
        let truth = try DemoCard.make(options) { _ in }
        let raws = truth.frames.filter { $0.path.hasSuffix(format.rawValue.uppercased()) }
        #expect(!raws.isEmpty)
        for frame in raws {
            var info = keepers_libraw_info()
            #expect(keepers_libraw_probe(options.directory + "/" + frame.path, &info) == 0, "\(frame.path)")
            #expect((Int(info.thumb_width), Int(info.thumb_height)) == (frame.fullWidth, frame.fullHeight))
            #expect(info.thumb_format == 1)
            #expect(Int(info.orientation) == frame.orientation.rawValue)
            #expect((info.width, info.height) == (240, 160))
            #expect(frame.camera.hasSuffix(text(&info.model)), "\(text(&info.model)) for \(frame.camera)")
            #expect(time(info) == frame.capturedAt?.wallSeconds)
            #expect(text(&info.lens) == Body.standard(format).lens)
        }
    }

    @Test func theLargestPreviewIsTheStoredJPEGByteForByte() throws {
        let cards = try Cards()
        var options = cards.options("card", frames: 2)
        options.formats = [.nef]
        let truth = try DemoCard.make(options) { _ in }
        let path = options.directory + "/" + truth.frames[0].path
        let file = try Data(contentsOf: URL(fileURLWithPath: path))
        let raw = try #require(keepers_libraw_new())
        defer { keepers_libraw_free(raw) }
        #expect(keepers_libraw_walk(raw, path) > 0)
        var length = 0
        let thumb = try #require(keepers_libraw_thumb(raw, &length))
        #expect(file.range(of: Data(bytes: thumb, count: length)) != nil)
    }

    @Test func sparseFilesAreLargeAndTakeNoRoom() throws {
        let cards = try Cards()
        var options = cards.options("card", frames: 10)
        (options.sparseBytes, options.distinctFrames) = (3_000_000, 5)
        let truth = try DemoCard.make(options) { _ in }
        #expect(truth.frames.count == 10)
        #expect(Set(truth.frames.map(\.path)).count == 10)
        #expect(truth.frames[5].stack > truth.frames[4].stack)
        for frame in truth.frames where !frame.path.hasSuffix("JPG") {
            var status = stat()
            #expect(stat(options.directory + "/" + frame.path, &status) == 0)
            #expect(abs(Int(status.st_size) - 3_000_000) < 60_000, "\(frame.path) has \(status.st_size)")
            #expect(status.st_blocks * 512 < 600_000)
            var info = keepers_libraw_info()
            #expect(keepers_libraw_probe(options.directory + "/" + frame.path, &info) == 0)
        }
    }

    private func time(_ info: keepers_libraw_info) -> Int64? {
        CaptureTime(
            year: Int(info.year), month: Int(info.month), day: Int(info.day), hour: Int(info.hour), minute: Int(info.minute),
            second: Int(info.second))?.wallSeconds
    }

    private func text<Field>(_ field: inout Field) -> String {
        withUnsafeBytes(of: &field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
