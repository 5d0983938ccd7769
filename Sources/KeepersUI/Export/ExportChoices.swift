public import KeepersCore

/// What a person may export with, beside the built-in profiles.
public struct ExportChoices: Equatable, Sendable {
    /// The words in which colours are written, where a profile has none of its own.
    public var labels: LabelWords
    /// The person's mapping file; nil where there is none, or it does not hold.
    public var own: ExportProfile?
    /// Why the mapping file is not offered.
    public var problem: String?

    public init(labels: LabelWords = .english, own: ExportProfile? = nil, problem: String? = nil) {
        self.labels = labels
        self.own = own
        self.problem = problem
    }

    var profiles: [ExportProfile] { ExportProfile.allCases + (own.map { [$0] } ?? []) }

    /// The profile behind this one, round and round; another mapping file counts as the same place.
    func profile(after current: ExportProfile) -> ExportProfile {
        let at = profiles.firstIndex { $0.rawValue == current.rawValue } ?? -1
        return profiles[(at + 1) % profiles.count]
    }
}

extension SessionState {
    /// `:labels de`.
    mutating func runLabels(_ argument: String) -> [Effect] {
        guard let words = LabelWords.named(argument) else {
            notice = "labels are written in " + LabelWords.all.map(\.name).joined(separator: " ")
            return []
        }
        notice = "colours are written as \(words.words.joined(separator: ", "))"
        return [.remember(LabelWords.settingName, words.name)]
    }
}
