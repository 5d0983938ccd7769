/// A frame's measures as marks of 0 to 100; nil = not measured, never 0. Docs: docs/judgement.md, "Marks and composite".
public struct Scores: Equatable, Sendable {
    /// What a composite is made of, in the one order in which every listing shows it.
    public enum Part: String, CaseIterable, Sendable {
        /// Of the picture by itself.
        case sharpness, exposure, contrast, colour
        /// 100 = no fault.
        case eyes, steadiness, clean, photograph
        /// Only siblings of one stack can be compared in these; the best of them has 100.
        case faces, expression, people, framing
    }

    public private(set) var marks: [Part: Double] = [:]
    public internal(set) var composite: Double?

    public init(_ marks: [Part: Double] = [:], composite: Double? = nil) {
        self.marks = marks
        self.composite = composite
    }

    /// What the card tells of the frame by itself.
    public init(_ card: ScoreCard, scale: SessionScale = SessionScale(), weights: Weights = .standard) {
        let measures = card.measures
        marks[.sharpness] = (measures[.subjectSharpness] ?? measures[.sharpness]).map(Calibration.sharpness)
        marks[.exposure] = Calibration.exposure(card)
        marks[.contrast] = measures[.contrast].map { Calibration.contrast($0, scale) }
        marks[.colour] = measures[.colourfulness].map { Calibration.colour($0, scale) }
        marks[.eyes] = card.faces.flatMap(EyeFaults.mark)
        marks[.steadiness] = Calibration.steadiness(measures)
        marks[.clean] = measures[.noise].map(Calibration.clean)
        marks[.photograph] = measures[.utility].map(Calibration.photograph)
        composite = weights.composite(self)
    }

    public subscript(part: Part) -> Double? {
        get { marks[part] }
        set { marks[part] = newValue }
    }

    public var sharpness: Double? { self[.sharpness] }
    public var exposure: Double? { self[.exposure] }
    public var contrast: Double? { self[.contrast] }
    public var colour: Double? { self[.colour] }

    /// Name and value of everything, measured or not.
    public var all: [(name: String, value: Double?)] {
        [("composite", composite)] + Part.allCases.map { ($0.rawValue, self[$0]) }
    }

    /// What a person is shown: the picture's own four always, the others where they were measured.
    public var named: [(name: String, value: Double?)] {
        [("composite", composite)]
            + Part.allCases.filter { Part.ofEveryPicture.contains($0) || self[$0] != nil }.map { ($0.rawValue, self[$0]) }
    }
}

extension Scores.Part {
    static let ofEveryPicture: [Scores.Part] = [.sharpness, .exposure, .contrast, .colour]
}
