import EngineKit
import Foundation
import Testing

@Suite("Locks: what each process can no longer do", .enabled(if: kernelCanLock))
struct LockTests {
    let probe: Probe
    init() throws { probe = try Probe() }

    @Test("a worker reads below its sources and nothing else, writes nothing, and has nothing it was not given")
    func worker() throws {
        defer { probe.remove() }
        let answers = try probe.answers([
            "facts", "read \(probe.original)", "read \(probe.secret)", "read /etc/hostname", "write \(probe.original)",
            "empty \(probe.original)", "create \(probe.card)/new", "create \(probe.own)/new", "unlink \(probe.original)",
            "rename \(probe.original) \(probe.card)/b", "link \(probe.original) \(probe.card)/b", "memory-of 1", "thread",
            "unlimit",
            "facts",
        ])
        let expected = [
            "own session, 4 descriptors, environment clean, nice 0", "ok", "EACCES", "EACCES", "EPERM", "EPERM", "EPERM", "EPERM",
            "EPERM", "EPERM", "EPERM", "EPERM", "ok", "EPERM",
        ]
        for (index, answer) in expected.enumerated() { #expect(answers[index] == "done \(answer)", "job \(index)") }
        #expect(probe.content(probe.original) == "raw")
    }

    @Test("a committer writes, replaces and removes the sidecars it was started for")
    func commits() throws {
        defer { probe.remove() }
        let committer = ["--role", "committer", "--target", "DCIM/a.xmp", "--target", "b.xmp", "--replaces", "yes"]
        let answers = try probe.answers(
            ["put 0 first", "put 1 second", "put 0 replaced", "remove 1", "finish", "thread", "put 2 beyond"], options: committer)
        #expect((0..<5).allSatisfy { answers[$0] == "done ok" })
        #expect(answers[5] == "done EPERM", "a committer needs no thread: its memory must stay where it is")
        #expect(probe.content(probe.card + "/DCIM/a.xmp") == "replaced")
        #expect(!probe.exists(probe.card + "/b.xmp"))
        #expect(!probe.exists(probe.card + "/.keepers"))
        let mode = try FileManager.default.attributesOfItem(atPath: probe.card + "/DCIM/a.xmp")[.posixPermissions] as? Int
        #expect(mode == 0o640)
    }

    @Test("a sidecar that appeared meanwhile is not replaced by a new one")
    func newSidecarsReplaceNothing() throws {
        defer { probe.remove() }
        let answers = try probe.answers(
            ["put-new 0 ours", "put-new 0 again"],
            options: ["--role", "committer", "--target", "DCIM/a.xmp", "--replaces", "yes"])
        #expect(answers[0] == "done ok")
        #expect(answers[1]?.hasPrefix("done EEXIST") == true)
        #expect(probe.content(probe.card + "/DCIM/a.xmp") == "ours")
    }

    @Test("a committer cannot open, empty, rename, link or remove an original, nor make another file, nor move its list of names")
    func committer() throws {
        defer { probe.remove() }
        let a = probe.original
        let answers = try probe.answers(
            [
                "read \(a)", "write \(a)", "empty \(a)", "rename \(a) \(probe.card)/DCIM/a.xmp", "unlink \(a)",
                "link \(a) \(probe.card)/.keepers/a", "create \(probe.card)/b.nef", "create \(probe.card)/.keepers/b",
                "create \(probe.own)/b", "read \(probe.secret)", "move-memory",
            ], options: ["--role", "committer", "--target", "DCIM/a.xmp", "--replaces", "yes"])
        let expected = [
            "ok", "EPERM", "EPERM", "EPERM", "EPERM", "EPERM", "EPERM", "EPERM", "EPERM", "EACCES",
            "protect EPERM, unmap EPERM, cover EPERM",
        ]
        for (index, answer) in expected.enumerated() { #expect(answers[index] == "done \(answer)", "job \(index)") }
        #expect(probe.content(a) == "raw")
        #expect(try FileManager.default.contentsOfDirectory(atPath: probe.card).sorted() == [".keepers", "DCIM"])
    }

    @Test("a copier reads the card, makes new files in its folder, and changes neither the card nor what lies in the folder")
    func copier() throws {
        defer { probe.remove() }
        let into = probe.folder.path + "/into"
        try FileManager.default.createDirectory(atPath: into, withIntermediateDirectories: true)
        let theirs = into + "/theirs.nef"
        try Data("theirs".utf8).write(to: URL(fileURLWithPath: theirs))
        let a = probe.original
        let answers = try probe.answers(
            [
                "read \(a)", "create \(into)/.keepers/0.tmp", "write \(a)", "empty \(a)", "unlink \(a)", "rename \(a) \(into)/a",
                "link \(a) \(into)/a", "create \(probe.card)/new", "write \(theirs)", "empty \(theirs)", "unlink \(theirs)",
                "unlink-at \(theirs)", "unlink-at \(a)", "replace \(into)/.keepers/0.tmp \(theirs)",
                "replace \(a) \(into)/moved.nef",
                "read \(probe.secret)", "create \(probe.own)/b",
            ], options: ["--role", "copier", "--into", into])
        let expected = [
            "ok", "ok", "EPERM", "EPERM", "EPERM", "EPERM", "EPERM", "EACCES", "EPERM", "EPERM", "EPERM", "EACCES", "EACCES",
            "EACCES", "EACCES", "EACCES", "EACCES",
        ]
        for (index, answer) in expected.enumerated() { #expect(answers[index] == "done \(answer)", "job \(index)") }
        #expect(probe.content(a) == "raw")
        #expect(probe.content(theirs) == "theirs")
        #expect(try FileManager.default.contentsOfDirectory(atPath: probe.card).sorted() == ["DCIM"])
    }

    @Test("without sidecars to replace, a committer can make new ones and not replace any")
    func onlyNew() throws {
        defer { probe.remove() }
        let there = probe.card + "/there.xmp"
        try Data("theirs".utf8).write(to: URL(fileURLWithPath: there))
        let answers = try probe.answers(
            ["put 0 new", "put 1 ours", "remove 1"],
            options: ["--role", "committer", "--target", "new.xmp", "--target", "there.xmp"])
        #expect(answers[0] == "done ok")
        #expect(answers[1]?.hasPrefix("done EACCES there.xmp cannot be put in place") == true)
        #expect(answers[2]?.hasPrefix("done EACCES") == true)
        #expect(probe.content(there) == "theirs")
        #expect(probe.content(probe.card + "/new.xmp") == "new")
    }

    @Test(
        "a committer takes only names of sidecars inside its source", arguments: ["a.nef", "../a.xmp", "/etc/a.xmp", "DCIM/.xmp"])
    func names(_ name: String) throws {
        defer { probe.remove() }
        let answers = try probe.answers(["put 0 x"], options: ["--role", "committer", "--target", name])
        #expect(answers[0]?.hasPrefix("unavailable \(name) is no name of a sidecar") == true)
    }

    @Test("the locked program keeps its store, its threads and its workers, and loses the rest")
    func program() throws {
        defer { probe.remove() }
        let lines = try probe.lines("program")
        #expect(
            lines.dropFirst() == [
                "own folder ok", "thread ok", "terminal ok", "read original ok", "write original EACCES", "empty original EPERM",
                "hard link EXDEV", "folder elsewhere EACCES", "kill another EPERM", "stop itself ok", "worker done hello",
            ])
        #expect(probe.content(probe.original) == "raw")
    }

    @Test("a lock that would come too late, or for a folder that is not there, is an error and no half lock")
    func late() throws {
        defer { probe.remove() }
        #expect(
            try probe.lines("late") == ["error: the program was locked too late: 2 threads run already. Please report this."])
        let missing = try probe.lines("program", "--data", probe.own + "/gone")
        #expect(missing.first?.hasPrefix("error: \(probe.own)/gone cannot be opened (ENOENT)") == true)
    }

    @Test("every act that keepers privacy prints is refused in the program, a worker and the committer")
    func privacy() throws {
        defer { probe.remove() }
        #expect(try acts("yes").filter { !$0.hasSuffix(" true") } == [])
        #expect(probe.content(probe.original) == "raw")
    }

    @Test("the same acts succeed in a program without its lock, so that a refusal means something")
    func privacyWithoutLock() throws {
        defer { probe.remove() }
        let free = try acts("no").filter { $0.hasPrefix("program") }
        let harmless = ["startProgram", "changeAttribute", "socketPacket", "socketIPv6"]
        for line in free where !harmless.contains(where: line.contains) { #expect(line.hasSuffix("succeeded false")) }
        #expect(free.contains("program startProgram ENOENT false"))
        #expect(probe.content(probe.original) == "raw")
        #expect(!probe.exists(probe.card + "/program.nef"), "the expendable copy is really removed")
    }

    /// All lines of the scenario: 3 processes, 15 acts each.
    private func acts(_ lock: String) throws -> [String] {
        let roles = ["program", "worker", "committer"]
        for role in roles { try Data("copy".utf8).write(to: URL(fileURLWithPath: "\(probe.card)/\(role).nef")) }
        let copies = roles.map { "\(probe.card)/\($0).nef" }
        let lines = try probe.lines(
            "privacy", "--lock", lock, "--program", copies[0], "--worker", copies[1], "--committer", copies[2], "--target",
            "DCIM/a.xmp", "--replaces", "yes")
        #expect(lines.count == 3 * PrivacyAct.allCases.count)
        return lines
    }
}
