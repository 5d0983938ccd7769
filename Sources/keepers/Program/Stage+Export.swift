import EngineKit
import ExportKit
import Glibc
import KeepersCore
import KeepersUI

// The export screen's work: beside the photos, in a mirror, beside a copy of the card.
extension Stage {
    func planExport(_ profile: ExportProfile, _ place: ExportPlace) {
        guard let session = program.session, let model = app.session?.model else { return }
        let choices = MappingSource.choices(program.places, program.store)
        take(.exportChoices(choices))
        let target: ExportTarget?
        do throws(Failure) {
            target = try self.target(place, session)
        } catch {
            return take(.exportFolderRefused(error.message))
        }
        let exporter = Exporter(
            session, link: program.link, model: model, profile: profile, labels: choices.labels, target: target, wall: Clock.wall)
        self.exporter = exporter
        exporter.lockedHint = "read-only: d writes the sidecars in a folder elsewhere"
        exporter.adopt = { [program] in program.adopt($0) }
        plan(exporter) { [weak self] in self?.take(.exportPlan($0)) }
    }

    /// Where the sidecars go; nil = beside the photos.
    private func target(_ place: ExportPlace, _ session: CardSession) throws(Failure) -> ExportTarget? {
        guard let named = place.folder else { return nil }
        let folder = Places.absolute(program.places.expanded(named))
        try ExportPlaces.checkFolder(folder, apartFrom: session.roots)
        if case .copies = place {
            try ExportElsewhere.requireFolder(folder)
            return ExportTarget(folder, kind: .copies, session: session, link: program.link)
        }
        var facts = stat()
        if stat(folder, &facts) == 0 { try ExportElsewhere.requireFolder(folder) }
        return ExportTarget(folder, kind: .mirror, session: session, link: program.link)
    }

    /// `then` is called unless another plan took its place meanwhile, or there is none.
    private func plan(_ exporter: Exporter, then: @escaping (ExportSummary) -> Void) {
        program.tasks += 1
        exporter.makePlan { [weak self] result in
            guard let self else { return }
            program.tasks -= 1
            guard self.exporter === exporter else { return }
            switch result {
            case .success(let summary): then(summary)
            case .failure(let failure): take(.exported(lines: [failure.message], end: .failed))
            }
        }
    }

    func runExport() {
        guard let exporter else { return }
        guard let target = exporter.target, target.beginsWithCard else { return write(exporter, lost: []) }
        program.tasks += 1
        MirrorPreparation(exporter, link: program.link).run { [weak self] lost in
            guard let self else { return }
            program.tasks -= 1
            if let why = target.absence {
                let first = lost.first ?? SidecarOutcome(path: target.folder, end: .failed(why))
                return take(.exported(lines: exportResultLines([first], profile: exporter.profile), end: .failed))
            }
            // What was listed before the folder was there knows nothing of it, nor where the links on the way lead.
            let folder = Places.absolute(target.folder)
            let ready = exporter.again(at: ExportTarget(folder, kind: .mirror, session: exporter.session, link: program.link))
            self.exporter = ready
            plan(ready) { [weak self] _ in self?.write(ready, lost: lost) }
        }
    }

    private func write(_ exporter: Exporter, lost: [SidecarOutcome]) {
        program.tasks += 1
        exporter.progress = { [weak self] done, total in self?.take(.exportProgress(done: done, total: total)) }
        exporter.write { [weak self] result in
            guard let self else { return }
            program.tasks -= 1
            self.exporter = nil
            switch result {
            case .success(let outcomes): tell(exporter, lost + outcomes)
            case .failure(let failure): take(.exported(lines: [failure.message], end: .failed))
            }
        }
    }

    private func tell(_ exporter: Exporter, _ outcomes: [SidecarOutcome]) {
        let lines = exportResultLines(outcomes, profile: exporter.profile)
        // Then there is nothing of this export that could be taken back either.
        let isNothing = !outcomes.isEmpty && !outcomes.contains { $0.end == .written }
        let end: ExportEnd = isNothing ? .failed : .written
        if let target = exporter.target {
            take(.exported(lines: lines + (target.beginsWithCard ? MirrorHint.merge(target.folder) : []), end: end))
            take(.undoOffers(undoOffers(target.folder)))
        } else {
            take(.exported(lines: lines + unreadLines(exporter.plan, profile: exporter.profile), end: end))
            program.noteExport(
                Set(exporter.plan.map(\.frame)), made: exporter.written.keys.compactMap { exporter.places[$0] })
            // It tells what Lightroom will see beside the photos, which nothing elsewhere changes.
            take(.receipt(receiptLines()))
            take(.undoOffers(undoOffers(nil)))
        }
        program.taste.trainSoon()
    }
}
