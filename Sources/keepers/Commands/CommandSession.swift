import KeepersCore
import KeepersUI
import PersistenceKit

/// A session opened for one command, without a screen.
final class CommandSession {
    let program: Program
    private(set) var model = SessionModel()
    private(set) var history = UndoHistory()

    /// The given sources that are not there: then all of the session is from the store.
    private(set) var absent: [String] = []

    /// Opens the session, reads what is new on the card, and measures only where `measures`; `fromStore`: where the card is not there, what
    /// the store knows of it will do.
    init(
        _ paths: [String], _ invocation: Invocation, _ setting: Setting, measures: Bool, fromStore: Bool = false
    ) throws(Failure) {
        program = try Program(setting, retriesModels: measures)
        program.measures = measures
        program.adopts = true
        if fromStore {
            absent = try program.openAbsent(paths)
            if !absent.isEmpty {
                sayAbsent()
                try reload()
                return
            }
        }
        var trouble: String?
        var said = CommandProgress()
        var adopted: [StoredStep] = []
        program.report = { event in
            switch event {
            case .notice(let text): trouble = text
            case .progress(let progress): said.show(progress)
            case .adopted(let step): adopted.append(step)
            default: break
            }
        }
        try program.open(paths, holder: Commands.holder(invocation.command.name))
        program.run()
        Console.progress(nil)
        if let failure = program.ingest?.failure { throw Failure(failure) }
        for text in program.ingest?.unlisted ?? [] { Console.err("keepers: \(text)") }
        for step in adopted { say(adopted: step) }
        program.report = { [weak self] event in
            if case .adopted(let step) = event { self?.say(adopted: step) }
        }
        if let trouble, trouble != program.modelsMissing { Console.err("keepers: \(trouble)") }
        if invocation.command.speaksOfModels, let missing = program.modelsMissing { Console.err("keepers: \(missing)") }
        try reload()
    }

    /// The model anew from the session and the store.
    func reload() throws(Failure) {
        guard let session = program.session, let id = session.id else { throw Failure("no session could be opened") }
        do throws(StoreError) {
            history = UndoHistory(log: try program.store.steps(in: id))
            model = SessionModel(
                frames: Array(session.frames.values), marks: history.marks, cards: session.cards,
                rules: StackRules(settings: try program.store.settings(of: id)), existing: session.existing,
                decided: history.decided())
            model.set(taste: program.taste.open(session))
        } catch {
            throw Failure(error.message)
        }
    }

    private func sayAbsent() {
        let names = absent.map(printable).joined(separator: " and ")
        Console.err(
            "keepers: \(names) \(absent.count == 1 ? "is" : "are") not there (is the card in its reader?): this is what was known when it "
                + "was; no file and no sidecar was looked at")
    }

    /// Decisions that changed from outside since the session was open the last time, each frame by name.
    private func say(adopted step: StoredStep) {
        let made = ForeignChanges(step.step.changes).made
        for one in made.prefix(10) {
            let name = program.session?.frames[one.frame].map { printable($0.path) } ?? "a frame"
            Console.err("keepers: \(name): another program made it \(one.words)")
        }
        if made.count > 10 { Console.err("keepers: … and \(grouped(made.count - 10)) more; 'keepers journal' lists them") }
    }

    var session: CardSession { program.session! }
    var json: FrameJSON { FrameJSON(model: model, sources: session.sources) }

    /// Throws where somebody else writes to the session.
    func requireWriting() throws(Failure) {
        if let holder = session.readOnly { throw Failure(holder) }
    }

    /// Who holds the session, where this command only looks.
    func sayHolder() {
        guard session.readOnly != nil else { return }
        let holder = session.holderNow() ?? "another keepers"
        Console.err("keepers: \(holder), has this session open; this only looks, and writes nothing")
    }

    /// FRAME is a path relative to its source, or a stem that only one frame has.
    func frame(named name: String) throws(Failure) -> Frame {
        let exact = model.frames.filter { $0.path == name || $0.pair == name }
        let matches = exact.isEmpty ? model.frames.filter { $0.stem == name || $0.fileName == name } : exact
        if matches.count == 1 { return matches[0] }
        if matches.isEmpty { throw Failure("no frame is called '\(printable(name))'; 'keepers list' shows their names", code: 2) }
        let paths = matches.prefix(4).map { printable($0.path) }.joined(separator: ", ")
        let more = matches.count > 4 ? ", …" : ""
        throw Failure("'\(printable(name))' is not one frame but \(matches.count): \(paths)\(more); give its path", code: 2)
    }
}

/// The progress line of commands on a terminal; elsewhere a line where measuring waits for the machine to cool, so that a log tells why.
struct CommandProgress {
    private static let quiet: UInt64 = 60_000_000_000
    /// When a pause was said last.
    private var saidAt: UInt64?
    private var isPauseSaid = false

    mutating func show(_ progress: Progress) {
        guard Console.errIsTerminal else { return say(progress) }
        switch progress.stage {
        case .idle: Console.progress(nil)
        case .listing: Console.progress("looking for frames")
        case .reading(let done, let total):
            Console.progress(Self.bar(done, total) + " reading \(grouped(done)) of \(grouped(total)) headers")
        case .scoring(let done, let total):
            let isPaused = progress.heat?.workers == 0
            let rate = progress.rate.map { ", \(fixed($0, 0))/s" } ?? ""
            let heat = progress.heat.map { ", \($0.words)" } ?? ""
            let spread = progress.spread.map { " \($0)" } ?? ""
            let finish = isPaused ? ", goes on by itself" : progress.finish.map { ", done about \($0)\(spread)" } ?? ""
            Console.progress(
                Self.bar(done, total)
                    + " \(isPaused ? "paused at" : "scoring") \(grouped(done)) of \(grouped(total))\(rate)\(heat)\(finish)")
        }
    }

    /// A machine that goes to and fro around its limit says so once a minute.
    private mutating func say(_ progress: Progress) {
        guard case .scoring(let done, let total) = progress.stage, let heat = progress.heat else { return }
        let now = Clock.monotonic()
        if heat.workers == 0, !isPauseSaid, saidAt.map({ now &- $0 > CommandProgress.quiet }) ?? true {
            (saidAt, isPauseSaid) = (now, true)
            Console.err("keepers: \(heat.words) at \(grouped(done)) of \(grouped(total)); goes on by itself")
        } else if heat.workers > 0, isPauseSaid {
            isPauseSaid = false
            Console.err("keepers: \(heat.words): goes on")
        }
    }

    private static func bar(_ done: Int, _ total: Int) -> String {
        let filled = total > 0 ? min(24, done * 24 / total) : 0
        return String(repeating: "━", count: filled) + String(repeating: "─", count: 24 - filled)
    }
}
