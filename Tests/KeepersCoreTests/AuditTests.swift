import KeepersCore
import Testing

@Suite struct AuditTests {
    /// Tables of Clopper and Pearson, also R's binom.test.
    @Test(arguments: [
        (0, 30, 0.0, 0.1157), (1, 30, 0.0008, 0.1722), (15, 30, 0.3130, 0.6870), (30, 30, 0.8843, 1.0), (3, 10, 0.0667, 0.6525),
    ])
    func theIntervalIsExact(hits: Int, trials: Int, low: Double, high: Double) throws {
        let interval = try #require(Audit.interval(hits: hits, of: trials))
        #expect(abs(interval.low - low) < 0.0001)
        #expect(abs(interval.high - high) < 0.0001)
    }

    @Test func withoutATrialThereIsNoInterval() {
        #expect(Audit.interval(hits: 0, of: 0) == nil)
        #expect(Audit.interval(hits: 3, of: 2) == nil)
        #expect(Audit.interval(hits: -1, of: 2) == nil)
    }

    @Test func theResultIsSaidAsAnInterval() {
        #expect(Audit.words(overturned: 1, of: 30, population: 1804) == "you overturned 1 of 30: 0-17 % of the 1 804 let fall")
        #expect(Audit.words(overturned: 2, of: 9, population: 9) == "you overturned 2 of 9: these were all that you let fall")
        #expect(Audit.words(overturned: 0, of: 0, population: 9) == "none of the drawn frames was judged")
    }

    @Test func theSameSeedDrawsTheSameAndEveryFrameIsAsLikely() {
        let frames = (1...40).map { FrameID(Int64($0)) }
        #expect(Audit.draw(30, of: frames, seed: 7) == Audit.draw(30, of: frames, seed: 7))
        #expect(Audit.draw(30, of: frames, seed: 7) != Audit.draw(30, of: frames, seed: 8))
        #expect(Set(Audit.draw(30, of: frames, seed: 7)).count == 30)
        #expect(Audit.draw(50, of: frames, seed: 7).sorted() == frames)
        #expect(Audit.draw(-1, of: frames, seed: 7).isEmpty && Audit.draw(5, of: [], seed: 7).isEmpty)
        var counts: [FrameID: Int] = [:]
        for seed in 0..<4000 { for frame in Audit.draw(10, of: frames, seed: UInt64(seed)) { counts[frame, default: 0] += 1 } }
        // 1000 are expected of each; five standard deviations are 137.
        #expect(frames.allSatisfy { abs((counts[$0] ?? 0) - 1000) < 137 })
    }

    @Test func aSetOfFramesComesBackFromItsSettings() {
        var set = FrameSet()
        for number in [1, 255, 256, 257, 100_000] as [Int64] { set.insert(FrameID(number)) }
        var settings: [String: String] = ["other 0": "ff"]
        for (key, value) in set.takeChanges(name: "looked") { settings[key] = value }
        let again = FrameSet(settings: settings, name: "looked")
        #expect([1, 255, 256, 257, 100_000].allSatisfy { again.contains(FrameID($0)) })
        #expect(!again.contains(FrameID(2)) && !again.contains(FrameID(512)))
        set.insert(FrameID(1))
        #expect(set.takeChanges(name: "looked").isEmpty, "what is known is not written again")
        set.insert(FrameID(2))
        #expect(set.takeChanges(name: "looked").map(\.key) == ["looked 0"])
        #expect(!FrameSet(settings: ["looked 0": "xyz"], name: "looked").contains(FrameID(1)))
    }
}
