import EngineKit
import ExportKit
import KeepersCore

/// The work of a copier: new files below one folder.
final class CopyWorker: WorkerHandler {
    private let roots: [Int32]
    private let copier: PhotoCopier

    init(_ context: WorkerContext) throws(EngineError) {
        guard let target = context.target else { throw EngineError("the copier has no folder to fill; nothing was copied") }
        roots = context.roots
        copier = PhotoCopier(target: target.folder, workshop: target.workshop)
    }

    func handle(_ body: [UInt8], slot: UnsafeMutableRawBufferPointer) -> WorkerReply {
        guard let job = try? CopyJob(wire: body) else { return reply(.failed("the order does not read; nothing was copied")) }
        switch job {
        case .copy(let order):
            guard roots.indices.contains(order.root) else { return reply(.failed("no such source; nothing was copied")) }
            return reply(copier.copy(order, root: roots[order.root]))
        case .folder(let path): return reply(copier.makeFolder(path) ?? .alreadyThere(nil))
        case .end:
            copier.finish()
            return reply(.alreadyThere(nil))
        }
    }

    private func reply(_ result: CopyResult) -> WorkerReply { WorkerReply(body: result.wire) }
}

/// What the program asks of a copier.
enum CopyJob: Wired {
    case copy(CopyOrder)
    /// A folder in which the committer is going to write.
    case folder(String)
    case end

    func write(to writer: inout ByteWriter) {
        switch self {
        case .copy(let order):
            writer.put(UInt8(1))
            order.write(to: &writer)
        case .folder(let path):
            writer.put(UInt8(2))
            writer.put(path)
        case .end: writer.put(UInt8(3))
        }
    }
    init(from reader: inout ByteReader) throws(WireError) {
        switch try reader.number(UInt8.self) {
        case 1: self = .copy(try CopyOrder(from: &reader))
        case 2: self = .folder(try reader.text())
        case 3: self = .end
        default: throw WireError("unknown job of a copier")
        }
    }
}
