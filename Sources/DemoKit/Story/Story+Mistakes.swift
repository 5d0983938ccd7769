/// What goes wrong on a real card, spread so that most moments keep one good frame.
extension Story {
    mutating func addMistakes(seed: UInt64) {
        var dice = Dice(seed, 2)
        for index in shots.indices {
            if shots[index].frames.count == 1 {
                shots[index].spoilSingle(dice: &dice)
            } else if shots[index].kind == "bracket" {
                shots[index].bracketed()
            } else {
                shots[index].spoilStack(dice: &dice)
            }
        }
        addLensCap(dice: &dice)
        addUpsideDown(dice: &dice)
        addFileForms(dice: &dice)
        addUnsetClocks(dice: &dice)
    }

    /// Photographs take the place of single frames, portraits that of bursts, as far as the card has any.
    mutating func addPhotos(hasFaces: [Bool], seed: UInt64) {
        var dice = Dice(seed, 3)
        let bursts = shots.indices.filter { shots[$0].frames.count >= 3 && shots[$0].kind == "burst" }
        let portraits = hasFaces.indices.filter { hasFaces[$0] }
        let posed = bursts.isEmpty ? [] : portraits.prefix(bursts.count)
        for (photo, place) in spread(Array(posed), over: bursts, &dice) {
            shots[place].photo = photo
            shots[place].orientation = .upright
            shots[place].pose(seed: seed)
        }
        let singles = shots.indices.filter { shots[$0].frames.count == 1 && shots[$0].frames[0].exposure != .black }
        for (photo, place) in spread(hasFaces.indices.filter { !posed.contains($0) }, over: singles, &dice) {
            shots[place].photo = photo
            shots[place].orientation = .upright
            shots[place].frames[0].spoilNothing()
        }
    }

    private func spread(_ photos: [Int], over places: [Int], _ dice: inout Dice) -> [(photo: Int, place: Int)] {
        guard !photos.isEmpty, !places.isEmpty else { return [] }
        let start = dice.whole(0...places.count - 1)
        let step = max(1, places.count / photos.count)
        return photos.prefix(places.count).enumerated().map { ($1, places[(start + $0 * step) % places.count]) }
    }

    /// One frame with the cap on, as every card has.
    private mutating func addLensCap(dice: inout Dice) {
        let frames = shots.reduce(0) { $0 + $1.frames.count }
        let singles = shots.indices.filter { shots[$0].frames.count == 1 }
        guard frames >= 40, let place = singles.isEmpty ? nil : dice.pick(singles) else { return }
        shots[place].frames[0].spoilNothing()
        shots[place].frames[0].exposure = .black
        shots[place].frames[0].exposureStops = -20
        shots[place].frames[0].best = .no
    }

    /// At least one frame with the camera held upside down, where the card has room for rarities.
    private mutating func addUpsideDown(dice: inout Dice) {
        let wide = shots.indices.filter { shots[$0].orientation == .upright }
        guard shots.count >= 10, !wide.isEmpty else { return }
        shots[dice.pick(wide)].orientation = .turned180
    }

    private mutating func addFileForms(dice: inout Dice) {
        for shot in shots.indices {
            let pairs = bodies[shots[shot].body].writesPairs || dice.chance(0.08)
            let jpegOnly = !pairs && dice.chance(0.05)
            for frame in shots[shot].frames.indices where pairs || jpegOnly {
                shots[shot].frames[frame].file = pairs ? .pair : .jpegOnly
            }
        }
    }

    private mutating func addUnsetClocks(dice: inout Dice) {
        let singles = shots.indices.filter { shots[$0].frames.count == 1 }
        guard shots.count >= 12, singles.count >= 3 else { return }
        let first = dice.whole(0...singles.count - 1)
        shots[singles[first]].frames[0].clock = .zero
        shots[singles[(first + singles.count / 2) % singles.count]].frames[0].clock = .absent
    }
}

extension Shot {
    fileprivate mutating func spoilSingle(dice: inout Dice) {
        frames[0].best = .yes
        let fate = dice.unit()
        if fate < 0.10 {
            frames[0].blurred(.focus, dice.whole(1...3))
        } else if fate < 0.16 {
            frames[0].blurred(.shake, dice.whole(1...3))
        } else if fate < 0.22 {
            frames[0].exposed(.under, -dice.between(2.2, 3.2))
        } else if fate < 0.28 {
            frames[0].exposed(.over, dice.between(1.7, 2.5))
        } else if fate < 0.34 {
            frames[0].roll = dice.chance(0.5) ? dice.between(4, 8) : -dice.between(4, 8)
        } else if fate < 0.42 && scene.hasFaces {
            frames[0].eyesClosed = true
        }
    }

    fileprivate mutating func bracketed() {
        for (index, stops) in [Float(0), -2, 2].enumerated() where index < frames.count {
            frames[index].exposureStops = stops
            frames[index].exposure = index == 0 ? .ok : index == 1 ? .under : .over
            frames[index].best = index == 0 ? .yes : .no
        }
    }

    /// One frame stays the best (at times two); each of the others has a visible fault.
    fileprivate mutating func spoilStack(dice: inout Dice) {
        let best = dice.whole(0...frames.count - 1)
        let second = frames.count > 2 && dice.chance(0.2) ? (best + dice.whole(1...frames.count - 1)) % frames.count : nil
        for index in frames.indices {
            if index == best || index == second {
                frames[index].best = second == nil ? .yes : .tie
            } else {
                frames[index].spoil(scene, dice: &dice)
            }
        }
    }
}

extension Shot {
    /// A burst of one portrait: one frame looks at us, sharp and smiling; each of the others has a fault.
    fileprivate mutating func pose(seed: UInt64) {
        var dice = Dice(seed, 4, index)
        let best = dice.whole(0...frames.count - 1)
        for at in frames.indices {
            frames[at].spoilNothing()
            frames[at].smile = at == best ? dice.between(0.7, 1) : dice.between(0, 0.3)
            guard at != best else { continue }
            frames[at].best = .no
            let fate = dice.unit()
            if fate < 0.45 {
                frames[at].eyesClosed = true
            } else if fate < 0.65 {
                frames[at].blurred(.focus, dice.whole(1...3))
            } else if fate < 0.8 {
                frames[at].blurred(.shake, dice.whole(1...3))
            } else {
                (frames[at].smile, frames[at].mouth) = (0, dice.chance(0.5) ? 1 : -1)
            }
        }
    }
}

extension Take {
    fileprivate mutating func spoil(_ scene: SceneKind, dice: inout Dice) {
        let fate = dice.unit()
        if scene.hasFaces && fate < 0.3 {
            eyesClosed = true
        } else if fate < 0.6 && scene.hasMovement {
            blurred(.motion, dice.whole(1...3))
        } else if fate < 0.72 {
            blurred(.focus, dice.whole(1...3))
        } else if fate < 0.92 || scene.isEvening {
            blurred(.shake, dice.whole(1...3))
        } else if dice.chance(0.5) {
            exposed(.over, dice.between(1.5, 2.2))
        } else {
            exposed(.under, -dice.between(2, 2.8))
        }
    }

    fileprivate mutating func spoilNothing() {
        (blur, blurLevel, exposure, exposureStops, eyesClosed, roll, best) = (.none, 0, .ok, 0, false, 0, .yes)
        (smile, mouth) = (0, 0)
    }

    fileprivate mutating func blurred(_ kind: DemoFrameTruth.Blur, _ level: Int) { (blur, blurLevel) = (kind, level) }
    fileprivate mutating func exposed(_ kind: DemoFrameTruth.Exposure, _ stops: Float) {
        (exposure, exposureStops) = (kind, stops)
    }
}
