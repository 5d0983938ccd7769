import Foundation
import Testing

/// Every profile from the command line, read back by other programs.
@Suite("Export profiles", .serialized)
struct ProfileTests {
    /// Six RAWs without a JPEG of their own, with decisions that tell profiles apart.
    private func card(_ desk: Desk) throws -> (path: String, raws: [String]) {
        let frames = try desk.card { !$0.path.hasSuffix("JPG") && !$0.path.hasSuffix("DNG") && $0.pair == nil }
        let raws = Array(frames.prefix(6).map(\.path))
        try #require(raws.count == 6)
        let decisions = [["pick"], ["reject"], ["pick", "4", "purple"], ["reject", "3", "red"], ["2"], ["maybe", "green"]]
        for (path, words) in zip(raws, decisions) {
            for word in words { try #require(try desk.run("mark", desk.path("card"), path, word).code == 0) }
        }
        return (desk.path("card"), raws)
    }

    static let own = """
        pick    rating 5
        reject  flag rating -1 label red
        maybe   rating 1
        colours Label LabelColor colorlabels
        words   sv
        file    IMG.CR3.xmp
        """

    /// What exiftool shall read for each of the six: pick good rating label LabelColor colorlabels; nil = no sidecar.
    static let expected: [(words: [String], isAppended: Bool, says: [String?])] = [
        (
            ["--profile", "lightroom"], false,
            [
                "1 1 3 - - -", "-1 0 1 red red -", "1 1 4 purple purple -", "-1 0 3 red red -", "- - 2 - - -",
                "- - - green green -",
            ]
        ),
        (
            ["--profile", "lightroom", "--labels", "de"], false,
            ["1 1 3 - - -", "-1 0 1 rot red -", "1 1 4 lila purple -", "-1 0 3 rot red -", "- - 2 - - -", "- - - grün green -"]
        ),
        (
            ["--profile", "flags", "--labels", "zh-Hant"], false,
            ["1 1 - - - -", "-1 0 - - - -", "1 1 4 紫色 purple -", "-1 0 3 紅色 red -", "- - 2 - - -", "- - - 綠色 green -"]
        ),
        (
            ["--profile", "bridge"], false,
            [nil, "- - -1 - - -", "- - 4 to do - -", "- - -1 select - -", "- - 2 - - -", "- - - approved - -"]
        ),
        (
            ["--profile", "darktable"], true,
            [nil, "- - -1 - - -", "- - 4 purple - 4", "- - -1 red - 0", "- - 2 - - -", "- - - green - 2"]
        ),
        (
            ["--mapping", "OWN"], true,
            ["- - 5 - - -", "-1 0 -1 röd red 0", "- - 4 lila purple 4", "-1 0 -1 röd red 0", "- - 2 - - -", "- - 1 grön green 2"]
        ),
    ]

    @Test("write what their tables say, exiftool agrees, undo leaves nothing", arguments: expected.indices)
    func exiftool(index: Int) throws {
        let desk = try Desk()
        let (card, raws) = try card(desk)
        let before = try Tree(card)
        let (words, isAppended, says) = Self.expected[index]
        let own = try desk.write("mapping.txt", Self.own)
        let options = words.map { $0 == "OWN" ? own : $0 }
        let run = try desk.run(["export", "--json", card] + options)
        #expect(run.code == 0, "\(run)")
        #expect(try run.json()["written"] as? Int == says.count { $0 != nil })
        let after = try Tree(card)
        #expect(after.differenceOfOriginals(from: before) == [])
        func sidecar(_ raw: String) -> String { (isAppended ? raw : (raw as NSString).deletingPathExtension) + ".xmp" }
        let wanted = zip(raws, says).filter { $0.1 != nil }.map { sidecar($0.0) }
        #expect(Set(after.sidecars.keys) == Set(wanted))
        if ExportTests.hasExiftool {
            let read = try Readback.exiftool(desk, wanted.map { "\(card)/\($0)" })
            for (raw, said) in zip(raws, says) where said != nil { #expect(read["\(card)/\(sidecar(raw))"] == said, "\(raw)") }
        }
        // What is remembered counts the second time: nothing is written.
        let again = try desk.json(
            ["export", "--json", card] + options.filter { $0 != "--labels" && $0 != "de" && $0 != "zh-Hant" })
        #expect(again["written"] as? Int == 0)
        #expect(try Tree(card).difference(from: after) == [])
        #expect(try desk.run("undo-export", "--all", card).code == 0)
        #expect(try Tree(card).difference(from: before) == [])
    }

    @Test("one after the other leave nothing of the first; undo takes back the sidecars of both names")
    func changeOfProfile() throws {
        let desk = try Desk()
        let (card, _) = try card(desk)
        let before = try Tree(card)
        for words in Self.expected.dropLast().map(\.words) {
            #expect(try desk.run(["export", card] + words).code == 0)
            let fresh = try Desk()
            let (other, _) = try self.card(fresh)
            #expect(try fresh.run(["export", other, "--labels", "en"] + words).code == 0)
            let made = try Tree(other).sidecars
            for (path, bytes) in made {
                let now = try Data(contentsOf: URL(fileURLWithPath: "\(card)/\(path)"))
                #expect(Self.said(now) == Self.said(bytes), "\(words) \(path)")
            }
        }
        #expect(try desk.run("undo-export", "--all", card).code == 0)
        #expect(try Tree(card).difference(from: before) == [])
    }

    /// Our properties in a sidecar that we made, sorted.
    private static func said(_ bytes: Data) -> [String] {
        String(decoding: bytes, as: UTF8.self).split(whereSeparator: { $0.isNewline || $0 == ">" }).map {
            $0.trimmingCharacters(in: .whitespaces).replacingOccurrences(of: "/", with: "")
        }.filter { line in
            ["xmp:Rating", "xmp:Label", "photoshop:LabelColor", "xmpDM:pick", "xmpDM:good", "0<rdf:li", "4<rdf:li", "2<rdf:li"]
                .contains(where: line.hasPrefix)
        }.sorted()
    }

    // MARK: - darktable

    static let hasDarktable: Bool = {
        let isThere = FileManager.default.isExecutableFile(atPath: "/usr/bin/darktable-cli")
        if !isThere { print("*** NOT TESTED: darktable is not installed (make readback) ***") }
        return isThere && isSlow
    }()

    /// darktable 4.2 looks at each frame and its sidecar; its library says what it understood.
    @Test("are read by darktable as they were meant", .enabled(if: hasDarktable))
    func darktable() throws {
        let desk = try Desk()
        try desk.card { $0.pair != nil }
        let card = desk.path("card")
        // JPEGs, because rendered RAWs are nothing that darktable could develop.
        for path in Tree.files(below: card) where !path.hasSuffix("JPG") {
            try FileManager.default.removeItem(atPath: "\(card)/\(path)")
        }
        let frames = Array(Tree.files(below: card).prefix(6))
        try #require(frames.count == 6)
        let decisions = [
            ["pick"], ["reject"], ["pick", "4", "purple"], ["reject", "3", "red"], ["2", "yellow"], ["5", "blue"],
        ]
        for (path, words) in zip(frames, decisions) {
            for word in words { try #require(try desk.run("mark", card, path, word).code == 0) }
        }
        #expect(try desk.run("export", "--profile", "darktable", card).code == 0)
        // Stars, reject (8), colours; without a sidecar it is darktable's own default of one star.
        let expected = ["1 - ", "0 8 ", "4 - 4", "0 8 0", "2 - 1", "5 - 3"]
        for (path, said) in zip(frames, expected) {
            let understood = try Readback.darktable(desk, "\(card)/\(path)")
            #expect(understood == said, "\(path)")
        }
    }

    // MARK: - Mapping files, labels

    @Test("a mapping is printed, edited, used as 'own'; a wrong one writes nothing")
    func mapping() throws {
        let desk = try Desk()
        let (card, raws) = try card(desk)
        for profile in ["lightroom", "flags", "bridge", "darktable"] {
            let run = try desk.run("export", "--print-mapping", "--profile", profile)
            #expect(run.code == 0 && run.complaints.isEmpty && run.out.contains("reject   "), "\(run)")
        }
        try expectGolden(
            try desk.run("export", "--print-mapping", "--profile", "bridge").out.replacingOccurrences(
                of: desk.home, with: "HOME"),
            "export/mapping.txt")
        let none = try desk.run("export", "--profile", "own", card)
        #expect(none.code == 2 && none.err.contains("/config/mapping"), "\(none)")
        try FileManager.default.createDirectory(atPath: desk.home + "/config", withIntermediateDirectories: true)
        let bridge = try desk.run("export", "--print-mapping", "--profile", "bridge").out
        try Data(bridge.replacingOccurrences(of: "rating -1", with: "flag label red").utf8).write(
            to: URL(fileURLWithPath: desk.home + "/config/mapping"))
        #expect(try desk.run("export", "--profile", "own", card).code == 0)
        let rejected = try String(
            contentsOfFile: "\(card)/\((raws[1] as NSString).deletingPathExtension).xmp", encoding: .utf8)
        #expect(rejected.contains("xmp:Label=\"Select\"") && rejected.contains("pick=\"-1\"") && !rejected.contains("Rating"))
        let before = try Tree(card)
        let wrong = try desk.write("wrong.txt", "pick flag\nreject flg\nstars sometimes\n")
        let refused = try desk.run("export", "--mapping", wrong, card)
        #expect(refused.code == 2 && refused.err.contains("line 2: 'flg'") && refused.err.contains("line 3: stars"), "\(refused)")
        #expect(try desk.run("export", "--mapping", wrong, "--profile", "bridge", card).code == 2)
        #expect(try desk.run("export", "--labels", "klingon", card).code == 2)
        #expect(try Tree(card).difference(from: before) == [])
        let dry = try desk.run("export", "--dry-run", "--profile", "bridge", card)
        #expect(dry.out.contains("1  reject loses its stars in the sidecar") && dry.out.contains("★★★"), "\(dry)")
    }

    // MARK: - Two sidecars, collisions

    private func sidecar(_ attributes: String) -> String {
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpDM="http://ns.adobe.com/xmp/1.0/DynamicMedia/"
          xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:darktable="http://darktable.sf.net/" \(attributes)/>
        </rdf:RDF></x:xmpmeta>
        """
    }

    @Test("two sidecars of one photo that differ are a conflict; what we wrote ourselves, and darktable's one star, are none")
    func twoSidecars() throws {
        let desk = try Desk()
        let (card, raws) = try card(desk)
        let stem = (raws[0] as NSString).deletingPathExtension
        _ = try desk.write("card/\(stem).xmp", sidecar("xmp:Rating=\"3\""))
        _ = try desk.write("card/\(raws[0]).xmp", sidecar("xmp:Rating=\"5\""))
        _ = try desk.write("card/\(raws[1]).xmp", sidecar("xmp:Rating=\"1\" darktable:xmp_version=\"5\""))
        let before = try Tree(card)
        let run = try desk.run("export", "--json", card)
        #expect(run.code == 1)
        let failed = try #require(try run.json()["failed"] as? [[String: String]])
        #expect(failed.count == 1 && failed[0]["reason"]?.contains("says ★3, ") == true, "\(failed)")
        let after = try Tree(card)
        for path in ["\(stem).xmp", "\(raws[0]).xmp", "\(raws[1]).xmp"] { #expect(after.files[path] == before.files[path]) }
        // Ours now stands in IMG.xmp and says more than darktable's: no conflict, and the other name gets its own.
        let darktable = try desk.run("export", "--json", "--profile", "darktable", card)
        #expect(try darktable.json()["written"] as? Int == 5, "\(darktable)")
        let again = try desk.run("export", "--json", card)
        let answer = try again.json()
        #expect((answer["failed"] as? [Any])?.count == 1 && answer["written"] as? Int == 0, "\(again)")
        #expect(try desk.run("undo-export", "--all", card).code == 0)
        #expect(try Tree(card).difference(from: before).filter { !$0.hasSuffix("other time") } == [])
    }

    @Test("CR3 beside DNG, HEIC beside MOV, names in other case: nothing is overwritten")
    func collisions() throws {
        let desk = try Desk()
        let (card, raws) = try card(desk)
        let dng = try #require(try DemoCard.truth().first { $0.path.hasSuffix("DNG") })
        let master = try Desk()
        try master.card { $0.path == dng.path }
        let stem = (raws[0] as NSString).deletingPathExtension
        try DemoCard.copy("\(master.path("card"))/\(dng.path)", "\(card)/\(stem.lowercased()).dng")
        // A film beside a photo is no photo.
        try Data("film".utf8).write(to: URL(fileURLWithPath: "\(card)/\((raws[1] as NSString).deletingPathExtension).MOV"))
        _ = try desk.write("card/\((raws[2] as NSString).deletingPathExtension).XMP", sidecar("xmp:CreatorTool=\"another\""))
        let run = try desk.run("export", "--json", card)
        let failed = try #require(try run.json()["failed"] as? [[String: String]])
        #expect(failed.count == 1 && failed[0]["reason"]?.contains("would use the same sidecar") == true, "\(run)")
        let after = try Tree(card)
        #expect(!after.sidecars.keys.contains { $0.hasPrefix(stem) })
        #expect(after.sidecars.keys.filter { $0.hasSuffix(".XMP") }.count == 1)
        #expect(
            after.sidecars.keys.filter { $0.lowercased() == "\((raws[2] as NSString).deletingPathExtension).xmp".lowercased() }
                .count == 1)
        #expect(after.sidecars.keys.contains("\((raws[1] as NSString).deletingPathExtension).xmp"))
        // darktable's names tell the two apart.
        let darktable = try desk.run("export", "--json", "--profile", "darktable", card)
        #expect((try darktable.json()["failed"] as? [Any])?.isEmpty == true, "\(darktable)")
    }
}

/// What other programs say of a sidecar.
enum Readback {
    /// By path: pick good rating label LabelColor colorlabels, in lower case, `-` for nothing.
    static func exiftool(_ desk: Desk, _ paths: [String]) throws -> [String: String] {
        // Debian's exiftool does not know xmpDM:pick.
        let config = try desk.write(
            "exiftool.cfg",
            "%Image::ExifTool::UserDefined = ('Image::ExifTool::XMP::xmpDM' => { pick => { Writable => 'integer' } }); 1;\n")
        let child = try Child(
            ["-config", config, "-json", "-G1", "-charset", "UTF8", "-XMP:all"] + paths, program: "/usr/bin/exiftool",
            environment: desk.surroundings(desk.home), output: desk.path("exiftool-\(UUID().uuidString)"))
        let run = child.end()
        let answers = try #require(try JSONSerialization.jsonObject(with: Data(run.out.utf8)) as? [[String: Any]], "\(run)")
        let names = [
            "XMP-xmpDM:Pick", "XMP-xmpDM:Good", "XMP-xmp:Rating", "XMP-xmp:Label", "XMP-photoshop:LabelColor",
            "XMP-darktable:Colorlabels",
        ]
        var said: [String: String] = [:]
        for tags in answers {
            guard let path = tags["SourceFile"] as? String else { continue }
            // JSON true and false arrive as 1 and 0.
            said[path] = names.map { name in
                tags.first { $0.key.lowercased() == name.lowercased() }.map { "\($0.value)".lowercased() } ?? "-"
            }.joined(separator: " ")
        }
        return said
    }

    /// Stars, 8 for a reject, colours: from darktable's library after it has looked at one photo and its sidecar.
    static func darktable(_ desk: Desk, _ path: String) throws -> String {
        let folder = desk.path("darktable-\(UUID().uuidString)")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let sidecar = FileManager.default.fileExists(atPath: path + ".xmp") ? [path + ".xmp"] : []
        let child = try Child(
            [path] + sidecar + [
                "\(folder)/out.jpg", "--width", "64", "--core", "--configdir", folder, "--cachedir", folder, "--library",
                "\(folder)/library.db", "--conf", "write_sidecar_files=never",
            ], program: "/usr/bin/darktable-cli", environment: desk.surroundings(desk.home), output: folder + "/said")
        let run = child.end(within: 300)
        try #require(run.code == 0, "\(run)")
        let script = """
            import sqlite3, sys
            library = sqlite3.connect(sys.argv[1])
            flags = library.execute('select flags from images').fetchone()[0]
            colours = sorted(row[0] for row in library.execute('select color from color_labels'))
            print(flags & 7, '8' if flags & 8 else '-', ' '.join(map(str, colours)))
            """
        let python = try Child(
            ["-c", script, "\(folder)/library.db"], program: "/usr/bin/python3", environment: desk.surroundings(desk.home),
            output: folder + "/python")
        let answer = python.end()
        try #require(answer.code == 0, "\(answer)")
        return String(answer.out.dropLast())
    }
}
