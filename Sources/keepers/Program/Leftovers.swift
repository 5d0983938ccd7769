import EngineKit
import ExportKit
import Glibc
import KeepersCore

/// Temporary files that a killed export left on a source: only a committer may remove them, so one is started for that alone.
enum Leftovers {
    /// Seconds. An export that runs just now, of another session on this card, makes files there all the time.
    private static let quiet = 10

    /// `done` is called in any case, at once where there is nothing to clear up.
    static func sweep(_ session: CardSession, _ link: SpawnerLink, done: @escaping () -> Void) {
        let roots = session.roots.filter(hasLeftovers)
        guard session.readOnly == nil, !roots.isEmpty else { return done() }
        SidecarDesk(link, roots: roots, targets: [], replaces: false).close(done: done)
    }

    private static func hasLeftovers(_ root: String) -> Bool {
        var facts = stat()
        let path = "\(root)/\(SidecarCommitter.workshop)"
        guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else { return false }
        return Clock.wall() / 1_000_000_000 - Int64(facts.st_mtim.tv_sec) >= Int64(quiet)
    }
}
