import Foundation
import Testing

@Suite("Workers: what becomes of jobs")
struct WorkerTests {
    let probe: Probe
    init() throws { probe = try Probe() }

    @Test("answers come back, with their pictures and with long messages either way")
    func answers() throws {
        defer { probe.remove() }
        let answers = try probe.answers([
            "echo hello", "fill 5000 3", "long 100000", "long-body 70000", "long-body 1048576", "long-body 1048577", "too-much",
        ])
        #expect(answers[0] == "done hello")
        #expect(answers[1] == "done filled slot=5000 sum=15000")
        #expect(answers[2] == "done 100000 bytes")
        #expect(answers[3] == "done got 70000")
        #expect(answers[4] == "done got 1048576")
        #expect(answers[5] == "unavailable a message of 1048577 bytes is longer than a slot")
        #expect(answers[6] == "crashed its answer is longer than a slot of 1048576 bytes")
    }

    @Test(
        "a job that crashes its worker is tried once more, then named; the others are done", arguments: ["segv", "trap", "leave"])
    func crash(_ mishap: String) throws {
        defer { probe.remove() }
        let answers = try probe.answers(["echo 0", mishap, "echo 2", "echo 3"], options: ["--workers", "2"])
        #expect([0, 2, 3].allSatisfy { answers[$0] == "done \($0)" })
        let expected = ["segv": "was ended by SIGSEGV", "trap": "was ended by SIG", "leave": "ended by itself with code 7"]
        #expect(try #require(answers[1]).hasPrefix("crashed " + expected[mishap, default: "?"]))
        #expect(answers[-1]?.hasPrefix("restarts 2 ") == true)
    }

    @Test("a job without end is ended at its time limit and not repeated")
    func loop() throws {
        defer { probe.remove() }
        let answers = try probe.answers(["loop", "echo 1", "sleep 20"], options: ["--limit", "300"])
        #expect(answers[0] == "timed out")
        #expect(answers[1] == "done 1")
        #expect(answers[2] == "done 20")
        #expect(answers[-1]?.hasPrefix("restarts 1 timeouts 1") == true)
    }

    @Test("a job that takes all memory is ended and reported so; the others are done")
    func memory() throws {
        defer { probe.remove() }
        let answers = try probe.answers(["echo 0", "bomb", "echo 2"], options: ["--memory", "400"])
        #expect(answers[0] == "done 0")
        #expect(answers[1] == "out of memory")
        #expect(answers[2] == "done 2")
    }

    @Test("kill -9 of a worker amid its jobs: its job is tried again, nothing else changes")
    func killed() throws {
        defer { probe.remove() }
        let lines = try probe.lines("kill-worker")
        #expect(lines == (0..<8).map { $0 == 2 ? "2 done 400" : "\($0) done \($0)" } + ["restarts 1"])
    }

    @Test("kill -9 of a worker and of its replacement: its job is named, nothing else changes")
    func killedTwice() throws {
        defer { probe.remove() }
        let lines = try probe.lines("kill-worker-twice")
        let expected = (0..<8).map { $0 == 2 ? "2 crashed was ended by SIGKILL" : "\($0) done \($0)" } + ["restarts 2"]
        #expect(lines == expected)
    }

    @Test("higher priorities first, cancelled jobs never, raised jobs sooner")
    func order() throws {
        defer { probe.remove() }
        #expect(
            try probe.lines("order") == [
                "running cancelled", "dropped cancelled", "raised done ", "high done ", "high too done ", "low done ",
                "last cancelled",
            ])
    }

    @Test("a job that nobody waits for any more is left by a worker that asks, without a new process")
    func attention() throws {
        defer { probe.remove() }
        let round = ["cancelled", "done next"]
        #expect(try probe.lines("attention") == (1...3).flatMap { number in round.map { "\(number) \($0)" } } + ["restarts 0"])
    }

    @Test("a worker faster than the program does not keep it from its other events: one answer a turn")
    func turns() throws {
        defer { probe.remove() }
        #expect(try probe.lines("turns") == ["most 1"])
    }

    @Test("a hijacked worker that lies about its slot or answers unasked is ended and not believed")
    func lies() throws {
        defer { probe.remove() }
        let answers = try probe.answers(["lie", "babble", "echo 2"])
        #expect(answers[0] == "crashed sent a message that does not fit its slot")
        #expect(answers[1] == "crashed answered what nobody asked")
        #expect(answers[2] == "done 2")
    }

    @Test("a source that is gone is named to whoever waits")
    func missingSource() throws {
        defer { probe.remove() }
        let answers = try probe.answers(["echo 0"], options: ["--root", probe.card + "/gone"])
        #expect(
            answers[0] == "unavailable \(probe.card)/gone cannot be read (ENOENT): is the card still in? Nothing was changed.")
    }

    @Test("kill -9 of a worker without a job: the next job is done all the same")
    func killedIdle() throws {
        defer { probe.remove() }
        #expect(try probe.lines("kill-idle") == ["done still here restarts 1"])
    }

    @Test("a helper that cannot be started is tried three times, then named", arguments: ["/nonexistent", "/bin/false"])
    func noExecutable(_ executable: String) throws {
        defer { probe.remove() }
        let code = executable == "/bin/false" ? 1 : 127
        let answers = try probe.answers(["echo 0", "echo 1"], options: ["--executable", executable])
        let text =
            "unavailable keepers could not start its helper process: it ended by itself with code \(code). "
            + "Nothing was changed; start keepers again."
        #expect(answers[0] == text)
        #expect(answers[1] == text)
    }

    @Test("kill -9 of the program leaves neither spawner nor worker, though they were at work")
    func orphans() throws {
        defer { probe.remove() }
        let process = Process()
        let output = Pipe()
        process.executableURL = Probe.executable
        process.arguments = ["hold", "--root", probe.card]
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let pids = line.split(whereSeparator: \.isWhitespace).compactMap { Int32($0) }
        #expect(pids.count == 3)
        #expect(pids.allSatisfy { !isGone($0) })
        kill(process.processIdentifier, SIGKILL)
        #expect(eventually { pids.allSatisfy(isGone) })
        process.waitUntilExit()
    }

    @Test("kill -9 of the spawner: whoever waits is told, and no worker stays")
    func spawnerKilled() throws {
        defer { probe.remove() }
        let lines = try probe.lines("kill-spawner")
        let worker = try #require(lines.first?.split(separator: " ").last.flatMap { Int32($0) })
        #expect(eventually { isGone(worker) })
        #expect(lines.count == 3)
        #expect(lines.dropFirst().allSatisfy { $0.contains("unavailable the process that starts keepers' helpers has ended") })
    }
}
