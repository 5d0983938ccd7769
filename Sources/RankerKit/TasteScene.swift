public import KeepersCore

/// One moment that a person judged: its frames, and what was preferred to what. Held-out splits never cut a scene in two.
public struct TasteScene: Sendable {
    /// One frame was preferred to another, by their places in `frames`.
    struct Preference: Sendable {
        var winner: Int
        var loser: Int
        var weight: Double
    }

    let frames: [Described]
    let preferences: [Preference]
    /// A stack, and not single frames that happened to be taken one after the other.
    let isStack: Bool

    /// The frames that nothing was preferred to, though they were preferred to others: what a ranking should put first.
    var chosen: Set<Int> {
        let losers = Set(preferences.map(\.loser))
        return Set(preferences.map(\.winner)).subtracting(losers)
    }
    /// The frames that the preferences speak of.
    var judged: [Int] { Array(Set(preferences.flatMap { [$0.winner, $0.loser] })).sorted() }

    /// Picks against their rejected siblings: each is one example.
    public var examples: Int { Set(preferences.map(\.winner)).count }
}

extension TasteScene {
    /// How many preferences one scene may hold, so that a burst of twenty does not outweigh four of five.
    static let most = 6

    /// Every scene of a session that holds an example, in time order.
    ///
    /// `model` must not have a taste in it: what counts is how a person decided against the base ranking. Undone decisions are no
    /// marks any more and do not count. Decisions made without seeing a score (`isBlind`) count half as much again.
    public static func scenes(of model: SessionModel, isBlind: Bool = false) -> [TasteScene] {
        let stacks = model.stacks.compactMap { scene(of: $0, in: model, isBlind: isBlind) }
        return stacks + SingleScenes.find(in: model, isBlind)
    }

    /// What was decided in one stack; nil where that is nothing. Exposure brackets are never judged against each other.
    public static func scene(of stack: Stack, in model: SessionModel, isBlind: Bool = false) -> TasteScene? {
        guard stack.kind != .bracket, stack.members.contains(where: { !model.mark($0).isEmpty }) else { return nil }
        let members = stack.members.filter { model.composite($0) != nil && model.cards[$0] != nil }
        guard members.count > 1 else { return nil }
        let preferences = preferences(among: members, suggested: stack.suggestedBest, in: model, isBlind)
        guard !preferences.isEmpty else { return nil }
        let frames = members.enumerated().map { place, id in
            described(id, in: model, place: Double(place) / Double(members.count - 1))
        }
        return TasteScene(frames: frames, preferences: preferences, isStack: true)
    }

    static func described(_ id: FrameID, in model: SessionModel, place: Double?) -> Described {
        Described(model.cards[id]!, base: model.composite(id) ?? 0, place: place)
    }

    private static func preferences(
        among members: [FrameID], suggested: FrameID?, in model: SessionModel, _ isBlind: Bool
    ) -> [Preference] {
        var found: [Preference] = []
        for winner in members.indices {
            for loser in members.indices where loser != winner {
                let isOverride = members[loser] == suggested
                let weight = weight(of: model.mark(members[winner]), over: model.mark(members[loser]), isOverride: isOverride)
                guard weight > 0 else { continue }
                let factor = (isOverride ? 1.5 : 1) * (isBlind ? 1.5 : 1)
                found.append(Preference(winner: winner, loser: loser, weight: weight * factor))
            }
        }
        // The plainest first, and of equal ones those against the most highly ranked: they teach the most.
        let bases = members.map { model.composite($0) ?? 0 }
        found.sort { ($1.weight, bases[$1.loser], $0.winner, $0.loser) < ($0.weight, bases[$0.loser], $1.winner, $1.loser) }
        return Array(found.prefix(most))
    }

    /// How plainly the first mark says that its frame was preferred; 0 = it does not.
    private static func weight(of winner: Mark, over loser: Mark, isOverride: Bool) -> Double {
        if winner.isBest != loser.isBest { return winner.isBest ? 1 : 0 }
        switch (winner.verdict, loser.verdict) {
        case (.pick, .reject): return 1
        case (.pick, .maybe), (.maybe, .reject): return 0.5
        // Unjudged siblings say nothing, but for the one that was suggested and passed over.
        case (.pick, nil): return isOverride ? 1 : 0
        case (let one, let other) where one == other && one != .reject:
            return winner.stars > loser.stars && (one != nil || loser.stars > 0) ? 0.4 : 0
        default: return 0
        }
    }
}

/// Single frames picked and rejected one after the other, where they look alike: weak examples of a taste.
private enum SingleScenes {
    static let gap: Int64 = 600_000_000_000
    static let longest = 16
    static let weight = 0.25

    static func find(in model: SessionModel, _ isBlind: Bool) -> [TasteScene] {
        let order = TimeOrder(frames: model.frames, clockOffsets: model.rules.clockOffsets)
        var scenes: [TasteScene] = []
        var block: [FrameID] = []
        var last: Int64?
        for frame in model.frames where model.stack(of: frame.id) == nil {
            let verdict = model.mark(frame.id).verdict
            guard verdict == .pick || verdict == .reject, model.composite(frame.id) != nil, let now = order.instant(frame) else {
                continue
            }
            if let before = last, now &- before > gap || block.count == longest {
                scenes.append(contentsOf: scene(of: block, in: model, isBlind))
                block = []
            }
            block.append(frame.id)
            last = now
        }
        return scenes + scene(of: block, in: model, isBlind)
    }

    /// None where no pick has a reject that looks like it.
    private static func scene(of block: [FrameID], in model: SessionModel, _ isBlind: Bool) -> [TasteScene] {
        let verdicts = block.map { model.mark($0).verdict }
        guard verdicts.contains(.pick), verdicts.contains(.reject) else { return [] }
        let frames = block.map { TasteScene.described($0, in: model, place: nil) }
        var found: [TasteScene.Preference] = []
        for winner in block.indices where verdicts[winner] == .pick {
            let near = block.indices.filter {
                verdicts[$0] == .reject && areAlike(block[winner], block[$0], frames[winner], frames[$0], model)
            }
            for loser in near.sorted(by: { (abs($0 - winner), $0) < (abs($1 - winner), $1) }).prefix(2) {
                found.append(TasteScene.Preference(winner: winner, loser: loser, weight: weight * (isBlind ? 1.5 : 1)))
            }
        }
        guard !found.isEmpty else { return [] }
        return [TasteScene(frames: frames, preferences: Array(found.prefix(TasteScene.most)), isStack: false)]
    }

    private static func areAlike(
        _ one: FrameID, _ other: FrameID, _ first: Described, _ second: Described, _ model: SessionModel
    ) -> Bool {
        if !first.sketch.isEmpty, first.sketch.count == second.sketch.count {
            return zip(first.sketch, second.sketch).reduce(0) { $0 + $1.0 * $1.1 } > 0.5
        }
        guard let a = model.cards[one]?.print, let b = model.cards[other]?.print else { return false }
        return a.colourDistance(to: b) < 20
    }
}
