/// Waiting jobs: the highest priority first, within one priority in order of arrival.
struct JobQueue {
    /// The next one last, so that taking it moves nothing.
    private var waiting: [PendingJob] = []

    var isEmpty: Bool { waiting.isEmpty }
    var count: Int { waiting.count }

    mutating func insert(_ job: PendingJob) {
        var low = 0
        var high = waiting.count
        while low < high {
            let middle = (low + high) / 2
            if JobQueue.precedes(job, waiting[middle]) { low = middle + 1 } else { high = middle }
        }
        waiting.insert(job, at: low)
    }

    /// Takes the next job; one that a process died of only goes to a process that has served nothing yet.
    mutating func next(forFreshProcess isFresh: Bool) -> PendingJob? {
        if isFresh, let index = waiting.lastIndex(where: { $0.deaths > 0 }) { return waiting.remove(at: index) }
        guard let index = waiting.lastIndex(where: { $0.deaths == 0 }) else { return nil }
        return waiting.remove(at: index)
    }

    /// Takes out all jobs with this tag.
    mutating func remove(tag: UInt64) -> [PendingJob] {
        let removed = waiting.reversed().filter { $0.job.tag == tag }
        if !removed.isEmpty { waiting.removeAll { $0.job.tag == tag } }
        return removed
    }

    mutating func reprioritise(tag: UInt64, to priority: Int) {
        for job in remove(tag: tag) {
            job.priority = priority
            insert(job)
        }
    }

    mutating func removeAll() -> [PendingJob] {
        defer { waiting = [] }
        return waiting.reversed()
    }

    private static func precedes(_ first: PendingJob, _ second: PendingJob) -> Bool {
        first.priority != second.priority ? first.priority > second.priority : first.sequence < second.sequence
    }
}
