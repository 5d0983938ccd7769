/// The decisions that programs share through sidecars; each is merged by itself.
public enum SidecarAspect: String, CaseIterable, Sendable { case verdict, stars, colour }

/// What a sidecar, or a person here, says about one picture: a word for each aspect, so that they can be compared, kept and shown.
///
/// Verdict `pick` `reject` `maybe` (here only) `unflagged` (a flag of 0) `none`; stars `0` ... `5`; colour `red` ... `none`, or the quoted
/// text of a label that means no colour.
public struct SidecarWords: Hashable, Sendable {
    public var verdict: String
    public var stars: String
    public var colour: String

    public static let nothing = SidecarWords(Mark())

    /// What a person decided here.
    public init(_ mark: Mark) {
        verdict = mark.verdict?.rawValue ?? "none"
        stars = String(mark.stars)
        colour = mark.label?.rawValue ?? "none"
    }

    /// What a sidecar says.
    public init(_ values: SidecarValues) {
        self.init(KeepersCore.verdict(from: values).mark)
        if verdict == "none", values.pick == 0 { verdict = "unflagged" }
        if colour == "none", let text = [values.label, values.labelColour].compactMap({ $0 }).first(where: { !$0.isEmpty }) {
            colour = "\"\(text)\""
        }
    }

    /// What a sidecar says in which others wrote `others`, and we the rest.
    ///
    /// Where it contradicts itself only because a program changed one of our words and left the other (`xmpDM:pick` -1 beside our
    /// `xmpDM:good` true), the changed one is what it means.
    public init(_ values: SidecarValues, others: SidecarValues) {
        self.init(values)
        guard KeepersCore.verdict(from: values).conflict != nil else { return }
        let their = KeepersCore.verdict(from: others)
        if their.conflict == nil, let verdict = their.mark.verdict { self.verdict = verdict.rawValue }
    }

    public subscript(aspect: SidecarAspect) -> String {
        get {
            switch aspect {
            case .verdict: verdict
            case .stars: stars
            case .colour: colour
            }
        }
        set {
            switch aspect {
            case .verdict: verdict = newValue
            case .stars: stars = newValue
            case .colour: colour = newValue
            }
        }
    }

    /// The decision that takes over what this says; a label without a colour of ours is none.
    public func change(_ aspect: SidecarAspect) -> Change {
        switch aspect {
        case .verdict: .verdict(Verdict(rawValue: verdict))
        case .stars: .stars(Int(stars) ?? 0)
        case .colour: .label(ColourLabel(rawValue: colour))
        }
    }

    /// As decisions; a label without a colour of ours is none.
    public var mark: Mark {
        Mark(verdict: Verdict(rawValue: verdict), stars: Int(stars) ?? 0, label: ColourLabel(rawValue: colour))
    }

    /// `★4`, `pick`, `none`: for people.
    public static func shown(_ word: String, _ aspect: SidecarAspect) -> String {
        aspect == .stars ? word == "0" ? "none" : "★\(word)" : printable(word)
    }

    /// Whether two words mean the same: a flag of 0 says no more than no flag.
    static func agree(_ one: String, _ other: String) -> Bool {
        one == other || (isNothing(one) && isNothing(other))
    }

    /// No decision. Stars have "0".
    static func isNothing(_ word: String) -> Bool { word == "none" || word == "unflagged" }
}

extension SidecarWords: Wired {
    public func write(to writer: inout ByteWriter) { for aspect in SidecarAspect.allCases { writer.put(self[aspect]) } }

    public init(from reader: inout ByteReader) throws(WireError) {
        self = .nothing
        for aspect in SidecarAspect.allCases { self[aspect] = try reader.text() }
    }
}

/// For each aspect the word of a sidecar that a person has settled a conflict with, as `SidecarSight.token` writes it.
public struct Settled: Hashable, Sendable {
    private var tokens: [SidecarAspect: String] = [:]

    public init() {}

    public subscript(aspect: SidecarAspect) -> String? {
        get { tokens[aspect] }
        set { tokens[aspect] = newValue }
    }
}
