/// How decisions become sidecar properties; another program's mapping is another value of `MappingRules`.
public enum ExportProfile: String, Sendable, CaseIterable {
    case lightroom, flags

    public var rules: MappingRules {
        switch self {
        case .lightroom:
            MappingRules(
                pick: "flag pick, ★★★ where you set no stars", reject: "flag reject, red + ★ where you set none",
                pickStars: 3, rejectStars: 1, rejectLabel: .red)
        case .flags: MappingRules(pick: "flag pick, nothing else", reject: "flag reject, nothing else")
        }
    }

    /// One line for menus and `--help`.
    public var description: String {
        switch self {
        case .lightroom: "flags, plus stars and a red label for readers that know no flags; your own stars and colours always win"
        case .flags: "flags only, plus the stars and colours that you set yourself"
        }
    }
}

/// One profile as data.
public struct MappingRules: Equatable, Sendable {
    /// What happens to a pick and a reject, in words for the dry run.
    public var pick: String
    public var reject: String
    /// Stars for a pick or a reject on which the person set none; nil = none.
    public var pickStars: Int?
    public var rejectStars: Int?
    /// The colour for a reject on which the person set none.
    public var rejectLabel: ColourLabel?

    public init(pick: String, reject: String, pickStars: Int? = nil, rejectStars: Int? = nil, rejectLabel: ColourLabel? = nil) {
        self.pick = pick
        self.reject = reject
        self.pickStars = pickStars
        self.rejectStars = rejectStars
        self.rejectLabel = rejectLabel
    }

    func defaultStars(for verdict: Verdict?) -> Int? {
        switch verdict {
        case .pick: pickStars
        case .reject: rejectStars
        case .maybe, nil: nil
        }
    }

    func defaultLabel(for verdict: Verdict?) -> ColourLabel? { verdict == .reject ? rejectLabel : nil }
}

/// The names under which sidecars lie beside a photo.
public enum SidecarName {
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
