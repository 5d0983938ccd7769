public import KeepersCore

/// A list of its own in place of the queue.
public struct Scope: Equatable, Sendable {
    public enum Kind: String, Sendable {
        /// The frames drawn for an audit.
        case audit
        /// The groups of near-duplicates.
        case duplicates = "dupes"
    }
    public var kind: Kind
    public var entries: [Entry]
}

/// The list that a person walks: entries in an order that holds still until asked, and the part of it that a filter shows.
public struct Queue: Equatable, Sendable {
    public private(set) var sort: SortKey = .rank
    public private(set) var filter: Filter = .everything
    public private(set) var scope: Scope?
    /// Every entry as last sorted.
    public private(set) var order: [Entry] = []
    /// What the filter shows; the members of a stack are only those it shows.
    public private(set) var visible: [Entry] = []
    /// Frames ranked or found since the last sort.
    public private(set) var unsorted: Set<FrameID> = []
    private var index: [FrameID: Int] = [:]
    /// For a filter that asks for them; as of when it was set or the list was sorted.
    private var duplicates: DuplicateMembers?

    public init() {}

    /// Sorts anew; the frame `keeping` stays visible even where the filter would hide it.
    public mutating func resort(_ model: SessionModel, by key: SortKey? = nil, keeping: FrameID?) {
        if let key { sort = key }
        order = model.entries(sortedBy: sort)
        unsorted = []
        if filter.needsDuplicates { findDuplicates(model) }
        refilter(model, keeping: keeping)
    }

    public mutating func setFilter(_ filter: Filter, _ model: SessionModel, keeping: FrameID?) {
        self.filter = filter
        if filter.needsDuplicates { findDuplicates(model) }
        refilter(model, keeping: keeping)
    }

    private mutating func findDuplicates(_ model: SessionModel) {
        if duplicates?.isOf(model) != true { duplicates = DuplicateMembers(model) }
    }

    /// For counting what a filter names, in the whole session.
    public mutating func matcher(_ filter: Filter, _ model: SessionModel) -> FilterMatcher {
        if filter.needsDuplicates { findDuplicates(model) }
        return FilterMatcher(filter, model, duplicates: duplicates?.frames)
    }

    /// A filter can be counted at once, at every key.
    public func isQuick(_ filter: Filter, _ model: SessionModel) -> Bool {
        !filter.needsDuplicates || model.knowsAlike || duplicates?.isOf(model) == true
    }

    /// Shows a list of its own, without a filter; nil brings the queue back.
    public mutating func enter(_ scope: Scope?, _ model: SessionModel) {
        guard scope != self.scope else { return }
        self.scope = scope
        setFilter(.everything, model, keeping: nil)
    }

    private var base: [Entry] { scope?.entries ?? order }

    /// Drops what no longer matches, but for the frame in focus.
    public mutating func refilter(_ model: SessionModel, keeping: FrameID?) {
        if filter.isEverything {
            visible = base
        } else {
            let matcher = FilterMatcher(filter, model, duplicates: duplicates?.frames)
            visible = base.compactMap { restricted($0, matcher, keeping) }
        }
        index = [:]
        for (position, entry) in visible.enumerated() { for member in entry.members { index[member] = position } }
    }

    /// The same order with the stacks as they are now: each stands where the first of its frames stood.
    public mutating func regroup(_ model: SessionModel, keeping: FrameID?) {
        var placed: Set<FrameID> = []
        var regrouped: [Entry] = []
        for frame in order.flatMap(\.members) where !placed.contains(frame) && model.frame(frame) != nil {
            let stack = model.stack(of: frame)
            let entry = stack.map { Entry.stack(id: $0.id, members: $0.members) } ?? .single(frame)
            placed.formUnion(entry.members)
            regrouped.append(entry)
        }
        order = regrouped
        refilter(model, keeping: keeping)
    }

    /// New frames stand behind all others until the next sort, so that nothing moves under the cursor.
    public mutating func append(_ frames: [FrameID], _ model: SessionModel, keeping: FrameID?) {
        order.append(contentsOf: frames.map(Entry.single))
        unsorted.formUnion(frames)
        refilter(model, keeping: keeping)
    }

    public mutating func noteRanked(_ frames: some Sequence<FrameID>) { unsorted.formUnion(frames) }

    public func position(of frame: FrameID) -> Int? { index[frame] }

    /// Where to stand when the filter hides `frame`: the next entry that is shown behind it, else the last before it.
    public func nearest(to frame: FrameID) -> Int? {
        let order = base
        guard let place = order.firstIndex(where: { $0.members.contains(frame) }) else { return nil }
        func shown(_ entry: Entry) -> Int? { entry.members.lazy.compactMap { index[$0] }.first }
        return order[place...].lazy.compactMap(shown).first ?? order[..<place].reversed().lazy.compactMap(shown).first
    }

    /// Members that a filter hides; a list of its own hides nothing, it shows something else.
    public func hiddenMembers(of stack: Stack) -> [FrameID] { scope == nil ? stack.members.filter { index[$0] == nil } : [] }

    private func restricted(_ entry: Entry, _ matcher: FilterMatcher, _ keeping: FrameID?) -> Entry? {
        let shown = entry.members.filter { $0 == keeping || matcher.matches($0) }
        if shown.isEmpty { return nil }
        switch entry {
        case .single: return entry
        case .stack(let id, _): return .stack(id: id, members: shown)
        }
    }
}
