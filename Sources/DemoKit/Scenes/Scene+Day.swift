/// The afternoon: the place, the ceremony, the family.
extension SceneMaker {
    mutating func venue() -> Picture {
        var picture = Picture()
        let golden = still.between(0.2, 0.9)
        picture.light = daylight(golden: golden, fromLeft: true)
        picture.layers = Backdrop.garden(&still, golden: golden, horizon: 0.06, blur: 0.0006)
        var layer = Layer()
        let place = Pose(still.between(0.0, 0.25), 0.02, scale: still.between(0.9, 1.1))
        manor(&layer, place)
        for x in [Float(-0.42), 0.44] { hedge(&layer, place.at(x, 0.1)) }
        path(&layer, place)
        for side: Float in [-1, 1] {
            Backdrop.tree(
                &layer, &still, Pose(side * still.between(0.52, 0.72), 0.2, scale: still.between(0.9, 1.2)), golden: golden)
        }
        for _ in 0..<70 {
            let (x, y) = (still.around(0.75), still.between(0.2, 0.5))
            let colour = Colour(hex: still.pick([0xE9D8E4, 0xF3E9C8, 0xD8A0B8, 0xF6F1EA]))
            layer.draw([.circle(0, 0, 0.006 + y * 0.008)], at: Pose(x, y), Surface(colour, bulge: 0.006))
        }
        picture.layers.append(layer)
        picture.grain = 1.2
        return picture
    }

    private func manor(_ layer: inout Layer, _ pose: Pose) {
        let stone = Colour(hex: 0xD2C0A0)
        let wall = Surface(stone, bulge: 0.004).textured(26, 60, contrast: 0.16, bump: 0.15, .bricks)
        layer.draw(
            [.ellipse(0.02, 0.14, 0.5, 0.03)], at: pose,
            Surface(Colour(grey: 0.35), softness: 0.04, opacity: 0.8, mode: .multiply))
        layer.draw([.box(0, 0, 0.34, 0.14)], at: pose, wall)
        for x in [Float(-0.3), 0.3] {
            layer.draw([.box(x, -0.03, 0.075, 0.17)], at: pose, wall)
            roof(&layer, pose.at(x, -0.2), half: 0.095, height: 0.13)
        }
        layer.draw(
            [.box(0, -0.17, 0.25, 0.035)], at: pose,
            Surface(Colour(hex: 0x5A4A48), bulge: 0.2).textured(60, 120, contrast: 0.35, bump: 0.4, .bricks))
        for row in 0..<2 {
            for column in 0..<5 {
                let x = -0.17 + 0.085 * Float(column)
                if row == 1 && column == 2 { continue }
                Backdrop.window(&layer, pose.at(x, -0.07 + 0.12 * Float(row), scale: 0.24), lit: (column + row) % 3 == 0)
            }
        }
        for x in [Float(-0.3), 0.3] { Backdrop.window(&layer, pose.at(x, -0.08, scale: 0.26), lit: x > 0) }
        layer.draw(
            [.box(0, 0.085, 0.03, 0.055, corner: 0.03)], at: pose,
            Surface(Colour(hex: 0x4A2F22), bulge: 0.02).textured(80, 12, contrast: 0.3))
    }

    private func roof(_ layer: inout Layer, _ pose: Pose, half: Float, height: Float) {
        layer.draw(
            [.capsule(0, -height, 0, 0.25, 0.004, half * 2.1), .box(0, -0.5, 1, 0.5).within()], at: pose,
            Surface(Colour(hex: 0x55494C), bulge: 0.1).textured(80, 120, contrast: 0.3, bump: 0.3, .bricks))
    }

    private mutating func hedge(_ layer: inout Layer, _ pose: Pose) {
        for _ in 0..<9 {
            let size = still.between(0.025, 0.05)
            layer.draw(
                [.ellipse(0, 0, size * 1.2, size)], at: pose.at(still.around(0.12), still.between(0.0, 0.04)),
                Surface(Colour(hex: 0x47682F).varied(&still, 0.25), bulge: size).textured(
                    60, 60, contrast: 0.6, bump: 1.2, ragged: 0.015))
        }
    }

    private func path(_ layer: inout Layer, _ pose: Pose) {
        layer.draw(
            [.capsule(pose.x, 0.16, pose.x * 0.3, 0.75, 0.018, 0.30), .box(0, 0.6, 2, 0.45).within(0.01)], at: Pose(0, 0),
            Surface(Colour(hex: 0xCDBB98) * 0.9).fading(to: Colour(hex: 0xB8A584) * 0.7, from: (0, 0.15), (0, 0.5)).textured(
                50, 120, contrast: 0.22))
    }

    /// Two people and an officiant below an arch of flowers; the guests' heads in front, out of focus.
    mutating func ceremony() -> Picture {
        var picture = Picture()
        let golden = still.between(0.2, 0.5)
        picture.light = daylight(golden: golden, fromLeft: still.chance(0.5))
        picture.layers = Backdrop.garden(&still, golden: golden, horizon: 0.0, blur: 0.010)
        var layer = Layer()
        let size: Float = wide ? 0.043 : 0.052
        let head: Float = wide ? -0.17 : -0.22
        let feet = head + 14.3 * size
        layer.draw(
            [.ellipse(0, feet, 0.34, 0.035)], at: Pose(0, 0),
            Surface(Colour(grey: 0.35), softness: 0.06, opacity: 0.7, mode: .multiply))
        arch(&layer, Pose(0, feet, scale: size / 0.043), floor: 0)
        var officiant = Person.guest(&still)
        (officiant.outfit, officiant.cloth, officiant.hairStyle) = (.suit, Colour(hex: 0x3C4450), .parted)
        person(&layer, officiant, Pose(0, head + 0.01, scale: size * 0.97), Expression(smile: 0.5, mouth: 0.5))
        var his = Expression(smile: 0.7, mouth: 0, yaw: 0.8, gaze: 0.6)
        var hers = Expression(closed: take.eyesClosed, smile: 0.8, mouth: 0.2, yaw: -0.8, gaze: -0.6)
        vary(&his)
        vary(&hers)
        his.closed = take.eyesClosed
        var man = Figure(person: groom, look: his)
        (man.wholeBody, man.rightHand) = (true, (2.6, 4.9))
        man.draw(&layer, Pose(-3.1 * size, head, scale: size * 1.03))
        var woman = Figure(person: bride, look: hers)
        (woman.wholeBody, woman.leftHand) = (true, (-2.5, 4.7))
        woman.draw(&layer, Pose(2.9 * size, head + 0.4 * size, scale: size * 0.97))
        picture.layers.append(layer)
        picture.layers.append(guests(count: wide ? 7 : 5, y: wide ? 0.46 : 0.7, size: 0.085, blur: 0.012))
        return picture
    }

    private mutating func arch(_ layer: inout Layer, _ pose: Pose, floor: Float) {
        let wood = Surface(Colour(hex: 0x8A6B4A), bulge: 0.015).textured(60, 6, contrast: 0.3, bump: 0.3)
        for side: Float in [-1, 1] { layer.draw([.capsule(0.29 * side, 0, 0.27 * side, -0.78, 0.014)], at: pose, wood) }
        layer.draw([.capsule(-0.3, -0.78, 0.3, -0.78, 0.014)], at: pose, wood)
        for side: Float in [-1, 1] {
            layer.draw(
                [.capsule(0.22 * side, -0.78, 0.30 * side, -0.05, 0.035, 0.02)], at: pose,
                Surface(Colour(hex: 0xF2EEE6), bulge: 0.04, opacity: 0.75).textured(60, 3, contrast: 0.2, bump: 0.6))
        }
        let tones: [UInt32] = [0xF4E9DC, 0xEBC4B4, 0xE7A898, 0xC9707A, 0xF6F1EA]
        for index in 0..<54 {
            let along = Float(index) / 53
            let (x, y): (Float, Float) =
                along < 0.25
                ? (-0.285, -0.5 - 0.28 * along * 4)
                : along > 0.8 ? (0.285, -0.78 + (along - 0.8) * 1.1) : (-0.3 + 0.6 * (along - 0.25) / 0.55, -0.79)
            let place = pose.at(x + still.around(0.03), y + still.around(0.03))
            if index % 2 == 0 {
                layer.draw(
                    [.circle(0, 0, 0.03)], at: place,
                    Surface(Colour(hex: 0x4F7040).varied(&still, 0.3), bulge: 0.03).textured(
                        70, 70, contrast: 0.6, bump: 1, ragged: 0.02))
            } else {
                Flowers.rose(
                    &layer, pose.at(x + still.around(0.025), y + still.around(0.025), scale: still.between(0.016, 0.027)),
                    Colour(hex: still.pick(tones)))
            }
        }
    }

    /// Backs of heads close to the camera.
    mutating func guests(count: Int, y: Float, size: Float, blur: Float) -> Layer {
        var layer = Layer(blur: blur)
        for index in 0..<count {
            let x = -0.72 + 1.44 * (Float(index) + 0.5) / Float(count) + still.around(0.03)
            if abs(x) < 0.12 { continue }
            let guest = Person.guest(&still)
            let pose = Pose(x, y + still.around(0.02), scale: size)
            layer.draw(
                [.capsule(-1.3, 2.3, 1.3, 2.3, 0.7), .capsule(0, 0.4, 0, 2, 0.45, 0.7).joined(0.4)], at: pose,
                Surface(guest.cloth * 0.8, bulge: 0.7))
            layer.draw([.capsule(0, 0.5, 0, 1.3, 0.42)], at: pose, Surface(guest.skin * 0.8, bulge: 0.4).skin())
            layer.draw(
                [.ellipse(0, -0.1, 0.82, 0.95)], at: pose,
                Surface(guest.hair * 0.6, bulge: 0.7).textured(16, 2, contrast: 0.5, bump: 0.6))
        }
        return layer
    }

    func person(_ layer: inout Layer, _ person: Person, _ pose: Pose, _ look: Expression) {
        var figure = Figure(person: person, look: look)
        (figure.wholeBody, figure.detailed) = (true, false)
        figure.draw(&layer, pose)
    }

    /// Family in two rows in front of the house.
    mutating func group() -> Picture {
        var picture = Picture()
        picture.light = daylight(golden: 0.2, fromLeft: still.chance(0.5))
        picture.layers = [Backdrop.facade(&still, blur: 0.0035)]
        var layer = Layer()
        let size: Float = 0.047
        // In the mistake the bride blinks, and some of the guests.
        let places: [Float] = [-0.44, -0.215, 0.0, 0.215, 0.44]
        let blinker = still.whole(0...places.count - 1)
        for (index, x) in places.enumerated() {
            standing(
                &layer, Person.guest(&still), x + still.around(0.015), -0.29 + still.around(0.012), size * 0.98,
                closed: take.eyesClosed && index == blinker)
        }
        for side: Float in [-1, 1] {
            standing(&layer, Person.guest(&still), side * still.between(0.31, 0.35), -0.15, size * 1.04, closed: take.eyesClosed)
        }
        standing(&layer, groom, -0.088, -0.17, size * 1.1, closed: false)
        standing(&layer, bride, 0.088, -0.14, size * 1.05, closed: take.eyesClosed, bouquet: true)
        picture.layers.append(layer)
        return picture
    }

    private mutating func standing(
        _ layer: inout Layer, _ person: Person, _ x: Float, _ y: Float, _ size: Float, closed: Bool, bouquet: Bool = false
    ) {
        layer.draw(
            [.ellipse(x + 0.03, y + 14.2 * size, 0.1, 0.02)], at: Pose(0, 0),
            Surface(Colour(grey: 0.3), softness: 0.04, opacity: 0.7, mode: .multiply))
        var look = Expression.varied(&still, closed: closed)
        vary(&look)
        var figure = Figure(person: person, look: look)
        figure.wholeBody = true
        if bouquet { (figure.hasBouquet, figure.leftHand, figure.rightHand) = (true, (-0.5, 5.4), (0.6, 5.4)) }
        figure.draw(&layer, Pose(x, y, scale: size))
    }
}
