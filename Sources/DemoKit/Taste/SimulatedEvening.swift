import Glibc
public import KeepersCore

/// An evening of stacks with cards as a camera and the models could have made them, for trying out how a taste is learned
/// without a picture: people who move, laugh and blink, light that changes from scene to scene, missed focus.
public struct SimulatedEvening: Sendable {
    public var frames: [Frame] = []
    public var cards: [FrameID: ScoreCard] = [:]
    /// The stacks as they were taken, each in time order.
    public var scenes: [[FrameID]] = []

    /// `scenes` stacks of 3 to 7 frames; another seed, another evening.
    public init(scenes count: Int, seed: UInt64) {
        var dice = Chance(seed)
        let world = World(dice: &dice)
        for index in 0..<count {
            let scene = SceneLook(world, &dice)
            var ids: [FrameID] = []
            for place in 0..<(3 + dice.index(5)) {
                let id = FrameID(Int64(frames.count + 1))
                cards[id] = scene.card(world, &dice)
                frames.append(SimulatedEvening.frame(id, scene: index, place: place))
                ids.append(id)
            }
            scenes.append(ids)
        }
    }

    /// A burst of some frames a second, a minute after the last.
    private static func frame(_ id: FrameID, scene: Int, place: Int) -> Frame {
        var shot = ShotData()
        shot.capturedAt = CaptureTime(
            wallSeconds: 1_780_000_000 + Int64(scene * 60 + place / 4), nanoseconds: Int32(place % 4) * 250_000_000,
            subsecondDigits: 2)
        shot.camera = "Simulated"
        return Frame(
            id: id, source: 0, path: "S\(padded(scene, 5))-\(padded(place, 2)).NEF", size: 1, modified: 0,
            header: FrameHeader(kind: .nef, shot: shot))
    }

    public func model(marks: [FrameID: Mark] = [:]) -> SessionModel {
        SessionModel(frames: frames, marks: marks, cards: cards)
    }
}

/// What is the same in a whole evening: how looks lie in the space of prints.
private struct World: Sendable {
    static let features = 1280
    /// Prints lie on few directions: the place, the light, the pose, the frame.
    let places: [[Double]]
    let poses: [[Double]]

    init(dice: inout Chance) {
        func direction(_ dice: inout Chance) -> [Double] { (0..<World.features).map { _ in dice.normal() } }
        places = (0..<12).map { _ in direction(&dice) }
        poses = (0..<5).map { _ in direction(&dice) }
    }
}

/// What is the same in one scene.
private struct SceneLook: Sendable {
    var place: [Double]
    var people: Int
    var size: Double
    var light: Double
    var contrast: Double
    var colour: Double
    var warmth: Double
    var cheer: Double
    var focus: Double

    init(_ world: World, _ dice: inout Chance) {
        place = world.places.indices.map { _ in max(0, dice.normal()) }
        people = [0, 1, 1, 1, 2, 2, 3, 5][dice.index(8)]
        size = 0.08 + 0.3 * dice.unit() / Double(max(1, people)).squareRoot()
        light = 0.25 + 0.35 * dice.unit()
        contrast = 0.12 + 0.15 * dice.unit()
        colour = 10 + 50 * dice.unit()
        warmth = 6 * dice.normal()
        cheer = dice.unit()
        focus = 0.5 + 0.8 * dice.unit()
    }

    func card(_ world: World, _ dice: inout Chance) -> ScoreCard {
        let pose = world.poses.indices.map { _ in dice.normal() }
        let zoom = exp(0.12 * dice.normal())
        let brightness = min(0.9, max(0.03, light * exp(0.14 * dice.normal())))
        let miss = dice.unit() < 0.2 ? exp(-1.2 * dice.unit()) : 1
        let sharpness = focus * miss * exp(0.12 * dice.normal())
        var measures = Measures([
            .sharpness: max(sharpness, focus * 0.8 * exp(0.1 * dice.normal())), .noise: 1.5 + dice.unit(),
            .clippedShadows: max(0, 0.25 - brightness) * dice.unit(),
            .clippedHighlights: max(0, brightness - 0.35) * 0.12 * dice.unit(), .brightness: brightness,
            .contrast: contrast * exp(0.08 * dice.normal()), .colourfulness: colour * exp(0.06 * dice.normal()),
            .directionality: 1 + 0.6 * dice.unit() + (miss < 1 ? 2 * dice.unit() : 0), .subjectSharpness: sharpness,
            .backgroundSharpness: focus * 0.4 * exp(0.2 * dice.normal()), .tilt: 1.5 * dice.normal(),
        ])
        measures[.subjectBrightness] = min(0.95, brightness * (1 + 0.1 * dice.normal()))
        measures[.motionBlur] = miss < 1 ? dice.unit() : 0.1 * dice.unit()
        let faces = (0..<people).map { face($0, zoom, brightness, sharpness, pose, &dice) }
            .sorted { $0.box.height > $1.box.height }
        let print = Print(hash: 0x0F0F_3C3C_5A5A_6996, lab: lab(brightness, pose), features: features(world, pose, zoom, &dice))
        return ScoreCard(
            model: "simulated", measures: measures, print: print, width: 1620, height: 1080, faces: faces,
            subject: people > 0 ? .faces : .sharpestTiles)
    }

    private func face(
        _ index: Int, _ zoom: Double, _ brightness: Double, _ sharpness: Double, _ pose: [Double], _ dice: inout Chance
    ) -> KeepersCore.Face {
        let height = min(0.7, size * zoom * (1 - 0.08 * Double(index)))
        let x = min(0.95 - height * 0.6, max(0.02, 0.15 + 0.16 * Double(index) + 0.05 * pose[0]))
        let y = min(0.95 - height, max(0.01, 0.25 + 0.04 * pose[1]))
        let blinks = dice.unit() < 0.14
        let ear = blinks ? 0.04 + 0.07 * dice.unit() : 0.2 + 0.14 * dice.unit()
        var face = KeepersCore.Face(
            box: UnitRect(x: x, y: y, width: height * 0.6, height: height), width: Int(height * 0.6 * 1620), confidence: 0.9,
            leftEye: UnitPoint(x: x + height * 0.2, y: y + height * 0.4),
            rightEye: UnitPoint(x: x + height * 0.4, y: y + height * 0.4),
            eyes: ear < 0.09 ? .closed : ear < 0.13 ? .unsure : .open)
        (face.leftEAR, face.rightEAR) = (ear, ear * (0.9 + 0.1 * dice.unit()))
        face.presence = 0.9
        face.yaw = 14 * pose[2] + 8 * dice.normal()
        face.pitch = 6 * pose[3] + 4 * dice.normal()
        face.roll = 5 * dice.normal()
        face.smile = min(1, max(0, cheer + 0.35 * dice.normal()))
        face.mouthOpen = min(1, max(0, 0.3 * cheer + 0.25 * dice.normal()))
        face.sharpness = sharpness * exp(0.1 * dice.normal())
        face.brightness = min(1, brightness * (1.1 + 0.05 * dice.normal()))
        face.quality = min(100, max(0, 55 + 20 * log(max(0.05, sharpness)) - 0.5 * abs(face.yaw ?? 0) + 4 * dice.normal()))
        return face
    }

    private func lab(_ brightness: Double, _ pose: [Double]) -> [Float] {
        (0..<16).flatMap { cell -> [Float] in
            let row = Double(cell / 4)
            let column = Double(cell % 4)
            let light = 100 * brightness.squareRoot() + 6 * (row - 1.5) + 2 * pose[4] * (column - 1.5)
            return [Float(light), Float(3), Float(warmth)]
        }
    }

    /// Mostly the place; siblings differ by pose and framing, and a little by chance.
    private func features(_ world: World, _ pose: [Double], _ zoom: Double, _ dice: inout Chance) -> [UInt8] {
        var sum = [Double](repeating: 0.4, count: World.features)
        for (weight, direction) in zip(place, world.places) {
            for index in sum.indices { sum[index] += 0.5 * weight * direction[index] }
        }
        for (weight, direction) in zip(pose, world.poses) {
            for index in sum.indices { sum[index] += 0.14 * weight * direction[index] }
        }
        // Activations are not negative: what is below zero shows nothing, which bends every direction.
        for index in sum.indices { sum[index] = max(0, sum[index] + 0.1 * (dice.unit() - 0.5)) }
        let most = max(1e-9, sum.max() ?? 1)
        return sum.map { UInt8(min(255, ($0 / most * 255).rounded())) }
    }
}
