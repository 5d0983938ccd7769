import CMatrix
import Glibc

/// Rows of differences, each pointing from what was passed over to what was preferred.
struct DifferenceRows: Sendable {
    let size: Int
    private(set) var values: [Double] = []
    private(set) var weights: [Double] = []
    var count: Int { weights.count }

    init(size: Int) { self.size = size }

    mutating func append(_ winner: [Double], _ loser: [Double], weight: Double) {
        for column in 0..<size { values.append(winner[column] - loser[column]) }
        weights.append(weight)
    }

    mutating func append(_ other: DifferenceRows) {
        values += other.values
        weights += other.weights
    }
}

/// The prior of each weight: normal, independent.
struct Prior: Sendable {
    var means: [Double]
    var precisions: [Double]
}

/// Bayesian logistic regression on differences: the most probable weights, and how sure they are (Laplace).
///
/// The curvature of a logistic is at most a quarter of its rows' Gram matrix, so one factor of that bound serves every step
/// (Boehning and Lindsay 1988); Nesterov's momentum makes the steps long.
enum LogisticFit {
    static let steps = 60

    /// A quarter of the Gram matrix, lower triangle: the bound on the curvature of these rows.
    static func bound(_ rows: DifferenceRows) -> [Double] {
        var gram = [Double](repeating: 0, count: rows.size * rows.size)
        keepers_gram(rows.values, rows.weights.map { $0 / 4 }, rows.count, rows.size, &gram)
        return gram
    }

    /// The most probable weights to about `precision` logits, found from `start`; nil where the numbers are no numbers.
    static func weights(
        _ rows: DifferenceRows, bound: [Double], prior: Prior, start: [Double], precision: Double = 1e-4
    ) -> [Double]? {
        let size = rows.size
        var factor = bound
        for index in 0..<size { factor[index * size + index] += prior.precisions[index] }
        guard keepers_factor(&factor, size) == 1 else { return nil }
        var best = start
        var ahead = start
        var momentum = 1.0
        for _ in 0..<steps {
            var step = slope(rows, prior, at: ahead)
            keepers_solve(factor, size, &step)
            var next = ahead
            var turn = 0.0
            var longest = 0.0
            for index in 0..<size {
                next[index] -= step[index]
                longest = max(longest, abs(next[index] - best[index]))
                turn += step[index] * (next[index] - best[index])
            }
            guard longest.isFinite else { return nil }
            // Momentum that points uphill is given up.
            let following = turn > 0 ? 1 : (1 + (1 + 4 * momentum * momentum).squareRoot()) / 2
            let share = turn > 0 ? 0 : (momentum - 1) / following
            for index in 0..<size { ahead[index] = next[index] + share * (next[index] - best[index]) }
            (best, momentum) = (next, following)
            if longest < precision { break }
        }
        return best
    }

    /// Where the improbability grows, and how fast.
    private static func slope(_ rows: DifferenceRows, _ prior: Prior, at weights: [Double]) -> [Double] {
        var margins = [Double](repeating: 0, count: rows.count)
        keepers_products(rows.values, rows.count, rows.size, weights, &margins)
        for index in margins.indices { margins[index] = -rows.weights[index] / (1 + exp(margins[index])) }
        var slope = [Double](repeating: 0, count: rows.size)
        for index in slope.indices { slope[index] = prior.precisions[index] * (weights[index] - prior.means[index]) }
        keepers_combine(rows.values, rows.count, rows.size, margins, &slope)
        return slope
    }

    /// The factor of the precision of the weights around the most probable ones.
    static func precisionFactor(_ rows: DifferenceRows, prior: Prior, at weights: [Double]) -> [Double]? {
        let size = rows.size
        var margins = [Double](repeating: 0, count: rows.count)
        keepers_products(rows.values, rows.count, size, weights, &margins)
        let curvature = margins.indices.map { index in
            let probability = 1 / (1 + exp(-margins[index]))
            return rows.weights[index] * probability * (1 - probability)
        }
        var factor = [Double](repeating: 0, count: size * size)
        keepers_gram(rows.values, curvature, rows.count, size, &factor)
        for index in 0..<size { factor[index * size + index] += prior.precisions[index] }
        return keepers_factor(&factor, size) == 1 ? factor : nil
    }

    /// The standard deviation of `direction` times the weights.
    static func deviation(_ direction: [Double], factor: [Double]) -> Double {
        var solved = direction
        keepers_solve(factor, direction.count, &solved)
        return max(0, zip(direction, solved).reduce(0) { $0 + $1.0 * $1.1 }).squareRoot()
    }

    /// Mean improbability of rows that were not learned from, in nats.
    static func loss(_ rows: DifferenceRows, _ weights: [Double]) -> Double {
        var margins = [Double](repeating: 0, count: rows.count)
        keepers_products(rows.values, rows.count, rows.size, weights, &margins)
        var sum = 0.0
        for index in margins.indices {
            let margin = margins[index]
            sum += rows.weights[index] * (margin > 0 ? log1p(exp(-margin)) : -margin + log1p(exp(margin)))
        }
        return sum
    }
}
