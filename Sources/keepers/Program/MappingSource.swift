import ExportKit
import Glibc
import KeepersCore
import KeepersUI
import PersistenceKit

/// Where the mapping and the language of labels come from: the command line, the person's file, what was chosen the last time.
enum MappingSource {
    /// `--profile`, or `--mapping FILE`; a mapping with a wrong line is not used at all.
    static func profile(_ invocation: Invocation, _ places: Places) throws(Failure) -> ExportProfile {
        let name = invocation["profile"]
        if let path = invocation["mapping"] {
            guard name == nil || name == ExportProfile.ownName else {
                throw Failure(
                    "--mapping FILE and --profile \(printable(name ?? "")) contradict each other; give one of them", code: 2)
            }
            return try own(path)
        }
        if name == ExportProfile.ownName { return try own(places.mapping) }
        guard let profile = ExportProfile(rawValue: name ?? ExportProfile.lightroom.rawValue) else {
            let names = ExportProfile.allCases.map(\.rawValue).joined(separator: ", ")
            throw Failure("--profile is \(names) or own, not '\(printable(name ?? ""))'", code: 2)
        }
        return profile
    }

    /// `--labels`, which is remembered, else what was remembered.
    static func labels(_ invocation: Invocation, _ store: Store) throws(Failure) -> LabelWords {
        guard let name = invocation["labels"] else { return remembered(store) }
        guard let words = LabelWords.named(name) else {
            let names = LabelWords.all.map(\.name).joined(separator: ", ")
            throw Failure("--labels is one of \(names), not '\(printable(name))'", code: 2)
        }
        // A store that cannot be written keeps nobody from exporting.
        try? store.set(LabelWords.settingName, to: words.name, of: nil)
        return words
    }

    /// What the export screen may offer just now.
    static func choices(_ places: Places, _ store: Store) -> ExportChoices {
        var choices = ExportChoices(labels: remembered(store))
        guard access(places.mapping, F_OK) == 0 else { return choices }
        do throws(Failure) {
            choices.own = try own(places.mapping)
        } catch {
            choices.problem = "your mapping is not offered: \(error.message)"
        }
        return choices
    }

    private static func own(_ path: String) throws(Failure) -> ExportProfile {
        let (rules, problems) = MappingRules.read(try TextFile.read(path))
        guard let rules else {
            let words = problems.map { "\(printable(path)), \($0.words)" }.joined(separator: "\nkeepers: ")
            throw Failure("\(words)\nkeepers: nothing was written: a mapping must hold in every line", code: 2)
        }
        return .own(rules)
    }

    private static func remembered(_ store: Store) -> LabelWords {
        (try? store.settings(of: nil))?[LabelWords.settingName].flatMap(LabelWords.named) ?? .english
    }
}
