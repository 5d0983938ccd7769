/// The only writer: chrome goes first, pictures follow in small jobs as far as the flow control allows. A job that has begun
/// is always finished, so that chrome never lands inside a picture's escape sequence.
struct Writer {
    private(set) var flow = FlowControl()
    private(set) var chromeBytes = 0
    private(set) var pictureBytes = 0
    /// Jobs that were begun since `takeBegun`, and so will be finished.
    private var begun: [PictureJob.Purpose] = []
    private var chrome: [UInt8] = []
    private var jobs = JobQueue()
    private var current: [UInt8] = []
    private var position = 0
    /// kitty's picture whose chunks are being sent: no other command of its protocol may come between.
    private var openTransfer: UInt32?
    private var openLane = PictureJob.Lane.refine
    /// Lanes of which nothing is begun now.
    var held: Set<PictureJob.Lane> = []
    private(set) var meter = ByteMeter()

    /// The question that flow control asks, as the terminal must get it (wrapped under tmux).
    var question = Array("\u{1B}[5n".utf8)
    var throughTmux = false
    /// The terminal is on another machine.
    var isRemote: Bool {
        get { flow.isRemote }
        set { flow.isRemote = newValue }
    }
    private var askedBytes = 0
    /// Nothing new is begun while this is true.
    var isHeld = false

    /// True while bytes wait for the descriptor (not for an answer).
    private(set) var wantsToWrite = false

    var isIdle: Bool { chrome.isEmpty && jobs.isEmpty && position == current.count }
    /// Nothing waits that concerns what is on the screen.
    func isEmpty(_ lane: PictureJob.Lane) -> Bool { jobs.isEmpty(lane) }
    private var nextLane: PictureJob.Lane? { openTransfer != nil ? openLane : jobs.firstLane(except: held) }
    private var hasSendableJobs: Bool { nextLane.map { !jobs.isEmpty($0) } ?? false }

    mutating func setBudget(_ bytes: Int?) { meter.budget = bytes }
    mutating func isOverBudget(now: UInt64) -> Bool { meter.isOver(now: now) }
    mutating func bytesInLastSecond(now: UInt64) -> Int { meter.lastSecond(now: now) }

    mutating func add(chrome bytes: [UInt8]) { chrome += bytes }

    mutating func add(_ job: PictureJob) { jobs.append(job) }

    /// A short command for what the terminal has already; at once, or as soon as the transfer under way lets it.
    mutating func add(command bytes: [UInt8]) {
        if let openTransfer {
            jobs.insert(
                PictureJob(bytes: bytes, purpose: .control, lane: openLane), afterTransfer: openTransfer, in: openLane)
        } else {
            chrome += bytes
        }
    }

    /// Forgets the waiting jobs that `isStale` names. A transfer that is cut short is ended properly; its id is returned.
    mutating func drop(where isStale: (PictureJob.Purpose) -> Bool) -> [UInt32] {
        let dropped = jobs.removeAll { isStale($0.purpose) }
        var ids: [UInt32] = []
        for job in dropped { if case .transfer(let id, _) = job.purpose, ids.last != id { ids.append(id) } }
        if let open = openTransfer, ids.contains(open) {
            chrome.insert(contentsOf: KittyEncoder.abort(id: open, throughTmux: throughTmux), at: 0)
            openTransfer = nil
        }
        return ids
    }

    mutating func takeBegun() -> [PictureJob.Purpose] {
        defer { begun.removeAll(keepingCapacity: true) }
        return begun
    }

    mutating func didAnswer(now: UInt64) { flow.didAnswer(now: now) }
    mutating func expire(now: UInt64) { flow.expire(now: now) }
    mutating func learn(roundTrip: UInt64) { flow.learn(roundTrip: roundTrip) }

    /// Hands as much as possible to `write`, which returns how many bytes it took.
    mutating func pump(now: UInt64, write: (ArraySlice<UInt8>) -> Int) {
        while true {
            if position < current.count {
                let done = write(current[position...])
                position += done
                meter.add(done, now: now)
                if position < current.count {
                    wantsToWrite = true
                    return
                }
            }
            guard begin(now) else {
                wantsToWrite = false
                return
            }
        }
    }

    /// Makes the next thing current; false when there is none, or when it has to wait for an answer.
    private mutating func begin(_ now: UInt64) -> Bool {
        current.removeAll(keepingCapacity: true)
        position = 0
        if isHeld { return false }
        if !chrome.isEmpty {
            takeChrome(now)
        } else if let lane = nextLane, let job = jobs.first(of: lane), flow.allows(job.bytes.count) {
            start(jobs.removeFirst(of: lane))
        } else if flow.shouldAsk(isBlocked: hasSendableJobs) {
            ask(now)
            return true
        } else {
            return false
        }
        flow.didSend(current.count - askedBytes, now: now)
        askedBytes = 0
        if flow.shouldAsk(isBlocked: false) { ask(now) }
        return true
    }

    /// Before the first pictures, a question on either side of a screenful of text measures the line.
    private mutating func takeChrome(_ now: UInt64) {
        if flow.isRemote, flow.isActive, flow.capacity == 0, chrome.count >= 2048, !chrome.isEmpty {
            ask(now)
            askedBytes = current.count
        }
        current += chrome
        chromeBytes += chrome.count
        chrome.removeAll(keepingCapacity: true)
    }

    private mutating func ask(_ now: UInt64) {
        current += question
        flow.didAsk(now: now, isFull: hasSendableJobs)
    }

    private mutating func start(_ job: PictureJob) {
        current = job.bytes
        pictureBytes += job.bytes.count
        if case .transfer(let id, let isLast) = job.purpose { (openTransfer, openLane) = (isLast ? nil : id, job.lane) }
        begun.append(job.purpose)
    }

    /// What must still be said so that a shell finds the terminal in order: the end of a half-sent sequence, and of a transfer.
    func closingBytes() -> [UInt8] {
        var bytes: [UInt8] = []
        if position < current.count { bytes += [0x1B, UInt8(ascii: "\\")] }
        if let openTransfer { bytes += KittyEncoder.abort(id: openTransfer, throughTmux: throughTmux) }
        return bytes
    }

    /// Nothing that waits will be sent, not even the rest of what has begun.
    mutating func discard() {
        chrome.removeAll()
        jobs = JobQueue()
        current.removeAll()
        position = 0
        openTransfer = nil
        wantsToWrite = false
    }
}
