/// The words for one part of the composite between two siblings.
struct PartWords {
    let card: ScoreCard?
    let rivalCard: ScoreCard?
    let own: Scores
    let other: Scores

    func better(_ part: Scores.Part) -> String {
        switch part {
        case .sharpness: "sharper \(numbers(part))"
        case .exposure: "better exposed \(numbers(part))"
        case .contrast: "more contrast \(numbers(part))"
        case .colour: "more colour \(numbers(part))"
        case .eyes: betterEyes
        case .steadiness: "steadier \(numbers(part))"
        case .clean: "less noise \(numbers(part))"
        case .photograph: "no screenshot or receipt"
        case .faces: "clearer faces \(numbers(part))"
        case .expression: "more smile \(numbers(part))"
        case .people: "more people in view \(numbers(part))"
        case .framing: "the wider view \(numbers(part))"
        }
    }

    func worse(_ part: Scores.Part) -> String {
        switch part {
        case .sharpness: "\(blur) \(numbers(part))"
        case .exposure: "\(light) \(numbers(part))"
        case .contrast: "flatter \(numbers(part))"
        case .colour: "paler \(numbers(part))"
        case .eyes: closed(card) ?? "eyes less surely open"
        case .steadiness: "\(BlurKind.motion.rawValue) \(numbers(part))"
        case .clean: "noisier \(numbers(part))"
        case .photograph: "looks like a screenshot or a receipt"
        case .faces: "less clear faces \(numbers(part))"
        case .expression: "less smile \(numbers(part))"
        case .people: "somebody is missing \(numbers(part))"
        case .framing: "a tighter view \(numbers(part))"
        }
    }

    /// "would be 1st …"
    static func repair(_ part: Scores.Part) -> String {
        switch part {
        case .sharpness: "if as sharp"
        case .exposure: "if as well exposed"
        case .contrast: "if as rich in contrast"
        case .colour: "if as colourful"
        case .eyes: "if open"
        case .steadiness: "if steady"
        case .clean: "if as clean"
        case .photograph: "if it were a photograph"
        case .faces: "if as clear"
        case .expression: "with that smile"
        case .people: "with everybody in view"
        case .framing: "if as wide"
        }
    }

    func measure(_ part: Scores.Part) -> Measure? {
        switch part {
        case .sharpness: card?.measures[.subjectSharpness] == nil ? .sharpness : .subjectSharpness
        case .exposure: exposureMeasure
        case .contrast: .contrast
        case .colour: .colourfulness
        case .steadiness: .motionBlur
        case .clean: .noise
        case .photograph: .utility
        case .eyes, .faces, .expression, .people, .framing: nil
        }
    }

    private func numbers(_ part: Scores.Part) -> String {
        "(\(part.rawValue) \(fixed(own[part] ?? 100, 0)) against \(fixed(other[part] ?? 100, 0)))"
    }

    /// Face numbers are those of one frame: of the next one, where they are named.
    private var betterEyes: String {
        let faces = card?.faces ?? []
        let (shut, others) = (EyeFaults.closed(faces).count, EyeFaults.closed(rivalCard?.faces ?? []).count)
        if shut > 0 { return "fewer eyes closed (\(shut), in the next \(others))" }
        let isSure = faces.allSatisfy { EyeFaults.told($0) != .unsure }
        guard let next = closed(rivalCard) else { return isSure ? "eyes open" : "eyes more surely open" }
        return "\(isSure ? "eyes open" : "no eyes closed as far as can be told"); in the next \(next)"
    }

    /// "face 2 closed (EAR 0.08)", "faces 2 and 3 closed"; nil where none is.
    private func closed(_ card: ScoreCard?) -> String? {
        let faces = card?.faces ?? []
        let shut = EyeFaults.closed(faces)
        guard let first = shut.first else { return nil }
        let ear = shut.count == 1 ? faces[first].ear.map { " (EAR \(ratio($0)))" } ?? "" : ""
        return "\(faceNumbers(shut)) closed\(ear)"
    }

    /// What kind of blur, where the measures tell.
    private var blur: String {
        guard let card else { return "softer" }
        switch BlurKind.diagnose(card.measures, subject: card.subject) {
        case .softSubject: return BlurKind.softSubject.rawValue
        case .motion: return BlurKind.motion.rawValue
        case .nothingSharp: return BlurKind.nothingSharp.rawValue
        case .none, .unknown: return "softer"
        }
    }

    private var light: String {
        switch exposureMeasure {
        case .clippedHighlights: "more burnt out"
        case .brightness: isDarker ? "darker" : "brighter"
        default: "worse exposed"
        }
    }

    private var isDarker: Bool { (card?.measures[.brightness] ?? 0) < (rivalCard?.measures[.brightness] ?? 0) }

    /// What the exposure differs in: burnt highlights where their share grew by a hundredth, else the mean.
    private var exposureMeasure: Measure {
        let burnt = abs((card?.measures[.clippedHighlights] ?? 0) - (rivalCard?.measures[.clippedHighlights] ?? 0))
        return burnt >= 0.01 || card?.measures[.brightness] == nil ? .clippedHighlights : .brightness
    }
}
