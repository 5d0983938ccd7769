/// A piece of a picture that is sent in one go: at most some KiB, so that a key's answer never waits long behind it.
struct PictureJob: Equatable {
    var bytes: [UInt8]
    var purpose: Purpose
    var lane = Lane.refine

    enum Purpose: Equatable {
        /// Pixels for the tile with this serial; `isLast` ends it.
        case tile(Int, isLast: Bool)
        /// A chunk of kitty's picture `id`, sent for whoever shows it.
        case transfer(UInt32, isLast: Bool)
        /// Shows or hides what the terminal has already.
        case control
    }

    /// What goes first: something to see for every picture on the screen, then better pixels, then what may be wanted next.
    enum Lane: Int, CaseIterable, Sendable { case first, refine, ahead }
}

/// First in, first out within each lane; removing from the front costs nothing.
struct JobQueue {
    private var lanes = Array(repeating: LaneQueue(), count: PictureJob.Lane.allCases.count)

    var isEmpty: Bool { lanes.allSatisfy(\.isEmpty) }

    func isEmpty(_ lane: PictureJob.Lane) -> Bool { lanes[lane.rawValue].isEmpty }

    /// The best lane that has a job and is not held.
    func firstLane(except held: Set<PictureJob.Lane>) -> PictureJob.Lane? {
        PictureJob.Lane.allCases.first { !lanes[$0.rawValue].isEmpty && !held.contains($0) }
    }

    func first(of lane: PictureJob.Lane) -> PictureJob? { lanes[lane.rawValue].first }

    mutating func append(_ job: PictureJob) { lanes[job.lane.rawValue].append(job) }

    /// Behind the last chunk of kitty's picture `id`, which is being sent in `lane`.
    mutating func insert(_ job: PictureJob, afterTransfer id: UInt32, in lane: PictureJob.Lane) {
        lanes[lane.rawValue].insert(job, afterTransfer: id)
    }

    mutating func removeFirst(of lane: PictureJob.Lane) -> PictureJob { lanes[lane.rawValue].removeFirst() }

    /// Returns the removed ones.
    mutating func removeAll(where isStale: (PictureJob) -> Bool) -> [PictureJob] {
        var removed: [PictureJob] = []
        for lane in lanes.indices { removed += lanes[lane].removeAll(where: isStale) }
        return removed
    }
}

private struct LaneQueue {
    private var jobs: [PictureJob] = []
    private var head = 0

    var isEmpty: Bool { head == jobs.count }
    var first: PictureJob? { isEmpty ? nil : jobs[head] }

    mutating func append(_ job: PictureJob) { jobs.append(job) }

    /// First where no chunk of the transfer waits.
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
