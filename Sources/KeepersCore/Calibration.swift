/// Where raw measures become marks of 0 to 100.
///
/// Faults have absolute scales, so that a mark means the same on every card and holds still while cards arrive; what depends on the
/// place (contrast, colour) is seen against the session; what only siblings can tell is seen against them (`Siblings`).
public enum Calibration {
    /// Two composites closer than this are a tie.
    public static let tiePoints = 3.0

    /// Even steps of the logarithm between what four pixels of blur leave and what a crisp preview has.
    static func sharpness(_ raw: Double) -> Double { rounded(100 * share(raw, from: 0.005, to: 2)) }

    /// Of the whole picture, and half by its subject where faces or a focus point tell what that is.
    static func exposure(_ card: ScoreCard) -> Double? {
        let measures = card.measures
        guard let dark = measures[.clippedShadows], let bright = measures[.clippedHighlights] else { return nil }
        if let contrast = measures[.contrast], contrast < 0.01 { return 0 }
        let overall = clipping(dark: dark, bright: bright) * light(measures[.brightness], from: 0.42, to: 0.65)
        guard card.subject == .faces || card.subject == .focusPoint, let mean = measures[.subjectBrightness] else {
            return rounded(100 * overall)
        }
        let burnt = clipping(dark: measures[.subjectShadows] ?? 0, bright: measures[.subjectHighlights] ?? 0)
        return rounded(50 * overall + 50 * burnt * light(mean, from: 0.32, to: 0.75))
    }

    /// Falls with the clipped shares at both ends, 1...0.18.
    private static func clipping(dark: Double, bright: Double) -> Double {
        (1 - 0.7 * power(clamped((bright - 0.01) / 0.39), 0.7)) * (1 - 0.4 * clamped((dark - 0.3) / 0.7))
    }

    /// 1 for a mean luma within the band; the first stop under it costs a quarter, each further one less, because a picture may be dark.
    private static func light(_ mean: Double?, from low: Double, to high: Double) -> Double {
        guard let mean else { return 1 }
        if mean >= low { return 1 - 0.5 * clamped((mean - high) / (0.95 - high)) }
        // A display's gamma of 2.2 turns luma into light.
        let stops = 2.2 * logarithm(low / max(mean, 0.001)) / logarithm(2)
        return 1 - 0.8 * (1 - exponential(-stops / 2.5))
    }

    static func contrast(_ raw: Double, _ scale: SessionScale) -> Double { rounded(100 * clamped(raw / scale.contrast)) }
    static func colour(_ raw: Double, _ scale: SessionScale) -> Double { rounded(100 * clamped(raw / scale.colour)) }

    /// Movement leaves detail across its direction, so that it costs more than the sharpness that it takes.
    static func steadiness(_ measures: Measures) -> Double? {
        guard let motion = measures[.motionBlur] else { return nil }
        let sharpness = measures[.subjectSharpness] ?? measures[.sharpness] ?? 0
        // A crisp picture of straight lines has a direction too.
        return sharpness >= BlurKind.crisp ? 100 : rounded(100 * (1 - clamped((motion - 0.3) / 0.5)))
    }

    /// From noise that nobody sees to noise that spoils a picture.
    static func clean(_ noise: Double) -> Double { rounded(100 * (1 - clamped((noise - 2) / 18))) }

    /// 100 where nothing speaks for a screenshot or a receipt.
    static func photograph(_ utility: Double) -> Double { rounded(100 * (1 - clamped((utility - 0.4) / 0.6))) }

    /// Where `raw` stands between two bounds on a logarithmic scale, 0...1.
    private static func share(_ raw: Double, from low: Double, to high: Double) -> Double {
        raw > 0 ? clamped(logarithm(raw / low) / logarithm(high / low)) : 0
    }

    static func clamped(_ value: Double) -> Double { min(1, max(0, value)) }

    /// One decimal: finer differences are noise, and equal marks must compare equal everywhere.
    static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}

/// What counts as full contrast and full colour in this session: a dim church is not a beach.
///
/// The 90th percentile of all cards, in coarse steps and within bounds, from fifty cards on; so the marks depend on the set of cards
/// alone, and two hundred more of the same evening move nothing.
public struct SessionScale: Equatable, Sendable {
    /// RMS contrast and Hasler and Suesstrunk colourfulness that earn 100.
    public var contrast = 0.25
    public var colour = 60.0

    public init() {}

    init(_ cards: some Sequence<ScoreCard>) {
        var contrasts: [Double] = []
        var colours: [Double] = []
        for card in cards {
            if let value = card.measures[.contrast] { contrasts.append(value) }
            if let value = card.measures[.colourfulness] { colours.append(value) }
        }
        if let value = Self.high(contrasts) { contrast = Self.stepped(value, 0.05, 0.15...0.35) }
        if let value = Self.high(colours) { colour = Self.stepped(value, 15, 30...90) }
    }

    private static func high(_ values: [Double]) -> Double? {
        values.count < 50 ? nil : values.sorted()[values.count * 9 / 10]
    }

    private static func stepped(_ value: Double, _ step: Double, _ bounds: ClosedRange<Double>) -> Double {
        min(bounds.upperBound, max(bounds.lowerBound, (value / step).rounded() * step))
    }
}
