import KeepersCore

/// `:dupes`: the same picture again, anywhere in the session, group by group.
extension SessionState {
    mutating func showDuplicates() {
        let groups = duplicates()
        guard !groups.isEmpty else {
            notice = "\(threshold): none; ) allows more difference"
            return
        }
        let before = focus
        queue.enter(Scope(kind: .duplicates, entries: Self.entries(groups)), model)
        selection = nil
        toGrid()
        if before.flatMap({ queue.position(of: $0) }) == nil { go(toEntry: 0) }
        let (fewer, more, fan) = (hand.name("("), hand.name(")"), hand.name("s"))
        notice = "\(threshold): \(counted(groups.count, "group")); \(fewer) \(more) step, \(fan) fans a group out, Esc leaves"
    }

    /// One hundredth more or less of difference counts as the same picture.
    mutating func stepDuplicates(by hundredths: Int) {
        var rules = model.rules
        let now = Int((rules.duplicateThreshold * 100).rounded())
        let next = min(100, max(0, now + hundredths))
        guard next != now else {
            notice = "\(threshold) is as far as it goes"
            return
        }
        rules.duplicateThreshold = Double(next) / 100
        take(rules: rules)
        if queue.scope?.kind == .duplicates { return showDuplicatesAgain() }
        notice = "\(threshold): \(counted(duplicates().count, "group")); :dupes shows them"
    }

    private mutating func showDuplicatesAgain() {
        let groups = duplicates()
        guard !groups.isEmpty else {
            leaveScope()
            notice = "\(threshold): none"
            return
        }
        queue.enter(Scope(kind: .duplicates, entries: Self.entries(groups)), model)
        if focus.flatMap({ queue.position(of: $0) }) == nil { go(toEntry: 0) }
        if level == .fan, focusedMembers.count < 2 { level = .grid }
        notice = "\(threshold): \(counted(groups.count, "group"))"
    }

    private var threshold: String { "duplicates ≤ \(FaceText.short(model.rules.duplicateThreshold))" }

    private mutating func duplicates() -> [DuplicateGroup] {
        model.findAlike()
        return model.duplicates()
    }

    mutating func duplicateEntries() -> [Entry] { Self.entries(duplicates()) }

    /// The group that the queue of duplicates has in focus.
    var focusedDuplicates: DuplicateGroup? {
        guard queue.scope?.kind == .duplicates, let first = focusedMembers.first else { return nil }
        return DuplicateGroup(members: focusedMembers, kind: .sameAgain, representative: face(of: focusedMembers) ?? first)
    }

    private static func entries(_ groups: [DuplicateGroup]) -> [Entry] {
        // Below zero, because these are no stacks.
        groups.enumerated().map { .stack(id: -1 - $0.offset, members: $0.element.members) }
    }

    /// Other rules: kept in the session, and the queue follows where it stands.
    mutating func take(rules: StackRules) {
        let before = model.rules.settings
        let after = rules.settings
        for key in Set(before.keys).union(after.keys).sorted() where before[key] != after[key] { save(key, after[key]) }
        model.set(duplicateThreshold: rules.duplicateThreshold)
        guard model.rules != rules else { return }
        model.set(rules: rules)
        queue.regroup(model, keeping: focus)
    }

    /// Back to the queue, at the frame in focus.
    mutating func leaveScope() {
        let kind = queue.scope?.kind
        queue.enter(nil, model)
        if let focus { moveFocus(to: focus) }
        switch kind {
        case .audit: notice = audit.map { $0.isDone ? $0.words(model) : "audit set aside; :audit goes on" }
        default: notice = "back in the queue"
        }
    }
}
