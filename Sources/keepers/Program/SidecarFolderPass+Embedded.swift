import EngineKit
import ExportKit
import IngestKit
import KeepersCore

// Decisions that a program wrote into the photos themselves, as Lightroom does with JPEG and DNG.
extension SidecarFolderPass {
    /// What the XMP inside these photos decides; those that say nothing are left out. Their headers are read on the way.
    func readEmbedded(_ files: [ListedFile]) throws(Failure) -> [(String, SidecarValues)] {
        var found: [(String, SidecarValues)] = []
        func ask(_ batch: [HeaderTask]) {
            workshop.ask(.embedded(root: 0, files: batch), .headers, limit: Workshop.timeLimit + 500 * batch.count) {
                [self] result in
                switch result {
                case .success(let answer):
                    var reader = answer.reader
                    let outcomes = (try? reader.list { (r) throws(WireError) in try EmbeddedOutcome(from: &r) }) ?? []
                    for (task, outcome) in zip(batch, outcomes) {
                        shots[task.path] = outcome.header.header.shot
                        guard let words = outcome.words else { continue }
                        if let values = words.values, values.decides { found.append((task.path, values)) }
                        if let refusal = words.refusal { complain("the XMP inside \(task.path)", refusal.sentence) }
                    }
                case .failure where batch.count > 1: batch.forEach { ask([$0]) }
                case .failure(let failure): complain(batch[0].path, failure.message)
                }
            }
        }
        let tasks = files.filter { SidecarFolderPass.keepsWordsInside($0.path) }.map { HeaderTask(path: $0.path, size: $0.size) }
        for start in stride(from: 0, to: tasks.count, by: SidecarFolderPass.headerBatch) {
            ask(Array(tasks[start..<min(tasks.count, start + SidecarFolderPass.headerBatch)]))
        }
        try finish()
        if !found.isEmpty { notes.append("\(counted(found.count, "photo")) without a sidecar decided on inside the file") }
        return found.sorted { $0.0 < $1.0 }
    }

    /// Kinds of which Lightroom and Bridge read and write the XMP inside; a RAW's holds what its camera put there.
    private static func keepsWordsInside(_ path: String) -> Bool {
        switch FileKind.suggested(byName: path) {
        case .jpeg, .dng, .gpr: true
        default: false
        }
    }
}

extension SidecarValues {
    /// A verdict, stars, a colour or a label, or a contradiction that is to be told; a flag or a rating of 0 is none.
    fileprivate var decides: Bool {
        let words = SidecarWords(self)
        return words.verdict == "pick" || words.verdict == "reject" || words.stars != "0" || words.colour != "none"
            || Existing(sidecars: [self]).problem != nil
    }
}
