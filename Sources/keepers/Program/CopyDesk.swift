import EngineKit
import ExportKit
import KeepersCore

/// The program's side of one copier: orders one after the other, results in words.
final class CopyDesk {
    private let copier: CopierLink

    /// `makesTarget`: the folder is made where it is not there.
    init(_ link: SpawnerLink, roots: [String], target: String, makesTarget: Bool = false) {
        copier = CopierLink(link: link, roots: roots, target: target, makesTarget: makesTarget)
    }

    /// Tries in the copier what `keepers privacy` prints.
    func probe(_ probe: PrivacyProbe, done: @escaping ([PrivacyResult]?) -> Void) { copier.probe(probe, completion: done) }

    /// What protects it, as soon as it is ready.
    var sandbox: SandboxStatus? { copier.sandbox }

    func copy(_ order: CopyOrder, done: @escaping (CopyResult) -> Void) {
        // Read, written and read back: the slowest cards and sticks give and take 2 MB a second.
        send(.copy(order), limit: 60_000 + Int(clamping: order.size / 500), done: done)
    }

    func makeFolder(_ path: String, done: @escaping (CopyResult) -> Void) { send(.folder(path), limit: 30_000, done: done) }

    /// Clears up and ends the copier.
    func close(done: @escaping () -> Void) {
        send(.end, limit: 30_000) { [copier] _ in
            copier.shutdown()
            done()
        }
    }

    private func send(_ job: CopyJob, limit: Int, done: @escaping (CopyResult) -> Void) {
        copier.submit(job.wire, timeLimitMilliseconds: limit) { done(CopyDesk.result($0)) }
    }

    private static func result(_ outcome: JobOutcome) -> CopyResult {
        switch outcome {
        case .done(let reply, _): (try? CopyResult(wire: reply)) ?? .failed("the copier's answer does not read; copy again")
        case .crashed(let text): .failed("the copier \(text); nothing half stays there; copy again")
        case .timedOut: .failed("card or disk did not answer; nothing half stays there; copy again")
        case .outOfMemory: .failed("the copier ran out of memory; copy again")
        case .cancelled: .failed("the copying was stopped; copy again")
        case .unavailable(let text): .failed(text)
        }
    }
}
