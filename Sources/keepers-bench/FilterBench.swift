import Glibc
import KeepersCore
import KeepersUI

/// The filter line over 5,000 frames: each key read, counted and drawn, as the program does it between two keys.
enum FilterBench {
    private static let frames = 5000
    /// As typed, key by key; the last are plain words and a name.
    private static let lines = [
        "stars>=3 & iso>6400 & !picked", "eyes=closed & !best", "(picked | maybe) & !labelled & sharp>=55",
        "time=22:00..00:30 camera:\"z 8\"", "lens:\"85\" f<=2 faster:1/500", "tie | stack>=4 faces>2 smile>=50",
        "sharp picks after 10 pm", "photos nettes avant minuit", "4871",
    ]

    static func run(_ setting: Setting) throws -> [Figure] {
        let opening = SyntheticEvening.opening(frames: frames)
        var hand = try Hand(opening)
        hand.play(lines[0])
        hand.times = []
        for line in lines { hand.play(line) }
        let keys = Spread(hand.times)
        let duplicates = try alike(opening)
        return [
            Figure(
                name: "a key in the filter line, \(grouped(frames)) frames: read, counted, drawn; most", value: keys.most,
                unit: "ms", limit: .atMost(16), note: "median \(fixed(keys.median, 2)), \(keys.note())"),
            Figure(
                name: "`duplicate` and Enter on the same: all feature prints compared, once", value: duplicates, unit: "ms",
                limit: .none, decimals: 0),
        ]
    }

    private static func alike(_ opening: SessionOpening) throws -> Double {
        try Spread(
            (0..<3).map { _ in
                var hand = try Hand(opening)
                hand.press(Key("/"))
                for letter in "duplicate" { hand.press(Key(letter)) }
                hand.times = []
                hand.press(Key(.enter))
                return hand.times[0]
            }
        ).median
    }

    /// Somebody who types, and the CPU milliseconds of each key.
    private struct Hand {
        var times: [Double] = []
        private var app: AppState
        /// What was drawn, so that drawing it is not left out.
        private(set) var cells = 0

        init(_ opening: SessionOpening) throws {
            app = AppState(geometry: Geometry(columns: 150, rows: 50), theme: try SyntheticEvening.theme(), screen: .session)
            _ = app.update(.opened(opening))
            // Every third frame was rated in Lightroom before, every ninth picked.
            var rated: [FrameID: Existing] = [:]
            for frame in opening.frames where frame.id.rawValue % 3 == 0 {
                rated[frame.id] = Existing(mark: Mark(verdict: frame.id.rawValue % 9 == 0 ? .pick : nil, stars: 3))
            }
            _ = app.update(.existing(rated))
        }

        mutating func play(_ line: String) {
            press(Key("/"))
            for letter in line { press(Key(letter)) }
            // Plain words become a filter first; the second Enter applies it. Esc then clears it.
            for _ in 0..<2 where app.session?.isTyping == true { press(Key(.enter)) }
            if app.session?.isTyping == true { press(Key(.escape)) }
            press(Key(.escape))
        }

        mutating func press(_ key: Key) {
            times.append(
                Stopwatch.cpu {
                    _ = app.update(.input(.key(key)))
                    cells += app.render().placements.count
                })
        }
    }
}

/// A wedding of made-up frames: two cameras, bursts, faces, every measure.
enum SyntheticEvening {
    static func opening(frames count: Int) -> SessionOpening {
        let frames = (1...count).map(frame)
        var cards: [FrameID: ScoreCard] = [:]
        for frame in frames { cards[frame.id] = card(frame.id) }
        var history = UndoHistory()
        let changes = frames.filter { $0.id.rawValue % 5 == 0 }.flatMap {
            [FrameChange($0.id, .verdict(.pick)), FrameChange($0.id, .stars(Int($0.id.rawValue % 6)))]
        }
        history.record(StoredStep(id: StepID(1), at: 0, step: Step(changes: changes)))
        return SessionOpening(
            id: SessionID(1), name: "evening", frames: frames, cards: cards, history: history, place: Place(), readOnly: nil)
    }

    static func theme() throws -> Theme {
        try Theme(
            json: """
                {"name": "bench", "colours": {"background": "#000000", "panel": "#101010", "hairline": "#303030",
                "faint": "#6a6a6a", "caption": "#949494", "text": "#bebebe", "number": "#ffffff", "accent": "#f2a618",
                "reject": "#c25e55", "red": "#d0605a", "yellow": "#d9c04a", "green": "#6fae6a", "blue": "#6f9fd8",
                "purple": "#a987c9"}}
                """)
    }

    /// Bursts of five within a second, one every nine seconds: from 14:00 to half past two.
    private static func frame(_ number: Int) -> Frame {
        var shot = ShotData()
        var time = CaptureTime(wallSeconds: 1_781_359_200 + Int64(number / 5 * 45), offsetMinutes: 120)
        time.setSubsecond(digits: String(number % 5 * 2))
        shot.capturedAt = time
        let isFirst = number / 5 % 3 != 0
        shot.camera = isFirst ? "NIKON Z 8" : "Canon EOS R6"
        shot.serial = isFirst ? "3001234" : "77"
        shot.lens = isFirst ? "NIKKOR Z 85mm f/1.8 S" : "RF24-70mm F2.8 L IS USM"
        shot.focalLength = isFirst ? 85 : Double(24 + number % 46)
        shot.aperture = 1.8
        shot.exposureTime = 1 / Double(60 << (number % 5))
        shot.iso = 100 << (number % 8)
        let previews = [
            Preview(width: 160, height: 120, source: "IFD0", offset: 1000, length: 5000, intact: true),
            Preview(width: 1620, height: 1080, source: "SubIFD 1", offset: 8000, length: 200_000, intact: true),
        ]
        return Frame(
            id: FrameID(Int64(number)), source: 0, path: "DCIM/100NIKON/DSC_\(number).NEF", size: 25_000_000, modified: 0,
            header: FrameHeader(kind: .nef, shot: shot, previews: previews, problem: nil), pair: nil)
    }

    private static func card(_ id: FrameID) -> ScoreCard {
        let number = Int(id.rawValue)
        let group = number / 5
        let measures = Measures([
            .sharpness: 1 + Double(number % 37) * 0.1, .noise: 2, .clippedShadows: 0.01, .clippedHighlights: 0.001,
            .brightness: 0.4, .contrast: 0.2, .colourfulness: 35, .directionality: 1.2,
        ])
        var lab: [Float] = []
        for cell in 0..<16 { lab += [Float(20 + (cell * 3 + group * 7) % 60), Float(group % 9), Float(group % 7)] }
        var card = ScoreCard(
            model: "bench", measures: measures,
            print: Print(hash: UInt64(group) &* 0x9E37_79B9_7F4A_7C15, lab: lab, features: features(group, number)), width: 1620,
            height: 1080)
        card.faces = (0..<number % 4).map { face($0, isClosed: number % 11 == 0) }
        return card
    }

    /// As the model's: most activations low, those of one burst nearly the same.
    private static func features(_ group: Int, _ number: Int) -> [UInt8] {
        var state = UInt64(group + 1) &* 0x9E37_79B9_7F4A_7C15
        return (0..<1280).map { index in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let value = Double(state >> 40) / Double(1 << 24)
            return UInt8(value * value * value * 250) &+ UInt8((index &* number) % 5)
        }
    }

    private static func face(_ index: Int, isClosed: Bool) -> Face {
        let box = UnitRect(x: 0.1 + Double(index) * 0.2, y: 0.3, width: 0.14, height: 0.21)
        var face = Face(
            box: box, width: 226, confidence: 0.9, leftEye: UnitPoint(x: box.x + 0.04, y: 0.38),
            rightEye: UnitPoint(x: box.x + 0.1, y: 0.38), eyes: isClosed && index == 0 ? .closed : .open)
        (face.leftEAR, face.rightEAR) = (0.3, 0.29)
        (face.smile, face.sharpness, face.quality) = (0.6, 1.4, 77)
        return face
    }
}
