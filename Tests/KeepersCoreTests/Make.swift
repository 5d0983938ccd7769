import KeepersCore

/// Frames and cards for tests, with only what a test cares about spelled out.
enum Make {
    static func frame(
        _ id: Int64, path: String? = nil, at time: CaptureTime? = nil, camera: String = "A", kind: FileKind = .nef,
        source: Int = 0
    ) -> Frame {
        var shot = ShotData()
        shot.capturedAt = time
        shot.camera = camera
        shot.serial = camera
        let preview = Preview(width: 1620, height: 1080, source: "IFD0", offset: 0, length: 10, intact: true)
        return Frame(
            id: FrameID(id), source: source, path: path ?? "DSC_\(id).NEF", size: 1, modified: 0,
            header: FrameHeader(kind: kind, shot: shot, previews: [preview]))
    }

    static func time(_ second: Int, sub: String = "", offset: Int16? = nil) -> CaptureTime {
        var time = CaptureTime(wallSeconds: 1_780_000_000 + Int64(second), offsetMinutes: offset)
        time.setSubsecond(digits: sub)
        return time
    }

    static func print(_ group: Int) -> Print {
        var lab: [Float] = []
        for cell in 0..<16 { lab += [Float(20 + (cell * 3 + group * 13) % 60), Float(group % 9), 0] }
        return Print(hash: UInt64(truncatingIfNeeded: group) &* 0x9E37_79B9_7F4A_7C15, lab: lab)
    }

    static func card(sharpness: Double? = 1, bright: Double = 0, group: Int = 1) -> ScoreCard {
        var measures = Measures([
            .clippedShadows: 0.01, .clippedHighlights: bright, .brightness: 0.45, .contrast: 0.2, .colourfulness: 40, .noise: 2,
        ])
        measures[.sharpness] = sharpness
        return ScoreCard(model: "test", measures: measures, print: print(group), width: 1620, height: 1080)
    }
}

/// SplitMix64 (Steele, Lea and Flood 2014): the same numbers on every machine.
struct Dice {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
    mutating func roll(_ sides: Int) -> Int { Int(next() % UInt64(sides)) }
}
