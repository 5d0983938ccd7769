/// Things without faces: rings, flowers, the cake, the laid table, the room.
extension SceneMaker {
    mutating func rings() -> Picture {
        var picture = Picture()
        picture.light.direction = (-0.45, -0.7, 0.55)
        picture.light.key = Colour(1.15, 1.05, 0.92)
        var back = Layer(blur: 0.03)
        let cloth = Colour(hex: still.pick([0x6B4A38, 0x3E4A44, 0x54414E]))
        back.draw(
            [], at: Pose(0, 0),
            Surface(cloth * 0.35).fading(to: cloth * 1.2, from: (0, -0.5), (0, 0.2)).textured(3, 3, contrast: 0.3))
        for _ in 0..<34 {
            let radius = still.between(0.018, 0.05)
            Backdrop.layer(
                &back, Pose(still.around(0.78), -0.15 - still.between(0, 0.4)), radius,
                Colour(1.0, 0.66, 0.32) * still.between(0.12, 0.5))
        }
        var wood = Layer(blur: 0.004)
        let plank = Colour(hex: still.pick([0x8A5A38, 0x6E4A34, 0xA07850]))
        wood.draw(
            [.box(0, 0.55, 1.2, 0.62)], at: Pose(0, 0),
            Surface(plank * 0.5, softness: 0.12).fading(to: plank * 1.05, from: (0, -0.05), (0, 0.5)).textured(
                2.2, 34, contrast: 0.5))
        var layer = Layer()
        layer.draw(
            [.box(0, 0.5, 1.2, 0.32)], at: Pose(0, 0),
            Surface(plank, softness: 0.16, opacity: 0.9).fading(to: plank * 0.9, from: (0, 0.2), (0, 0.5)).textured(
                2.2, 34, contrast: 0.55))
        let tilt = still.around(12)
        ring(&layer, Pose(-0.14, 0.07, scale: 0.25, degrees: -6 + tilt), band: 0.10, stone: false)
        ring(&layer, Pose(0.15, 0.12, scale: 0.2, degrees: 9 + tilt), band: 0.075, stone: true)
        var front = Layer(blur: 0.02)
        for index in 0..<4 {
            Flowers.rose(
                &front, Pose(-0.72 + 0.14 * Float(index), 0.44 + still.around(0.05), scale: 0.12),
                Colour(hex: still.pick([0xF4E9DC, 0xEBC4B4, 0xE7A898])))
        }
        picture.layers = [back, wood, layer, front]
        picture.vignette = 0.5
        return picture
    }

    /// A gold band standing on wood: the far half, the near half, its shadow and reflection.
    private func ring(_ layer: inout Layer, _ pose: Pose, band: Float, stone: Bool) {
        let gold = Colour(1.0, 0.62, 0.22)
        layer.draw(
            [.ellipse(0.25, 1.04, 0.95, 0.16)], at: pose,
            Surface(Colour(grey: 0.12), softness: 0.22, opacity: 0.8, mode: .multiply))
        layer.draw([.ellipse(0, 1.2, 0.6, 0.12)], at: pose, Surface(gold * 0.22, softness: 0.2, mode: .add))
        let inner = Surface(gold * 0.28, bulge: 0.08).fading(to: gold * 1.0, from: (0, -0.9), (0, 0.95)).shiny(0.3)
        layer.draw([.ellipse(0.09, 0.02, 0.86, 0.98), .ellipse(0.14, 0.02, 0.82, 0.92).cut()], at: pose, inner)
        var outer = Surface(gold * 0.7, bulge: band).fading(to: gold * 0.42, from: (-0.8, -0.6), (0.9, 0.7))
        outer = outer.textured(0.9, 3.4, degrees: 55, contrast: 0.55, bump: 0.25).shiny(2.6)
        layer.draw([.ellipse(0, 0, 0.92, 1.0), .ellipse(0.02, 0, 0.92 - band * 1.7, 1.0 - band * 1.7).cut()], at: pose, outer)
        layer.draw(
            [
                .ellipse(-0.01, -0.01, 0.88, 0.955), .ellipse(0.0, 0, 0.86, 0.935).cut(),
                .ellipse(-0.7, -0.6, 0.6, 0.6).within(0.3),
            ], at: pose,
            Surface(Colour(1.4, 1.25, 0.9), softness: 0.02, opacity: 0.85))
        guard stone else { return }
        let top = pose.at(0, -1.12)
        for side: Float in [-1, 0, 1] {
            layer.draw([.capsule(0.16 * side, 0.16, 0.2 * side, -0.06, 0.03)], at: top, Surface(gold, bulge: 0.03).shiny(1.5))
        }
        layer.draw(
            [.capsule(0, 0.12, 0, -0.12, 0.05, 0.27), .box(0, 0, 1, 0.22).within()], at: top,
            Surface(Colour(0.55, 0.66, 0.78), bulge: 0.05).shiny(1.5))
        for facet in 0..<7 {
            let x = -0.21 + 0.07 * Float(facet)
            layer.draw(
                [.capsule(x, -0.2, x * 0.3, 0.12, 0.034, 0.008)], at: top,
                Surface(facet % 2 == 0 ? Colour(1.5, 1.5, 1.6) : Colour(0.16, 0.22, 0.34), opacity: 0.7))
        }
        for (length, degrees) in [(Float(0.5), Float(0)), (0.5, 90), (0.25, 45), (0.25, 135)] {
            layer.draw(
                [.capsule(-length, 0, length, 0, 0.008)], at: top.at(-0.1, -0.12, degrees: degrees),
                Surface(Colour(grey: 0.9), softness: 0.05, mode: .add))
        }
    }

    mutating func bouquet() -> Picture {
        var picture = Picture()
        picture.light = daylight(golden: 0.3, fromLeft: true)
        var back = Layer(blur: 0.022)
        let wall = Colour(hex: still.pick([0x9DA99A, 0xC9B8A6, 0x8C98A4]))
        back.draw(
            [], at: Pose(0, 0),
            Surface(wall).fading(to: wall * 0.4, from: (-0.6, -0.5), (0.6, 0.5)).textured(2, 2, contrast: 0.12))
        back.draw(
            [.box(0, 0.62, 1.2, 0.32)], at: Pose(0, 0),
            Surface(Colour(hex: 0xD9CBB8), softness: 0.04).fading(to: Colour(hex: 0xA39078), from: (0, 0.3), (0, 0.6)).textured(
                2, 20, contrast: 0.15))
        back.draw(
            [.box(-0.5, -0.1, 0.2, 0.36, corner: 0.02)], at: Pose(0, 0),
            Surface(Colour(1.3, 1.25, 1.1), softness: 0.05, opacity: 0.9))
        var layer = Layer()
        layer.draw(
            [.ellipse(0.08, 0.42, 0.36, 0.05)], at: Pose(0, 0),
            Surface(Colour(grey: 0.25), softness: 0.08, opacity: 0.8, mode: .multiply))
        Flowers.bouquet(
            &layer, Pose(still.around(0.03), -0.13, scale: wide ? 0.125 : 0.14, degrees: still.around(4)), seed: shot.seed,
            blooms: 19, stem: 3.6)
        layer.draw(
            [.capsule(0, 0.24, 0, 0.36, 0.085, 0.13), .box(0, 0.33, 0.3, 0.14, corner: 0.02).cropping()], at: Pose(0, 0),
            Surface(Colour(hex: 0xE6E1D8), bulge: 0.085).textured(4, 30, contrast: 0.05, bump: 0.1).shiny(0.4))
        picture.layers = [back, layer]
        return picture
    }

    mutating func cake() -> Picture {
        var picture = Picture()
        picture.light = lamplight()
        picture.layers = Backdrop.evening(&still, blur: 0.022)
        var layer = Layer()
        let floor: Float = wide ? 0.36 : 0.44
        cloth(&layer, y: floor, height: 0.5)
        let place = Pose(still.around(0.1), floor, scale: wide ? 1 : 1.15)
        layer.draw(
            [.ellipse(0.04, 0.0, 0.32, 0.04)], at: place,
            Surface(Colour(grey: 0.2), softness: 0.07, opacity: 0.8, mode: .multiply))
        layer.draw([.ellipse(0, -0.01, 0.27, 0.035)], at: place, Surface(Colour(hex: 0xC9A35A), bulge: 0.03).shiny(0.8))
        let icing = Colour(hex: still.pick([0xF4EDE2, 0xF1E3DC, 0xE9E6DF]))
        var y: Float = -0.02
        for (half, height) in [(Float(0.22), Float(0.17)), (0.155, 0.15), (0.095, 0.13)] {
            tier(&layer, place.at(0, y), half: half, height: height, icing)
            y -= height
        }
        Flowers.rose(&layer, place.at(0, y - 0.035, scale: 0.055), Colour(hex: 0xE7A898))
        Flowers.rose(&layer, place.at(-0.06, y - 0.01, scale: 0.04), Colour(hex: 0xF4E9DC))
        for index in 0..<9 {
            let along = Float(index) / 8
            Flowers.rose(
                &layer,
                place.at(-0.17 + 0.25 * along + still.around(0.015), -0.05 - 0.34 * along, scale: still.between(0.03, 0.045)),
                Colour(hex: still.pick([0xEBC4B4, 0xE7A898, 0xC9707A, 0xF6F1EA])))
        }
        for x in [Float(-0.48), 0.42, 0.55] { candle(&layer, Pose(x + still.around(0.03), floor + 0.03, scale: 0.9)) }
        picture.layers.append(layer)
        picture.grain = 3.5
        return picture
    }

    private func tier(_ layer: inout Layer, _ pose: Pose, half: Float, height: Float, _ icing: Colour) {
        layer.draw(
            [.box(0, -height / 2, half, 2), .box(0, -height / 2, half, height / 2, corner: 0.012).cropping()], at: pose,
            Surface(icing, bulge: half).textured(5, 30, contrast: 0.04, bump: 0.08).skin())
        layer.draw([.ellipse(0, -height + 0.006, half * 0.985, half * 0.14)], at: pose, Surface(icing * 1.15, bulge: 0.02))
        let pearls = Int(half * 110)
        for index in 0...pearls {
            let x = -half + 2 * half * Float(index) / Float(pearls)
            layer.draw(
                [.circle(x * 0.99, -0.008 + 0.012 * (1 - x * x / (half * half)), 0.0075)], at: pose,
                Surface(icing * 1.05, bulge: 0.008).shiny(0.4))
        }
    }

    func cloth(_ layer: inout Layer, y: Float, height: Float) {
        layer.draw(
            [.box(0, y + height - 0.02, 1.3, height)], at: Pose(0, 0),
            Surface(Colour(0.62, 0.47, 0.32), softness: 0.004).fading(to: Colour(0.34, 0.23, 0.14), from: (0, y), (0, y + 0.3))
                .textured(5, 3, degrees: 10, contrast: 0.12))
    }

    func candle(_ layer: inout Layer, _ pose: Pose) {
        layer.draw([.capsule(0, 0, 0, -0.12, 0.017)], at: pose, Surface(Colour(0.95, 0.85, 0.68), bulge: 0.017).skin())
        layer.draw([.ellipse(0, 0.005, 0.04, 0.012)], at: pose, Surface(Colour(hex: 0xC9A35A), bulge: 0.012).shiny(0.6))
        layer.draw([.circle(0, -0.155, 0.005)], at: pose, Surface(Colour(1.0, 0.55, 0.18) * 0.8, softness: 0.10, mode: .add))
        layer.draw([.capsule(0, -0.145, 0, -0.175, 0.0085, 0.002)], at: pose, Surface(Colour(3, 2.0, 0.8), softness: 0.004))
    }

    mutating func table() -> Picture {
        var picture = Picture()
        picture.light = lamplight()
        picture.layers = Backdrop.evening(&still, blur: 0.026)
        var far = Layer(blur: 0.010)
        cloth(&far, y: 0.0, height: 0.5)
        for index in 0..<4 { glass(&far, Pose(-0.5 + 0.33 * Float(index) + still.around(0.04), 0.06, scale: 0.7)) }
        for x in [Float(-0.3), 0.05, 0.4] { candle(&far, Pose(x, 0.05, scale: 0.9)) }
        var layer = Layer()
        for x in [Float(-0.3), 0.32] { setting(&layer, Pose(x + still.around(0.03), 0.32, scale: 1)) }
        glass(&layer, Pose(-0.06, 0.2, scale: 1.1))
        glass(&layer, Pose(0.6, 0.2, scale: 1.1))
        candle(&layer, Pose(0.08, 0.22, scale: 1.2))
        Flowers.bouquet(&layer, Pose(-0.62, 0.1, scale: 0.055), seed: shot.seed, blooms: 14)
        picture.layers += [far, layer]
        picture.grain = 3
        return picture
    }

    private func setting(_ layer: inout Layer, _ pose: Pose) {
        let china = Colour(hex: 0xF1EDE6)
        layer.draw(
            [.ellipse(0.015, 0.02, 0.21, 0.085)], at: pose,
            Surface(Colour(grey: 0.3), softness: 0.03, opacity: 0.8, mode: .multiply))
        layer.draw([.ellipse(0, 0, 0.205, 0.082)], at: pose, Surface(china, bulge: 0.02).shiny(0.5))
        layer.draw(
            [.ellipse(0, 0.002, 0.198, 0.077), .ellipse(0, 0.002, 0.19, 0.073).cut()], at: pose,
            Surface(Colour(hex: 0xC9A35A), bulge: 0.01).shiny(0.8))
        layer.draw([.ellipse(0, 0.005, 0.14, 0.054)], at: pose, Surface(china * 0.92, bulge: 0.02).shiny(0.3))
        layer.draw(
            [.box(0, -0.004, 0.085, 0.022, corner: 0.01)], at: pose,
            Surface(Colour(hex: 0xB9C2AE), bulge: 0.02).textured(40, 90, contrast: 0.1))
        layer.draw([.box(0, -0.01, 0.045, 0.013, corner: 0.002)], at: pose, Surface(Colour(hex: 0xF7F2E8), bulge: 0.01))
        for x in [Float(-0.25), 0.25, 0.275] {
            layer.draw(
                [.capsule(x, -0.07, x * 1.05, 0.07, 0.004, 0.007)], at: pose,
                Surface(Colour(hex: 0xC8C4BC), bulge: 0.006).shiny(1.2))
        }
    }

    private func glass(_ layer: inout Layer, _ pose: Pose) {
        let glint = Colour(0.9, 0.75, 0.55)
        layer.draw([.ellipse(0, 0, 0.05, 0.014)], at: pose, Surface(glint * 0.25, bulge: 0.01, opacity: 0.6).shiny(0.8))
        layer.draw([.capsule(0, 0, 0, -0.12, 0.005)], at: pose, Surface(glint * 0.5, bulge: 0.005, opacity: 0.7).shiny(1))
        layer.draw(
            [.capsule(0, -0.16, 0, -0.26, 0.045, 0.052), .box(0, -0.1, 0.3, 0.15).cropping()], at: pose,
            Surface(Colour(0.5, 0.45, 0.38), bulge: 0.05, opacity: 0.22).shiny(1.5))
        layer.draw(
            [.capsule(0, -0.16, 0, -0.2, 0.041, 0.045), .box(0, -0.1, 0.3, 0.105).cropping()], at: pose,
            Surface(Colour(0.85, 0.62, 0.2), bulge: 0.05, opacity: 0.6).shiny(0.8))
        layer.draw(
            [.capsule(-0.028, -0.15, -0.034, -0.24, 0.004)], at: pose, Surface(Colour(grey: 1.2), softness: 0.006, opacity: 0.7))
    }

    func lamplight() -> Light {
        var light = Light()
        light.direction = (-0.35, -0.7, 0.62)
        light.key = Colour(1.2, 0.88, 0.55)
        light.sky = Colour(0.25, 0.18, 0.14)
        light.ground = Colour(0.10, 0.07, 0.05)
        light.rimDirection = (0.8, -0.6)
        light.rim = Colour(1.1, 0.62, 0.28)
        return light
    }
}
