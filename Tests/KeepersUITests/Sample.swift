import KeepersCore
import KeepersUI

/// A small wedding for the screens: two cameras, a burst of seven, a tie, a broken file, an undated frame.
enum Sample {
    static let theme = try! Theme(json: themeText)
    static let themeText = """
        {"name": "test", "colours": {"background": "#000000", "panel": "#101010", "hairline": "#303030", "faint": "#6a6a6a",
        "caption": "#949494", "text": "#bebebe", "number": "#ffffff", "accent": "#f2a618", "reject": "#c25e55", "red": "#d0605a",
        "yellow": "#d9c04a", "green": "#6fae6a", "blue": "#6f9fd8", "purple": "#a987c9"}}
        """

    static func app(columns: Int = 120, rows: Int = 40, opening: SessionOpening = opening()) -> AppState {
        var app = AppState(geometry: Geometry(columns: columns, rows: rows), theme: theme, screen: .session)
        _ = app.update(.opened(opening))
        return app
    }

    static func opening(scored: Bool = true, readOnly: String? = nil, place: Place? = nil, marks: [FrameID: Mark] = [:])
        -> SessionOpening
    {
        let frames = (1...24).map(frame)
        var cards: [FrameID: ScoreCard] = [:]
        if scored { for frame in frames where frame.problem == nil { cards[frame.id] = card(frame.id) } }
        var history = UndoHistory()
        if !marks.isEmpty { history.record(StoredStep(id: StepID(1), at: 0, step: Step(changes: changes(marks)))) }
        return SessionOpening(
            id: SessionID(1), name: "Anna + Tom, card 2", frames: frames, cards: cards, history: history, place: place,
            readOnly: readOnly)
    }

    private static func changes(_ marks: [FrameID: Mark]) -> [FrameChange] {
        marks.sorted { $0.key < $1.key }.flatMap { frame, mark in
            [Change.verdict(mark.verdict), .stars(mark.stars), .label(mark.label)].map { FrameChange(frame, $0) }
        }
    }

    /// Frames 1-7 are a burst with one best, 10-11 a tie, 20 is broken, 24 has no date.
    static func frame(_ number: Int) -> Frame {
        var shot = ShotData()
        var time = CaptureTime(wallSeconds: 1_781_381_640 + Int64(seconds(number)), offsetMinutes: 120)
        time.setSubsecond(digits: String(padded(number * 7 % 100, 2)))
        if number != 24 { shot.capturedAt = number <= 7 ? burstTime(number) : time }
        shot.camera = "NIKON Z 8"
        shot.serial = "3001234"
        shot.lens = "NIKKOR Z 85mm f/1.8 S"
        shot.focalLength = 85
        shot.aperture = 1.8
        shot.exposureTime = 1.0 / 500
        shot.iso = 800
        shot.orientation = number % 5 == 0 ? .turned90 : .upright
        let previews = [
            Preview(width: 160, height: 120, source: "IFD0", offset: 1000, length: 5000, intact: true),
            Preview(width: 1620, height: 1080, source: "SubIFD 1", offset: 8000, length: 200_000, intact: true),
        ]
        let broken = number == 20
        let header = FrameHeader(
            kind: .nef, shot: shot, previews: broken ? [] : previews,
            problem: broken ? "only 128 bytes: the copy was cut short; copy this file again" : nil)
        return Frame(
            id: FrameID(Int64(number)), source: 0, path: "DCIM/100NIKON/DSC_\(8870 + number).NEF", size: 25_000_000, modified: 0,
            header: header,
            pair: number == 12 ? "DCIM/100NIKON/DSC_8882.JPG" : nil)
    }

    private static func seconds(_ number: Int) -> Int { number == 11 ? 10 * 60 : number * 60 }

    private static func burstTime(_ number: Int) -> CaptureTime {
        var time = CaptureTime(wallSeconds: 1_781_381_640, offsetMinutes: 120)
        time.setSubsecond(digits: padded(number * 12, 2))
        return time
    }

    static func card(_ id: FrameID) -> ScoreCard {
        let number = Int(id.rawValue)
        let group = number <= 7 ? 1 : number == 11 ? 10 : number
        let sharp =
            number == 3
            ? 4.4 : number <= 7 ? 1.0 + Double(number) * 0.1 : number == 10 || number == 11 ? 3 : 4 - Double(number) * 0.12
        let measures = Measures([
            .sharpness: sharp, .noise: 2, .clippedShadows: 0.01, .clippedHighlights: number == 15 ? 0.09 : 0.001,
            .brightness: 0.4,
            .contrast: 0.2, .colourfulness: 35, .directionality: 1.2,
        ])
        var lab: [Float] = []
        for cell in 0..<16 { lab += [Float(20 + (cell * 3 + group * 7) % 60), Float(group % 9), Float(group % 7)] }
        let hash = UInt64(group) &* 0x9E37_79B9_7F4A_7C15
        return ScoreCard(model: "test", measures: measures, print: Print(hash: hash, lab: lab), width: 1620, height: 1080)
    }
}
