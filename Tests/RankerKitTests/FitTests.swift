import Glibc
import Testing

@testable import RankerKit

@Suite("The fit")
struct FitTests {
    /// Choices among three that follow known weights, but for one slip in ten.
    private func rows(_ truth: [Double], _ count: Int) -> ChoiceRows {
        var state: UInt64 = 42
        func unit() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 11) * 0x1p-53
        }
        var rows = ChoiceRows(size: truth.count)
        for _ in 0..<count {
            let frames = (0..<3).map { _ in truth.map { _ in unit() * 4 - 2 } }
            let shares = frames.map { frame in exp(zip(frame, truth).reduce(0) { $0 + $1.0 * $1.1 }) }
            var rest = unit() * shares.reduce(0, +)
            var chosen =
                shares.firstIndex { share in
                    rest -= share
                    return rest < 0
                } ?? 2
            if unit() < ChoiceRows.slips { chosen = Int(unit() * 3) }
            rows.append(frames[chosen], over: frames.indices.filter { $0 != chosen }.map { frames[$0] }, weight: 1)
        }
        return rows
    }

    @Test("finds the weights that preferences were made with, and says how sure it is")
    func finds() throws {
        let truth = [1.5, -0.7, 0, 0.3, 0.9]
        let rows = rows(truth, 3000)
        let prior = Prior(means: truth.map { _ in 0 }, precisions: truth.map { _ in 0.01 })
        let found = try #require(ChoiceFit.weights(rows, bound: ChoiceFit.bound(rows), prior: prior, start: prior.means))
        let factor = try #require(ChoiceFit.precisionFactor(rows, prior: prior, at: found))
        for index in truth.indices {
            var direction = truth.map { _ in 0.0 }
            direction[index] = 1
            let deviation = ChoiceFit.deviation(direction, factor: factor)
            #expect(deviation > 0.01 && deviation < 0.1)
            #expect(abs(found[index] - truth[index]) < 3.5 * deviation)
        }
        // At the most probable weights nothing pulls any more: a nudge either way is less probable.
        func objective(_ weights: [Double]) -> Double {
            rows.loss(weights) + zip(weights, prior.precisions).reduce(0) { $0 + $1.1 * $1.0 * $1.0 / 2 }
        }
        for index in truth.indices {
            for nudge in [-0.05, 0.05] {
                var other = found
                other[index] += nudge
                #expect(objective(other) > objective(found))
            }
        }
    }

    @Test("never bends more than the bound says, nor less than nothing")
    func bounded() {
        let rows = rows([1.5, -0.7, 0.4], 40)
        let bound = ChoiceFit.bound(rows)
        for weights in [[0, 0, 0], [1.5, -0.7, 0.4], [-3, 2, 5]] as [[Double]] {
            let curvature = ChoiceFit.curvature(rows, at: weights)
            for direction in [[1, 0, 0], [0, 1, 0], [1, -1, 2], [-2, 1, 1]] as [[Double]] {
                func along(_ matrix: [Double]) -> Double {
                    var sum = 0.0
                    for row in 0..<3 {
                        for column in 0..<3 {
                            sum += direction[row] * direction[column] * matrix[max(row, column) * 3 + min(row, column)]
                        }
                    }
                    return sum
                }
                #expect(along(curvature) >= -1e-9 && along(curvature) <= along(bound) + 1e-9)
            }
        }
    }

    @Test("of choices between two is the logistic of their difference")
    func two() {
        var rows = ChoiceRows(size: 1)
        rows.append([1], over: [[0]], weight: 1)
        let share = rows.shares([0.7]).chosen[0]
        #expect(abs(share - 1 / (1 + exp(-0.7))) < 1e-12)
        #expect(abs(rows.loss([0.7]) + log(0.9 * share + 0.05)) < 1e-12)
        #expect(abs(ChoiceFit.bound(rows)[0] - 0.25) < 1e-12)
    }

    @Test("takes a choice that everything speaks against for a slip")
    func slips() {
        var rows = rows([2, 0], 60)
        for _ in 0..<6 { rows.append([-30, 0], over: [[30, 0]], weight: 1) }
        let prior = Prior(means: [0, 0], precisions: [0.1, 0.1])
        let found = ChoiceFit.weights(rows, bound: ChoiceFit.bound(rows), prior: prior, start: [1, 0]) ?? []
        #expect(found.first ?? 0 > 1)
    }

    @Test("without rows is its prior")
    func priorAlone() {
        let rows = ChoiceRows(size: 3)
        let prior = Prior(means: [0.5, 0, -1], precisions: [1, 2, 3])
        let found = ChoiceFit.weights(rows, bound: ChoiceFit.bound(rows), prior: prior, start: [0, 0, 0])
        #expect(zip(found ?? [], prior.means).allSatisfy { abs($0 - $1) < 1e-3 })
    }

    @Test("refuses numbers that are none")
    func refuses() {
        var rows = ChoiceRows(size: 2)
        rows.append([.nan, 1], over: [[0, 0]], weight: 1)
        let prior = Prior(means: [0, 0], precisions: [1, 1])
        #expect(ChoiceFit.weights(rows, bound: ChoiceFit.bound(rows), prior: prior, start: [0, 0]) == nil)
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
