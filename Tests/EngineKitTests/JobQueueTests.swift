import Testing

@testable import EngineKit

@Suite("The queue of jobs")
struct JobQueueTests {
    private func job(_ priority: Int, _ sequence: UInt64, tag: UInt64 = 0, deaths: Int = 0) -> PendingJob {
        let job = Job(body: [], priority: priority, timeLimitMilliseconds: 1, tag: tag)
        let pending = PendingJob(job: job, kind: .job, sequence: sequence) { _ in }
        pending.deaths = deaths
        return pending
    }

    private func drain(_ queue: inout JobQueue, fresh: Bool = false) -> [UInt64] {
        var order: [UInt64] = []
        while let next = queue.next(forFreshProcess: fresh) { order.append(next.sequence) }
        return order
    }

    @Test("higher priorities come first, and within one the order of arrival holds")
    func order() {
        var queue = JobQueue()
        for (sequence, priority) in [0, 5, 0, 9, 5, -1, 9].enumerated() { queue.insert(job(priority, UInt64(sequence))) }
        #expect(drain(&queue) == [3, 6, 1, 4, 0, 2, 5])
    }

    @Test("a job that killed a process waits for a fresh one and is the first it gets")
    func retries() {
        var queue = JobQueue()
        queue.insert(job(9, 1))
        queue.insert(job(0, 2, deaths: 1))
        #expect(queue.next(forFreshProcess: false)?.sequence == 1)
        #expect(queue.next(forFreshProcess: false) == nil)
        queue.insert(job(9, 3))
        #expect(queue.next(forFreshProcess: true)?.sequence == 2)
    }

    @Test("a tag takes out or moves all its jobs")
    func tags() {
        var queue = JobQueue()
        for sequence in 0..<6 { queue.insert(job(0, UInt64(sequence), tag: UInt64(sequence % 3))) }
        #expect(queue.remove(tag: 1).map(\.sequence) == [1, 4])
        queue.reprioritise(tag: 2, to: 3)
        #expect(drain(&queue) == [2, 5, 0, 3])
    }
}
