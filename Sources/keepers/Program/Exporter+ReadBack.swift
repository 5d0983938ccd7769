import ExportKit
import KeepersCore

// After the last sidecar is written, all of them are read once more, by the eyes that will read them tomorrow.
extension Exporter {
    /// Reads every written sidecar from its folder and corrects the outcome of those that do not say what was written.
    func readBack(then: @escaping () -> Void) {
        read(written.keys.sorted(), at: { self.places[$0] }, then: then) { [self] frame, _, answer in
            compare(frame, try? answer.get())
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
