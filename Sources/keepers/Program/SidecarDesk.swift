import EngineKit
import ExportKit
import KeepersCore

/// The program's side of one committer: orders by number, results in words.
final class SidecarDesk {
    private let committer: CommitterLink

    init(_ link: SpawnerLink, roots: [String], targets: [CommitTarget], replaces: Bool) {
        committer = CommitterLink(link: link, roots: roots, targets: targets, replaces: replaces)
    }

    /// Carries out `order` for the target with this index.
    func send(_ order: CommitOrder, _ index: Int, done: @escaping (CommitResult) -> Void) {
        var writer = ByteWriter()
        writer.put(Int32(clamping: index))
        order.write(to: &writer)
        committer.submit(writer.bytes) { done(SidecarDesk.result($0)) }
    }

    /// Tries in the committer what `keepers privacy` prints.
    func probe(_ probe: PrivacyProbe, done: @escaping ([PrivacyResult]?) -> Void) { committer.probe(probe, completion: done) }

    /// What protects it, as soon as it is ready.
    var sandbox: SandboxStatus? { committer.sandbox }

    /// Clears up and ends the committer.
    func close(done: @escaping () -> Void) {
        var writer = ByteWriter()
        writer.put(CommitWorker.theEnd)
        committer.submit(writer.bytes) { [committer] _ in
            committer.shutdown()
            done()
        }
    }

    private static func result(_ outcome: JobOutcome) -> CommitResult {
        switch outcome {
        case .done(let reply, _):
            (try? CommitResult(wire: reply))
                ?? .failed(0, "the writer's answer does not read; look at the file, then export again")
        case .crashed(let text): .failed(0, "the writer \(text); look at the file, then export again")
        case .timedOut: .failed(0, "the disk did not answer; the sidecar is whole or as it was; export again")
        case .outOfMemory: .failed(0, "the writer ran out of memory; the sidecar is as it was; export again")
        case .cancelled: .failed(0, "the export was stopped; the sidecar is as it was")
        case .unavailable(let text): .failed(0, text)
        }
    }
}
