import KeepersCore

/// A small evening whose frames differ in everything that a filter can ask for.
enum FilterSample {
    /// 1 picked, four stars; 2 rejected, red; 3 maybe; 4 not measured; 5 damaged; 6 a JPEG; 7 after midnight; 8-10 a burst, 9 the best;
    /// 11 without a date or a camera.
    static let model: SessionModel = {
        var frames = (1...11).map(frame)
        frames[4].header.problem = "cut short"
        var cards: [FrameID: ScoreCard] = [:]
        for number in 1...11 where number != 4 && number != 5 {
            var card = Make.card(sharpness: number == 9 ? 1.9 : number == 2 ? 0.02 : 0.4, group: number < 8 ? number : 8)
            if number == 1 { card.faces = [Make.face(eyes: .open, smile: 0.8), Make.face(x: 0.7, eyes: .open)] }
            if number == 2 { card.faces = [Make.face(eyes: .closed, smile: 0.1)] }
            if number == 3 { card.faces = [] }
            if number == 6 {
                card.faces = [Make.face(x: 0.4, eyes: .closed, smile: 0.1), Make.face(x: 0.5, eyes: .closed, smile: 0.1)]
            }
            cards[FrameID(Int64(number))] = card
        }
        let marks: [FrameID: Mark] = [
            FrameID(1): Mark(verdict: .pick, stars: 4), FrameID(2): Mark(verdict: .reject, label: .red),
            FrameID(3): Mark(verdict: .maybe, stars: 1),
        ]
        let existing: [FrameID: Existing] = [
            FrameID(3): Existing(mark: Mark(stars: 3), isEdited: true), FrameID(6): Existing(mark: Mark(verdict: .pick)),
        ]
        return SessionModel(frames: frames, marks: marks, cards: cards, existing: existing, taste: [FrameID(1): 2.5])
    }()

    private static func frame(_ number: Int) -> Frame {
        let day = CaptureTime(year: 2026, month: 6, day: 13, hour: 0, minute: 0, second: 0)?.wallSeconds ?? 0
        let clocks = [
            1: 14 * 3600, 2: 16 * 3600 + 30 * 60, 3: 21 * 3600 + 59 * 60, 4: 22 * 3600, 5: 22 * 3600 + 30 * 60 + 20, 6: 23 * 3600,
            7: 24 * 3600 + 30 * 60, 8: 18 * 3600, 9: 18 * 3600, 10: 18 * 3600,
        ]
        var time = clocks[number].map { CaptureTime(wallSeconds: day + Int64($0), offsetMinutes: 120) }
        if (8...10).contains(number) { time?.setSubsecond(digits: "\(number - 7)0") }
        var frame = Make.frame(
            Int64(number), path: number == 6 ? "DCIM/101/IMG_6.JPG" : "DCIM/100NIKON/DSC_000\(number).NEF", at: time,
            kind: number == 6 ? .jpeg : .nef, source: number == 6 ? 1 : 0)
        frame.header.shot.camera = number == 11 ? nil : number == 6 ? "Canon EOS R6" : "NIKON Z 8"
        frame.header.shot.serial = number == 11 ? nil : number == 6 ? "42" : "3001234"
        frame.header.shot.lens = number == 6 ? "RF24-70mm F2.8" : "NIKKOR Z 85mm f/1.8 S"
        frame.header.shot.iso = number == 11 ? nil : number * 800
        frame.header.shot.aperture = number == 1 ? 2.83 : number == 11 ? 0 : 1.8
        frame.header.shot.exposureTime = number == 2 ? 1.0 / 60 : 1.0 / 512
        frame.header.shot.focalLength = number == 6 ? 24 : 85
        if number == 3 { frame.header.shot.orientation = .turned90 }
        if number == 1 { frame.pair = "DCIM/100NIKON/DSC_0001.JPG" }
        return frame
    }

    static func found(_ text: String) throws -> [Int] {
        let filter = try Filter.parse(text)
        let duplicates = filter.needsDuplicates ? DuplicateMembers(model).frames : nil
        return FilterMatcher(filter, model, duplicates: duplicates).frames.map { Int($0.rawValue) }.sorted()
    }
}
