/// A frame's measures as marks of 0 to 100; nil = not measured, never 0. Docs: docs/judgement.md, "Composite".
public struct Scores: Equatable, Sendable {
    public var sharpness: Double?
    public var exposure: Double?
    public var contrast: Double?
    public var colour: Double?
    public var composite: Double?

    public init(
        sharpness: Double? = nil, exposure: Double? = nil, contrast: Double? = nil, colour: Double? = nil,
        composite: Double? = nil
    ) {
        self.sharpness = sharpness
        self.exposure = exposure
        self.contrast = contrast
        self.colour = colour
        self.composite = composite
    }

    public init(_ card: ScoreCard) {
        let measures = card.measures
        sharpness = measures[.sharpness].map(Calibration.sharpness)
        exposure = Calibration.exposure(measures)
        contrast = measures[.contrast].map(Calibration.contrast)
        colour = measures[.colourfulness].map(Calibration.colour)
        composite = Calibration.composite(self)
    }

    /// What the composite is made of.
    public enum Part: String, CaseIterable, Sendable { case sharpness, exposure, contrast, colour }

    public subscript(part: Part) -> Double? {
        switch part {
        case .sharpness: sharpness
        case .exposure: exposure
        case .contrast: contrast
        case .colour: colour
        }
    }

    /// Name and value in the one order in which every listing shows them.
    public var named: [(name: String, value: Double?)] {
        [("composite", composite)] + Part.allCases.map { ($0.rawValue, self[$0]) }
    }
}

/// Where raw measures become marks, and what each weighs: the one place to change.
public enum Calibration {
    /// Two composites closer than this are a tie.
    public static let tiePoints = 3.0

    static func weight(_ part: Scores.Part) -> Double {
        switch part {
        case .sharpness: 0.60
        case .exposure: 0.28
        case .contrast: 0.07
        case .colour: 0.05
        }
    }

    /// Weighted mean of what was measured. Without sharpness there is none, because good light alone must not lead a ranking;
    /// but a frame with nothing to see is 0, however little else could be told.
    static func composite(_ scores: Scores) -> Double? {
        guard scores.sharpness != nil else { return scores.exposure == 0 ? 0 : nil }
        var sum = 0.0
        var total = 0.0
        for part in Scores.Part.allCases {
            guard let value = scores[part] else { continue }
            sum += value * weight(part)
            total += weight(part)
        }
        return total > 0 ? rounded(sum / total) : nil
    }

    /// Even steps of the logarithm between what four pixels of blur leave and what a crisp preview has.
    static func sharpness(_ raw: Double) -> Double { rounded(100 * share(raw, from: 0.005, to: 2)) }

    /// Falls with clipped shares at both ends and with a mean far from the middle; nothing to see at all is 0.
    static func exposure(_ measures: Measures) -> Double? {
        guard let dark = measures[.clippedShadows], let bright = measures[.clippedHighlights] else { return nil }
        if let contrast = measures[.contrast], contrast < 0.01 { return 0 }
        var mark = 100 * (1 - 0.7 * power(clamped((bright - 0.01) / 0.39), 0.7)) * (1 - 0.4 * clamped((dark - 0.3) / 0.7))
        if let mean = measures[.brightness] {
            mark *=
                mean < 0.35
                ? 1 - 0.7 * share(0.35 / max(mean, 0.001), from: 1, to: 0.35 / 0.03) : 1 - 0.5 * clamped((mean - 0.65) / 0.3)
        }
        return rounded(mark)
    }

    static func contrast(_ raw: Double) -> Double { rounded(min(100, max(0, raw / 0.25 * 100))) }
    static func colour(_ raw: Double) -> Double { rounded(min(100, max(0, raw / 60 * 100))) }

    /// Where `raw` stands between two bounds on a logarithmic scale, 0...1.
    private static func share(_ raw: Double, from low: Double, to high: Double) -> Double {
        raw > 0 ? clamped(logarithm(raw / low) / logarithm(high / low)) : 0
    }

    private static func clamped(_ value: Double) -> Double { min(1, max(0, value)) }

    /// One decimal: finer differences are noise, and equal marks must compare equal everywhere.
    private static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
