import CMatrix
import Glibc

/// Choices of one frame among several: of each, how every frame that was passed over differs from the chosen one.
struct ChoiceRows: Sendable {
    let size: Int
    /// Row by row.
    private(set) var values: [Double] = []
    private(set) var choices: [Choice] = []

    struct Choice: Sendable {
        var first: Int
        /// Frames that were passed over.
        var count: Int
        var weight: Double
    }

    var count: Int { size == 0 ? 0 : values.count / size }

    init(size: Int) { self.size = size }

    mutating func append(_ chosen: [Double], over others: [[Double]], weight: Double) {
        guard !others.isEmpty else { return }
        choices.append(Choice(first: count, count: others.count, weight: weight))
        for other in others { for column in 0..<size { values.append(other[column] - chosen[column]) } }
    }

    mutating func append(_ other: ChoiceRows) {
        let before = count
        values += other.values
        choices += other.choices.map { Choice(first: before + $0.first, count: $0.count, weight: $0.weight) }
    }

    /// One decision of ten is taken for a slip, so that no single one bends the taste.
    static let slips = 0.1

    /// How probable each choice is with these weights, and the share that each passed frame has (conditional logit, McFadden
    /// 1974).
    func shares(_ weights: [Double]) -> (chosen: [Double], passed: [Double]) {
        var passed = [Double](repeating: 0, count: count)
        keepers_products(values, count, size, weights, &passed)
        let chosen = choices.map { choice in
            let range = choice.first..<choice.first + choice.count
            var lead = 0.0
            for row in range { lead = max(lead, passed[row]) }
            let own = exp(-lead)
            var all = own
            for row in range {
                passed[row] = exp(passed[row] - lead)
                all += passed[row]
            }
            for row in range { passed[row] /= all }
            return own / all
        }
        return (chosen, passed)
    }

    /// How probable it is that a choice was meant and no slip, by its share.
    func meant(_ share: Double, _ choice: Choice) -> Double {
        let meant = (1 - ChoiceRows.slips) * share
        return meant / (meant + ChoiceRows.slips / Double(choice.count + 1))
    }

    /// The improbability of these choices, slips included, in nats.
    func loss(_ weights: [Double]) -> Double {
        let chosen = shares(weights).chosen
        return zip(choices, chosen).reduce(0) { sum, pair in
            let blind = 1 / Double(pair.0.count + 1)
            return sum - pair.0.weight * log((1 - ChoiceRows.slips) * pair.1 + ChoiceRows.slips * blind)
        }
    }

    /// The sum over choices of `spread` times the covariance of their rows where row i has share `shares[i]` and the chosen frame
    /// the rest: lower triangle.
    func covariance(_ shares: [Double], _ spread: [Double]) -> [Double] {
        var rows = values
        var weights = [Double](repeating: 0, count: count)
        for (number, choice) in choices.enumerated() {
            guard choice.count > 1 else {
                weights[choice.first] = spread[number] * shares[choice.first] * (1 - shares[choice.first])
                continue
            }
            var middle = [Double](repeating: 0, count: size)
            for row in choice.first..<choice.first + choice.count {
                weights[row] = spread[number] * shares[row]
                for column in 0..<size { middle[column] += shares[row] * values[row * size + column] }
            }
            rows += middle
            weights.append(-spread[number])
        }
        var gram = [Double](repeating: 0, count: size * size)
        keepers_gram(rows, weights, weights.count, size, &gram)
        return gram
    }
}
