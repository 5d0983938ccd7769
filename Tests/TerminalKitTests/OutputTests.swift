import Glibc
import KeepersCore
import Testing

@testable import TerminalKit

@Suite struct FlowControlTests {
    /// A line of `rate` bytes a second and `trip` nanoseconds there and back, with an endless picture to send.
    private func send(rate: Double, trip: UInt64, remote: Bool, seconds: Double) -> (
        flow: FlowControl, delivered: Int, late: UInt64
    ) {
        var flow = FlowControl()
        flow.isRemote = remote
        flow.learn(roundTrip: trip)
        var now: UInt64 = 1_000_000_000
        let end = now + UInt64(seconds * 1e9)
        var lineFreeAt = now
        var answers: [(at: UInt64, askedAt: UInt64)] = []
        var delivered = 0
        var late: UInt64 = 0
        while now < end {
            while let answer = answers.first, answer.at <= now {
                answers.removeFirst()
                flow.didAnswer(now: answer.at)
                if now > end / 2 { late = max(late, answer.at - answer.askedAt - trip) }
            }
            while flow.allows(4000) {
                flow.didSend(4000, now: now)
                delivered += 4000
                lineFreeAt = max(lineFreeAt, now) + UInt64(4000 / rate * 1e9)
                if flow.shouldAsk(isBlocked: false) {
                    flow.didAsk(now: now, isFull: true)
                    answers.append((lineFreeAt + trip, now))
                }
            }
            if flow.shouldAsk(isBlocked: true) {
                flow.didAsk(now: now, isFull: true)
                answers.append((max(lineFreeAt, now) + trip, now))
            }
            now += 1_000_000
        }
        return (flow, delivered, late)
    }

    @Test(arguments: [(125_000.0, UInt64(80_000_000)), (625_000, 80_000_000), (2_500_000, 80_000_000), (2_500_000, 20_000_000)])
    func aSlowLineIsFilledButNotOverfilled(_ rate: Double, _ trip: UInt64) {
        let (_, delivered, late) = send(rate: rate, trip: trip, remote: true, seconds: 6)
        #expect(Double(delivered) > rate * 6 * 0.7, "most of the line is used")
        #expect(late < 160_000_000, "a key's echo never waits long behind pictures")
    }

    @Test func withoutAnswersItGivesUpWaiting() {
        var flow = FlowControl()
        flow.isRemote = true
        var now: UInt64 = 1
        for _ in 0..<2 {
            while flow.allows(5000) { flow.didSend(5000, now: now) }
            flow.didAsk(now: now, isFull: true)
            let deadline = flow.deadline
            #expect(deadline != nil)
            now = (deadline ?? 0) + 1
            flow.expire(now: now)
            #expect(flow.inFlight == 0)
        }
        #expect(!flow.isActive && flow.allows(1 << 30))
    }

    @Test func lateAnswersToGivenUpQuestionsDoNotCount() {
        var flow = FlowControl()
        flow.didSend(5000, now: 1)
        flow.didAsk(now: 1, isFull: true)
        flow.expire(now: 10_000_000_000)
        flow.didSend(5000, now: 10_000_000_000)
        flow.didAsk(now: 10_000_000_000, isFull: true)
        flow.didAnswer(now: 10_000_000_500)
        #expect(flow.inFlight == 5000)
        flow.didAnswer(now: 10_050_000_000)
        #expect(flow.inFlight == 0 && flow.roundTrip == 50_000_000)
    }
}

@Suite struct WriterTests {
    private func job(_ text: String, _ purpose: PictureJob.Purpose) -> PictureJob {
        PictureJob(bytes: Array(text.utf8), purpose: purpose)
    }

    @Test func chromeGoesFirstButNeverIntoAJob() {
        var writer = Writer()
        var out: [UInt8] = []
        writer.add(job("<picture one>", .tile(1, isLast: true)))
        writer.add(job("<picture two>", .tile(2, isLast: true)))
        writer.pump(now: 1) { bytes in
            let taken = out.isEmpty ? 5 : 0
            out += bytes.prefix(taken)
            return taken
        }
        #expect(writer.wantsToWrite)
        writer.add(chrome: Array("[text]".utf8))
        writer.pump(now: 2) { bytes in
            out += bytes
            return bytes.count
        }
        let text = String(decoding: out, as: UTF8.self)
        #expect(text.hasPrefix("<picture one>[text]<picture two>"))
        #expect(writer.takeBegun() == [.tile(1, isLast: true), .tile(2, isLast: true)])
    }

    @Test func aTransferCutShortIsEndedBeforeAnythingElse() {
        var writer = Writer()
        var out: [UInt8] = []
        for index in 0..<3 { writer.add(job("chunk\(index)", .transfer(7, isLast: index == 2))) }
        writer.pump(now: 1) { bytes in
            let taken = out.count < 3 ? 3 : 0
            out += bytes.prefix(taken)
            return min(taken, bytes.count)
        }
        writer.add(command: Array("[place]".utf8))
        #expect(writer.drop { $0 == .transfer(7, isLast: true) || $0 == .transfer(7, isLast: false) } == [7])
        writer.pump(now: 2) { bytes in
            out += bytes
            return bytes.count
        }
        let text = String(decoding: out, as: UTF8.self)
        let abort = String(decoding: KittyEncoder.abort(id: 7, throughTmux: false), as: UTF8.self)
        #expect(text.hasPrefix("chunk0\(abort)[place]"))
    }

    @Test func commandsWaitForTheTransferUnderWay() {
        var writer = Writer()
        var out: [UInt8] = []
        var budget = 6
        func write(_ bytes: ArraySlice<UInt8>) -> Int {
            let taken = min(budget, bytes.count)
            budget -= taken
            out += bytes.prefix(taken)
            return taken
        }
        writer.add(job("chunk0", .transfer(7, isLast: false)))
        writer.add(job("chunk1", .transfer(7, isLast: true)))
        writer.add(job("other", .tile(3, isLast: true)))
        writer.pump(now: 1, write: write)
        writer.add(command: Array("[a]".utf8))
        writer.add(command: Array("[b]".utf8))
        budget = 1000
        writer.pump(now: 2, write: write)
        #expect(String(decoding: out, as: UTF8.self).hasPrefix("chunk0chunk1[a][b]other"))
    }
}

@Suite struct RecentCacheTests {
    @Test func theLeastRecentlyUsedGoesFirst() {
        var cache = RecentCache<Int, String>(budget: 4000)
        for id in 1...3 { cache.insert("picture \(id)", for: id, cost: 1000) }
        #expect(cache.value(for: 1) == "picture 1")
        cache.insert("picture 4", for: 4, cost: 1000)
        #expect(cache.contains(1) && !cache.contains(2) && cache.contains(4))
        #expect(cache.used <= 4000)
        cache.insert("picture 5", for: 5, cost: 9000)
        #expect(cache.contains(5), "what is shown now is kept, however large")
        cache.removeAll()
        #expect(cache.used == 0)
    }
}
