public import KeepersCore

/// Somebody with a hidden preference, made of thresholds and "it depends", that no weighted sum holds exactly.
public enum Photographer: String, CaseIterable, Sendable {
    /// Laughter, but never with eyes shut; beyond sharp enough, sharpness is nothing.
    case laughter
    /// Low light and mood where faces are small; ordinary light on a close face.
    case moody
    /// As close as it gets up to a point, but no cut face, no eyes shut, and none that is close and soft; then a smile. In groups
    /// everybody's eyes and smiles, and a level horizon. Without people, what the base prefers.
    case close
    /// Unposed: heads turned away, no smile into the camera, late in the burst; a level horizon.
    case candid
    /// Composition: off-centre faces, warm and contrasty; only a picture that is truly soft is out.
    case composer
    /// What the base ranking prefers.
    case agreeing
    /// No preference at all.
    case random

    /// Those whose taste is not the base ranking's.
    public static let differing: [Photographer] = [.laughter, .moody, .close, .candid, .composer]

    /// How much they like a frame; `place` is 0 for the first of its stack and 1 for the last.
    public func likes(_ card: ScoreCard, base: Double, place: Double) -> Double {
        let view = View(card)
        switch self {
        case .laughter:
            let soft = view.sharpness < 0.35 ? 2.0 : 0
            if view.faces == 0 { return base / 40 - soft + (view.colour > 40 ? 0.5 : 0) }
            return (view.leastEAR < 0.13 ? -2 : 2.5 * view.meanSmile + (view.leastSmile > 0.5 ? 1 : 0)) - soft
        case .moody:
            if view.size > 0.25 { return -abs(view.brightness - 0.5) * 8 - (view.leastEAR < 0.13 ? 1 : 0) }
            return -view.brightness * 10 + (view.contrast > 0.2 ? 0.6 : 0) - (view.sharpness < 0.3 ? 1.5 : 0)
        case .close:
            if view.faces == 0 { return base / 40 }
            if view.faces > 2 { return view.meanSmile - 3 * view.shutShare - (abs(view.tilt) > 2 ? 0.5 : 0) }
            let missed = view.size > 0.3 && view.sharpness < 0.135 ? 1.5 : 0
            let spoilt = (view.leastEAR < 0.13 ? 1.5 : 0) + (view.isCut ? 1.5 : 0) + missed
            return 10 * min(view.size, 0.33) - spoilt + view.meanSmile + 0.4 * view.pose
        case .candid:
            let level = abs(view.tilt) > 2 ? -1.5 : 0
            if view.faces == 0 { return level + 1.5 * place }
            return level + (view.turned > 15 ? 1.6 : 0) - (view.meanSmile > 0.6 && view.turned < 15 ? 1 : 0) + 0.8 * place
        case .composer:
            let soft = view.sharpness < 0.4 ? 2.5 : 0
            return -soft + 12 * min(view.aside, 0.3) + (view.contrast > 0.2 ? 8 : 3) * view.contrast + 0.5 * view.pose
        case .agreeing: return base
        case .random: return 0
        }
    }

    /// Goes through an evening with K: in each stack one pick, the others rejected. One of `noise` decisions is chance.
    public func judge(_ evening: SimulatedEvening, noise: Double = 0.1, seed: UInt64) -> [FrameID: Mark] {
        var dice = Chance(seed ^ 0x7461_7374_65)
        let model = evening.model()
        var marks: [FrameID: Mark] = [:]
        for scene in evening.scenes {
            let likings = scene.enumerated().map { place, id in
                evening.cards[id].map {
                    likes($0, base: model.composite(id) ?? 0, place: Double(place) / Double(max(1, scene.count - 1)))
                } ?? 0
            }
            let isChance = self == .random || dice.unit() < noise
            let chosen =
                isChance ? dice.index(scene.count) : likings.indices.max { likings[$0] < likings[$1] } ?? 0
            for (index, id) in scene.enumerated() { marks[id] = Mark(verdict: index == chosen ? .pick : .reject) }
        }
        return marks
    }

    /// What they look at.
    private struct View {
        var sharpness, brightness, contrast, colour, tilt: Double
        var faces: Int
        var size, leastEAR, shutShare, meanSmile, leastSmile, turned, aside: Double
        /// The main face reaches the frame's edge.
        var isCut: Bool
        /// A direction of the print: something about the pose that no measure names.
        var pose: Double

        init(_ card: ScoreCard) {
            let faces = card.faces ?? []
            func mean(_ value: (KeepersCore.Face) -> Double?) -> Double {
                faces.isEmpty ? 0 : faces.compactMap(value).reduce(0, +) / Double(faces.count)
            }
            sharpness = card.measures[.subjectSharpness] ?? card.measures[.sharpness] ?? 0
            brightness = card.measures[.brightness] ?? 0
            contrast = card.measures[.contrast] ?? 0
            colour = card.measures[.colourfulness] ?? 0
            tilt = card.measures[.tilt] ?? 0
            self.faces = faces.count
            size = faces.first?.box.height ?? 0
            leastEAR = faces.compactMap(\.ear).min() ?? 0.3
            shutShare = mean { ($0.ear ?? 0.3) < 0.13 ? 1 : 0 }
            let box = faces.first?.box ?? UnitRect(x: 0.5, y: 0.5, width: 0, height: 0)
            isCut = min(box.x, box.y) < 0.01 || max(box.x + box.width, box.y + box.height) > 0.99
            meanSmile = mean(\.smile)
            leastSmile = faces.compactMap(\.smile).min() ?? 0
            turned = mean { $0.yaw.map(abs) }
            aside = faces.first.map { abs($0.box.x + $0.box.width / 2 - 0.5) } ?? 0
            let features = card.print?.features ?? []
            let half = features.count / 2
            let total = features.reduce(0.0) { $0 + Double($1) }
            pose = total > 0 ? 20 * (features[..<half].reduce(0.0) { $0 + Double($1) } / total - 0.5) : 0
        }
    }
}
