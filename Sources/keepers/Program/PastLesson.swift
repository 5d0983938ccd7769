import KeepersCore
import KeepersUI
import PersistenceKit
import RankerKit

/// What `keepers learn` taught, for the report.
struct PastLesson {
    /// Photos that can teach, those of them with measures, and those measured just now.
    var photos = 0
    var measured = 0
    var fresh = 0
    var problems: [String] = []
    /// Why faces are not measured.
    var missing: String?
    var origins = TasteOrigins()
    /// What was learned from all examples together; nil where they are too few.
    var head: TasteHead?
    var isOn = true
    /// Photos among them that were decided on in this program: they teach from there.
    var knownHere = 0

    /// The taste was taught, and by these decisions, too.
    var isLearned: Bool { head != nil && !origins.past.isEmpty }

    /// Measures what still has pixels and learns from it; nil where nothing of the history can teach.
    static func learn(_ pass: HistoryPass, _ setting: Setting) throws(Failure) -> PastLesson? {
        let shelf = PastShelf(pass)
        guard !shelf.items.isEmpty else { return nil }
        let store: Store
        let since: Int64?
        do throws(StoreError) {
            store = try Store(data: setting.places.data, cache: setting.places.cache, clock: Clock.wall)
            since = try TasteSource(store: store).since()
        } catch {
            throw Failure(error.message)
        }
        let studio = PastStudio(setting, store: store, shelf: shelf)
        var said = CommandProgress()
        studio.progress = { said.show($0) }
        try studio.run(since: since)
        Console.progress("learning")
        var lesson = PastLesson(
            photos: studio.total, measured: studio.measured, fresh: studio.fresh, problems: studio.problems,
            missing: studio.missing)
        do throws(StoreError) {
            try lesson.train(TasteSource(store: store), model: studio.model, photos: studio.numbers)
        } catch {
            throw Failure(error.message)
        }
        return lesson
    }

    private mutating func train(_ source: TasteSource, model: String, photos: Set<Int64>) throws(StoreError) {
        let lessons = try TasteLessons(source, model: model)
        origins = lessons.origins
        knownHere = lessons.knownHere.intersection(photos).count
        isOn = try source.isOn()
        guard !origins.past.isEmpty else { return }
        head = TasteTrainer.train(lessons.scenes, after: try source.head(model: model)?.head)
        if let head { try source.keep(head, model: model, origins: origins) }
    }

    var lines: [String] {
        var lines = problems.prefix(20).map { "  not measured: \($0)" }
        if problems.count > 20 { lines.append("  … and \(grouped(problems.count - 20)) more") }
        lines.append(
            "\(grouped(measured)) of \(counted(photos, "photo")) that can teach are measured (\(grouped(fresh)) just now).")
        if let missing { lines.append(missing + ".") }
        if knownHere > 0 {
            let words =
                knownHere == 1
                ? "was decided on in this program, too: it teaches" : "were decided on in this program, too: they teach"
            lines.append("\(grouped(knownHere)) of them \(words) from there, and not twice.")
        }
        lines.append("\(counted(origins.examples, "example")): \(printable(origins.words)).")
        lines.append(verdict)
        return lines
    }

    private var verdict: String {
        guard let head else {
            if origins.past.isEmpty, knownHere > 0 {
                return "Their decisions are known from this program already, so there was nothing new for the taste to learn."
            }
            return origins.past.isEmpty
                ? "No burst among them has a pick beside something rejected or passed over: the taste learned nothing from them."
                : "The taste did not learn yet: \(TasteTrainer.leastExamples) examples are the least."
        }
        let asked = head.heldOut
        let words =
            "Of \(counted(asked.scenes, "stack")) that it was not taught, the taste names your pick in \(fixed(asked.taste.share * 100, 0)) %, "
            + "the plain ranking in \(fixed(asked.base.share * 100, 0)) %, chance in \(fixed(asked.chance * 100, 0)) %"
        if !isOn { return words + "; it is switched off ('keepers taste on')." }
        return words + (head.isBetter ? "; it ranks from now on." : "; it stays off until it is surely better.")
    }

    var json: JSON {
        func share(_ agreement: Agreement) -> JSON { .real((agreement.share * 1000).rounded() / 1000) }
        return .object([
            ("photos", .int(photos)), ("measured", .int(measured)), ("measuredNow", .int(fresh)),
            ("problems", .list(problems.map(JSON.text))), ("examples", .int(origins.examples)),
            ("fromThisProgram", .int(origins.own)), ("knownHere", .int(knownHere)),
            ("from", .list(origins.past.map { .object([("source", .text($0.source)), ("examples", .int($0.examples))]) })),
            (
                "agreement",
                head.map {
                    .object([
                        ("stacks", .int($0.heldOut.scenes)), ("taste", share($0.heldOut.taste)), ("base", share($0.heldOut.base)),
                        ("better", .bool($0.isBetter)),
                    ])
                } ?? .null
            ),
        ])
    }
}
