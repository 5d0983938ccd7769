/// How decisions become sidecar properties, under a name: for each kind of program one value of `MappingRules`, and no code of its own.
public struct ExportProfile: Equatable, Sendable {
    /// "lightroom"; "own" for the person's mapping file.
    public let rawValue: String
    /// One line for menus and `--help`.
    public let description: String
    public let rules: MappingRules

    private init(_ name: String, _ description: String, _ rules: MappingRules) {
        rawValue = name
        self.description = description
        self.rules = rules
    }

    /// A built-in profile by its name.
    public init?(rawValue: String) {
        guard let profile = ExportProfile.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = profile
    }

    /// What the person's mapping file says.
    public static func own(_ rules: MappingRules) -> ExportProfile { ExportProfile(ownName, "your own mapping file", rules) }
    public static let ownName = "own"

    public static let lightroom = ExportProfile(
        "lightroom", "flags, plus stars and a red label for readers that know no flags; your own stars and colours always win",
        MappingRules(pick: VerdictRule(flag: true, rating: 3), reject: VerdictRule(flag: true, rating: 1, label: .red)))

    public static let flags = ExportProfile(
        "flags", "flags only, plus the stars and colours that you set yourself",
        MappingRules(pick: VerdictRule(flag: true), reject: VerdictRule(flag: true)))

    public static let bridge = ExportProfile(
        "bridge", "Bridge's reject (rating -1, which takes the place of stars) and its label words; no flags",
        MappingRules(
            pick: VerdictRule(), reject: VerdictRule(rating: -1), colours: [.label], words: .bridge, needsExactWords: true,
            reader: "Bridge"))

    public static let darktable = ExportProfile(
        "darktable", "IMG.CR3.xmp for every kind of file, its reject (rating -1) and its colour labels; no flags",
        MappingRules(
            pick: VerdictRule(), reject: VerdictRule(rating: -1), colours: [.label, .darktable], words: .english,
            needsExactWords: true, naming: .appended, everyKind: true, reader: "darktable"))

    /// Those that are built in, in the order in which Tab shows them.
    public static let allCases: [ExportProfile] = [.lightroom, .flags, .bridge, .darktable]
}

/// What one verdict writes.
public struct VerdictRule: Equatable, Sendable {
    /// `xmpDM:pick` and `xmpDM:good`.
    public var flag: Bool
    /// 1 to 5: where the person set no stars. -1, the reject of Bridge and darktable: in the place of stars. nil: none.
    public var rating: Int?
    /// Where the person set no colour.
    public var label: ColourLabel?

    public init(flag: Bool = false, rating: Int? = nil, label: ColourLabel? = nil) {
        self.flag = flag
        self.rating = rating
        self.label = label
    }
}

/// Where a colour is written.
public enum ColourNotation: String, CaseIterable, Sendable {
    /// `xmp:Label`, in words.
    case label = "Label"
    /// `photoshop:LabelColor`.
    case labelColour = "LabelColor"
    /// `darktable:colorlabels`, a list of numbers.
    case darktable = "colorlabels"
}

/// One profile as data.
public struct MappingRules: Equatable, Sendable {
    public var pick: VerdictRule
    public var reject: VerdictRule
    public var maybe: VerdictRule
    /// The person's own stars are written as `xmp:Rating`.
    public var writesStars: Bool
    /// The person's own colours, and those of the rules above.
    public var colours: Set<ColourNotation>
    /// The words of `xmp:Label`; nil = those of the language that was chosen.
    public var words: LabelWords?
    /// A label that means the colour in other words is reworded, because the reader knows only `words`.
    public var needsExactWords: Bool
    public var naming: SidecarName
    /// JPEG, HEIC and DNG have sidecars too.
    public var everyKind: Bool
    /// Who will read them, for sentences.
    public var reader: String

    public init(
        pick: VerdictRule, reject: VerdictRule, maybe: VerdictRule = VerdictRule(), writesStars: Bool = true,
        colours: Set<ColourNotation> = [.label, .labelColour], words: LabelWords? = nil, needsExactWords: Bool = false,
        naming: SidecarName = .replaced, everyKind: Bool = false, reader: String = "Lightroom"
    ) {
        self.pick = pick
        self.reject = reject
        self.maybe = maybe
        self.writesStars = writesStars
        self.colours = colours
        self.words = words
        self.needsExactWords = needsExactWords
        self.naming = naming
        self.everyKind = everyKind
        self.reader = reader
    }

    public subscript(verdict: Verdict) -> VerdictRule {
        get {
            switch verdict {
            case .pick: pick
            case .reject: reject
            case .maybe: maybe
            }
        }
        set {
            switch verdict {
            case .pick: pick = newValue
            case .reject: reject = newValue
            case .maybe: maybe = newValue
            }
        }
    }

    /// Whether files of this kind get a sidecar.
    public func hasSidecar(_ kind: FileKind) -> Bool { everyKind || !kind.ignoresSidecar }

    /// What happens to such a verdict, for the dry run: `flag reject, red + ★ where you set none`.
    public func words(for verdict: Verdict) -> String {
        let rule = self[verdict]
        let flag = rule.flag ? ["flag \(verdict.rawValue)"] : []
        if rule.rating == -1 {
            let label = rule.label.map { ["\($0.rawValue) where you set no colour"] } ?? []
            return (flag + ["rating -1, which takes the place of stars"] + label).joined(separator: ", ")
        }
        let stars = rule.rating.map { [String(repeating: "★", count: $0)] } ?? []
        let defaults = ((rule.label.map { [$0.rawValue] } ?? []) + stars).joined(separator: " + ")
        if !defaults.isEmpty {
            let none = rule.label == nil ? "no stars" : "none"
            return (flag + ["\(defaults) where you set \(none)"]).joined(separator: ", ")
        }
        return rule.flag
            ? "\(flag[0]), nothing else" : "only the stars and colours that you set: it has no sign for a \(verdict.rawValue)"
    }
}

/// The names under which sidecars lie beside a photo.
public enum SidecarName: String, CaseIterable, Sendable {
    /// `IMG_1.CR3` → `IMG_1.xmp`.
    case replaced = "IMG.xmp"
    /// `IMG_1.CR3` → `IMG_1.CR3.xmp`.
    case appended = "IMG.CR3.xmp"

    /// The name of the sidecar for a photo.
    public func name(forPath path: String) -> String {
        self == .replaced ? SidecarName.adobe(forPath: path) : SidecarName.appended(forPath: path)
    }

    /// The other custom, under which another program may keep a sidecar of the same photo.
    public var other: SidecarName { self == .replaced ? .appended : .replaced }

    /// `DCIM/IMG_1.CR3` → `IMG_1.xmp`, as Lightroom, Bridge, Photo Mechanic and Capture One name it.
    public static func adobe(forPath path: String) -> String { fileStem(lastComponent(path)) + ".xmp" }

    /// `DCIM/IMG_1.CR3` → `IMG_1.CR3.xmp`, as darktable and digiKam name it.
    public static func appended(forPath path: String) -> String { lastComponent(path) + ".xmp" }

    /// Which of the `names` in a folder is the sidecar `name`, whatever the case of its letters (`.XMP` on old cards); an exact match first.
    public static func existing(_ name: String, among names: [String]) -> String? {
        if names.contains(name) { return name }
        let wanted = name.lowercased()
        return names.filter { $0.lowercased() == wanted }.min()
    }

    private static func lastComponent(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}
