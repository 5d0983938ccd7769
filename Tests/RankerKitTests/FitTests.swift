import Glibc
import Testing

@testable import RankerKit

@Suite("The fit")
struct FitTests {
    /// Differences whose preferences follow known weights.
    private func rows(_ truth: [Double], _ count: Int) -> DifferenceRows {
        var state: UInt64 = 42
        func unit() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 11) * 0x1p-53
        }
        var rows = DifferenceRows(size: truth.count)
        for _ in 0..<count {
            let row = truth.map { _ in unit() * 4 - 2 }
            let margin = zip(row, truth).reduce(0) { $0 + $1.0 * $1.1 }
            let zero = row.map { _ in 0.0 }
            if unit() < 1 / (1 + exp(-margin)) { rows.append(row, zero, weight: 1) } else { rows.append(zero, row, weight: 1) }
        }
        return rows
    }

    @Test("finds the weights that preferences were made with, and says how sure it is")
    func finds() throws {
        let truth = [1.5, -0.7, 0, 0.3, 0.9]
        let rows = rows(truth, 3000)
        let prior = Prior(means: truth.map { _ in 0 }, precisions: truth.map { _ in 0.01 })
        let found = try #require(LogisticFit.weights(rows, bound: LogisticFit.bound(rows), prior: prior, start: prior.means))
        let factor = try #require(LogisticFit.precisionFactor(rows, prior: prior, at: found))
        for index in truth.indices {
            var direction = truth.map { _ in 0.0 }
            direction[index] = 1
            let deviation = LogisticFit.deviation(direction, factor: factor)
            #expect(deviation > 0.01 && deviation < 0.1)
            #expect(abs(found[index] - truth[index]) < 3.5 * deviation)
        }
        // At the most probable weights nothing pulls any more: a nudge either way is less probable.
        func objective(_ weights: [Double]) -> Double {
            LogisticFit.loss(rows, weights) + zip(weights, prior.precisions).reduce(0) { $0 + $1.1 * $1.0 * $1.0 / 2 }
        }
        for index in truth.indices {
            for nudge in [-0.05, 0.05] {
                var other = found
                other[index] += nudge
                #expect(objective(other) > objective(found))
            }
        }
    }

    @Test("without rows is its prior")
    func priorAlone() {
        let rows = DifferenceRows(size: 3)
        let prior = Prior(means: [0.5, 0, -1], precisions: [1, 2, 3])
        let found = LogisticFit.weights(rows, bound: LogisticFit.bound(rows), prior: prior, start: [0, 0, 0])
        #expect(zip(found ?? [], prior.means).allSatisfy { abs($0 - $1) < 1e-3 })
    }

    @Test("refuses numbers that are none")
    func refuses() {
        var rows = DifferenceRows(size: 2)
        rows.append([.nan, 1], [0, 0], weight: 1)
        let prior = Prior(means: [0, 0], precisions: [1, 1])
        #expect(LogisticFit.weights(rows, bound: LogisticFit.bound(rows), prior: prior, start: [0, 0]) == nil)
    }

    @Test("Wilson's interval holds known values")
    func wilson() {
        let half = Agreement(share: 0.5, of: 100)
        #expect(abs(half.low - 0.4038) < 0.0005 && abs(half.high - 0.5962) < 0.0005)
        let none = Agreement(share: 0, of: 10)
        #expect(none.low == 0 && abs(none.high - 0.2775) < 0.0005)
        #expect(Agreement(share: 0, of: 0).high == 1)
    }
}
