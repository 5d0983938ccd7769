/// How the queue is sorted.
public enum SortKey: String, Sendable, CaseIterable { case rank, time, name, stars, sharpness, exposure, disputed, value }

/// One line of the queue: a single frame, or a stack collapsed to one.
public enum Entry: Hashable, Sendable {
    case single(FrameID)
    case stack(id: Int, members: [FrameID])

    public var members: [FrameID] {
        switch self {
        case .single(let frame): [frame]
        case .stack(_, let members): members
        }
    }
}

extension SessionModel {
    /// Every frame once, stacks collapsed; the same input gives the same order on any number of workers.
    public func entries(sortedBy key: SortKey) -> [Entry] {
        var entries: [Entry] = []
        for frame in frames {
            if let stack = stack(of: frame.id) {
                if stack.members.first == frame.id { entries.append(.stack(id: stack.id, members: stack.members)) }
            } else {
                entries.append(.single(frame.id))
            }
        }
        return sorted(entries, by: key)
    }

    /// Best first for marks; unmeasured after all measured; equal ones in time order (the order they came in).
    private func sorted(_ entries: [Entry], by key: SortKey) -> [Entry] {
        switch key {
        case .time: return entries
        case .name:
            return stable(entries) { left, right in
                naturalOrder(self.frame(left.members[0])?.path ?? "", self.frame(right.members[0])?.path ?? "")
            }
        default:
            let values = entries.map { entry in entry.members.compactMap { value($0, key) }.max() ?? -1 }
            return zip(entries, values).enumerated()
                .sorted { ($1.element.1, $0.offset) < ($0.element.1, $1.offset) }
                .map(\.element.0)
        }
    }

    private func stable(_ entries: [Entry], _ order: (Entry, Entry) -> Int) -> [Entry] {
        entries.enumerated().sorted {
            let result = order($0.element, $1.element)
            return result != 0 ? result < 0 : $0.offset < $1.offset
        }.map(\.element)
    }

    /// The mark that `key` sorts by; nil = not measured.
    public func value(_ frame: FrameID, _ key: SortKey) -> Double? {
        switch key {
        case .rank: scores[frame]?.composite
        case .sharpness: scores[frame]?.sharpness
        case .exposure: scores[frame]?.exposure
        case .stars: Double(mark(frame).stars)
        case .time, .name, .disputed, .value: nil
        }
    }

    /// The frame that stands for a collapsed stack among `members`: your pick, else the suggestion, else the highest mark (of equal ones
    /// the earliest), so that the number under a tile is the one that the stack is ranked by.
    public func face(of members: [FrameID]) -> FrameID? {
        if let picked = members.first(where: { mark($0).verdict == .pick }) { return picked }
        guard let first = members.first else { return nil }
        guard members.count > 1, let stack = stack(of: first) else { return first }
        if let best = stack.suggestedBest, members.contains(best) { return best }
        return members.reduce(first) { (composite($1) ?? -1) > (composite($0) ?? -1) ? $1 : $0 }
    }
}
