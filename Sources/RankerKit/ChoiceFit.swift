import CMatrix
import Glibc

/// The prior of each weight: normal, independent.
struct Prior: Sendable {
    var means: [Double]
    var precisions: [Double]
}

/// Bayesian conditional logit: the most probable weights, and how sure they are (Laplace).
///
/// The curvature of a choice is at most half the covariance of its frames with equal shares, so one factor of that bound serves
/// every step (Boehning 1992, "Multinomial logistic regression algorithm"); Nesterov's momentum makes the steps long.
enum ChoiceFit {
    static let steps = 60

    /// The bound on the curvature of these choices, lower triangle.
    static func bound(_ rows: ChoiceRows) -> [Double] {
        var equal = [Double](repeating: 0, count: rows.count)
        for choice in rows.choices {
            for row in choice.first..<choice.first + choice.count { equal[row] = 1 / Double(choice.count + 1) }
        }
        return rows.covariance(equal, rows.choices.map { $0.weight * Double($0.count + 1) / 2 })
    }

    /// The most probable weights to about `precision` logits, found from `start`; nil where the numbers are no numbers.
    static func weights(
        _ rows: ChoiceRows, bound: [Double], prior: Prior, start: [Double], precision: Double = 1e-4
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

    /// Where the improbability grows, and how fast; a choice counts as far as it was meant.
    private static func slope(_ rows: ChoiceRows, _ prior: Prior, at weights: [Double]) -> [Double] {
        var (chosen, passed) = rows.shares(weights)
        for (number, choice) in rows.choices.enumerated() {
            let counts = choice.weight * rows.meant(chosen[number], choice)
            for row in choice.first..<choice.first + choice.count { passed[row] *= counts }
        }
        var slope = [Double](repeating: 0, count: rows.size)
        for index in slope.indices { slope[index] = prior.precisions[index] * (weights[index] - prior.means[index]) }
        keepers_combine(rows.values, rows.count, rows.size, passed, &slope)
        return slope
    }

    /// The curvature that these choices have at `weights`, lower triangle.
    static func curvature(_ rows: ChoiceRows, at weights: [Double]) -> [Double] {
        let (chosen, passed) = rows.shares(weights)
        return rows.covariance(passed, zip(rows.choices, chosen).map { $0.weight * rows.meant($1, $0) })
    }

    /// The factor of the precision of the weights around the most probable ones.
    static func precisionFactor(_ rows: ChoiceRows, prior: Prior, at weights: [Double]) -> [Double]? {
        var factor = curvature(rows, at: weights)
        for index in 0..<rows.size { factor[index * rows.size + index] += prior.precisions[index] }
        return keepers_factor(&factor, rows.size) == 1 ? factor : nil
    }

    /// The standard deviation of `direction` times the weights.
    static func deviation(_ direction: [Double], factor: [Double]) -> Double {
        var solved = direction
        keepers_solve(factor, direction.count, &solved)
        return max(0, zip(direction, solved).reduce(0) { $0 + $1.0 * $1.1 }).squareRoot()
    }
}
