import EngineKit
import ExportKit
import Glibc
import KeepersCore

/// The work of a committer: puts sidecars in place through the names that were sealed before it started.
final class CommitWorker: WorkerHandler {
    private let roots: [Int32]
    private let sidecars: SidecarWriter

    init(_ context: WorkerContext) throws(EngineError) {
        guard let sidecars = context.sidecars else {
            throw EngineError("the committer has no sidecars to write; nothing was written")
        }
        roots = context.roots
        self.sidecars = sidecars
    }

    /// The order number that ends an export: the folders of temporary files go where they are empty.
    static let theEnd: Int32 = -1

    func handle(_ body: [UInt8], slot: UnsafeMutableRawBufferPointer) -> WorkerReply {
        var reader = ByteReader(body)
        let number = try? reader.number(Int32.self)
        if number == CommitWorker.theEnd {
            sidecars.finish()
            return reply(.removed)
        }
        guard let index = number.map(Int.init), let order = try? CommitOrder(from: &reader) else {
            return reply(.failed(EINVAL, "the order does not read; nothing was written"))
        }
        let name = order.directory.isEmpty ? order.name : order.directory + "/" + order.name
        guard index >= 0, index < sidecars.count, roots.indices.contains(order.root),
            sidecars.target(index) == CommitTarget(root: order.root, name: name)
        else { return reply(.failed(EPERM, "it is none of the sidecars of this export; nothing was written")) }
        return reply(SidecarCommitter.commit(order, root: roots[order.root], hand: SealedHand(sidecars: sidecars, index: index)))
    }

    private func reply(_ result: CommitResult) -> WorkerReply { WorkerReply(body: result.wire) }
}

/// Writes the sidecar with one number; the kernel lets this process name no other file.
private struct SealedHand: SidecarHand {
    let sidecars: SidecarWriter
    let index: Int

    func prepare(_ content: [UInt8], mode: UInt32) throws(CommitFailure) {
        do throws(EngineError) { try sidecars.prepare(index, content: content, mode: mode) } catch { throw failure(error) }
    }
    func publish(replacing: Bool) throws(CommitFailure) {
        do throws(EngineError) { try sidecars.publish(index, replacing: replacing) } catch { throw failure(error) }
    }
    func discard() { sidecars.discard(index) }
    func remove() throws(CommitFailure) {
        do throws(EngineError) { try sidecars.remove(index) } catch { throw failure(error) }
    }

    private func failure(_ error: EngineError) -> CommitFailure {
        switch error.number {
        case EEXIST:
            CommitFailure(.failed(EEXIST, "another program made it just now; its file is kept; export again to merge"))
        case ENOSPC, EDQUOT, EROFS: CommitFailure(errno: error.number, "write it")
        default: CommitFailure(.failed(error.number, error.message))
        }
    }
}
