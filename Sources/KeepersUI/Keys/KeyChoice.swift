import KeepersCore

/// Which keys are in force: the file of the person, the profile and layout that were asked for, and those of the last time.
public struct KeyChoice: Equatable, Sendable {
    /// The text of the key file; nil where there is none.
    public var file: String?
    /// Its path, for words about it.
    public var path: String
    /// Why the file is there and could not be read.
    public var trouble: String?
    /// From the command line, or by `:profile` and `:layout`: before all else.
    public var profile: Bindings.Profile?
    public var layout: Bindings.Layout?
    /// Where neither those nor the file say anything.
    public var remembered: (Bindings.Profile, Bindings.Layout) {
        get { (rememberedProfile, rememberedLayout) }
        set { (rememberedProfile, rememberedLayout) = newValue }
    }
    private var rememberedProfile = Bindings.Profile.studio
    private var rememberedLayout = Bindings.Layout.qwerty

    public init(
        file: String? = nil, path: String = "", profile: Bindings.Profile? = nil, layout: Bindings.Layout? = nil,
        remembered: (Bindings.Profile, Bindings.Layout) = (.studio, .qwerty)
    ) {
        self.file = file
        self.path = path
        self.profile = profile
        self.layout = layout
        self.remembered = remembered
    }

    /// The keys in force, and the lines of the file that were ignored.
    public func bindings() -> (Bindings, [Bindings.Problem]) {
        guard let file else {
            let problems = trouble.map { [Bindings.Problem(line: 0, message: $0)] } ?? []
            return (Bindings(profile ?? remembered.0, layout: layout ?? remembered.1), problems)
        }
        return Bindings.read(file, profile: profile, layout: layout, otherwise: remembered)
    }

    /// What the file says of the profile and the layout; it holds again at the next start.
    public var fileSettings: (Bindings.Profile?, Bindings.Layout?) { file.map(Bindings.settings) ?? (nil, nil) }

    /// One line for the footer; nil where every line of the file holds.
    static func notice(_ problems: [Bindings.Problem]) -> String? {
        guard let first = problems.first else { return nil }
        let more = problems.count > 1 ? " (and \(problems.count - 1) more)" : ""
        let ignored = first.line > 0 ? " Ignored." : ""
        return "keys file, \(first.words)\(more).\(ignored)"
    }
}
