import ExportKit
import KeepersCore

// After the last sidecar is written, all of them are read once more, by the eyes that will read them tomorrow.
extension Exporter {
    /// Reads every written sidecar from its folder and corrects the outcome of those that do not say what was written.
    func readBack(then: @escaping () -> Void) {
        var batches: [(root: Int, frames: [FrameID])] = []
        for frame in written.keys.sorted() {
            guard let place = places[frame] else { continue }
            if let last = batches.last, last.root == place.root, last.frames.count < 64 {
                batches[batches.count - 1].frames.append(frame)
            } else {
                batches.append((place.root, [frame]))
            }
        }
        var open = batches.count
        if open == 0 { return then() }
        for batch in batches {
            let paths = batch.frames.compactMap { places[$0]?.path }
            workshop.ask(.readSidecars(root: batch.root, paths: paths), .gesture, limit: 30_000) { [self] result in
                var found: [SidecarReadout] = []
                if case .success(let answer) = result {
                    var reader = answer.reader
                    found = (try? reader.list { (r) throws(WireError) in try SidecarReadout(from: &r) }) ?? []
                }
                for (index, frame) in batch.frames.enumerated() {
                    compare(frame, found.indices.contains(index) ? found[index] : nil)
                }
                open -= 1
                if open == 0 { then() }
            }
        }
    }

    private func compare(_ frame: FrameID, _ readout: SidecarReadout?) {
        guard let path = places[frame]?.path, let digest = written[frame], readout?.digest != digest else { return }
        let why =
            readout?.digest == nil
            ? "it was written, and cannot be read back: is the card still in its reader? Look at it, then export again"
            : "it was written, and another program has changed it since; its change stays"
        if readout?.digest == nil, target == nil, let id = session.id {
            failures[frame] = why
            try? session.store.notePending([frame], in: id)
        }
        guard let index = outcomes.firstIndex(where: { $0.path == path && $0.end == .written }) else { return }
        outcomes[index].end = .failed(why)
    }
}
