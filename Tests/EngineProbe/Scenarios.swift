import EngineKit
import Glibc

/// Sends each word as a job and prints each outcome with its number, in the order they ended.
func runJobs(_ link: SpawnerLink, _ options: Options) {
    let pool = WorkerPool(link: link, configuration: options.configuration, count: options.number("workers", 1))
    var left = options.words.count
    for (index, word) in options.words.enumerated() {
        let body: [UInt8] =
            word.hasPrefix("long-body ") ? Array(repeating: 65, count: Int(word.dropFirst(10)) ?? 0) : Array(word.utf8)
        pool.submit(Job(body: body, timeLimitMilliseconds: options.number("limit", 20_000))) { outcome in
            say("\(index) \(describe(outcome))")
            left -= 1
        }
    }
    while left > 0 { link.wait(milliseconds: 1_000) }
    let counts = pool.statistics
    say("restarts \(counts.restarts) timeouts \(counts.timeouts) sandbox \(pool.sandbox?.summary ?? "none")")
}

/// Prints the ids of all processes once they are at work, then waits to be killed.
func hold(_ link: SpawnerLink, _ options: Options) {
    let pool = WorkerPool(link: link, configuration: options.configuration, count: 2)
    for _ in 0..<2 { pool.submit(Job(body: Array("loop".utf8), timeLimitMilliseconds: 600_000)) { _ in } }
    while pool.running < 2 { link.wait(milliseconds: 100) }
    say("pids \(([link.pid] + pool.processIDs).map(String.init).joined(separator: " "))")
    while true { link.wait(milliseconds: 1_000) }
}

/// Kills the process at work on the third of eight jobs, once or on its retry as well.
func killWorker(_ link: SpawnerLink, _ options: Options, times: Int) {
    let pool = WorkerPool(link: link, configuration: options.configuration, count: 1)
    var left = 8
    var kills = 0
    for index in 0..<8 {
        let body = index == 2 ? "sleep 400" : "echo \(index)"
        pool.submit(Job(body: Array(body.utf8), timeLimitMilliseconds: 20_000)) { outcome in
            say("\(index) \(describe(outcome))")
            left -= 1
        }
    }
    while left > 0 {
        link.wait(milliseconds: 20)
        // Two answers came, so the third job runs; its retry runs when the pool has restarted once.
        if left == 6, kills < times, pool.running == 1, pool.statistics.restarts == kills, let pid = pool.processIDs.first {
            kill(pid, SIGKILL)
            kills += 1
        }
    }
    say("restarts \(pool.statistics.restarts)")
}

/// Kills a worker that has nothing to do, then gives the pool a job.
func killIdle(_ link: SpawnerLink, _ options: Options) {
    let pool = WorkerPool(link: link, configuration: options.configuration, count: 1)
    while pool.sandbox == nil { link.wait(milliseconds: 100) }
    if let pid = pool.processIDs.first { kill(pid, SIGKILL) }
    var answer: String?
    pool.submit(Job(body: Array("echo still here".utf8), timeLimitMilliseconds: 20_000)) { answer = describe($0) }
    while answer == nil { link.wait(milliseconds: 1_000) }
    say("\(answer ?? "") restarts \(pool.statistics.restarts)")
}

/// Shows the order of waiting jobs, cancelling and reprioritising.
func order(_ link: SpawnerLink, _ options: Options) {
    let pool = WorkerPool(link: link, configuration: options.configuration, count: 1)
    var left = 0
    func submit(_ name: String, priority: Int, tag: UInt64, body: String? = nil) {
        left += 1
        pool.submit(
            Job(body: Array((body ?? "echo").utf8), priority: priority, timeLimitMilliseconds: 20_000, tag: tag)
        ) { outcome in
            say("\(name) \(describe(outcome))")
            left -= 1
        }
    }
    submit("running", priority: 9, tag: 1, body: "sleep 200")
    while pool.running == 0 { link.wait(milliseconds: 100) }
    submit("low", priority: 0, tag: 2)
    submit("high", priority: 5, tag: 3)
    submit("dropped", priority: 5, tag: 4)
    submit("raised", priority: 0, tag: 5)
    submit("high too", priority: 5, tag: 6)
    pool.cancel(tag: 1)
    pool.cancel(tag: 4)
    pool.reprioritise(tag: 5, to: 7)
    while left > 0 { link.wait(milliseconds: 1_000) }
    submit("last", priority: 0, tag: 7, body: "sleep 1000")
    pool.shutdown()
    while left > 0 { link.wait(milliseconds: 1_000) }
}

/// A worker that would listen for ever stops when nobody waits for its job any more, and works on; a later job is not stale with it.
func attention(_ link: SpawnerLink, _ options: Options) {
    let pool = WorkerPool(link: link, configuration: options.configuration, count: 1)
    for round in 1...3 {
        var left = 2
        func submit(_ body: String, tag: UInt64) {
            pool.submit(Job(body: Array(body.utf8), timeLimitMilliseconds: 20_000, tag: tag)) { outcome in
                say("\(round) \(describe(outcome))")
                left -= 1
            }
        }
        submit("listen", tag: 1)
        while pool.running == 0 { link.wait(milliseconds: 100) }
        pool.cancel(tag: 1)
        submit("echo next", tag: 2)
        while left > 0 { link.wait(milliseconds: 1_000) }
    }
    say("restarts \(pool.statistics.restarts)")
    pool.shutdown()
}

/// A program that is slower with each answer than its worker is with each job: how many answers does one turn of its loop bring?
func turns(_ link: SpawnerLink, _ options: Options) {
    let pool = WorkerPool(link: link, configuration: options.configuration, count: 1)
    var left = 12
    var most = 0
    for _ in 0..<left {
        pool.submit(Job(body: Array("echo".utf8), timeLimitMilliseconds: 20_000)) { _ in
            usleep(20_000)
            left -= 1
        }
    }
    while left > 0 {
        let before = left
        link.wait(milliseconds: 1_000)
        most = max(most, before - left)
    }
    say("most \(most)")
}

/// The spawner dies: whoever waits is told, and no worker stays.
func killSpawner(_ link: SpawnerLink, _ options: Options) {
    let pool = WorkerPool(link: link, configuration: options.configuration, count: 1)
    var left = 2
    for name in ["loop", "echo"] {
        pool.submit(Job(body: Array(name.utf8), timeLimitMilliseconds: 600_000)) { outcome in
            say("\(name) \(describe(outcome))")
            left -= 1
        }
    }
    while pool.running == 0 { link.wait(milliseconds: 100) }
    say("pids \(pool.processIDs.map(String.init).joined(separator: " "))")
    kill(link.pid, SIGKILL)
    while left > 0 { link.wait(milliseconds: 1_000) }
}
