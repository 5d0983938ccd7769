/// Why a frame stands where it stands among its siblings, and where it would stand without what holds it back.
struct StackReasons {
    private let model: SessionModel
    private let stack: Stack
    private let places: [FrameID: Int]

    init(_ model: SessionModel, _ stack: Stack) {
        self.model = model
        self.stack = stack
        places = model.places(stack)
    }

    /// What the place of a measured frame comes from, the most telling first; empty while it has none.
    func all(_ id: FrameID) -> [Reason] {
        if stack.kind == .bracket, stack.userBest == nil {
            return [Reason(.bracket, "one of \(stack.members.count) of a bracket: not judged against each other")]
        }
        var out = kept(id).map { [$0] } ?? []
        if stack.suggestedBest == nil, stack.tie.isEmpty { return out + [unjudged] }
        guard let place = places[id], let own = model.scores[id] else { return out }
        if stack.tie.contains(id) {
            out.append(tie(id))
        } else if let rival = rival(of: id, place: place), let other = model.scores[rival] {
            let comparison = Comparison(
                model: model, stack: stack, id: id, rival: rival, own: own, other: other, place: place)
            out.append(contentsOf: out.isEmpty ? comparison.reasons(isRivalKept: isFirstByChoice(rival)) : [])
        }
        return out
    }

    /// "kept first: already rated ★4 in its sidecar".
    func kept(_ id: FrameID) -> Reason? {
        guard stack.kind != .bracket || stack.userBest == id else { return nil }
        if stack.userBest == id { return Reason(.kept, "kept first: you named it the best") }
        guard stack.userBest == nil, let why = model.protection(id) else { return nil }
        let isFirst = stack.suggestedBest == id || stack.tie.contains(id)
        var reason = Reason(.kept, isFirst ? "kept first: \(why)" : "\(why), but not the best of those")
        reason.place = places[id]
        return reason
    }

    /// Why nobody is first: what is still to come, or what nobody can tell.
    private var unjudged: Reason {
        let missing = stack.members.count { model.cards[$0] == nil }
        let count = stack.members.count
        if missing > 0 { return Reason(.unmeasured, "no best of \(count) yet: \(missing) not measured") }
        let unclear = stack.members.count { model.composite($0) == nil }
        return Reason(.unmeasured, "no best of \(count): \(unclear) cannot be judged")
    }

    private func isFirstByChoice(_ id: FrameID) -> String? {
        if stack.userBest == id { return "named the best by you" }
        return stack.suggestedBest == id || stack.tie.contains(id) ? model.protection(id) : nil
    }

    private func tie(_ id: FrameID) -> Reason {
        let count = stack.tie.count
        let rivals = stack.tie.filter { $0 != id }
        let rival = rivals.max { (model.composite($0) ?? -1) < (model.composite($1) ?? -1) }
        var reason = Reason(
            .tie, value: model.composite(id), "tie of \(count): these \(count == 2 ? "two" : String(count)) are too close to call"
        )
        reason.other = rival.flatMap(model.composite)
        reason.rival = rival
        reason.place = places[id]
        return reason
    }

    /// Of the first the runner-up, of all others the first.
    private func rival(of id: FrameID, place: Int) -> FrameID? {
        let others = stack.members.filter { $0 != id && places[$0] != nil }
        if place > 1, let best = stack.suggestedBest { return best }
        return others.min { (places[$0] ?? .max) < (places[$1] ?? .max) }
    }
}

/// Two siblings side by side: what puts one before the other.
private struct Comparison {
    let model: SessionModel
    let stack: Stack
    let id: FrameID
    let rival: FrameID
    let own: Scores
    let other: Scores
    let place: Int

    private struct Gap {
        var part: Scores.Part?
        var points: Double
    }

    /// The gaps that matter, the largest first; only the first where it is the first's.
    func reasons(isRivalKept words: String?) -> [Reason] {
        if let words {
            let name = printable(model.frame(rival)?.stem ?? "")
            return [with(Reason(.place, value: model.composite(id), "\(head): \(name) stands first, \(words)"))]
        }
        let gaps = gaps
        guard let first = gaps.first else { return [with(Reason(.place, value: model.composite(id), head))] }
        let further = place == 1 ? [] : gaps.dropFirst().filter { $0.points >= Calibration.tiePoints }
        return [reason(first, head: head + ": ")] + further.map { reason($0, head: "also ") }
    }

    private var head: String { "\(ordinal(place)) of \(stack.members.count)" }

    /// Points that the winner of the two has before the other, by part and by taste.
    private var gaps: [Gap] {
        let sign = place == 1 ? 1.0 : -1
        var gaps = Scores.Part.allCases.compactMap { part in
            model.weights.lead(part, own, over: other).map { Gap(part: part, points: $0 * sign) }
        }
        gaps.append(Gap(part: nil, points: ((model.taste[id] ?? 0) - (model.taste[rival] ?? 0)) * sign))
        // Equal gaps stand in the order of the parts.
        return gaps.enumerated().filter { $0.element.points > 0 }
            .sorted { ($1.element.points, $0.offset) < ($0.element.points, $1.offset) }.map(\.element)
    }

    private func reason(_ gap: Gap, head: String) -> Reason {
        guard let part = gap.part else { return taste(head: head) }
        let words = PartWords(card: model.cards[id], rivalCard: model.cards[rival], own: own, other: other)
        var reason = Reason(.place, words.measure(part), value: own[part], "")
        reason.part = part
        reason.other = other[part]
        var text = head + (place == 1 ? words.better(part) : words.worse(part))
        if place > 1 {
            if part == .eyes { reason.face = EyeFaults.closed(model.cards[id]?.faces ?? []).first }
            let repaired = repaired(part)
            reason.placeIf = repaired.place
            if repaired.isTie {
                text += "; would tie for 1st \(PartWords.repair(part))"
            } else if repaired.place < place {
                text += "; would be \(ordinal(repaired.place)) \(PartWords.repair(part))"
            }
        }
        reason.text = text
        return with(reason)
    }

    /// Stands the frame again with this one part as good as its rival's, open eyes for eyes, everything else as it is.
    private func repaired(_ part: Scores.Part) -> (place: Int, isTie: Bool) {
        var scores = own
        scores[part] = part == .eyes ? 100 : max(own[part] ?? 0, other[part] ?? 0)
        let base = model.weights.composite(scores)
        let composite = base.map { Calibration.rounded(min(100, max(0, $0 + (model.taste[id] ?? 0)))) }
        let place = model.places(stack, replacing: (id, composite))[id] ?? self.place
        let rivals = stack.members.filter { $0 != id }.compactMap(model.composite)
        let gap = abs((composite ?? 0) - (rivals.max() ?? 0))
        return (place, Calibration.rounded(gap) < Calibration.tiePoints)
    }

    private func taste(head: String) -> Reason {
        let points = model.taste[id] ?? 0
        var base = Reason(.taste, value: points, "")
        base.other = model.taste[rival] ?? 0
        let without = model.basePlaces(stack)[id]
        base.placeIf = without
        let sign = points < 0 ? "−" : "+"
        base.text = head + "your taste: \(sign)\(fixed(abs(points), 0))"
        if let without, without != place { base.text += "; \(ordinal(without)) without it" }
        return with(base)
    }

    private func with(_ reason: Reason) -> Reason {
        var reason = reason
        reason.rival = rival
        reason.place = place
        return reason
    }
}
