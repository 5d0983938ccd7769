/// Whether a frame matches: no, yes, or nobody can tell.
enum Truth: Equatable {
    case no, unknown, yes

    init(_ value: Bool) { self = value ? .yes : .no }
    init(_ value: Bool?) { self = value.map { $0 ? .yes : .no } ?? .unknown }

    var negated: Truth {
        switch self {
        case .no: .yes
        case .unknown: .unknown
        case .yes: .no
        }
    }
}

/// A filter made ready for one state of a session: asked for each of thousands of frames.
///
/// Made anew for each pass: it holds the session as it was.
public final class FilterMatcher {
    private let model: SessionModel
    private let root: (Int) -> Truth

    /// `duplicates`: the frames that are in a group of near-duplicates; without it `duplicate` matches nothing and is not denied either.
    public init(_ filter: Filter, _ model: SessionModel, duplicates: Set<FrameID>? = nil) {
        self.model = model
        root = FilterCompiler(model, duplicates).compile(filter.tree)
    }

    public func matches(_ id: FrameID) -> Bool { model.index(of: id).map { root($0) == .yes } ?? false }

    /// All that match, in time order.
    public var frames: [FrameID] { model.frames.indices.filter { root($0) == .yes }.map { model.frames[$0].id } }

    public var count: Int { model.frames.indices.count { root($0) == .yes } }
}

/// From conditions to closures over a frame's index; frames are large, so they are read in place.
private final class FilterCompiler {
    let model: SessionModel
    let duplicates: Set<FrameID>?
    private lazy var clock = SessionClock(frames: model.frames, clockOffsets: model.rules.clockOffsets)

    init(_ model: SessionModel, _ duplicates: Set<FrameID>?) {
        self.model = model
        self.duplicates = duplicates
    }

    func compile(_ tree: FilterTree) -> (Int) -> Truth {
        switch tree {
        case .test(let test): return compile(test)
        case .not(let inner):
            let inner = compile(inner)
            return { inner($0).negated }
        case .all(let parts):
            let parts = parts.map(compile)
            return { index in
                var truth = Truth.yes
                for part in parts {
                    let one = part(index)
                    if one == .no { return .no }
                    if one == .unknown { truth = .unknown }
                }
                return truth
            }
        case .any(let parts):
            let parts = parts.map(compile)
            return { index in
                var truth = Truth.no
                for part in parts {
                    let one = part(index)
                    if one == .yes { return .yes }
                    if one == .unknown { truth = .unknown }
                }
                return truth
            }
        }
    }

    private func compile(_ test: FilterTest) -> (Int) -> Truth {
        let facts = FilterFacts(model: model, duplicates: duplicates)
        switch test {
        case .word(let word): return facts.word(word)
        case .missing(let field):
            let known = known(field, facts)
            return { Truth(!known($0)) }
        case .compare(let field, let comparison, let value): return compare(field, comparison, value, facts)
        case .between(let field, let low, let high): return between(field, low, high, facts)
        }
    }

    private func known(_ field: FilterField, _ facts: FilterFacts) -> (Int) -> Bool {
        switch field.shape {
        case .text:
            let text = facts.text(field)
            return { text($0) != nil }
        case .choice:
            let choice = facts.choice(field, field == .blur ? "none" : "")
            return { choice($0) != .unknown }
        case .clock, .date:
            let (frames, clock) = (model.frames, clock)
            return { clock.time(frames, $0) != nil }
        case .number, .shutter:
            let number = facts.number(field)
            return { number($0) != nil }
        }
    }

    private func compare(_ field: FilterField, _ comparison: FilterComparison, _ value: FilterValue, _ facts: FilterFacts)
        -> (Int) -> Truth
    {
        switch value {
        case .number(let wanted): return number(field, comparison, wanted, facts)
        case .text(let wanted): return text(field, comparison, wanted, facts)
        case .choice(let wanted):
            let holds = facts.choice(field, wanted)
            return comparison == .unlike ? { holds($0).negated } : holds
        case .clock(let second, let span):
            let (frames, clock) = (model.frames, clock)
            var start = clock.time(second: second)
            // Where the day turns, "before" is the end of it: before midnight is the whole evening, and never nothing.
            if start == 0, comparison == .below || comparison == .atMost { start = SessionClock.day }
            return compared(comparison, start, start &+ Int64(span) &* 1_000_000_000 &- 1) { clock.time(frames, $0) }
        case .days(let first, let last):
            let (frames, clock) = (model.frames, clock)
            return calendar(comparison, Int64(first), Int64(last)) { clock.date(frames, $0).map(Int64.init) }
        }
    }

    private func number(_ field: FilterField, _ comparison: FilterComparison, _ wanted: Double, _ facts: FilterFacts)
        -> (Int) -> Truth
    {
        let value = facts.number(field)
        let near = field.tolerance(at: wanted)
        let same = field.equalTolerance(at: wanted)
        switch comparison {
        case .equal, .contains: return { Truth(value($0).map { abs($0 - wanted) <= same }) }
        case .unlike: return { Truth(value($0).map { abs($0 - wanted) > same }) }
        case .below: return { Truth(value($0).map { $0 < wanted - near }) }
        case .atMost: return { Truth(value($0).map { $0 <= wanted + near }) }
        case .above: return { Truth(value($0).map { $0 > wanted + near }) }
        case .atLeast: return { Truth(value($0).map { $0 >= wanted - near }) }
        }
    }

    /// A moment of the clock: `=` takes what the writing leaves open, the others the moment itself.
    private func compared(_ comparison: FilterComparison, _ start: Int64, _ end: Int64, _ value: @escaping (Int) -> Int64?)
        -> (Int) -> Truth
    {
        switch comparison {
        case .equal, .contains: { Truth(value($0).map { $0 >= start && $0 <= end }) }
        case .unlike: { Truth(value($0).map { $0 < start || $0 > end }) }
        case .below: { Truth(value($0).map { $0 < start }) }
        case .atMost: { Truth(value($0).map { $0 <= start }) }
        case .above: { Truth(value($0).map { $0 > start }) }
        case .atLeast: { Truth(value($0).map { $0 >= start }) }
        }
    }

    /// Days, months and years are whole: after June is from July on.
    private func calendar(_ comparison: FilterComparison, _ first: Int64, _ last: Int64, _ value: @escaping (Int) -> Int64?)
        -> (Int) -> Truth
    {
        switch comparison {
        case .equal, .contains: { Truth(value($0).map { $0 >= first && $0 <= last }) }
        case .unlike: { Truth(value($0).map { $0 < first || $0 > last }) }
        case .below: { Truth(value($0).map { $0 < first }) }
        case .atMost: { Truth(value($0).map { $0 <= last }) }
        case .above: { Truth(value($0).map { $0 > last }) }
        case .atLeast: { Truth(value($0).map { $0 >= first }) }
        }
    }

    private func between(_ field: FilterField, _ low: FilterValue, _ high: FilterValue, _ facts: FilterFacts) -> (Int) -> Truth {
        switch (low, high) {
        case (.number(let a), .number(let b)):
            let value = facts.number(field)
            let (from, to) = (a - field.tolerance(at: a), b + field.tolerance(at: b))
            return { Truth(value($0).map { $0 >= from && $0 <= to }) }
        case (.clock(let a, _), .clock(let b, _)):
            let (frames, clock) = (model.frames, clock)
            let (from, to) = (clock.time(second: a), clock.time(second: b))
            // Over the turn of the day it is what lies outside of the rest.
            if from > to { return { Truth(clock.time(frames, $0).map { $0 >= from || $0 <= to }) } }
            return { Truth(clock.time(frames, $0).map { $0 >= from && $0 <= to }) }
        case (.days(let a, _), .days(_, let b)):
            let (frames, clock) = (model.frames, clock)
            return { Truth(clock.date(frames, $0).map { $0 >= a && $0 <= b }) }
        default: return { _ in .unknown }
        }
    }

    private func text(_ field: FilterField, _ comparison: FilterComparison, _ wanted: String, _ facts: FilterFacts)
        -> (Int) -> Truth
    {
        let pattern = TextPattern(wanted, isWhole: comparison != .contains, ignoresBlanks: field == .camera || field == .lens)
        let isNegated = comparison == .unlike
        if field == .name {
            let frames = model.frames
            return { Truth(pattern.matches(name: frames[$0].path, pair: frames[$0].pair) != isNegated) }
        }
        let text = facts.text(field)
        // A card has few cameras, lenses and folders.
        var known: [String: Truth] = [:]
        return { index in
            guard let value = text(index) else { return .unknown }
            if let truth = known[value] { return truth }
            let truth = Truth(pattern.matches(value) != isNegated)
            known[value] = truth
            return truth
        }
    }
}
