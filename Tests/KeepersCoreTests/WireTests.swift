import KeepersCore
import Testing

@Suite struct WireTests {
    private var header: FrameHeader {
        var shot = ShotData()
        shot.capturedAt = Make.time(5, sub: "07", offset: -60)
        shot.camera = "NIKON Z 8"
        shot.lens = "Ünïcode ★"
        shot.iso = 102_400
        shot.exposureTime = 1.0 / 500
        shot.orientation = .turned270
        shot.isAdobeRGB = true
        let preview = Preview(
            width: 8256, height: 5504, source: "PRVW", offset: 1 << 40, length: 1 << 33, intact: false, libRawIndex: 2)
        return FrameHeader(kind: .hasselblad, shot: shot, previews: [preview], problem: "cut short")
    }

    @Test func comesBackAsItWas() throws {
        #expect(try FrameHeader(wire: header.wire) == header)
        let card = Make.card(sharpness: nil)
        #expect(try ScoreCard(wire: card.wire) == card)
        var judged = card
        judged.subject = .focusPoint
        judged.print?.features = [0, 9, 255]
        var face = Face(
            box: UnitRect(x: 0.1, y: 0.2, width: 0.3, height: 0.4), width: 480, confidence: 0.9,
            leftEye: UnitPoint(x: 0.2, y: 0.3), rightEye: UnitPoint(x: 0.3, y: 0.3), eyes: .open)
        face.rightEAR = 0.31
        judged.faces = [face]
        #expect(try ScoreCard(wire: judged.wire) == judged)
    }

    @Test func picturesComeBackAsTheyWere() throws {
        for source in PictureSource.allCases {
            let request = PictureRequest(
                frame: FrameID(7), pixelWidth: 1200, pixelHeight: 800, crop: UnitRect(x: 0.1, y: 0.2, width: 0.3, height: 0.4),
                quality: .large, source: source, aids: [.peaking, .clipping])
            #expect(try PictureRequest(wire: request.wire) == request)
            var lie = request.wire
            lie[lie.count - 1] = 4
            #expect(throws: WireError.self, "an aid that nobody knows") { _ = try PictureRequest(wire: lie) }
        }
        let steps = (0..<64).map { UInt32($0 * $0) }
        let facts = PictureFacts(
            width: 6000, height: 4000,
            histogram: Histogram(
                luminance: steps, red: steps.reversed(), green: steps, blue: steps, shadows: 0.25, highlights: 0.001),
            development: PictureFacts.Development(
                milliseconds: 420, keptBytes: 138 << 20, budgetBytes: 512 << 20, hasCameraBalance: false, isFull: true))
        #expect(try PictureFacts(wire: facts.wire) == facts)
        for count in facts.wire.indices {
            #expect(throws: WireError.self) { _ = try PictureFacts(wire: Array(facts.wire[..<count])) }
        }
    }

    @Test func endsEarlyAnywhereAndIsRefused() {
        let bytes = header.wire
        for count in 0..<bytes.count { #expect(throws: WireError.self) { _ = try FrameHeader(wire: Array(bytes[..<count])) } }
    }

    /// A hijacked decoder may send anything: it is refused or read, never a trap and never a huge allocation.
    @Test func anyByteMayLie() {
        let bytes = header.wire + Make.card().wire
        var dice = Dice(3)
        var refused = 0
        for _ in 0..<4000 {
            var copy = bytes
            for _ in 0..<1 + dice.roll(3) { copy[dice.roll(copy.count)] = UInt8(truncatingIfNeeded: dice.next()) }
            var reader = ByteReader(copy)
            do {
                _ = try FrameHeader(from: &reader)
                _ = try ScoreCard(from: &reader)
            } catch { refused += 1 }
        }
        #expect(refused > 100)
    }
}

@Suite struct JSONTests {
    @Test func writesAndReads() throws {
        let value = JSON.object([("a", .list([.int(1), .real(2.5), .null, .bool(true)])), ("q", .text("\"\\\n\u{1}é★"))])
        #expect(value.serialized() == #"{"a":[1,2.5,null,true],"q":"\"\\\n\u0001é★"}"#)
        #expect(try JSON.parse(value.serialized(indent: 2)) == value)
        #expect(try JSON.parse(#""\ud83d\ude00""#) == .text("😀"))
        #expect(JSON.real(.nan).serialized() == "null")
        // Nothing that a terminal would obey: C0, DEL, C1.
        #expect(JSON.text("\u{1B}[m\u{7F}\u{9B}31m").serialized() == #""\u001b[m\u007f\u009b31m""#)
    }

    @Test(arguments: ["", "{", "[1,]", "{\"a\"}", "\"x", "01x", "[1] 2", String(repeating: "[", count: 500)])
    func refusesWhatIsNotJSON(text: String) {
        #expect(throws: JSONError.self) { _ = try JSON.parse(text) }
    }
}
