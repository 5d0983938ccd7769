import Glibc
import PersistenceKit

/// Whether the folders that were opened are still there: the same folder, not the empty place where a card was mounted.
struct CardPresence {
    private static let pause: UInt64 = 2_000_000_000

    private struct Root {
        let path: String
        let device: UInt64
        let inode: UInt64

        init?(_ path: String) {
            var facts = stat()
            guard stat(path, &facts) == 0 else { return nil }
            (self.path, device, inode) = (path, UInt64(facts.st_dev), UInt64(facts.st_ino))
        }

        var isThere: Bool { Root(path).map { $0.device == device && $0.inode == inode } ?? false }
    }

    private let roots: [Root]
    private var lookedAt: UInt64
    private(set) var missing: [String] = []

    /// A mount of another computer is not asked: where the network is gone that could take minutes.
    init(_ paths: [String], now: UInt64) {
        roots = paths.filter { !VolumeIdentity.isShared(path: $0) }.compactMap(Root.init)
        lookedAt = now
    }

    /// The folders that are missing now, where that is news; looks every two seconds at most.
    mutating func news(now: UInt64) -> [String]? {
        guard now &- lookedAt >= CardPresence.pause else { return nil }
        lookedAt = now
        let found = roots.filter { !$0.isThere }.map(\.path)
        defer { missing = found }
        return found == missing ? nil : found
    }
}
