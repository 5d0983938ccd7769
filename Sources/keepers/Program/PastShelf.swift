import Glibc
import HistoryKit
import KeepersCore
import PersistenceKit

/// The photos of a history that can teach a taste, and the folders that helpers must see to read them.
struct PastShelf {
    struct Item {
        /// Which of `roots` it lies in, and where.
        var root = 0
        var relative = ""
        var path: String
        var isPreview: Bool
        var size: Int64
        /// Nanoseconds since 1970.
        var modified: Int64
        var decision: PastDecision
        var source: String
        var isConflict: Bool

        /// Nobody decided anything on it; it counts only as what was passed over.
        var isOpen: Bool { decision.verdict == nil && decision.stars == nil }
    }

    /// More are too many to open at once; the rest is read after them.
    static let mostRoots = 16
    /// The newest ones teach enough.
    static let mostItems = 20_000
    /// Photos that follow each other so fast may be one burst, whatever their sub-seconds say.
    private static let burstSeconds: Int64 = 3

    private(set) var roots: [String] = []
    /// Newest first.
    private(set) var items: [Item] = []
    /// Photos with pixels that can teach nothing: alone, and neither picked nor rejected.
    private(set) var silent = 0

    init(_ pass: HistoryPass) {
        var found = PastShelf.items(of: pass)
        found = PastShelf.withoutTwins(found)
        let telling = PastShelf.telling(found)
        silent = found.count - telling.count
        items = Array(
            telling.sorted {
                ($1.decision.capturedAt?.wallSeconds ?? .min, $0.path) < ($0.decision.capturedAt?.wallSeconds ?? .min, $1.path)
            }
            .prefix(PastShelf.mostItems))
        assignRoots()
    }

    private static func items(of pass: HistoryPass) -> [Item] {
        var items = zip(pass.history.photos, pass.places).compactMap { photo, place in
            place.flatMap { item(photo.decision, $0, pass.sources[photo.source].words, isConflict: photo.conflict != nil) }
        }
        let known = Set(items.map(\.path))
        items += pass.siblings.filter { !known.contains($0.decision.path) }.compactMap { decision, source in
            item(decision, HistoryPass.Place(path: decision.path), pass.sources[source].words, isConflict: false)
        }
        return items
    }

    private static func item(_ decision: PastDecision, _ place: HistoryPass.Place, _ source: String, isConflict: Bool) -> Item? {
        guard place.isPreview || FileKind.suggested(byName: place.path) != nil else { return nil }
        var facts = stat()
        guard stat(place.path, &facts) == 0 else { return nil }
        let modified = Int64(facts.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(facts.st_mtim.tv_nsec)
        return Item(
            path: place.path, isPreview: place.isPreview, size: Int64(facts.st_size), modified: modified, decision: decision,
            source: source, isConflict: isConflict)
    }

    /// Of a RAW and a JPEG of one stem only one counts: the one that was decided on, else the RAW.
    private static func withoutTwins(_ items: [Item]) -> [Item] {
        var best: [String: Int] = [:]
        func rank(_ item: Item) -> Int {
            (item.isOpen ? 0 : 2) + (FileKind.suggested(byName: item.decision.name)?.isRaw == true ? 1 : 0)
        }
        for (index, item) in items.enumerated() {
            let key = SidecarFolderPass.stem(item.decision.path)
            if let known = best[key], rank(items[known]) >= rank(item) { continue }
            best[key] = index
        }
        return best.values.sorted().map { items[$0] }
    }

    /// Decided ones, and open ones of a burst in which something was decided. Stars alone say nothing without a sibling.
    private static func telling(_ items: [Item]) -> [Item] {
        var telling: [Item] = []
        var burst: [Item] = []
        func close() {
            let speaks = burst.contains { !$0.isOpen }
            if burst.count > 1 ? speaks : burst.first?.decision.verdict != nil || burst.first?.isConflict == true {
                telling += burst
            }
            burst = []
        }
        let dated = items.filter { $0.decision.capturedAt != nil }
        for item in dated.sorted(by: { PastShelf.order($0) < PastShelf.order($1) }) {
            if let last = burst.last,
                last.source != item.source
                    || (item.decision.capturedAt?.wallSeconds ?? 0) - (last.decision.capturedAt?.wallSeconds ?? 0) > burstSeconds
            {
                close()
            }
            burst.append(item)
        }
        close()
        return telling + items.filter { $0.decision.capturedAt == nil && $0.decision.verdict != nil }
    }

    private static func order(_ item: Item) -> (String, Int64, String) {
        (item.source, item.decision.capturedAt?.wallSeconds ?? 0, item.path)
    }

    // MARK: - Folders

    private mutating func assignRoots() {
        let folders = Set(items.map { Setting.parent($0.path) })
        roots = PastShelf.gathered(folders).sorted()
        for index in items.indices {
            let path = items[index].path
            // The longest one that holds it.
            guard
                let root = roots.indices.filter({ PastShelf.holds(roots[$0], path) }).max(by: {
                    roots[$0].count < roots[$1].count
                })
            else { continue }
            items[index].root = root
            items[index].relative = String(path.dropFirst(roots[root] == "/" ? 1 : roots[root].count + 1))
        }
    }

    private static func holds(_ root: String, _ path: String) -> Bool { path.hasPrefix(root == "/" ? root : root + "/") }

    /// Folders inside others go; while they are still many, the deepest ones are seen from one higher, but never from the top.
    static func gathered(_ folders: Set<String>) -> Set<String> {
        var folders = folders
        while true {
            folders = folders.filter { inner in !folders.contains { $0 != inner && holds($0, inner + "/") } }
            guard folders.count > mostRoots else { return folders }
            let deepest = folders.map { $0.split(separator: "/").count }.max() ?? 0
            guard deepest > 2 else { return folders }
            folders = Set(folders.map { $0.split(separator: "/").count == deepest ? Setting.parent($0) : $0 })
        }
    }
}
