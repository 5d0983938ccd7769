import ExportKit
import KeepersCore

extension Exporter {
    /// Sidecars to a message.
    private static let batch = 64

    /// Reads the sidecar of each frame that has a place, and hands each over with its path; `then` is called at the end in any case.
    func read(
        _ frames: [FrameID], at place: (FrameID) -> (root: Int, path: String)?, then: @escaping () -> Void,
        take: @escaping (FrameID, String, Result<SidecarReadout, Failure>) -> Void
    ) {
        var batches: [(root: Int, frames: [FrameID], paths: [String])] = []
        for frame in frames {
            guard let place = place(frame) else { continue }
            if batches.last.map({ $0.root != place.root || $0.frames.count >= Exporter.batch }) ?? true {
                batches.append((place.root, [], []))
            }
            batches[batches.count - 1].frames.append(frame)
            batches[batches.count - 1].paths.append(place.path)
        }
        var open = batches.count
        if open == 0 { return then() }
        for batch in batches {
            workshop.ask(.readSidecars(root: batch.root, paths: batch.paths), .gesture, limit: 30_000) { result in
                for (index, answer) in Exporter.answers(result, count: batch.frames.count).enumerated() {
                    take(batch.frames[index], batch.paths[index], answer)
                }
                open -= 1
                if open == 0 { then() }
            }
        }
    }

    /// One for each that was asked for; an answer of another length tells nothing of any.
    private static func answers(
        _ result: Result<(reader: ByteReader, slot: UnsafeRawBufferPointer), Failure>, count: Int
    ) -> [Result<SidecarReadout, Failure>] {
        switch result {
        case .failure(let failure): return Array(repeating: .failure(failure), count: count)
        case .success(let answer):
            var reader = answer.reader
            let found = (try? reader.list { (r) throws(WireError) in try SidecarReadout(from: &r) }) ?? []
            if found.count == count { return found.map { .success($0) } }
            return Array(repeating: .failure(Failure("the answer does not read")), count: count)
        }
    }
}
