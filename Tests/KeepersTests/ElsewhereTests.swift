import Foundation
import Testing

@Suite("export --to and --mirror", .serialized)
struct ElsewhereTests {
    private func picked(_ desk: Desk, _ frames: [DemoCard.Truth]) throws -> String {
        let card = desk.path("card")
        for frame in frames { try #require(try desk.run("mark", card, frame.path, "pick").code == 0) }
        return card
    }

    private func name(_ path: String) -> String { URL(fileURLWithPath: path).lastPathComponent }
    private func sidecar(_ path: String) -> String {
        URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent + ".xmp"
    }
    private func text(_ path: String) -> String {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    @Test("--to finds copies by name, size and time, names what is missing or there twice, merges, and takes back")
    func copies() throws {
        let desk = try Desk()
        let frames = Array(
            try DemoCard.truth().filter { $0.time != nil && !$0.path.hasSuffix(".DNG") && $0.pair == nil }.prefix(6))
        try DemoCard.make(at: desk.path("card"), frames)
        let card = try picked(desk, frames)
        let before = try Tree(card)
        let backup = desk.path("backup")
        // Renamed folders; the first as it was, the second with a sidecar, the third twice, the fourth another photo, the fifth cut, the sixth gone.
        for (index, frame) in frames.prefix(5).enumerated() {
            try DemoCard.copy("\(card)/\(frame.path)", "\(backup)/wedding/\(index)/\(name(frame.path))")
        }
        try DemoCard.copy("\(card)/\(frames[2].path)", "\(backup)/again/\(name(frames[2].path))")
        let other = try #require(
            frames.first {
                $0.path != frames[3].path
                    && URL(fileURLWithPath: $0.path).pathExtension == URL(fileURLWithPath: frames[3].path).pathExtension
            })
        try DemoCard.copy("\(card)/\(other.path)", "\(backup)/wedding/3/\(name(frames[3].path))")
        let cut = "\(backup)/wedding/4/\(name(frames[4].path))"
        truncate(cut, 100_000)
        let lightroom = "\(backup)/wedding/1/\(sidecar(frames[1].path))"
        try Data(CopyTests.sidecar.utf8).write(to: URL(fileURLWithPath: lightroom))
        let start = try Tree(backup)

        let dry = try desk.json("export", card, "--to", backup, "--dry-run", "--json")
        #expect(try Tree(backup).difference(from: start) == [], "a dry run writes nothing")
        let plan = try #require(dry["plan"] as? [[String: Any]])
        let fates = Dictionary(uniqueKeysWithValues: plan.map { ($0["path"] as? String ?? "", $0["fate"] as? String ?? "") })
        #expect(frames.map { fates[$0.path] } == ["create", "merge", "refused", "refused", "refused", "refused"])

        let run = try desk.run("export", card, "--to", backup)
        #expect(run.code == 1)
        #expect(run.out.contains("2 written, 0 unchanged, 4 failed"), "\(run)")
        #expect(run.out.contains("\(frames[2].path): 2 copies of it lie there"))
        #expect(run.out.contains("\(frames[3].path): wedding/3/\(name(frames[3].path)) has its name"))
        #expect(run.out.contains("\(frames[4].path): wedding/4/\(name(frames[4].path)) has its name but another size"))
        #expect(
            run.out.contains("have no copy there: no photo of its name, size and time below")
                || run.out.contains("has no copy there"))
        let after = try Tree(backup)
        #expect(after.differenceOfOriginals(from: start) == [])
        #expect(Set(after.sidecars.keys) == ["wedding/0/\(sidecar(frames[0].path))", "wedding/1/\(sidecar(frames[1].path))"])
        #expect(text(lightroom).contains("crs:Exposure2012=\"+0.35\"") && text(lightroom).contains("pick=\"1\""))
        #expect(try Tree(card).difference(from: before) == [], "nothing is written beside the card's own photos")
        #expect(try desk.run("export", card, "--to", backup).out.contains("0 written, 2 unchanged"))

        let undone = try desk.json("undo-export", card, "--to", backup, "--json")
        #expect(undone["removed"] as? Int == 1 && undone["written"] as? Int == 1)
        let restored = try Tree(backup)
        #expect(restored.differenceOfOriginals(from: start) == [] && restored.sidecars == start.sidecars)
    }

    @Test("--to compares frames without a capture time byte for byte")
    func timeless() throws {
        let desk = try Desk()
        let frame = try #require(
            try DemoCard.truth().first { $0.time == nil && !$0.path.hasSuffix(".DNG") && !$0.path.hasSuffix(".JPG") })
        var twin = frame
        twin.path = "DCIM/199TWIN/TWIN0001.\(URL(fileURLWithPath: frame.path).pathExtension)"
        let frames = [frame, twin]
        try DemoCard.make(at: desk.path("card"), [frame])
        try DemoCard.copy(desk.path("card/\(frame.path)"), desk.path("card/\(twin.path)"))
        let card = try picked(desk, frames)
        for frame in frames { try DemoCard.copy("\(card)/\(frame.path)", desk.path("backup/\(name(frame.path))")) }
        let changed = desk.path("backup/\(name(frames[1].path))")
        var bytes = try #require(FileManager.default.contents(atPath: changed))
        bytes[bytes.count - 1] ^= 1
        try bytes.write(to: URL(fileURLWithPath: changed))
        let run = try desk.run("export", card, "--to", desk.path("backup"))
        #expect(run.out.contains("1 written, 0 unchanged, 1 failed") && run.out.contains("other bytes"), "\(run)")
        #expect(!text(desk.path("backup/\(sidecar(frames[0].path))")).isEmpty)
    }

    @Test("--mirror has the card's tree, begins with the card's own sidecars, merges what changed there since, and takes back")
    func mirror() throws {
        let desk = try Desk()
        let frames = try desk.card { !$0.path.hasSuffix(".DNG") && $0.pair == nil }.prefix(4)
        let card = try picked(desk, Array(frames))
        let paths = frames.map(\.path)
        let own = (paths[1] as NSString).deletingPathExtension + ".xmp"
        try Data(CopyTests.sidecar.utf8).write(to: URL(fileURLWithPath: "\(card)/\(own)"))
        let before = try Tree(card)
        let mirror = desk.path("deep/mirror")
        #expect(try desk.run("export", card, "--mirror", mirror, "--dry-run").code == 0)
        #expect(!FileManager.default.fileExists(atPath: mirror))
        let run = try desk.run("export", card, "--mirror", mirror)
        #expect(run.code == 0 && run.out.contains("4 written"), "\(run)")
        #expect(run.out.contains("rsync -rtu"))
        #expect(Set(Tree.files(below: mirror)) == Set(paths.map { ($0 as NSString).deletingPathExtension + ".xmp" }))
        #expect(
            text("\(mirror)/\(own)").contains("crs:Exposure2012=\"+0.35\"") && text("\(mirror)/\(own)").contains("pick=\"1\""))
        #expect(try Tree(card).difference(from: before) == [])
        // A change in the mirror that is not ours stays.
        let edited = text("\(mirror)/\(own)").replacingOccurrences(of: "+0.35", with: "+0.70")
        try Data(edited.utf8).write(to: URL(fileURLWithPath: "\(mirror)/\(own)"))
        try #require(try desk.run("mark", card, paths[1], "2").code == 0)
        #expect(try desk.run("export", card, "--mirror", mirror).out.contains("1 written, 3 unchanged, 0 failed"))
        #expect(text("\(mirror)/\(own)").contains("+0.70") && text("\(mirror)/\(own)").contains("xmp:Rating=\"2\""))
        #expect(try desk.run("undo-export", "--all", card, "--to", mirror).code == 0)
        #expect(Tree.files(below: mirror) == [own], "the card's own sidecar stays, as it was there")
    }

    @Test("the export screen mirrors into a folder that it makes, remembers it, refuses the card itself, and takes back")
    func screens() throws {
        let desk = try Desk()
        let frames = try desk.card { !$0.path.hasSuffix(".DNG") && $0.pair == nil }.prefix(4)
        let card = try picked(desk, Array(frames))
        let own = (frames[1].path as NSString).deletingPathExtension + ".xmp"
        try Data(CopyTests.sidecar.utf8).write(to: URL(fileURLWithPath: "\(card)/\(own)"))
        let before = try Tree(card)
        // Through a link, which the store must not mistake for another place.
        try FileManager.default.createDirectory(atPath: desk.path("home of"), withIntermediateDirectories: true)
        symlink(desk.path("home of"), desk.path("link"))
        let mirror = desk.path("link/new/mirror")
        let script = try desk.write(
            "mirror.txt",
            """
            wait idle
            key E
            wait idle
            key d
            expect text No folder is named for it yet
            key f
            type \(card)
            key Enter
            expect text nothing but sidecars
            key Ctrl-U
            type \(mirror)
            key Enter
            wait idle
            expect text in a mirror
            expect text folder is not there yet and is made
            expect text write 4 sidecars
            key Enter
            wait idle
            expect text 4 written, 0 unchanged, 0 failed
            expect text rsync -rtu
            """)
        let run = try desk.run("replay", script, card)
        #expect(run.code == 0, "\(run)")
        #expect(
            Set(Tree.files(below: mirror)) == Set(frames.map { ($0.path as NSString).deletingPathExtension + ".xmp" }),
            "sidecars only, and nothing of ours stays")
        #expect(text("\(mirror)/\(own)").contains("+0.35") && text("\(mirror)/\(own)").contains("pick=\"1\""))
        #expect(try Tree(card).difference(from: before) == [], "nothing is written beside the photos")

        let back = try desk.write(
            "back.txt",
            """
            wait idle
            key E
            wait idle
            expect text in a mirror
            expect text back: nothing to write
            key Esc
            key :
            type undo-export
            key Enter
            wait idle
            expect text Take back the export of
            expect text 4 sidecars
            key Enter
            wait idle
            expect text No export stands here any more
            screen
            """)
        let undo = try desk.run("replay", back, card)
        #expect(undo.code == 0, "\(undo)")
        #expect(Tree.files(below: mirror) == [own] && !text("\(mirror)/\(own)").contains("pick"))
    }

    @Test("the export screen writes beside a copy, and names a folder that is not there")
    func screensBesideACopy() throws {
        let desk = try Desk()
        let frames = try desk.card { !$0.path.hasSuffix(".DNG") && $0.pair == nil && $0.time != nil }.prefix(3)
        let card = try picked(desk, Array(frames))
        for frame in frames { try DemoCard.copy("\(card)/\(frame.path)", "\(desk.path("backup"))/day/\(name(frame.path))") }
        let before = try Tree(card)
        let script = try desk.write(
            "copies.txt",
            """
            wait idle
            key E
            wait idle
            key d
            key d
            expect text Export to sidecars beside a copy
            key d
            expect text Export to sidecars beside the photos
            key d
            key Enter
            type \(desk.path("aside"))
            key Enter
            wait idle
            key d
            key f
            type \(desk.path("nowhere"))
            key Enter
            expect text No such file
            key Ctrl-U
            type \(desk.path("backup"))
            key Enter
            wait idle
            expect text beside a copy
            key Enter
            wait idle
            expect text 3 written, 0 unchanged, 0 failed
            """)
        let run = try desk.run("replay", script, card)
        #expect(run.code == 0, "\(run)")
        #expect(
            Set(Tree.files(below: desk.path("backup/day")).filter { $0.hasSuffix(".xmp") })
                == Set(frames.map { sidecar($0.path) }))
        #expect(try Tree(card).difference(from: before) == [])
        #expect(!FileManager.default.fileExists(atPath: desk.path("aside")), "a dry run makes no folder")
    }

    @Test("labels are written in the words that were asked for, and in the remembered ones")
    func labels() throws {
        let desk = try Desk()
        let frames = Array(try desk.card { !$0.path.hasSuffix(".DNG") && $0.pair == nil }.prefix(1))
        let card = desk.path("card")
        try #require(try desk.run("mark", card, frames[0].path, "reject").code == 0)
        let own = (frames[0].path as NSString).deletingPathExtension + ".xmp"
        #expect(try desk.run("export", card, "--mirror", desk.path("one"), "--labels", "de").code == 0)
        #expect(text("\(desk.path("one"))/\(own)").contains("xmp:Label=\"Rot\""))
        #expect(try desk.run("export", card, "--mirror", desk.path("two")).code == 0)
        #expect(text("\(desk.path("two"))/\(own)").contains("xmp:Label=\"Rot\""))
    }

    @Test("a read-only card is named in the dry run with the way out", .enabled(if: CopyTests.mayMount))
    func readOnlyCard() throws {
        let desk = try Desk()
        let frames = Array(try desk.card(frames: 3))
        let card = try picked(desk, frames.filter { !$0.path.hasSuffix(".DNG") })
        guard mount(card, card, "", UInt(MS_BIND), "") == 0 else {
            return print("*** NOT TESTED: a bind mount could not be made ***")
        }
        defer { umount2(card, Int32(MNT_DETACH)) }
        try #require(mount("", card, "", UInt(MS_REMOUNT | MS_BIND | MS_RDONLY), "") == 0)
        let dry = try desk.run("export", card, "--dry-run")
        #expect(dry.code == 0 && dry.out.contains("is read-only") && dry.out.contains("--mirror FOLDER"), "\(dry)")
        let run = try desk.run("export", card, "--mirror", desk.path("mirror"))
        #expect(run.code == 0, "\(run)")
        #expect(!Tree.files(below: desk.path("mirror")).isEmpty)
    }
}
