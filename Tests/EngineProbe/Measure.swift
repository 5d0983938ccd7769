import EngineKit
import Glibc

/// Prints how long a process takes to start and what a job costs on the way, in wall and CPU time.
func measure(_ link: SpawnerLink, _ options: Options) {
    var configuration = options.configuration
    let picture = 1_620 * 1_080 * 3
    configuration.slotBytes = picture
    let begin = MonotonicClock.now()
    let pool = WorkerPool(link: link, configuration: configuration, count: 1)
    func time(_ name: String, _ count: Int, _ body: String) {
        let start = MonotonicClock.now()
        let cpu = processorTime()
        var left = count
        var sum = 0
        for _ in 0..<count {
            pool.submit(Job(body: Array(body.utf8), timeLimitMilliseconds: 20_000)) { outcome in
                if case .done(_, let slot) = outcome { sum += slot.count }
                left -= 1
            }
        }
        while left > 0 { link.wait(milliseconds: 1_000) }
        let wall = Double(MonotonicClock.now() - start) / 1_000 / Double(count)
        say("\(name): \(wall) us a job, program's CPU \((processorTime() - cpu) / Double(count)) us, \(sum / count) bytes")
    }
    time("first answer (start of a process)", 1, "echo")
    say("since the pool was made: \((MonotonicClock.now() - begin) / 1_000) us")
    time("warm up", 4, "fill \(picture) 7")
    for _ in 0..<3 {
        time("empty job", 5_000, "echo")
        time("job that fills 1620x1080 RGB", 400, "fill \(picture) 7")
    }
    fillHere(picture)
    var left = 1
    pool.submit(Job(body: Array("processor-time".utf8), timeLimitMilliseconds: 20_000)) { outcome in
        say("worker's whole CPU: \(describe(outcome))")
        left = 0
    }
    while left > 0 { link.wait(milliseconds: 1_000) }
}

/// The same filling without any process between, for comparison.
private func fillHere(_ bytes: Int) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes, alignment: 64)
    defer { memory.deallocate() }
    for _ in 0..<4 { memset(memory.baseAddress!, 7, bytes) }
    let start = MonotonicClock.now()
    var sum = 0
    for round in 0..<400 {
        memset(memory.baseAddress!, Int32(round & 127), bytes)
        sum += Int(memory[round * 1_000])
    }
    say("(\(sum)) the same filling in this process: \(Double(MonotonicClock.now() - start) / 1_000 / 400) us")
}

func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}
