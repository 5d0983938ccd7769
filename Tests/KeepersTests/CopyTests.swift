import Foundation
import Testing

@Suite("export --copy", .serialized)
struct CopyTests {
    /// A card of which these frames are picked; the second has a sidecar of Lightroom's.
    private func pickedCard(_ desk: Desk, frames count: Int = 8) throws -> (card: String, picks: [String]) {
        let card = desk.path("card")
        let frames = try desk.card(frames: count)
        let picks = frames.filter { !$0.path.hasSuffix(".DNG") }.prefix(5).map(\.path)
        for path in picks { try #require(try desk.run("mark", card, path, "pick").code == 0) }
        _ = try desk.write("card/\((picks[1] as NSString).deletingPathExtension).xmp", CopyTests.sidecar)
        return (card, Array(picks))
    }

    static let sidecar = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
         xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/" xmp:Rating="4"
         crs:Exposure2012="+0.35"/></rdf:RDF></x:xmpmeta>
        """

    private func name(_ path: String) -> String { URL(fileURLWithPath: path).lastPathComponent }
    private func bytes(_ path: String) -> Data? { FileManager.default.contents(atPath: path) }

    @Test("copies the picks and their sidecars, byte for byte and with their times, and changes nothing on the card")
    func copies() throws {
        let desk = try Desk()
        let (card, picks) = try pickedCard(desk)
        let before = try Tree(card)
        let out = desk.path("out")
        let plan = try desk.run("export", card, "--copy", out, "--dry-run")
        #expect(plan.code == 0 && plan.out.contains("would copy 5 files of 5 frames"), "\(plan)")
        #expect(!FileManager.default.fileExists(atPath: out), "a dry run makes no folder")

        let json = try desk.json("export", card, "--copy", out, "--json")
        #expect(json["copied"] as? Int == 5 && json["failed"] as? Int == 0)
        #expect(try Tree(card).difference(from: before) == [])
        let there = try Tree(out)
        let photos = there.names.filter { !there.isSidecar($0) }
        #expect(photos == Set(picks.map(name)))
        for path in picks {
            let (copy, original) = (try #require(there.files[name(path)]), try #require(before.files[path]))
            #expect(copy.bytes == original.bytes && copy.modified == original.modified && copy.mode == original.mode, "\(path)")
        }
        #expect(there.sidecars.count == 5 && there.folders.isEmpty, "\(there.names) \(there.folders)")
        let merged = String(decoding: there.sidecars[fileStem(picks[1]) + ".xmp"] ?? Data(), as: UTF8.self)
        #expect(
            merged.contains("crs:Exposure2012=\"+0.35\"") && merged.contains("xmp:Rating=\"4\"") && merged.contains("pick=\"1\""))
        let first = try #require((json["files"] as? [[String: Any]])?.first)
        #expect((first["sha256"] as? String)?.count == 64)

        let again = try desk.json("export", card, "--copy", out, "--json")
        #expect(again["copied"] as? Int == 0 && again["alreadyThere"] as? Int == 5)
        #expect(try Tree(out).difference(from: there) == [], "a second run touches nothing")
    }

    @Test("sidecars go along under the profile's names: the one of that name, else the other program's words")
    func sidecarNames() throws {
        let desk = try Desk()
        let (card, picks) = try pickedCard(desk)
        let own = CopyTests.sidecar.replacingOccurrences(of: "+0.35", with: "-0.20")
        _ = try desk.write("card/\(picks[2]).xmp", own)
        _ = try desk.write("card/\((picks[2] as NSString).deletingPathExtension).xmp", CopyTests.sidecar)
        let before = try Tree(card)
        let out = desk.path("out")
        #expect(try desk.run("export", card, "--copy", out, "--profile", "darktable").code == 0)
        #expect(try Tree(card).difference(from: before) == [])
        let there = try Tree(out).sidecars
        #expect(Set(there.keys) == Set([1, 2].map { name(picks[$0]) + ".xmp" }), "only what says something has a sidecar")
        func text(_ index: Int) -> String { String(decoding: there[name(picks[index]) + ".xmp"] ?? Data(), as: UTF8.self) }
        #expect(text(1).contains("+0.35"), "Lightroom's develop settings are not lost")
        #expect(text(2).contains("-0.20") && !text(2).contains("+0.35"))

        let lightroom = desk.path("lightroom")
        #expect(try desk.run("export", card, "--copy", lightroom).code == 0)
        #expect(Set(try Tree(lightroom).sidecars.keys) == Set(picks.map { fileStem($0) + ".xmp" }))
    }

    private func fileStem(_ path: String) -> String { URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent }

    @Test("never overwrites a different file, follows no link, and copies what is missing only")
    func standing() throws {
        let desk = try Desk()
        let (card, picks) = try pickedCard(desk)
        let out = desk.path("out")
        try #require(try desk.run("export", card, "--copy", out).code == 0)
        // One flipped bit, one other size, one link, one gone.
        var flipped = try #require(bytes("\(out)/\(name(picks[0]))"))
        flipped[flipped.count / 2] ^= 1
        try flipped.write(to: URL(fileURLWithPath: "\(out)/\(name(picks[0]))"))
        _ = try desk.write("out/\(name(picks[1]))", "other")
        let victim = try desk.write("victim", "theirs")
        try FileManager.default.removeItem(atPath: "\(out)/\(name(picks[2]))")
        symlink(victim, "\(out)/\(name(picks[2]))")
        try FileManager.default.removeItem(atPath: "\(out)/\(name(picks[3]))")
        let run = try desk.run("export", card, "--copy", out)
        #expect(run.code == 1)
        #expect(run.out.contains("1 copied, 1 already there and identical, 3 failed"), "\(run)")
        #expect(run.out.contains("\(picks[0]): another file of its size but other bytes has its name"))
        #expect(run.out.contains("\(picks[1]): another file of 5 bytes has its name"))
        #expect(run.out.contains("\(picks[2]): a symbolic link has its name"))
        #expect(bytes("\(out)/\(name(picks[0]))") == flipped)
        #expect(bytes("\(out)/\(name(picks[1]))") == Data("other".utf8))
        #expect(bytes(victim) == Data("theirs".utf8))
        #expect(!FileManager.default.fileExists(atPath: "\(out)/.keepers"))
    }

    @Test("frames of two cards with one name are copied under two, the same ones each time; pairs come with --pairs")
    func names() throws {
        let desk = try Desk()
        let pair = try #require(try DemoCard.truth().first { $0.pair != nil })
        for card in ["one", "two"] { try DemoCard.make(at: desk.path(card), [pair]) }
        // Another photo of that name.
        let path = desk.path("two/\(pair.path)")
        var other = try #require(bytes(path))
        other[other.count - 1] ^= 1
        try other.write(to: URL(fileURLWithPath: path))
        let cards = [desk.path("one"), desk.path("two")]
        let words = ["export"] + cards + ["--copy", desk.path("out"), "--pairs", "--filter", "open"]
        let run = try desk.run(words)
        #expect(run.code == 0, "\(run)")
        let type = URL(fileURLWithPath: pair.path).pathExtension
        let jpeg = URL(fileURLWithPath: pair.pair!).pathExtension
        let expected = ["\(pair.stem).\(type)", "\(pair.stem).\(jpeg)", "\(pair.stem)-2.\(type)", "\(pair.stem)-2.\(jpeg)"]
        #expect(Tree.files(below: desk.path("out")) == expected.sorted())
        #expect(bytes(desk.path("out/\(pair.stem)-2.\(type)")) == other)
        #expect(run.out.contains("is called \(pair.stem)-2.\(type) there"))
        #expect(try desk.run(words).out.contains("0 copied, 4 already there and identical, 0 failed"))
    }

    @Test("killed at any moment it leaves whole files only, and the next run goes on", arguments: [false, true])
    func killed(_ killsCopier: Bool) throws {
        let desk = try Desk()
        let (card, picks) = try pickedCard(desk)
        for turn in 0..<(isSlow ? 15 : 3) {
            let out = desk.path("out-\(turn)")
            let child = try desk.start(["export", card, "--copy", out])
            #expect(eventually { !Tree.files(below: out).isEmpty || !child.isRunning })
            usleep(UInt32.random(in: 0..<30_000))
            if killsCopier {
                for pid in Processes.offspring(of: child.pid) where comm(pid).contains("copy") { Foundation.kill(pid, SIGKILL) }
            } else {
                child.kill(SIGKILL)
            }
            let end = child.end()
            if killsCopier { #expect(end.code == 0 || end.code == 1, "\(end)") }
            for path in picks {
                guard let copy = bytes("\(out)/\(name(path))") else { continue }
                #expect(copy == bytes("\(card)/\(path)"), "\(path) is not whole")
            }
            let next = try desk.run("export", card, "--copy", out)
            #expect(next.code == 0, "\(next)")
            #expect(Set(Tree.files(below: out).filter { !$0.hasSuffix(".xmp") }) == Set(picks.map(name)))
            #expect(!FileManager.default.fileExists(atPath: "\(out)/.keepers"), "nothing temporary stays")
        }
    }

    private func comm(_ pid: Int32) -> String { (try? String(contentsOfFile: "/proc/\(pid)/comm", encoding: .utf8)) ?? "" }

    @Test("refuses folders on the card and around it, and options that do not go together")
    func refusals() throws {
        let desk = try Desk()
        let (card, _) = try pickedCard(desk, frames: 3)
        let before = try Tree(card)
        for (words, reason) in [
            (["--copy", "\(card)/picks"], "lies in"), (["--copy", desk.folder], "must be apart"),
            (["--mirror", card], "lies in"),
            (["--list", "\(card)/picks.txt"], "lies in"), (["--copy", "/proc/x", "--to", desk.folder], "two exports"),
            (["--pairs"], "--pairs goes with --copy"), (["--filter", "picked"], "--filter goes with"),
            (["--to", desk.path("gone")], "No such file"), (["--copy", desk.path("a/../../card/x")], "folder"),
        ] {
            let run = try desk.run(["export", card] + words)
            #expect(run.code != 0 && run.err.contains(reason), "\(words): \(run)")
        }
        #expect(try Tree(card).difference(from: before) == [])
    }

    static let mayMount: Bool = {
        let may = geteuid() == 0
        if !may { print("*** NOT TESTED: full and read-only disks need root, to mount them ***") }
        return may
    }()

    private func volume(_ desk: Desk, _ options: String, _ body: (String) throws -> Void) throws {
        let folder = desk.path("volume-\(UUID().uuidString)")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        guard mount("keepers", folder, "tmpfs", 0, options) == 0 else {
            return print("*** NOT TESTED: a tmpfs could not be mounted (\(String(cString: strerror(errno)))) ***")
        }
        defer { umount2(folder, Int32(MNT_DETACH)) }
        try body(folder)
    }

    @Test(
        "says before it starts that a disk is too small, and stops in good order where it fills up midway", .enabled(if: mayMount)
    )
    func fullDisk() throws {
        let desk = try Desk()
        let (card, picks) = try pickedCard(desk)
        try volume(desk, "size=256k") { small in
            let run = try desk.run("export", card, "--copy", "\(small)/out")
            #expect(run.code == 1 && run.err.contains("still to be copied") && run.err.contains("Nothing was copied"), "\(run)")
            #expect(Tree.files(below: small) == [])
        }
        // Room for the bytes, but not for that many files: the disk is full after the second.
        try volume(desk, "size=64m,nr_inodes=6") { full in
            let run = try desk.run("export", card, "--copy", "\(full)/out")
            #expect(run.code == 1, "\(run)")
            #expect(run.out.contains("not tried: the disk is full"), "\(run)")
            let there = Tree.files(below: "\(full)/out").filter { !$0.hasSuffix(".xmp") }
            #expect(there.count >= 1 && there.count < picks.count)
            for file in there {
                let path = try #require(picks.first { name($0) == file })
                #expect(bytes("\(full)/out/\(file)") == bytes("\(card)/\(path)"))
            }
        }
    }

    @Test("a read-only disk is said to be one, and nothing happens", .enabled(if: mayMount))
    func readOnlyDisk() throws {
        let desk = try Desk()
        let (card, _) = try pickedCard(desk, frames: 4)
        try volume(desk, "size=64m") { folder in
            mkdir("\(folder)/out", 0o755)
            try #require(mount("", folder, "", UInt(MS_REMOUNT | MS_RDONLY), "") == 0)
            let run = try desk.run("export", card, "--copy", "\(folder)/out")
            #expect(run.code == 1, "\(run)")
            #expect((run.out + run.err).contains("Read-only") || (run.out + run.err).contains("EROFS"), "\(run)")
        }
    }
}
