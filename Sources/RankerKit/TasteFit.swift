/// Fits the weights of a basis to choices.
enum TasteFit {
    /// How often the relevance of properties is found anew from the weights that it led to.
    static let rounds = 3

    /// The most probable weights, and the prior that their relevance led to.
    ///
    /// `bound` is the curvature's bound; nil where the numbers are no numbers.
    static func fit(
        _ rows: ChoiceRows, bound: [Double], _ basis: Basis, start: [Double]? = nil, precision: Double
    ) -> (weights: [Double], prior: Prior)? {
        let wide = prior(basis)
        var relevance = Relevance(basis)
        var weights = start ?? wide.means
        for round in 0...rounds {
            let prior = relevance.narrowed(wide)
            guard let found = ChoiceFit.weights(rows, bound: bound, prior: prior, start: weights, precision: precision) else {
                return nil
            }
            weights = found
            if round == rounds { return (weights, prior) }
            relevance.update(weights, bound: bound, prior: wide)
        }
        return nil
    }

    /// The base counts from the start, as much as its points say, and soon more or less; everything else has to earn its weight.
    static func prior(_ basis: Basis) -> Prior {
        var prior = Prior(means: [], precisions: [])
        for column in basis.columns {
            if column.term == .base {
                let mean = column.scale / Basis.pointsPerLogit
                prior.means.append(mean)
                let deviation = 2 * mean + 0.2
                prior.precisions.append(1 / (deviation * deviation))
            } else {
                // Without people the base may count for much more at once: there is little else to go by.
                let isBase = column.term == .alone(Descriptor.composite.rawValue)
                let deviation = isBase ? 1.5 : basis.priorDeviation(column.term)
                prior.means.append(0)
                prior.precisions.append(1 / (deviation * deviation))
            }
        }
        return prior
    }
}
