import Foundation
import Testing

@Suite("Export", .serialized)
struct ExportTests {
    /// Sidecars as they stand beside photos of this world; each is merged into, never replaced.
    private static let standing: [(stem: String, text: String)] = [
        (
            "DSC_9965",
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Adobe XMP Core 7.0-c000">
             <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
              <rdf:Description rdf:about=""
                xmlns:xmp="http://ns.adobe.com/xap/1.0/"
                xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/"
               xmp:Rating="4"
               xmp:MetadataDate="2026-06-14T09:00:00+02:00"
               crs:Exposure2012="+0.35"
               crs:HasSettings="True"/>
             </rdf:RDF>
            </x:xmpmeta>
            """
        ),
        (
            "DSC_9966",
            "\u{FEFF}<?xpacket begin='\u{FEFF}' id='W5M0MpCehiHzreSzNTczkc9d'?>\r\n<x:xmpmeta xmlns:x='adobe:ns:meta/'>\r\n"
                + "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>\r\n<r:Description r:about=''"
                + " xmlns:xap='http://ns.adobe.com/xap/1.0/'>\r\n<xap:Rating>2</xap:Rating><!-- mine -->\r\n<xap:Label>Winner alt</xap:Label>\r\n"
                + "</r:Description>\r\n</r:RDF>\r\n</x:xmpmeta>\r\n<?xpacket end='w'?>     "
        ),
    ]

    /// Picks, rejects, stars and labels over pairs, single RAWs, DNGs and lone JPEGs, some with sidecars already.
    private func decidedCard(_ desk: Desk) throws -> String {
        try desk.card(frames: 18)
        let card = desk.path("card")
        // Two frames that exist as JPEG only.
        for stem in ["DSCF0717", "DSCF0718"] { try FileManager.default.removeItem(atPath: "\(card)/DCIM/103_FUJI/\(stem).RAF") }
        for item in Self.standing {
            try Data(item.text.utf8).write(to: URL(fileURLWithPath: "\(card)/DCIM/100NIKON/\(item.stem).xmp"))
        }
        let decisions = [
            ("DSCF0715", "pick"), ("DSCF0716", "reject"), ("DSCF0717", "pick"), ("DSCF0718", "maybe"), ("IMGP0119", "pick"),
            ("DSC_9962", "pick"), ("DSC_9962", "5"), ("DSC_9962", "green"), ("DSC_9963", "maybe"), ("DSC_9964", "2"),
            ("DSC_9965", "pick"), ("DSC_9966", "reject"), ("_MG_2207", "blue"), ("_MG_2208", "pick"), ("_MG_2208", "clear"),
        ]
        for (frame, verdict) in decisions {
            let run = try desk.run("mark", card, frame, verdict)
            try #require(run.code == 0, "\(run)")
        }
        return card
    }

    private static let written = [
        "DCIM/100NIKON/DSC_9962.xmp", "DCIM/100NIKON/DSC_9964.xmp", "DCIM/100NIKON/DSC_9965.xmp", "DCIM/100NIKON/DSC_9966.xmp",
        "DCIM/102CANON/_MG_2207.xmp", "DCIM/103_FUJI/DSCF0715.xmp", "DCIM/103_FUJI/DSCF0716.xmp",
    ]

    @Test("dry run, export, export again and undo: originals stay, and the folder is what it was")
    func roundTrip() throws {
        let desk = try Desk()
        let card = try decidedCard(desk)
        let before = try Tree(card)

        let plan = try desk.json("export", "--dry-run", "--json", card)
        #expect(try Tree(card).difference(from: before) == [], "a dry run writes nothing")
        let items = try #require(plan["plan"] as? [[String: Any]])
        for item in items { #expect(Set(item.keys) == ["path", "fate", "reason"]) }
        func fates(_ fate: String) -> [String] {
            items.filter { $0["fate"] as? String == fate }.compactMap { $0["path"] as? String }.sorted()
        }
        #expect(fates("merge") == ["DCIM/100NIKON/DSC_9965.NEF", "DCIM/100NIKON/DSC_9966.NEF"])
        #expect(fates("create").count == 5)
        #expect(fates("ignored") == ["DCIM/103_FUJI/DSCF0717.JPG", "DCIM/104PENTX/IMGP0119.DNG"])

        let first = try desk.json("export", "--json", card)
        #expect(first["written"] as? Int == 7)
        #expect((first["failed"] as? [Any])?.isEmpty == true)
        let after = try Tree(card)
        #expect(after.differenceOfOriginals(from: before) == [], "bytes, times and modes of every original")
        #expect(after.folders == before.folders, ".keepers is gone again")
        #expect(after.names.subtracting(before.names).union(before.sidecars.keys) == Set(Self.written))
        for item in Self.standing { try expectOnlyOursChanged(item, after) }

        let second = try desk.json("export", "--json", card)
        #expect(second["written"] as? Int == 0)
        #expect(second["unchanged"] as? Int == 7)
        #expect(try Tree(card).difference(from: after) == [], "a second export touches nothing")

        let undone = try desk.json("undo-export", "--json", card)
        #expect(undone["written"] as? Int == 2)
        #expect(undone["removed"] as? Int == 5)
        #expect((undone["failed"] as? [Any])?.isEmpty == true)
        let restored = try Tree(card)
        #expect(restored.differenceOfOriginals(from: before) == [])
        #expect(restored.sidecars == before.sidecars)
        #expect(restored.folders == before.folders)
        #expect(try desk.json("undo-export", "--json", card)["removed"] as? Int == 0)
    }

    /// Everything of the old sidecar that is not ours stands in the new one, in its order.
    private func expectOnlyOursChanged(_ item: (stem: String, text: String), _ tree: Tree) throws {
        let bytes = try #require(tree.sidecars["DCIM/100NIKON/\(item.stem).xmp"])
        let text = String(decoding: bytes, as: UTF8.self)
        for part in item.stem == "DSC_9965"
            ? [
                "x:xmptk=\"Adobe XMP Core 7.0-c000\"", "xmp:Rating=\"4\"", "crs:Exposure2012=\"+0.35\"\n", "pick=\"1\"",
                "good=\"true\"",
            ]
            : [
                "\u{FEFF}<?xpacket begin='\u{FEFF}'", "<xap:Rating>2</xap:Rating><!-- mine -->\r\n", "<?xpacket end='w'?>     ",
                "-1",
            ]
        { #expect(text.contains(part), "\(part) in \(text)") }
        #expect(bytes.starts(with: item.text.utf8.prefix(60)))
    }

    static let hasExiftool: Bool = {
        let isThere = FileManager.default.isExecutableFile(atPath: "/usr/bin/exiftool")
        if !isThere { print("*** NOT TESTED: exiftool is not installed (apt-get install libimage-exiftool-perl) ***") }
        return isThere
    }()

    @Test("is read back by exiftool as it was meant", .enabled(if: hasExiftool))
    func exiftool() throws {
        let desk = try Desk()
        let card = try decidedCard(desk)
        try #require(try desk.run("export", card).code == 0)
        // Debian's exiftool does not know xmpDM:pick.
        let config = try desk.write(
            "exiftool.cfg",
            "%Image::ExifTool::UserDefined = ('Image::ExifTool::XMP::xmpDM' => { pick => { Writable => 'integer' } }); 1;\n")
        let child = try Child(
            ["-config", config, "-json", "-G1", "-XMP:all"] + Self.written.map { "\(card)/\($0)" }, program: "/usr/bin/exiftool",
            environment: desk.surroundings(desk.home), output: desk.path("exiftool"))
        let run = child.end()
        let answers = try #require(try JSONSerialization.jsonObject(with: Data(run.out.utf8)) as? [[String: Any]], "\(run)")
        func says(_ stem: String) -> String {
            let tags = answers.first { ($0["SourceFile"] as? String)?.hasSuffix("/\(stem).xmp") == true } ?? [:]
            return ["XMP-xmpDM:Pick", "XMP-xmpDM:Good", "XMP-xmp:Rating", "XMP-xmp:Label", "XMP-photoshop:LabelColor"].map {
                name in
                tags.first { $0.key.lowercased() == name.lowercased() }.map { "\($0.value)".lowercased() } ?? "-"
            }.joined(separator: " ")
        }
        // JSON true and false arrive as 1 and 0.
        #expect(says("DSCF0715") == "1 1 3 - -")
        #expect(says("DSCF0716") == "-1 0 1 red red")
        #expect(says("DSC_9962") == "1 1 5 green green")
        #expect(says("DSC_9964") == "- - 2 - -")
        #expect(says("DSC_9965") == "1 1 4 - -")
        #expect(says("DSC_9966").hasPrefix("-1 0 2 "))
        #expect(says("_MG_2207") == "- - - blue blue")
    }

    @Test("a sidecar that may not be written is refused and named, the others are written")
    func readOnlySidecar() throws {
        let desk = try Desk()
        let card = try decidedCard(desk)
        let locked = "\(card)/DCIM/100NIKON/DSC_9965.xmp"
        chmod(locked, 0o444)
        let broken = "\(card)/DCIM/103_FUJI/DSCF0715.xmp"
        try Data("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF".utf8).write(to: URL(fileURLWithPath: broken))
        try FileManager.default.createSymbolicLink(
            atPath: "\(card)/DCIM/103_FUJI/DSCF0716.xmp", withDestinationPath: "\(card)/DCIM/100NIKON/DSC_9966.xmp")
        let before = try Tree(card)
        let run = try desk.run("export", "--json", card)
        #expect(run.code == 1, "\(run)")
        let json = try run.json()
        #expect(json["written"] as? Int == 4)
        let failed = try #require(json["failed"] as? [[String: String]])
        #expect(failed.count == 3)
        for stem in ["DSC_9965", "DSCF0715", "DSCF0716"] {
            let failure = failed.first { $0["path"]?.contains(stem) == true }
            #expect((failure?["reason"]?.count ?? 0) > 10, "\(stem): \(failed)")
        }
        let after = try Tree(card)
        for path in ["DCIM/100NIKON/DSC_9965.xmp", "DCIM/103_FUJI/DSCF0715.xmp"] {
            #expect(after.files[path] == before.files[path])
        }
        var facts = stat()
        #expect(lstat("\(card)/DCIM/103_FUJI/DSCF0716.xmp", &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK)
        #expect(after.differenceOfOriginals(from: before) == [])
        #expect(after.folders == before.folders)
        let text = try desk.run("export", card)
        #expect(text.code == 1)
        #expect(text.out.contains("DSC_9965") && text.out.contains("0 written, 4 unchanged, 3 failed"), "\(text)")
    }

    @Test("undo goes back to what another program saved between two exports, not behind it")
    func undoKeepsTheirs() throws {
        let desk = try Desk()
        let card = try decidedCard(desk)
        try #require(try desk.run("export", card).code == 0)
        let path = "\(card)/DCIM/103_FUJI/DSCF0715.xmp"
        let theirs = try String(contentsOfFile: path, encoding: .utf8).replacingOccurrences(
            of: "xmp:Rating=\"3\"",
            with: "xmp:Rating=\"3\"\n   dc:format=\"image/x-fuji-raf\"\n   xmlns:dc=\"http://purl.org/dc/elements/1.1/\"")
        try Data(theirs.utf8).write(to: URL(fileURLWithPath: path))
        #expect(try desk.run("mark", card, "DSCF0715", "reject").code == 0)
        #expect(try desk.json("export", "--json", card)["written"] as? Int == 1)
        #expect(try desk.run("undo-export", card).code == 0)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == theirs)
    }

    @Test("what another program changed since is merged, and undo leaves it alone and says so")
    func changedSince() throws {
        let desk = try Desk()
        let card = try decidedCard(desk)
        try #require(try desk.run("export", card).code == 0)
        let path = "\(card)/DCIM/103_FUJI/DSCF0715.xmp"
        let exported = try String(contentsOfFile: path, encoding: .utf8)
        let theirs = exported.replacingOccurrences(
            of: "xmp:Rating=\"3\"",
            with: "xmp:Rating=\"3\"\n   dc:format=\"image/x-fuji-raf\"\n   xmlns:dc=\"http://purl.org/dc/elements/1.1/\"")
        try #require(theirs != exported)
        try Data(theirs.utf8).write(to: URL(fileURLWithPath: path))
        #expect(try desk.run("mark", card, "DSCF0715", "reject").code == 0)
        #expect(try desk.json("export", "--json", card)["written"] as? Int == 1)
        let merged = try String(contentsOfFile: path, encoding: .utf8)
        #expect(merged.contains("dc:format=\"image/x-fuji-raf\"") && merged.contains("pick=\"-1\""), "\(merged)")
        try Data((merged + "\n").utf8).write(to: URL(fileURLWithPath: path))
        let undo = try desk.run("undo-export", "--all", "--json", card)
        #expect(undo.code == 1)
        let failed = try #require(try undo.json()["failed"] as? [[String: String]])
        #expect(failed.map { $0["path"] } == ["DCIM/103_FUJI/DSCF0715.xmp"])
        #expect(try String(contentsOfFile: path, encoding: .utf8) == merged + "\n")
        #expect(!FileManager.default.fileExists(atPath: "\(card)/DCIM/100NIKON/DSC_9962.xmp"))
    }

    @Test("the summary in words: what is written, what Lightroom will not read, that originals stay")
    func words() throws {
        let desk = try Desk()
        let card = try decidedCard(desk)
        let run = try desk.run("export", "--dry-run", card)
        #expect(run.code == 0 && run.err.isEmpty)
        try expectGolden(run.out.replacingOccurrences(of: card, with: "CARD"), "export/dry-run.txt")
    }
}
