import CMatrix

/// How much each property counts for this person at all: the prior of its columns is narrowed where they turn out to explain
/// little, so that two hundred examples are not spread over everything that can be measured (MacKay 1992, "Bayesian
/// interpolation"; Neal 1996, automatic relevance determination).
struct Relevance: Sendable {
    /// The group of every column: a property with its knots, the products that it is the first of, the sketch, the base.
    private let groups: [Int]
    /// A factor on the prior's precision, a group.
    private var factors: [Double]

    /// How sure it is beforehand that a group counts as much as the prior says, in columns.
    private static let inertia = 1.0
    private static let range = 0.1...100.0
    /// What a choice's curvature usually is of its bound.
    private static let usual = 0.35

    init(_ basis: Basis) {
        groups = basis.columns.map { column in
            switch column.term {
            case .base, .alone(Descriptor.composite.rawValue): 0
            case .sketch: 1
            case .straight(let d), .above(let d, _): 2 + d
            case .product(let a, _): 2 + Descriptor.count + a
            case .alone(let d): 2 + 2 * Descriptor.count + d
            }
        }
        factors = [Double](repeating: 1, count: 2 + 3 * Descriptor.count)
    }

    func narrowed(_ prior: Prior) -> Prior {
        var out = prior
        for column in groups.indices { out.precisions[column] *= factors[groups[column]] }
        return out
    }

    /// Once more from what the weights came to be; `bound` is the curvature's bound.
    mutating func update(_ weights: [Double], bound: [Double], prior: Prior) {
        let size = weights.count
        let now = narrowed(prior)
        var factor = bound.map { $0 * Relevance.usual }
        for index in 0..<size { factor[index * size + index] += now.precisions[index] }
        guard keepers_factor(&factor, size) == 1 else { return }
        var (room, variances) = ([Double](repeating: 0, count: size), [Double](repeating: 0, count: size))
        keepers_inverse_diagonal(factor, size, &room, &variances)
        var known = [Double](repeating: Relevance.inertia, count: factors.count)
        var length = [Double](repeating: Relevance.inertia, count: factors.count)
        for column in 0..<size where groups[column] > 0 {
            let group = groups[column]
            known[group] += 1 - now.precisions[column] * variances[column]
            length[group] += prior.precisions[column] * weights[column] * weights[column]
        }
        for group in factors.indices where group > 0 {
            factors[group] = min(Relevance.range.upperBound, max(Relevance.range.lowerBound, known[group] / length[group]))
        }
    }
}
