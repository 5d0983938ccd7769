import KeepersCore

/// Turns a described frame into the columns that a taste weighs: each value straight, bent at knots for thresholds, and multiplied
/// pairwise for interactions; the sketch of the print; and the base ranking itself.
struct Basis: Equatable, Sendable {
    enum Term: Equatable, Sendable {
        case base
        case straight(Int)
        /// Grows from the knot on.
        case above(Int, Double)
        case product(Int, Int)
        /// Counts only where there are no people.
        case alone(Int)
        case sketch(Int)
    }

    struct Column: Equatable, Sendable {
        var term: Term
        /// What a frame has on average: one that was not measured is taken to have it.
        var mean: Double
        /// One step: how much two frames of a scene usually differ.
        var scale: Double
    }

    var columns: [Column]
    /// By descriptor: the range that was seen, beyond which nothing is known; and mean and spread over all frames, for products.
    var low: [Double]
    var high: [Double]
    var centre: [Double]
    var spread: [Double]

    /// Composite points that one unit of utility (a logit) is worth: e : 1 for the better of two.
    static let pointsPerLogit = 6.0
    static let knots = [0.2, 0.5, 0.8]
    static let people = Descriptor.faceCount.rawValue
    /// What is multiplied with what: the properties that photographers name when they say "it depends".
    static let mixed: [Descriptor] = [
        .sharpness, .brightness, .colour, .faceCount, .faceSize, .closedShare, .meanSmile, .turned, .place,
    ]

    /// How much a weight may be, before anything is learned: standard deviations in logits a step.
    func priorDeviation(_ term: Term) -> Double {
        switch term {
        case .base: 0
        case .straight: 0.075
        case .above: 0.05
        case .product: 0.04
        case .alone: 0.05
        case .sketch: 0.02
        }
    }
}

extension Basis {
    /// Learns ranges, knots and steps from the scenes themselves.
    init(scenes all: [TasteScene]) {
        // As many as make ranges and steps certain.
        let scenes = stride(from: 0, to: all.count, by: 1 + all.count / 1500).map { all[$0] }
        let frames = scenes.flatMap(\.frames)
        let sorted = (0..<Descriptor.count).map { d in frames.map { $0.values[d] }.filter { !$0.isNaN }.sorted() }
        func quantile(_ d: Int, _ share: Double) -> Double {
            let values = sorted[d]
            return values.isEmpty ? 0 : values[min(values.count - 1, Int(Double(values.count) * share))]
        }
        low = sorted.indices.map { quantile($0, 0.005) }
        high = sorted.indices.map { quantile($0, 0.995) }
        centre = sorted.map { $0.isEmpty ? 0 : $0.reduce(0, +) / Double($0.count) }
        spread = [Double](repeating: 0, count: Descriptor.count)
        columns = []
        for d in sorted.indices {
            let square = sorted[d].reduce(0) { $0 + ($1 - centre[d]) * ($1 - centre[d]) }
            spread[d] = (square / Double(max(1, sorted[d].count))).squareRoot()
        }
        var terms: [Term] = [.base]
        for d in sorted.indices where spread[d] > 1e-9 && d != Descriptor.composite.rawValue {
            terms.append(.straight(d))
            var last = low[d]
            for knot in Basis.knots.map({ quantile(d, $0) }) where knot > last + 0.05 * spread[d] && knot < high[d] {
                terms.append(.above(d, knot))
                last = knot
            }
        }
        let mixed = Basis.mixed.map(\.rawValue).filter { spread[$0] > 1e-9 }
        for (n, one) in mixed.enumerated() { for other in mixed[(n + 1)...] { terms.append(.product(one, other)) } }
        if spread[Basis.people] > 1e-9 {
            terms += Descriptor.withoutPeople.map(\.rawValue).filter { spread[$0] > 1e-9 }.map(Term.alone)
        }
        if frames.contains(where: { !$0.sketch.isEmpty }) { terms += (0..<Sketch.size).map(Term.sketch) }
        columns = scaled(terms, scenes)
    }

    /// Each term with its mean and its step; terms that never differ inside a scene are left out.
    private func scaled(_ terms: [Term], _ scenes: [TasteScene]) -> [Column] {
        terms.compactMap { term in
            var (sum, square, count, inner, degrees) = (0.0, 0.0, 0.0, 0.0, 0.0)
            for scene in scenes {
                let values = scene.frames.map { value(term, $0) }.filter { !$0.isNaN }
                guard !values.isEmpty else { continue }
                let own = values.reduce(0, +)
                let ownSquare = values.reduce(0) { $0 + $1 * $1 }
                sum += own
                square += ownSquare
                count += Double(values.count)
                inner += max(0, ownSquare - own * own / Double(values.count))
                degrees += Double(values.count - 1)
            }
            guard count > 1, degrees > 0 else { return nil }
            let mean = sum / count
            let overall = max(0, square / count - mean * mean).squareRoot()
            // What hardly differs between siblings must not be blown up into something that counts.
            let scale = max((inner / degrees).squareRoot(), 0.1 * overall)
            guard inner > 1e-12, scale > 1e-9 else { return nil }
            return Column(term: term, mean: mean, scale: scale)
        }
    }

    /// The raw value of a term; NaN where it was not measured.
    private func value(_ term: Term, _ frame: Described) -> Double {
        switch term {
        case .base: return frame.base
        case .straight(let d): return seen(d, frame)
        case .above(let d, let knot):
            let value = seen(d, frame)
            return value.isNaN ? .nan : max(0, value - knot)
        case .product(let a, let b): return standard(a, frame) * standard(b, frame)
        case .alone(let d): return frame[.faceCount] == 0 ? seen(d, frame) - centre[d] : 0
        case .sketch(let index): return frame.sketch.isEmpty ? .nan : frame.sketch[index]
        }
    }

    private func seen(_ d: Int, _ frame: Described) -> Double {
        let value = frame.values[d]
        return value.isNaN ? .nan : min(high[d], max(low[d], value))
    }

    private func standard(_ d: Int, _ frame: Described) -> Double {
        min(2.5, max(-2.5, (frame.values[d] - centre[d]) / spread[d]))
    }

    /// Every column of a frame in steps from its mean; 0 where it was not measured.
    func expand(_ frame: Described) -> [Double] {
        columns.map { column in
            let value = value(column.term, frame)
            return value.isNaN ? 0 : (value - column.mean) / column.scale
        }
    }
}
