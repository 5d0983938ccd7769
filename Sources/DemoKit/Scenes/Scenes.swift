/// From a planned frame to a picture: the scene, then what the camera did to it.
struct SceneMaker {
    var shot: Shot
    var take: Take
    var wide: Bool
    /// The card's own dice: the couple is the same on every frame.
    var cast: UInt64
    /// The same for all frames of one shot.
    var still: Dice
    /// New for every frame.
    var moving: Dice

    init(_ shot: Shot, _ take: Take, wide: Bool, cast: UInt64) {
        (self.shot, self.take, self.wide, self.cast) = (shot, take, wide, cast)
        still = Dice(shot.seed, 10)
        moving = Dice(take.seed, 11)
    }

    var bride: Person {
        var dice = Dice(cast, 20)
        return Person.bride(&dice)
    }
    var groom: Person {
        var dice = Dice(cast, 21)
        return Person.groom(&dice)
    }

    mutating func picture() -> Picture {
        var picture = scene()
        applyCamera(&picture)
        return picture
    }

    private mutating func scene() -> Picture {
        switch shot.scene {
        case .rings: rings()
        case .bouquet: bouquet()
        case .bride: portrait(bride, isBride: true)
        case .groom: portrait(groom, isBride: false)
        case .venue: venue()
        case .ceremony: ceremony()
        case .group: group()
        case .couple: couple()
        case .cake: cake()
        case .table: table()
        case .hall: hall()
        case .speech: speech()
        case .dance: dance()
        case .party: party()
        case .sparklers: sparklers()
        }
    }

    /// Framing, focus, shake, exposure, grain: the photographer's part.
    private mutating func applyCamera(_ picture: inout Picture) {
        picture.seed = UInt32(truncatingIfNeeded: take.seed)
        picture.shift = (picture.shift.0 + moving.around(0.006), picture.shift.1 + moving.around(0.005))
        picture.roll += take.roll + moving.around(0.4)
        picture.zoom *= 1 + moving.around(0.006)
        if take.roll != 0 { picture.zoom *= 1.06 }
        let stops: Float = max(-30, take.exposureStops)
        picture.exposure *= power(ofTwo: stops)
        if stops < -10 { (picture.exposure, picture.haze, picture.grain) = (0, 0, 1.2) }
        if stops < -1 { picture.grain *= 1.5 }
        switch take.blur {
        case .focus:
            let amount: Float = [0, 0.0016, 0.004, 0.010][min(3, take.blurLevel)]
            // The focus fell behind the subject: the background gains what the subject loses.
            for index in picture.layers.indices {
                let own = picture.layers[index].blur
                picture.layers[index].blur = own > amount ? own - amount * 0.5 : amount
            }
        case .shake:
            let way: Float = [0, 0.005, 0.012, 0.028][min(3, take.blurLevel)]
            let (c, s) = turn(moving.between(-35, 35))
            picture.shake = (way * c, way * s)
        case .motion:
            // Only the subject moves; the room stays sharp. The subject is what was drawn last.
            let way: Float = [0, 0.008, 0.018, 0.036][min(3, take.blurLevel)]
            let (c, s) = turn(moving.between(-20, 20))
            if let subject = picture.layers.indices.last { picture.layers[subject].smear = (way * c, way * s) }
        case .none: break
        }
    }

    private func power(ofTwo stops: Float) -> Float {
        var (result, rest) = (Float(1), stops)
        while rest >= 1 { (result, rest) = (result * 2, rest - 1) }
        while rest < 0 { (result, rest) = (result / 2, rest + 1) }
        // 2^x on 0...1 by a cubic that meets both ends.
        return result * (1 + rest * (0.6957 + rest * (0.2262 + rest * 0.0781)))
    }
}
