import Foundation
import Testing

@Suite("Promises")
struct PromiseTests {
    /// Landlock's ABI as the kernel gives it, asked without any code of the product; negative where there is none.
    static let landlock: Int = {
        typealias Call = @convention(c) (Int, Int, Int, Int) -> Int
        guard let symbol = dlsym(nil, "syscall") else { return -1 }
        // landlock_create_ruleset(NULL, 0, LANDLOCK_CREATE_RULESET_VERSION)
        let version = unsafeBitCast(symbol, to: Call.self)(444, 0, 0, 1)
        if version < 1 { print("*** NOT TESTED: this kernel has no Landlock ***") }
        return version
    }()

    @Test("privacy shows every act refused in program, worker, committer and copier", .enabled(if: landlock > 0))
    func privacy() throws {
        let desk = try Desk()
        try desk.card(frames: 3)
        let card = desk.path("card")
        let before = try Tree(card)
        let json = try desk.json("privacy", "--json", card)
        #expect(Set(json.keys) == ["original", "processes", "libraries", "networkFunctions"])
        #expect((json["networkFunctions"] as? [String]) == [])
        #expect((json["libraries"] as? [String])?.contains { $0.hasPrefix("libraw_r") } == true)
        #expect((json["original"] as? String)?.hasPrefix(card + "/DCIM/") == true)
        let processes = try #require(json["processes"] as? [[String: Any]])
        #expect(processes.compactMap { $0["name"] as? String } == ["program", "worker", "committer", "copier"])
        for process in processes {
            let acts = try #require(process["acts"] as? [String: String])
            #expect(acts.count == 14, "\(process)")
            for (act, outcome) in acts {
                #expect(["EPERM", "EACCES"].contains(outcome), "\(process["name"] ?? ""): \(act): \(outcome)")
            }
            #expect((process["sandbox"] as? String)?.contains("kernel keeps the promise") == true)
        }
        #expect(try Tree(card).difference(from: before) == [])
        let text = try desk.run("privacy", card)
        #expect(text.code == 0)
        #expect(!text.out.contains("succeeded") && text.out.contains("nm -D"), "\(text)")
        #expect(!FileManager.default.fileExists(atPath: desk.home + "/data/privacy"), "the folder that the copier filled stayed")
    }

    @Test("privacy tries every act in the process that runs models too", .enabled(if: landlock > 0 && hasModels))
    func privacyOfJudges() throws {
        let desk = try Desk()
        try desk.card(frames: 3)
        desk.environment["KEEPERS_MODELS"] = installedModels
        let json = try desk.json("privacy", "--json", desk.path("card"))
        let processes = try #require(json["processes"] as? [[String: Any]])
        #expect(processes.compactMap { $0["name"] as? String } == ["program", "worker", "judge", "committer", "copier"])
        #expect(processes.compactMap { $0["makesMachineCode"] as? Bool } == [false, false, true, false, false])
        let acts = try #require(processes[2]["acts"] as? [String: String])
        #expect(acts.count == 14 && acts.values.allSatisfy { ["EPERM", "EACCES"].contains($0) }, "\(acts)")
        #expect((processes[2]["sandbox"] as? String)?.contains("kernel keeps the promise") == true)
    }

    @Test("the kernel says itself that program and workers are locked")
    func seenFromOutside() throws {
        let desk = try Desk()
        try desk.card(frames: 3)
        let script = try desk.write("hold.txt", "wait idle\nkey p\n" + String(repeating: "screen\n", count: 40))
        let log = desk.path("log")
        let child = try desk.start(["replay", script, desk.path("card"), "--log", log], isHeard: false)
        try #require(eventually { FileManager.default.contents(atPath: log)?.isEmpty == false })
        let workers = Processes.helpers(of: child.pid, named: "keepers-worker")
        var seen = 0
        for pid in [child.pid] + workers {
            // Those that measured go when everything is.
            guard let status = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8) else { continue }
            seen += 1
            #expect(status.contains("Seccomp:\t2"), "\(pid) has no filter")
            #expect(status.contains("NoNewPrivs:\t1"))
        }
        #expect(seen > 1, "the program and a worker")
        child.kill(SIGKILL)
        _ = child.end()
    }

    @Test("the same card measured by one and by two workers gives the same answer to the byte")
    func determinism() throws {
        let desk = try Desk()
        try desk.card(frames: 48)
        let card = desk.path("card")
        let answers = try ["1", "2"].map { workers in
            let home = desk.path("home-\(workers)")
            try #require(try desk.run("score", "--workers", workers, card, home: home).code == 0)
            return [try desk.run("list", "--json", card, home: home).out, try desk.run("stacks", "--json", card, home: home).out]
        }
        #expect(answers[0] == answers[1])
        let listed = try Listed(try Run(code: 0, out: answers[0][0], err: "", seconds: 0).json())
        #expect(listed.frames.allSatisfy { ($0["scores"] as? [String: Any])?["exposure"] is Double })
    }

    @Test("store and thumbnails are for their owner only, and small")
    func ownFiles() throws {
        let desk = try Desk()
        try desk.card(frames: 12)
        try #require(try desk.run("score", desk.path("card")).code == 0)
        var size = 0
        for path in Tree.files(below: desk.home) {
            var facts = stat()
            #expect(stat("\(desk.home)/\(path)", &facts) == 0 && facts.st_mode & 0o077 == 0, "\(path)")
            size += Int(facts.st_size)
        }
        for path in Tree.folders(below: desk.home) {
            var facts = stat()
            #expect(stat(path, &facts) == 0 && facts.st_mode & 0o777 == 0o700, "\(path)")
        }
        #expect(size / 12 < 100 * 1024, "\(size / 12) bytes a frame")
    }

    @Test("wipe removes everything that is ours and nothing else")
    func wipe() throws {
        let desk = try Desk()
        try desk.card(frames: 4)
        let card = desk.path("card")
        for words in [["score", card], ["mark", card, "DSCF0715", "pick"], ["export", card]] {
            #expect(try desk.run(words).code == 0)
        }
        let mine = [desk.home + "/data/notes.txt", desk.home + "/cache/holiday.jpg", desk.home + "/readme"]
        for path in mine { try Data("mine".utf8).write(to: URL(fileURLWithPath: path)) }
        let before = try Tree(card)
        let asked = try desk.run("wipe")
        #expect(asked.code == 1 && asked.err.contains("--yes") && asked.out.isEmpty, "\(asked)")
        #expect((try desk.json("sessions", "--json")["sessions"] as? [Any])?.count == 1)
        let run = try desk.run("wipe", "--yes")
        #expect(run.code == 0, "\(run)")
        #expect(Set(Tree.files(below: desk.home).map { "\(desk.home)/\($0)" }) == Set(mine))
        for path in mine { try FileManager.default.removeItem(atPath: path) }
        #expect(try desk.run("wipe", "--yes").code == 0)
        #expect(Tree.folders(below: desk.home).isEmpty, "our own folders go where nothing else is in them")
        #expect(try Tree(card).difference(from: before) == [])
        #expect(try desk.list(card).marks.values.allSatisfy { $0 == "- 0 -" })
    }
}
