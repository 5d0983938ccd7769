import Glibc
import KeepersCore
import PersistenceKit
import RankerKit

/// `keepers taste`: what was learned of the photographer's taste, whether it is used, and why or why not.
enum TasteCommand {
    static func run(_ invocation: Invocation, _ setting: Setting) throws(Failure) {
        let word = invocation.operands.first ?? "show"
        guard ["show", "on", "off", "reset", "train"].contains(word) else {
            throw Failure("'\(printable(word))' is nothing to do with a taste; there are show, on, off, reset and train", code: 2)
        }
        do throws(StoreError) {
            let store = try Store(data: setting.places.data, cache: setting.places.cache, clock: Clock.wall)
            let source = TasteSource(store: store)
            switch word {
            case "on", "off": try store.set(TasteSource.switchKey, to: word == "off" ? "off" : nil, of: nil)
            case "reset":
                // The decisions stay, and would teach the same again: only new ones count from now on.
                try store.set(TasteSource.sinceKey, to: String(Clock.wall()), of: nil)
                try store.resetTaste()
            case "train": try train(source)
            default: break
            }
            let state = try TasteState(source)
            if invocation.has("json") {
                Console.out(state.json.serialized(indent: 1))
            } else {
                for (name, value) in state.rows {
                    Console.out(name + String(repeating: " ", count: max(1, 11 - name.count)) + value)
                }
            }
        } catch {
            throw Failure(error.message)
        }
    }

    /// All sessions at once; a head that cannot be learned yet leaves the one that is there.
    private static func train(_ source: TasteSource) throws(StoreError) {
        guard let model = try source.store.newestModel() else { return }
        let lessons = try TasteLessons(source, model: model)
        let previous = try source.head(model: model)?.head
        guard let head = TasteTrainer.train(lessons.scenes, after: previous) else { return }
        try source.keep(head, model: model, origins: lessons.origins)
    }
}

/// Everything that `keepers taste` tells.
private struct TasteState {
    var isOn: Bool
    var origins = TasteOrigins()
    var examples: Int { origins.examples }
    var profile: TasteProfile?
    var head: TasteHead?

    init(_ source: TasteSource) throws(StoreError) {
        isOn = try source.isOn()
        guard let model = try source.store.newestModel() else { return }
        (head, profile) = try source.head(model: model).map { ($0.head, $0.profile) } ?? (nil, nil)
        origins = try TasteLessons(source, model: model).origins
    }

    private var isUsed: Bool { isOn && head?.isBetter == true }

    /// Whether it ranks, and why or why not.
    private var reason: String {
        if !isOn { return "no: switched off ('keepers taste on' switches it on)" }
        guard let head else {
            return examples < TasteTrainer.leastExamples
                ? "no: \(counted(examples, "example")) so far, \(TasteTrainer.leastExamples) are the least to learn from"
                : "no: not learned yet ('keepers taste train' learns now)"
        }
        if head.isBetter { return "yes: it named your pick more often than the plain ranking, in scenes that it was not taught" }
        if head.heldOut.taste.share <= head.heldOut.base.share {
            return "no: the plain ranking names your pick as often or more often"
        }
        return "no: it does a little better than the plain ranking, but that could be luck; more picks will tell"
    }

    var rows: [(String, String)] {
        let from = origins.past.isEmpty ? "picks against their rejected siblings" : origins.words
        var rows = [("used", reason), ("examples", "\(grouped(examples)): \(printable(from))")]
        guard let head, let profile else { return rows }
        rows.append(
            (
                "learned",
                "\(printable(profile.version)), from \(printable(profile.source)), \(Clock.words(profile.at, now: Clock.wall()))"
            ))
        let asked = head.heldOut
        rows.append(("asked", "\(counted(asked.scenes, "stack")) that it was not taught: is your pick ranked first?"))
        rows.append(("  taste", words(asked.taste)))
        rows.append(("  plain", words(asked.base)))
        rows.append(("  chance", "\(fixed(asked.chance * 100, 0)) %"))
        if head.traits.isEmpty { rows.append(("prefers", "nothing that is sure yet")) }
        for (index, trait) in head.traits.enumerated() {
            rows.append((index == 0 ? "prefers" : "", "\(trait.words)  \(strength(trait))"))
        }
        return rows
    }

    private func words(_ agreement: Agreement) -> String {
        "\(fixed(agreement.share * 100, 0)) % (\(fixed(agreement.low * 100, 0))-\(fixed(agreement.high * 100, 0)) %)"
    }

    private func strength(_ trait: Trait) -> String {
        let bars = max(1, min(5, Int((trait.strength / 0.25).rounded())))
        return String(repeating: "▪", count: bars)
            + " (\(fixed(trait.strength, 2)), \(fixed(trait.low, 2)) to \(fixed(trait.high, 2)))"
    }

    var json: JSON {
        func agreement(_ value: Agreement) -> JSON {
            .object([
                ("share", .real(rounded(value.share))), ("low", .real(rounded(value.low))), ("high", .real(rounded(value.high))),
            ])
        }
        return .object([
            ("on", .bool(isOn)), ("used", .bool(isUsed)), ("why", .text(reason)), ("examples", .int(examples)),
            (
                "from",
                .list(
                    [.object([("source", .text("this program")), ("examples", .int(origins.own))])]
                        + origins.past.map { .object([("source", .text($0.source)), ("examples", .int($0.examples))]) })
            ),
            (
                "learned",
                profile.map {
                    .object([
                        ("version", .text($0.version)), ("model", .text($0.model)), ("examples", .int($0.examples)),
                        ("source", .text($0.source)), ("at", .text(Clock.iso8601($0.at))),
                    ])
                } ?? .null
            ),
            (
                "agreement",
                head.map {
                    .object([
                        ("stacks", .int($0.heldOut.scenes)), ("taste", agreement($0.heldOut.taste)),
                        ("base", agreement($0.heldOut.base)), ("chance", .real(rounded($0.heldOut.chance))),
                    ])
                } ?? .null
            ),
            (
                "traits",
                .list(
                    (head?.traits ?? []).map {
                        .object([
                            ("prefers", .text($0.words)), ("strength", .real(rounded($0.strength))),
                            ("low", .real(rounded($0.low))),
                            ("high", .real(rounded($0.high))),
                        ])
                    })
            ),
        ])
    }

    private func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
