import Testing

@testable import KeepersCore

@Suite("Pace")
struct PaceTests {
    @Test("says nothing until there is something to tell from, and nothing of a stop")
    func silence() {
        var pace = Pace()
        for piece in 0..<8 { pace.note(UInt64(piece) * 100_000_000) }
        #expect(pace.estimate(remaining: 100, now: 800_000_000) == nil)
        pace.note(800_000_000)
        let estimate = pace.estimate(remaining: 100, now: 800_000_000)
        #expect(estimate?.rate == 10 && estimate?.seconds == 10)
        #expect((estimate?.spread ?? 9) < 0.001)
        #expect(pace.estimate(remaining: 100, now: 10_900_000_000) == nil)
        pace.restart()
        #expect(pace.estimate(remaining: 100, now: 800_000_000) == nil)
    }

    @Test("looks at the last half minute only")
    func window() {
        var pace = Pace()
        var now: UInt64 = 0
        for _ in 0..<100 {
            now += 1_000_000_000
            pace.note(now)
        }
        for _ in 0..<400 {
            now += 100_000_000
            pace.note(now)
        }
        #expect((pace.estimate(remaining: 1, now: now)?.rate ?? 0) > 9.9)
    }

    /// Work whose speed wanders, as that of bursts and hot minutes does.
    @Test("the end lies within the spread about 19 times of 20, and the spread is of some use")
    func coverage() throws {
        var dice = Dice(11)
        var inside = 0
        var shares: [Double] = []
        for _ in 0..<200 {
            var pace = Pace()
            var now: UInt64 = 0
            var drift = 1.0
            func piece() -> UInt64 {
                if dice.roll(10) == 0 { drift = 0.7 + Double(dice.roll(60)) / 100 }
                return UInt64(drift * Double(40_000_000 + dice.roll(80_000_000)))
            }
            for _ in 0..<300 {
                now += piece()
                pace.note(now)
            }
            let estimate = try #require(pace.estimate(remaining: 600, now: now))
            let spread = try #require(estimate.spread)
            let begun = now
            for _ in 0..<600 { now += piece() }
            let took = Double(now - begun) / 1e9
            if abs(took - estimate.seconds) <= spread { inside += 1 }
            shares.append(spread / estimate.seconds)
        }
        #expect(inside >= 180, "\(inside) of 200")
        #expect(shares.sorted()[100] < 0.2)
    }

    @Test(
        "is said in words that promise no more than is known",
        arguments: [
            (0.1, "± 5 s"), (11, "± 15 s"), (55, "± 55 s"), (56, "± 1 min"), (61, "± 2 min"), (7000, "± 117 min"),
            (Double.infinity, "± hours"),
        ])
    func words(_ seconds: Double, _ expected: String) {
        #expect(Pace.words(spread: seconds) == expected)
    }
}
