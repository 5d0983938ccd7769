/// A piece of a picture that is sent in one go: at most some KiB, so that a key's answer never waits long behind it.
struct PictureJob: Equatable {
    var bytes: [UInt8]
    var purpose: Purpose

    enum Purpose: Equatable {
        /// Pixels for the tile with this serial; `isLast` ends it.
        case tile(Int, isLast: Bool)
        /// A chunk of kitty's picture `id`, sent for whoever shows it.
        case transfer(UInt32, isLast: Bool)
        /// Shows or hides what the terminal has already.
        case control
    }
}

/// First in, first out; removing from the front costs nothing.
struct JobQueue {
    private var jobs: [PictureJob] = []
    private var head = 0

    var isEmpty: Bool { head == jobs.count }
    var first: PictureJob? { isEmpty ? nil : jobs[head] }

    mutating func append(_ job: PictureJob) { jobs.append(job) }

    /// Behind the last chunk of kitty's picture `id`, or first where none waits.
    mutating func insert(_ job: PictureJob, afterTransfer id: UInt32) {
        compact()
        let at = jobs.firstIndex { $0.purpose == .transfer(id, isLast: true) }
        var next = at.map { $0 + 1 } ?? 0
        // Earlier commands stay earlier.
        while next < jobs.count, jobs[next].purpose == .control { next += 1 }
        jobs.insert(job, at: next)
    }

    mutating func removeFirst() -> PictureJob {
        let job = jobs[head]
        jobs[head].bytes = []
        head += 1
        if head > 64, head * 2 > jobs.count { compact() }
        return job
    }

    /// Returns the removed ones.
    mutating func removeAll(where isStale: (PictureJob) -> Bool) -> [PictureJob] {
        compact()
        let removed = jobs.filter(isStale)
        if !removed.isEmpty { jobs.removeAll(where: isStale) }
        return removed
    }

    private mutating func compact() {
        jobs.removeFirst(head)
        head = 0
    }
}
