import KeepersCore
import PersistenceKit
import RankerKit

/// Where the examples come from that a taste is learned from.
struct TasteOrigins: Equatable, Sendable {
    /// Examples decided here, and in how many sessions.
    private(set) var own = 0
    private(set) var sessions = 0
    /// Examples decided in other programs, each source once, in the order in which they came.
    private(set) var past: [(source: String, examples: Int)] = []

    static func == (one: TasteOrigins, other: TasteOrigins) -> Bool {
        one.own == other.own && one.sessions == other.sessions && one.past.elementsEqual(other.past) { $0 == $1 }
    }

    var examples: Int { past.reduce(own) { $0 + $1.examples } }

    mutating func add(_ scenes: [TasteScene], from origin: String?) {
        let examples = scenes.reduce(0) { $0 + $1.examples }
        guard examples > 0 else { return }
        guard let origin else { return add(session: examples) }
        if let place = past.firstIndex(where: { $0.source == origin }) {
            past[place].examples += examples
        } else {
            past.append((origin, examples))
        }
    }

    mutating func add(session examples: Int) {
        own += examples
        sessions += 1
    }

    /// "380 from this program, 824 from Lightroom catalog wedding.lrcat"
    var words: String {
        ([("this program", own)] + past.map { ($0.source, $0.examples) })
            .map { "\(grouped($0.1)) from \($0.0)" }.joined(separator: ", ")
    }

    /// "3 sessions and Lightroom catalog wedding.lrcat"
    var sources: String {
        let names = (sessions > 0 || past.isEmpty ? [counted(sessions, "session")] : []) + past.map(\.source)
        return names.count < 2 ? names[0] : names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    }
}

/// Everything there is to learn from, read at once, for commands that nobody waits beside with a key.
struct TasteLessons {
    private(set) var scenes: [TasteScene] = []
    private(set) var origins = TasteOrigins()
    /// Photos of other programs' decisions that were decided on here, too, and teach from there.
    private(set) var knownHere: Set<Int64> = []

    init(_ source: TasteSource, model: String) throws(StoreError) {
        var gathering = try TasteGathering(source, model: model, but: nil)
        while !gathering.isDone {
            guard let snapshot = try gathering.step() else { continue }
            let found = snapshot.scenes
            scenes += found
            origins.add(found, from: snapshot.origin)
        }
        knownHere = gathering.knownHere
    }
}
