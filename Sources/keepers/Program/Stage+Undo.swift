import KeepersCore
import KeepersUI

// Taking exports back: what can be, said before, and what came of it.
extension Stage {
    /// `folder` nil = beside the photos; nothing where the store does not answer.
    func undoOffers(_ folder: String?) -> UndoOffers {
        guard let id = program.session?.id else { return UndoOffers() }
        return (try? ExportHistory(program.store, folder: folder).offers(in: id)) ?? UndoOffers()
    }

    func offerUndo(_ place: ExportPlace) { take(.undoOffers(undoOffers(undoFolder(place)))) }

    func undoExport(_ place: ExportPlace, _ reach: UndoOffer.Reach) {
        guard let session = program.session else { return }
        guard session.readOnly == nil else {
            return take(.exported(lines: ["read-only: another keepers holds this session; take it back there"], end: .failed))
        }
        let folder = undoFolder(place)
        program.tasks += 1
        ExportUndo(session, link: program.link, folder: folder, reach: reach).run { [weak self] result in
            guard let self else { return }
            program.tasks -= 1
            switch result {
            case .success(let report):
                take(.exported(lines: undoResultLines(report), end: .takenBack))
                if folder == nil {
                    program.noteExport(Set(session.sights.keys))
                    take(.receipt(receiptLines()))
                }
                take(.undoOffers(report.left))
            case .failure(let failure): take(.exported(lines: [failure.message], end: .failed))
            }
        }
    }

    private func undoFolder(_ place: ExportPlace) -> String? { place.folder.map { Places.absolute(program.places.expanded($0)) } }
}

/// What was taken back, in numbers, and what stands still; the same on the screen and on the command line.
func undoResultLines(_ report: ExportUndo.Report) -> [String] {
    guard report.offer != nil else { return [report.left.title(.last) + "."] + report.left.words(.last) }
    return undoResultLines(report.outcomes) + report.left.left
}
