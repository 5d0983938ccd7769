import EngineKit
import HistoryKit
import KeepersCore
import KeepersUI
import PersistenceKit

/// Measures photos of earlier years as a session's frames are measured, and keeps what was decided on them.
///
/// What is measured is written every few frames: a run that is stopped goes on where it was.
final class PastStudio {
    private static let headerBatch = 32

    private let setting: Setting
    private let store: Store
    private let heat: HeatWatch
    private var models: Models
    private var shelf: PastShelf
    /// The store's number of each item of the shelf, once its header is read.
    private var photos: [Int: PastPhoto] = [:]
    /// Photos of the shelf.
    var total: Int { shelf.items.count }
    /// Their numbers in the store.
    var numbers: Set<Int64> { Set(photos.values.map(\.id)) }
    /// Those among them with measures, and those measured just now.
    private(set) var measured = 0
    private(set) var fresh = 0
    /// What could not be read, with the reason.
    private(set) var problems: [String] = []
    var missing: String? { models.missing }
    var model: String { models.model }
    var progress: (Progress) -> Void = { _ in }

    init(_ setting: Setting, store: Store, shelf: PastShelf) {
        self.setting = setting
        self.store = store
        self.shelf = shelf
        heat = HeatWatch(environment: setting.environment, workers: setting.workers, now: Clock.monotonic)
        models = Models(environment: setting.environment, places: setting.places, store: store, retries: true)
    }

    /// Everything that is not done yet; `since` is when the taste was last reset.
    func run(since: Int64?) throws(Failure) {
        do throws(StoreError) {
            try findKnown()
        } catch {
            throw Failure(error.message)
        }
        for start in stride(from: 0, to: shelf.roots.count, by: PastShelf.mostRoots) {
            let roots = start..<min(shelf.roots.count, start + PastShelf.mostRoots)
            let workshop = Workshop(
                link: setting.link, roots: Array(shelf.roots[roots]), count: setting.workers)
            defer { workshop.shutdown() }
            try readHeaders(workshop, roots)
        }
        try keepChoices(since)
        var isComplete = false
        while !isComplete {
            isComplete = true
            for start in stride(from: 0, to: shelf.roots.count, by: PastShelf.mostRoots) where isComplete {
                let roots = start..<min(shelf.roots.count, start + PastShelf.mostRoots)
                isComplete = try measure(roots)
            }
        }
        try count()
    }

    private func findKnown() throws(StoreError) {
        for (index, item) in shelf.items.enumerated() {
            photos[index] = try store.pastPhoto(path: item.path, size: item.size, modified: item.modified)
        }
    }

    // MARK: - Headers

    private func readHeaders(_ workshop: Workshop, _ roots: Range<Int>) throws(Failure) {
        let unread = shelf.items.indices.filter { photos[$0] == nil && roots.contains(shelf.items[$0].root) }
        var done = 0
        var trouble: StoreError?
        func ask(_ root: Int, _ batch: [Int]) {
            let tasks = batch.map { HeaderTask(path: shelf.items[$0].relative, size: shelf.items[$0].size) }
            let job = WorkerJob.headers(root: root - roots.lowerBound, files: tasks)
            workshop.ask(job, .headers, limit: Workshop.timeLimit + 500 * batch.count) { [self] result in
                switch result {
                case .success(let answer):
                    var reader = answer.reader
                    let outcomes = (try? reader.list { (r) throws(WireError) in try HeaderOutcome(from: &r) }) ?? []
                    do throws(StoreError) { try take(batch, outcomes) } catch { trouble = error }
                    done += batch.count
                    progress(Progress(stage: .reading(done: done, total: unread.count)))
                case .failure where batch.count > 1: batch.forEach { ask(root, [$0]) }
                case .failure(let failure): complain(batch[0], failure.message)
                }
            }
        }
        for root in roots {
            let own = unread.filter { shelf.items[$0].root == root }
            for start in stride(from: 0, to: own.count, by: PastStudio.headerBatch) {
                ask(root, Array(own[start..<min(own.count, start + PastStudio.headerBatch)]))
            }
        }
        while workshop.outstanding > 0, setting.link.isAlive { setting.link.wait(milliseconds: 100) }
        guard setting.link.isAlive else { throw Failure("the helpers have ended; start keepers again") }
        if let trouble { throw Failure(trouble.message) }
    }

    /// What only the catalog knows is added: a preview has no time and no camera of its own.
    private func take(_ batch: [Int], _ outcomes: [HeaderOutcome]) throws(StoreError) {
        var new: [(Int, PastPhoto)] = []
        for (index, outcome) in zip(batch, outcomes) where outcome.isFinal {
            let item = shelf.items[index]
            var header = outcome.header
            header.shot.capturedAt = header.shot.capturedAt ?? item.decision.capturedAt
            header.shot.camera = header.shot.camera ?? item.decision.camera
            header.shot.serial = header.shot.serial ?? item.decision.serial
            if item.isPreview { header.shot.orientation = item.decision.previewOrientation }
            new.append((index, PastPhoto(path: item.path, size: item.size, modified: item.modified, header: header)))
        }
        let numbers = try store.add(pastPhotos: new.map(\.1))
        for ((index, photo), number) in zip(new, numbers) {
            photos[index] = photo
            photos[index]?.id = number
        }
    }

    private func complain(_ index: Int, _ words: String) { problems.append("\(printable(shelf.items[index].path)): \(words)") }

    /// What was decided goes first, so that a run that is stopped has it too.
    private func keepChoices(_ since: Int64?) throws(Failure) {
        let choices = shelf.items.enumerated().compactMap { index, item -> PastChoice? in
            guard let photo = photos[index] else { return nil }
            let decision = item.decision
            let taken = (decision.capturedAt ?? photo.header.shot.capturedAt)?.wallSeconds
            let mark = Mark(
                verdict: item.isConflict ? nil : decision.verdict, stars: decision.stars ?? 0, label: decision.label)
            return PastChoice(
                photo: photo.id, source: item.source, name: decision.name, taken: taken, mark: mark, isConflict: item.isConflict)
        }
        do throws(StoreError) {
            try store.append(pastChoices: choices, since: since)
        } catch {
            throw Failure(error.message)
        }
    }

    // MARK: - Measuring

    /// False where the models turned out not to run: then everything is measured anew without them.
    private func measure(_ roots: Range<Int>) throws(Failure) -> Bool {
        let wanted = try unmeasured(roots)
        guard !wanted.isEmpty else { return true }
        let workshop = Workshop(link: setting.link, roots: Array(shelf.roots[roots]), count: setting.workers)
        defer { workshop.shutdown() }
        var pass = PastMeasuring(workshop: workshop, link: setting.link, heat: heat, workers: setting.workers, models: models)
        let end = try pass.run(wanted, store: store) { [self] in progress($0) }
        fresh += pass.scored
        for (photo, words) in pass.problems { problems.append("\(printable(photo.path)): \(words)") }
        switch end {
        case .done: return true
        case .modelsUnusable(let why):
            models.giveUp(why, store)
            return false
        }
    }

    private func unmeasured(_ roots: Range<Int>) throws(Failure) -> [(photo: PastPhoto, frame: Frame)] {
        let known: Set<Int64>
        do throws(StoreError) { known = try store.measuredPast(model: model) } catch { throw Failure(error.message) }
        return shelf.items.enumerated().compactMap { index, item in
            guard roots.contains(item.root), !item.isConflict, let photo = photos[index], !known.contains(photo.id),
                photo.header.scoringPreview != nil
            else { return nil }
            let frame = Frame(
                id: FrameID(photo.id), source: item.root - roots.lowerBound, path: item.relative, size: item.size,
                modified: item.modified, header: photo.header)
            return (photo, frame)
        }
    }

    private func count() throws(Failure) {
        do throws(StoreError) {
            let known = try store.measuredPast(model: model)
            measured = photos.values.count { known.contains($0.id) }
        } catch {
            throw Failure(error.message)
        }
    }
}
