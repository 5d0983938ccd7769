public import KeepersCore

/// Key sequences and what they do. To change a built-in key, change its row in `ProfileTable`; `?` shows what stands there.
public struct Bindings: Equatable, Sendable {
    public enum Profile: String, CaseIterable, Sendable { case studio, lightroom, photomechanic, vim, darktable }
    public enum Layout: String, CaseIterable, Sendable { case qwerty, azerty }

    public struct Binding: Equatable, Sendable {
        /// More than one key is a sequence ("g g").
        public var sequence: [Key]
        public var command: Command
    }

    public internal(set) var profile: Profile
    public internal(set) var layout: Layout
    public internal(set) var list: [Binding]

    public static let studio = Bindings(.studio)

    /// The built-in keys of a profile.
    public init(_ profile: Profile, layout: Layout = .qwerty) {
        self.init(profile: profile, layout: .qwerty, list: ProfileTable.bindings(of: profile))
        apply(layout, fixed: [])
    }

    init(profile: Profile, layout: Layout, list: [Binding]) {
        self.profile = profile
        self.layout = layout
        self.list = list
    }

    /// Keys of a command, the built-in ones in their order.
    func keys(of command: Command) -> [[Key]] { list.filter { $0.command == command }.map(\.sequence) }

    func command(of sequence: [Key]) -> Command? { list.first { $0.sequence == sequence }?.command }

    /// A sequence that cannot stand beside `sequence`: one of the two is the beginning of the other.
    func rival(of sequence: [Key]) -> Binding? {
        list.first {
            $0.sequence.count != sequence.count && ($0.sequence.starts(with: sequence) || sequence.starts(with: $0.sequence))
        }
    }

    /// Commands that no key reaches and some key should, by name.
    public var withoutKey: [String] {
        let reached = Set(list.map(\.command))
        return CommandNames.sections.filter { $0.heading != CommandNames.vimOnly || profile == .vim }.flatMap(\.commands)
            .filter { !reached.contains($0.command) && !CommandNames.keyless.contains($0.name) }.map(\.name)
    }

    mutating func remove(_ sequence: [Key]) { list.removeAll { $0.sequence == sequence } }

    /// In the order of the commands' names, so that two ways to the same keys are equal.
    mutating func arrange() {
        let order = Dictionary(uniqueKeysWithValues: CommandNames.all.enumerated().map { ($1.command, $0) })
        list = list.enumerated().sorted { a, b in
            let one = order[a.element.command] ?? .max
            let other = order[b.element.command] ?? .max
            return one != other ? one < other : a.offset < b.offset
        }.map(\.element)
    }
}
