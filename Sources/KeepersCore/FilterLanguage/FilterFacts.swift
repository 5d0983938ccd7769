/// What a session knows of a frame, field by field; nil = not measured or not written.
struct FilterFacts {
    let model: SessionModel
    let duplicates: Set<FrameID>?

    func number(_ field: FilterField) -> (Int) -> Double? {
        let model = model
        func id(_ index: Int) -> FrameID { model.frames[index].id }
        func measure(_ measure: Measure) -> (Int) -> Double? { { model.cards[id($0)]?.measures[measure].map { $0 * 100 } } }
        switch field {
        case .stars: return { Double(model.standing(id($0)).stars) }
        case .iso: return { model.frames[$0].header.shot.iso.map(Double.init) }
        case .aperture: return { model.frames[$0].header.shot.aperture.flatMap(Self.real) }
        case .shutter: return { model.frames[$0].header.shot.exposureTime.flatMap(Self.real) }
        case .focal: return { model.frames[$0].header.shot.focalLength.flatMap(Self.real) }
        case .source: return { Double(model.frames[$0].source + 1) }
        case .stack: return { Double(model.stack(of: id($0))?.members.count ?? 1) }
        case .place: return { model.place(of: id($0)).map(Double.init) }
        case .faces: return { (model.cards[id($0)]?.faces?.count).map(Double.init) }
        case .smile: return { (model.cards[id($0)]?.faces?.compactMap(\.smile).max()).map { $0 * 100 } }
        case .score: return { model.composite(id($0)) }
        case .noise: return { (model.scores[id($0)]?[.clean]).map { 100 - $0 } }
        case .brightness: return measure(.brightness)
        case .burnt: return measure(.clippedHighlights)
        case .blocked: return measure(.clippedShadows)
        case .tilt: return { (model.cards[id($0)]?.measures[.tilt]).map(abs) }
        case .taste: return { model.taste[id($0)] }
        default:
            guard let part = field.part else { return { _ in nil } }
            return { model.scores[id($0)]?[part] }
        }
    }

    /// Zero is how some cameras write "unknown".
    private static func real(_ value: Double) -> Double? { value.isFinite && value > 0 ? value : nil }

    func text(_ field: FilterField) -> (Int) -> String? {
        let frames = model.frames
        switch field {
        case .camera: return { frames[$0].header.shot.camera }
        case .lens: return { frames[$0].header.shot.lens }
        case .serial: return { frames[$0].header.shot.serial }
        case .folder: return { frames[$0].folder }
        case .name: return { frames[$0].fileName }
        default: return { _ in nil }
        }
    }

    func choice(_ field: FilterField, _ wanted: String) -> (Int) -> Truth {
        let model = model
        func id(_ index: Int) -> FrameID { model.frames[index].id }
        switch field {
        case .verdict:
            let verdict = Verdict(rawValue: wanted)
            return { Truth(model.standing(id($0)).verdict == verdict) }
        case .label:
            let label = ColourLabel(rawValue: wanted)
            return { Truth(model.standing(id($0)).label == label) }
        case .eyes: return { Self.eyes(wanted, model.cards[id($0)]?.faces) }
        case .blur: return { Self.blur(wanted, model.cards[id($0)]) }
        case .kind: return { Truth(Self.isKind(wanted, model.frames[$0].header.kind, isPair: model.frames[$0].pair != nil)) }
        case .orientation:
            return { index in
                guard let (width, height) = model.frames[index].header.upright else { return .unknown }
                return Truth(wanted == (width == height ? "square" : width > height ? "landscape" : "portrait"))
            }
        default: return { _ in .unknown }
        }
    }

    /// A laugh and a kiss have their eyes closed rightly; what may be no face says nothing.
    private static func eyes(_ wanted: String, _ faces: [Face]?) -> Truth {
        guard let faces else { return .unknown }
        switch wanted {
        case "open": return Truth(!faces.isEmpty && faces.allSatisfy { EyeFaults.told($0) == .open })
        case "closed": return Truth(!EyeFaults.closed(faces).isEmpty)
        case "unsure": return Truth(faces.contains { EyeFaults.told($0) == .unsure })
        case "excused":
            return Truth(
                faces.indices.contains { EyeFaults.told(faces[$0]) == .closed && EyeFaults.excuse($0, in: faces) != nil })
        default: return .no
        }
    }

    private static func blur(_ wanted: String, _ card: ScoreCard?) -> Truth {
        guard let card else { return .unknown }
        switch BlurKind.diagnose(card.measures, subject: card.subject) {
        case .unknown: return .unknown
        case .none: return Truth(wanted == "none")
        case .softSubject: return Truth(wanted == "missed")
        case .motion: return Truth(wanted == "shake")
        case .nothingSharp: return Truth(wanted == "soft")
        }
    }

    private static func isKind(_ wanted: String, _ kind: FileKind, isPair: Bool) -> Bool {
        switch wanted {
        case "raw": kind.isRaw
        case "pair": isPair
        default: kind.rawValue == wanted
        }
    }

    func word(_ word: FilterWord) -> (Int) -> Truth {
        let model = model
        func id(_ index: Int) -> FrameID { model.frames[index].id }
        func stack(_ holds: @escaping (Stack, FrameID) -> Bool) -> (Int) -> Truth {
            { index in Truth(model.stack(of: id(index)).map { holds($0, id(index)) } ?? false) }
        }
        switch word {
        case .all: return { _ in .yes }
        case .judged: return { Truth(model.standing(id($0)).verdict != nil) }
        case .mine: return { Truth(model.isMine(id($0))) }
        case .stack: return { Truth(model.stack(of: id($0)) != nil) }
        case .single: return { Truth(model.stack(of: id($0)) == nil) }
        case .burst: return stack { stack, _ in stack.kind == .burst }
        case .bracket: return stack { stack, _ in stack.kind == .bracket }
        case .retry: return stack { stack, _ in stack.kind == .retry }
        case .best: return stack { $0.suggestedBest == $1 || $0.userBest == $1 }
        case .suggested: return stack { $0.suggestedBest == $1 && $0.userBest == nil }
        case .tie: return stack { $0.tie.contains($1) }
        case .duplicate:
            guard let duplicates else { return { _ in .unknown } }
            return { Truth(duplicates.contains(id($0))) }
        case .existing: return { Truth(model.existing[id($0)].map { !$0.isEmpty } ?? false) }
        case .edited: return { Truth(model.existing[id($0)]?.isEdited ?? false) }
        case .protected: return { Truth(model.protection(id($0)) != nil) }
        case .problem: return { Truth(model.hasProblem(at: $0)) }
        case .measured: return { Truth(model.cards[id($0)].map { !$0.isUnreadable } ?? false) }
        }
    }
}

extension FilterField {
    /// The part of the composite that it compares.
    var part: Scores.Part? {
        switch self {
        case .sharp: .sharpness
        case .exposure: .exposure
        case .contrast: .contrast
        case .colourfulness: .colour
        case .eyescore: .eyes
        case .steady: .steadiness
        case .clean: .clean
        case .photograph: .photograph
        case .facescore: .faces
        case .expression: .expression
        case .people: .people
        case .framing: .framing
        default: nil
        }
    }
}

extension FrameHeader {
    /// Width and height as the picture stands upright; nil where the file does not tell.
    fileprivate var upright: (Int, Int)? {
        if let width = shot.fullWidth, let height = shot.fullHeight, width > 0, height > 0 {
            return shot.orientation.upright(width: width, height: height)
        }
        guard let last = previews.last, last.width > 0, last.height > 0 else { return nil }
        return shot.orientation.upright(width: last.width, height: last.height)
    }
}
