import KeepersCore

/// A spot check that is going on: which frames were drawn, which of them the person has looked at and judged.
struct AuditState: Equatable, Sendable {
    static let usual = 30
    var drawn: [FrameID]
    var judged: Set<FrameID> = []
    /// How many frames had been let fall when these were drawn.
    var population: Int

    var isDone: Bool { judged.count == drawn.count }

    func overturned(_ model: SessionModel) -> Int { drawn.count { judged.contains($0) && model.mark($0).verdict == .pick } }

    func words(_ model: SessionModel) -> String {
        Audit.words(overturned: overturned(model), of: judged.count, population: population)
    }

    /// `1804;3,9*,12`: the population, the frames drawn, a star behind those judged.
    var setting: String {
        "\(population);" + drawn.map { "\($0.rawValue)" + (judged.contains($0) ? "*" : "") }.joined(separator: ",")
    }

    init(drawn: [FrameID], population: Int) {
        self.drawn = drawn
        self.population = population
    }

    /// nil where the setting does not read.
    init?(setting: String) {
        let parts = setting.split(separator: ";")
        guard parts.count == 2, let population = Int(parts[0]) else { return nil }
        var drawn: [FrameID] = []
        var judged: Set<FrameID> = []
        for word in parts[1].split(separator: ",") {
            guard let number = Int64(word.hasSuffix("*") ? word.dropLast() : word) else { return nil }
            drawn.append(FrameID(number))
            if word.hasSuffix("*") { judged.insert(FrameID(number)) }
        }
        self.init(drawn: drawn, population: population)
        self.judged = judged
    }
}

/// `:audit`: thirty frames drawn from those that were let fall without looking.
extension SessionState {
    static let auditName = "audit"

    /// Neither picked, here or before, nor ever shown large: siblings that K rejected unseen are among them.
    var letFall: [FrameID] {
        model.frames.map(\.id).filter { id in
            model.standing(id).verdict != .pick && !looked.contains(id) && model.existing[id]?.protection == nil
                && model.frame(id)?.header.loupePreview != nil
        }
    }

    mutating func startAudit(_ argument: String) {
        if argument.isEmpty, let audit, !audit.isDone { return resumeAudit(audit) }
        guard let count = argument.isEmpty ? AuditState.usual : Int(argument), count > 0 else {
            notice = "an audit draws frames that you neither picked nor looked at: :audit for 30, :audit 50 for 50"
            return
        }
        let candidates = letFall
        guard !candidates.isEmpty else {
            notice = "nothing was let fall without looking: every frame was picked or shown large"
            return
        }
        let seed = UInt64(bitPattern: id.rawValue) &* 0x1_0000_01B3 &+ UInt64(candidates.count)
        let drawn = Audit.draw(count, of: candidates, seed: seed)
        audit = AuditState(drawn: drawn, population: candidates.count)
        save(Self.auditName, audit?.setting)
        showAudit(from: drawn[0])
        notice =
            "\(drawn.count) drawn at random of \(grouped(candidates.count)) neither picked nor looked at; p overturns, x lets it fall"
    }

    private mutating func resumeAudit(_ audit: AuditState) {
        guard let next = audit.drawn.first(where: { !audit.judged.contains($0) && model.frame($0) != nil }) else { return }
        showAudit(from: next)
        notice = "audit goes on: \(audit.judged.count) of \(audit.drawn.count) judged"
    }

    private mutating func showAudit(from frame: FrameID) {
        queue.enter(Scope(kind: .audit, entries: auditEntries), model)
        moveFocus(to: frame)
        selection = nil
        level = .loupe
        isInStack = false
        zoom = 0
    }

    /// The frames drawn that are still there.
    var auditEntries: [Entry] { (audit?.drawn ?? []).filter { model.frame($0) != nil }.map(Entry.single) }

    /// A verdict key was pressed on `frames`: also one that confirms what was.
    mutating func noteAudited(_ frames: [FrameID]) {
        guard queue.scope?.kind == .audit, let current = audit else { return }
        audit?.judged.formUnion(frames.filter(current.drawn.contains))
        guard let audit, audit != current else { return }
        save(Self.auditName, audit.setting)
        if audit.isDone { notice = audit.words(model) + "; Esc leaves" }
    }

    /// `AUDIT 12/30, 1 overturned`; the last part only where there is room.
    func auditStatus(isNarrow: Bool) -> String? {
        guard queue.scope?.kind == .audit, let audit else { return nil }
        return "AUDIT \(audit.judged.count)/\(audit.drawn.count)" + (isNarrow ? "" : ", \(audit.overturned(model)) overturned")
    }
}
