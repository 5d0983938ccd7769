import KeepersCore

/// The plan of a whole day: which shots, when, by which camera, with which mistakes.
struct Story: Sendable {
    var bodies: [Body]
    var shots: [Shot]

    /// What part of the day belongs to which scene, and how much of a card it fills.
    private static let chapters: [(scene: SceneKind, hour: Float, share: Float)] = [
        (.rings, 13.1, 0.05), (.bouquet, 13.4, 0.04), (.venue, 13.7, 0.05), (.bride, 14.1, 0.10), (.groom, 14.6, 0.07),
        (.ceremony, 15.1, 0.13), (.group, 16.2, 0.11), (.couple, 18.9, 0.14), (.table, 19.6, 0.04), (.hall, 19.9, 0.03),
        (.speech, 20.3, 0.08), (.cake, 21.1, 0.04), (.dance, 21.6, 0.07), (.party, 22.2, 0.03), (.sparklers, 23.0, 0.02),
    ]

    /// 13 June 2026, 00:00 of the wall clock.
    private static let day = Int64(20617) * 86400

    /// `photos`: for each photograph whether it shows a face.
    static func plan(frames: Int, seed: UInt64, bodies: [Body], photos: [Bool]) -> Story {
        var story = Story(bodies: bodies, shots: [])
        var dice = Dice(seed, 1)
        var budget = Story.budget(frames: frames)
        for (chapter, count) in budget.enumerated() where count > 0 {
            story.tell(chapter: chapter, frames: count, dice: &dice)
            budget[chapter] = 0
        }
        story.addMistakes(seed: seed)
        story.addPhotos(hasFaces: photos, seed: seed)
        return story
    }

    /// Frames for each chapter: small cards get one frame of every scene before any scene gets a burst.
    private static func budget(frames: Int) -> [Int] {
        let order = [7, 5, 3, 6, 4, 10, 0, 12, 2, 11, 1, 8, 9, 13, 14]
        var counts = [Int](repeating: 0, count: chapters.count)
        for chapter in order.prefix(frames) { counts[chapter] = 1 }
        let rest = max(0, frames - chapters.count)
        for (chapter, entry) in chapters.enumerated() { counts[chapter] += Int(Float(rest) * entry.share) }
        var turn = 0
        while counts.reduce(0, +) < frames {
            counts[order[turn % order.count]] += 1
            turn += 1
        }
        return counts
    }

    private mutating func tell(chapter: Int, frames: Int, dice: inout Dice) {
        let (scene, hour, _) = Story.chapters[chapter]
        var clock = Story.day * 100 + Int64(hour * 360_000)
        var left = frames
        while left > 0 {
            let index = shots.count
            let size = min(left, shotSize(scene, dice: &dice))
            var shot = Shot(
                index: index, scene: scene, seed: dice.next(), body: body(for: scene, dice: &dice), kind: "single",
                orientation: orientation(scene, dice: &dice), photo: nil, frames: [])
            let gap = shot.takeTimes(count: size, from: clock, dice: &dice)
            shots.append(shot)
            left -= size
            clock = gap + Int64(dice.whole(900...6000))
        }
    }

    private func shotSize(_ scene: SceneKind, dice: inout Dice) -> Int {
        switch scene {
        case .rings, .bouquet, .hall, .table, .cake: dice.chance(0.6) ? 1 : dice.whole(2...3)
        case .venue: dice.chance(0.5) ? 1 : 3
        default: dice.chance(0.22) ? 1 : dice.whole(2...9)
        }
    }

    /// The main camera takes most; details and wide views belong to the others.
    private func body(for scene: SceneKind, dice: inout Dice) -> Int {
        let count = bodies.count
        let wanted: Int
        switch scene {
        case .rings, .bouquet, .cake: wanted = dice.chance(0.6) ? 3 : 0
        case .venue, .hall: wanted = dice.chance(0.6) ? 4 : 1
        case .ceremony, .group, .party: wanted = dice.pick([0, 1, 1, 2])
        default: wanted = dice.pick([0, 0, 0, 1, 2])
        }
        return min(wanted, count - 1) == wanted ? wanted : wanted % count
    }

    private func orientation(_ scene: SceneKind, dice: inout Dice) -> Orientation {
        if dice.chance(scene.portraitShare) {
            let tall = shots.count { $0.orientation.swapsSides }
            return tall % 3 == 1 ? .turned90 : .turned270
        }
        return dice.chance(0.03) ? .turned180 : .upright
    }
}

extension Shot {
    /// Fills the frames' true times from `start` (hundredths); returns the last.
    fileprivate mutating func takeTimes(count: Int, from start: Int64, dice: inout Dice) -> Int64 {
        let bracket = scene == .venue && count == 3
        let retry = !bracket && count > 1 && count < 4 && dice.chance(scene.hasFaces ? 0.2 : 0.75)
        kind = count == 1 ? "single" : bracket ? "bracket" : retry ? "retry" : "burst"
        var time = start + Int64(dice.whole(0...99))
        for index in 0..<count {
            if index > 0 { time += Int64(retry ? dice.whole(400...2500) : dice.whole(9...28)) }
            frames.append(Take(trueHundredths: time, seed: dice.next()))
        }
        return time
    }
}
