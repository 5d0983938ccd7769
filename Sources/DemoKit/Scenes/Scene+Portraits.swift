/// One or two people close by, the garden far behind.
extension SceneMaker {
    mutating func portrait(_ person: Person, isBride: Bool) -> Picture {
        var picture = Picture()
        let golden = still.between(0.15, 0.5)
        let fromLeft = still.chance(0.5)
        picture.light = daylight(golden: golden, fromLeft: fromLeft)
        picture.layers = Backdrop.garden(&still, golden: golden, horizon: wide ? 0.1 : 0.2, blur: 0.028)
        var look = Expression.varied(&still, closed: take.eyesClosed)
        vary(&look)
        var layer = Layer()
        let side = still.around(wide ? 0.14 : 0.05)
        let pose = Pose(side, wide ? -0.12 : -0.2, scale: wide ? 0.2 : 0.2)
        var figure = Figure(person: person, look: look)
        figure.wholeBody = !wide
        if isBride && !wide {
            figure.hasBouquet = true
            (figure.leftHand, figure.rightHand) = ((-0.5, 5.4), (0.6, 5.4))
        }
        figure.draw(&layer, pose)
        picture.layers.append(layer)
        picture.grain = 1.6
        return picture
    }

    mutating func couple() -> Picture {
        var picture = Picture()
        let golden = still.between(0.6, 1.0)
        let fromLeft = still.chance(0.5)
        picture.light = daylight(golden: golden, fromLeft: fromLeft)
        picture.layers = Backdrop.garden(&still, golden: golden, horizon: wide ? 0.12 : 0.22, blur: 0.022)
        var layer = Layer()
        let close = still.between(0.8, 1.2)
        let size: Float = wide ? 0.155 : 0.145
        let distance: Float = size * 0.98 * close
        let lift: Float = wide ? -0.1 : -0.16
        var his = Expression(closed: false, smile: 0.6, mouth: 0, yaw: 0.35, tilt: 5)
        var hers = Expression(closed: take.eyesClosed, smile: 0.8, mouth: still.chance(0.5) ? 0.35 : 0, yaw: -0.35, tilt: -7)
        vary(&his)
        vary(&hers)
        var man = Figure(person: groom, look: his)
        man.wholeBody = !wide
        man.draw(&layer, Pose(-distance, lift - 0.05, scale: size * 1.04))
        var woman = Figure(person: bride, look: hers)
        woman.wholeBody = !wide
        woman.leftHand = (-2.1, 3.6)
        woman.draw(&layer, Pose(distance, lift + 0.03, scale: size))
        picture.layers.append(layer)
        picture.balance = Colour(1.04, 1.0, 0.93)
        picture.haze = 0.012
        return picture
    }

    /// Each frame of a burst has its own smile.
    mutating func vary(_ look: inout Expression) {
        look.smile = min(1, max(0, look.smile + moving.around(0.15)))
        look.yaw += moving.around(0.08)
        look.tilt += moving.around(1.5)
        look.gaze += moving.around(0.2)
    }

    func daylight(golden: Float, fromLeft: Bool) -> Light {
        let side: Float = fromLeft ? -1 : 1
        var light = Light()
        light.direction = (0.6 * side, -0.55, 0.6)
        light.key = Colour(1.12, 1.08, 1.02).mixed(Colour(1.35, 0.98, 0.62), golden)
        light.sky = Colour(0.28, 0.33, 0.39).mixed(Colour(0.28, 0.27, 0.30), golden)
        light.ground = Colour(0.14, 0.14, 0.10)
        light.rimDirection = (-0.85 * side, -0.5)
        light.rim = Colour(0.7, 0.66, 0.55).mixed(Colour(1.5, 0.95, 0.45), golden)
        return light
    }
}
