import Glibc

/// Something that a person prefers, in words, and how sure that is.
public struct Trait: Equatable, Sendable {
    /// "smiles", "darker pictures": what is preferred.
    public var words: String
    /// Logits for one usual step in its direction, and the interval in which that lies with 99 %.
    public var strength: Double
    public var low: Double
    public var high: Double
}

extension Trait {
    /// Descriptors that a person would call by one name; those that count the other way round are marked.
    private struct Quality {
        var more: String
        var less: String
        var parts: [(Descriptor, Double)]
    }

    private static let softer = "softer pictures"

    private static let qualities: [Quality] = [
        Quality(more: "sharper subjects", less: softer, parts: [(.sharpness, 1), (.faceSharpness, 1)]),
        Quality(more: "a softer background", less: "sharpness all over", parts: [(.separation, 1)]),
        Quality(more: "grain", less: "clean pictures", parts: [(.noise, 1)]),
        Quality(more: "deep blacks", less: "open shadows", parts: [(.shadows, 1)]),
        Quality(more: "bright highlights", less: "unclipped highlights", parts: [(.highlights, 1)]),
        Quality(
            more: "brighter pictures", less: "darker pictures",
            parts: [(.brightness, 1), (.subjectBrightness, 1), (.faceBrightness, 1)]),
        Quality(more: "more contrast", less: "softer contrast", parts: [(.contrast, 1), (.lightSpread, 1)]),
        Quality(more: "stronger colours", less: "muted colours", parts: [(.colour, 1)]),
        Quality(more: "motion in the picture", less: "stillness", parts: [(.direction, 1), (.motion, 1)]),
        Quality(more: "a leaning horizon", less: "a level horizon", parts: [(.tilt, 1)]),
        Quality(more: "more faces", less: "fewer faces", parts: [(.faceCount, 1)]),
        Quality(more: "tighter framing", less: "wider framing", parts: [(.faceSize, 1), (.faceArea, 1)]),
        Quality(
            more: "closed eyes", less: "open eyes", parts: [(.closedShare, 1), (.leastEAR, -1), (.mainEAR, -1), (.shutShare, 1)]),
        Quality(
            more: "smiles", less: "serious faces", parts: [(.meanSmile, 1), (.mostSmile, 1), (.leastSmile, 1), (.mainSmile, 1)]),
        Quality(more: "open mouths", less: "closed mouths", parts: [(.mouthOpen, 1)]),
        Quality(more: "clean portraits", less: "rough portraits", parts: [(.faceQuality, 1)]),
        Quality(more: "faces turned away", less: "faces towards you", parts: [(.turned, 1), (.mainTurned, 1)]),
        Quality(more: "bowed or raised heads", less: "level gazes", parts: [(.bowed, 1)]),
        Quality(more: "leaning heads", less: "upright heads", parts: [(.leaning, 1)]),
        Quality(more: "faces off the centre", less: "centred faces", parts: [(.faceAside, 1)]),
        Quality(more: "faces low in the frame", less: "faces high in the frame", parts: [(.faceHeight, 1), (.headroom, 1)]),
        Quality(more: "warmer colours", less: "cooler colours", parts: [(.warmth, 1)]),
        Quality(more: "redder colours", less: "greener colours", parts: [(.tint, 1)]),
        Quality(more: "light in the centre", less: "light at the edges", parts: [(.centreLight, 1)]),
        Quality(more: "light from above", less: "light from below", parts: [(.topLight, 1)]),
        Quality(more: "light from one side", less: "even light", parts: [(.sideLight, 1)]),
        Quality(more: "later frames of a burst", less: "earlier frames of a burst", parts: [(.place, 1)]),
    ]

    /// Standard errors of a 99 % interval: with this many qualities, one of twenty would speak by chance at 95 %.
    private static let errors = 2.58

    /// What is surely preferred, the strongest first.
    static func find(_ basis: Basis, weights: [Double], factor: [Double], scenes: [TasteScene]) -> [Trait] {
        let frames = scenes.flatMap(\.frames)
        var found = qualities.compactMap { quality -> Trait? in
            let direction = direction(of: quality, basis, frames)
            let strength = zip(direction, weights).reduce(0) { $0 + $1.0 * $1.1 }
            let half = errors * ChoiceFit.deviation(direction, factor: factor)
            guard abs(strength) > half, abs(strength) > 0.1 else { return nil }
            let sign = strength > 0 ? 1.0 : -1
            return Trait(
                words: strength > 0 ? quality.more : quality.less, strength: abs(strength), low: sign * strength - half,
                high: sign * strength + half)
        }
        found.sort { ($1.strength, $0.words) < ($0.strength, $1.words) }
        // Nobody wants softness for its own sake: something else is worth it.
        if let soft = found.firstIndex(where: { $0.words == softer }), let gain = found.first(where: { $0.words != softer }) {
            found[soft].words = "\(gain.words) over sharpness"
        }
        return found
    }

    /// How each column changes, on average over all frames, when the quality grows by one usual step.
    private static func direction(of quality: Quality, _ basis: Basis, _ frames: [Described]) -> [Double] {
        let parts = quality.parts.map { (index: $0.0.rawValue, sign: $0.1) }
        let known = frames.filter { frame in parts.contains { !frame.values[$0.index].isNaN } }
        guard !known.isEmpty else { return basis.columns.map { _ in 0 } }
        var step = [Double](repeating: 0, count: Descriptor.count)
        for part in parts {
            let column = basis.columns.first { $0.term == .straight(part.index) }
            step[part.index] = part.sign * (column?.scale ?? 0)
        }
        // A sample is enough for a mean.
        let each = max(1, known.count / 400)
        var sum = [Double](repeating: 0, count: basis.columns.count)
        var count = 0.0
        for index in stride(from: 0, to: known.count, by: each) {
            var up = known[index]
            var down = known[index]
            for part in parts {
                up.values[part.index] += step[part.index] / 2
                down.values[part.index] -= step[part.index] / 2
            }
            let (high, low) = (basis.expand(up), basis.expand(down))
            for column in sum.indices { sum[column] += high[column] - low[column] }
            count += 1
        }
        return sum.map { $0 / count }
    }
}
