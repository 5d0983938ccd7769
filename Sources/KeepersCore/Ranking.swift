/// How the queue is sorted.
public enum SortKey: String, Sendable, CaseIterable {
    case rank, time, name, stars, sharpness, exposure
    /// Stacks whose best is in doubt first: near-ties, small leads, a taste that speaks against the marks.
    case disputed
    /// What is worth most in little time first: open stacks by doubt and size, then open singles that could fall either way.
    case value
}

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

    /// Best first for marks; unmeasured after all measured, and what cannot be shown last; equal ones in time order (the order they came in).
    private func sorted(_ entries: [Entry], by key: SortKey) -> [Entry] {
        switch key {
        case .time: return entries
        case .name:
            return stable(entries) { left, right in
                naturalOrder(self.frame(left.members[0])?.path ?? "", self.frame(right.members[0])?.path ?? "")
            }
        case .disputed:
            return descending(entries, entries.map { (dispute($0), rank($0)) })
        case .value:
            let boundary = keepBoundary(entries)
            return descending(entries, entries.map { (worth($0, boundary: boundary), rank($0)) })
        default:
            return descending(
                entries, entries.map { entry in (entry.members.compactMap { value($0, key) }.max() ?? unmeasured(entry), 0) })
        }
    }

    private func unmeasured(_ entry: Entry) -> Double { entry.members.allSatisfy { problem($0) != nil } ? -2 : -1 }

    private func descending(_ entries: [Entry], _ values: [(Double, Double)]) -> [Entry] {
        zip(entries, values).enumerated()
            .sorted { left, right in
                let (a, b) = (left.element.1, right.element.1)
                return a != b ? a > b : left.offset < right.offset
            }
            .map(\.element.0)
    }

    private func stable(_ entries: [Entry], _ order: (Entry, Entry) -> Int) -> [Entry] {
        entries.enumerated().sorted {
            let result = order($0.element, $1.element)
            return result != 0 ? result < 0 : $0.offset < $1.offset
        }.map(\.element)
    }

    private func rank(_ entry: Entry) -> Double { entry.members.compactMap(composite).max() ?? -1 }

    /// The mark that `key` sorts by; nil = not measured, or not a mark of one frame.
    public func value(_ frame: FrameID, _ key: SortKey) -> Double? {
        switch key {
        case .rank: composite(frame)
        case .sharpness: scores[frame]?.sharpness
        case .exposure: scores[frame]?.exposure
        case .stars: Double(standing(frame).stars)
        case .disputed: stack(of: frame).map(dispute)
        case .time, .name, .value: nil
        }
    }

    /// The frame that stands for a collapsed stack among `members`: your pick, else one from before, else the suggestion, else the highest mark (of equal ones
    /// the latest: a burst goes on until the moment is caught), so that the number under a tile is the one that the stack is ranked by.
    public func face(of members: [FrameID]) -> FrameID? {
        if let picked = members.first(where: { mark($0).verdict == .pick }) { return picked }
        if let picked = members.first(where: { standing($0).verdict == .pick }) { return picked }
        guard let first = members.first else { return nil }
        guard members.count > 1, let stack = stack(of: first) else { return first }
        if let best = stack.suggestedBest, members.contains(best) { return best }
        // Kept frames that are too close to call stand before their siblings.
        let leading = members.filter(stack.tie.contains)
        return (leading.isEmpty ? members : leading).reversed().max { (composite($0) ?? -1) < (composite($1) ?? -1) }
    }
}

/// Where a person's minutes are worth most.
extension SessionModel {
    /// 0 = nothing to settle, 1 = a toss-up, 2 = a toss-up that the taste sees otherwise than the marks.
    public func dispute(_ stack: Stack) -> Double {
        guard let confidence = confidence(of: stack) else { return 0 }
        return 1 - confidence + (isTasteAgainstBase(stack) ? 1 : 0)
    }

    private func dispute(_ entry: Entry) -> Double {
        guard let stack = stack(of: entry.members[0]), !isReviewed(entry) else { return 0 }
        return dispute(stack)
    }

    /// Any verdict of yours in a stack says that you looked at it; one from before may be that of a first, hasty pass.
    private func isReviewed(_ entry: Entry) -> Bool {
        entry.members.contains { mark($0).verdict != nil } || entry.members.allSatisfy { standing($0).verdict != nil }
    }

    /// Open stacks by doubt times size, all above 1; open singles up to 1 by how near they are to the boundary; reviewed ones last.
    private func worth(_ entry: Entry, boundary: Double) -> Double {
        if isReviewed(entry) { return -1 }
        if let stack = stack(of: entry.members[0]) {
            // One winner goes through: each further sibling is a decision that the look saves.
            return 1 + (0.1 + dispute(stack)) * Double(entry.members.count - 1)
        }
        return composite(entry.members[0]).map { 1 / (1 + abs($0 - boundary) / 10) } ?? 0
    }

    /// The composite at which a frame could as well be kept as let go: between your picks and your rejects where you gave five of each,
    /// else the middle of the session.
    private func keepBoundary(_ entries: [Entry]) -> Double {
        func mean(_ verdict: Verdict) -> Double? {
            let marks = frames.compactMap { mark($0.id).verdict == verdict ? composite($0.id) : nil }
            return marks.count < 5 ? nil : marks.reduce(0, +) / Double(marks.count)
        }
        if let kept = mean(.pick), let dropped = mean(.reject) { return (kept + dropped) / 2 }
        let all = entries.map(rank).filter { $0 >= 0 }.sorted()
        return all.isEmpty ? 0 : all[all.count / 2]
    }
}
