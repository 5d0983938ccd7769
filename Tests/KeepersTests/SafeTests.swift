import Foundation
import Testing

/// `keepers safe` from outside: a card and its backups.
@Suite struct SafeTests {
    private func file(_ desk: Desk, _ path: String, _ bytes: Int, seed: UInt8) throws {
        let url = URL(fileURLWithPath: desk.path(path))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data((0..<bytes).map { UInt8(truncatingIfNeeded: ($0 &* 31) ^ ($0 >> 8) &+ Int(seed)) }).write(to: url)
    }

    private func card(_ desk: Desk) throws {
        for number in 1...6 { try file(desk, "card/DCIM/100EOS/IMG_\(number).CR3", 300_000, seed: UInt8(number)) }
        try file(desk, "card/DCIM/100EOS/MVI_7.MP4", 900_000, seed: 7)
        try file(desk, "card/VOICE/note.wav", 4_000, seed: 8)
        try file(desk, "card/.hidden/settings.bin", 100, seed: 9)
        try file(desk, "card/.Spotlight-V100/store.db", 100, seed: 10)
        try FileManager.default.copyItem(atPath: desk.path("card"), toPath: desk.path("backup"))
    }

    private func missing(_ desk: Desk, _ backups: [String] = ["backup"]) throws -> [String: String] {
        let run = try desk.run(["safe", desk.path("card")] + backups.map { desk.path($0) } + ["--json"])
        let json = try run.json()
        let list = try #require(json["missing"] as? [[String: String]])
        #expect(run.code == (list.isEmpty ? 0 : 1))
        #expect(json["safe"] as? Bool == list.isEmpty)
        return Dictionary(uniqueKeysWithValues: list.map { ($0["path"] ?? "", $0["reason"] ?? "") })
    }

    @Test func aWholeCopyIsSafeUnderAnyNameAndInPieces() throws {
        let desk = try Desk()
        try card(desk)
        #expect(try missing(desk).isEmpty)
        let run = try desk.run("safe", desk.path("card"), desk.path("backup"))
        #expect(run.code == 0)
        #expect(run.out.contains("all 9 files"))
        let receipts = try FileManager.default.contentsOfDirectory(atPath: desk.home + "/data/receipts")
        let receipt = try String(contentsOfFile: desk.home + "/data/receipts/" + receipts[0], encoding: .utf8)
        #expect(receipt.split(separator: "\n").count { $0.contains("  =  ") } == 9)
        // Renamed, moved, and spread over two backups it is still the same bytes.
        let files = FileManager.default
        try files.createDirectory(atPath: desk.path("other/wedding"), withIntermediateDirectories: true)
        try files.moveItem(
            atPath: desk.path("backup/DCIM/100EOS/IMG_2.CR3"), toPath: desk.path("other/wedding/20260613_0002.cr3"))
        #expect(try missing(desk, ["backup", "other"]).isEmpty)
        #expect(try Array(missing(desk).keys) == ["DCIM/100EOS/IMG_2.CR3"])
    }

    @Test func oneFlippedBitACutCopyAndALostFilmAreNamed() throws {
        let desk = try Desk()
        try card(desk)
        let flipped = URL(fileURLWithPath: desk.path("backup/DCIM/100EOS/IMG_3.CR3"))
        var bytes = try Data(contentsOf: flipped)
        bytes[150_000] ^= 1
        try bytes.write(to: flipped)
        let cut = URL(fileURLWithPath: desk.path("backup/DCIM/100EOS/IMG_4.CR3"))
        try Data(contentsOf: cut).prefix(200_000).write(to: cut)
        try FileManager.default.removeItem(atPath: desk.path("backup/DCIM/100EOS/MVI_7.MP4"))
        try FileManager.default.removeItem(atPath: desk.path("backup/.hidden/settings.bin"))
        // A different picture of the same name and size.
        try file(desk, "backup/DCIM/100EOS/IMG_5.CR3", 300_000, seed: 99)
        // The card's own file under another name is no copy.
        try FileManager.default.removeItem(atPath: desk.path("backup/VOICE/note.wav"))
        #expect(link(desk.path("card/VOICE/note.wav"), desk.path("backup/VOICE/note.wav")) == 0)
        let found = try missing(desk)
        #expect(
            Set(found.keys) == [
                "DCIM/100EOS/IMG_3.CR3", "DCIM/100EOS/IMG_4.CR3", "DCIM/100EOS/IMG_5.CR3", "DCIM/100EOS/MVI_7.MP4",
                ".hidden/settings.bin", "VOICE/note.wav",
            ])
        #expect(
            found["DCIM/100EOS/IMG_3.CR3"]?.hasSuffix("has its name and size but other bytes (the first at offset 150 000)")
                == true)
        #expect(found["DCIM/100EOS/IMG_4.CR3"]?.contains(" is shorter: ") == true)
        #expect(found["VOICE/note.wav"]?.contains("own file under another name") == true)
        #expect(found["DCIM/100EOS/MVI_7.MP4"] == "nothing of its name or size")
        #expect(!FileManager.default.fileExists(atPath: desk.home + "/data/receipts"))
    }

    /// Files of one size that an import renamed, in the same order and in another.
    @Test(arguments: [[1, 2, 3, 4, 5, 6], [4, 1, 6, 2, 5, 3]]) func renamedCopiesAreFoundWhateverTheirOrder(_ order: [Int]) throws
    {
        let desk = try Desk()
        try card(desk)
        for (place, number) in order.enumerated() {
            try FileManager.default.moveItem(
                atPath: desk.path("backup/DCIM/100EOS/IMG_\(number).CR3"), toPath: desk.path("backup/wedding-\(place).cr3"))
        }
        #expect(try missing(desk).isEmpty)
        try FileManager.default.removeItem(atPath: desk.path("backup/wedding-2.cr3"))
        let found = try missing(desk)
        #expect(Array(found.keys) == ["DCIM/100EOS/IMG_\(order[2]).CR3"])
        #expect(found.values.allSatisfy { $0 == "5 files of its size, none with its bytes" })
    }

    @Test(.enabled(if: Desk.hasNobody)) func aCopyThatCannotBeReadIsNoCopy() throws {
        let desk = try Desk()
        try card(desk)
        chmod(desk.folder, 0o777)
        #expect(chmod(desk.path("backup/DCIM/100EOS/IMG_3.CR3"), getuid() == 0 ? 0o600 : 0) == 0)
        let run = try desk.runAsNobody(["safe", desk.path("card"), desk.path("backup")], home: desk.path("nobodys"))
        #expect(run.code == 1)
        #expect(run.out.contains("100EOS/IMG_3.CR3: it cannot be read (Permission denied)"), "\(run)")
        #expect(run.out.contains("1 of 9 files is not in the backup"), "\(run)")
    }

    @Test func whatCannotBeSeenIsNotSafe() throws {
        let desk = try Desk()
        try card(desk)
        #expect(symlink("/etc/hostname", desk.path("card/DCIM/link.CR3")) == 0)
        let run = try desk.run("safe", desk.path("card"), desk.path("backup"))
        #expect(run.code == 1)
        #expect(run.out.contains("NOT SEEN DCIM/link.CR3: is a link"))
        let inside = try desk.run("safe", desk.path("card"), desk.path("card/DCIM"))
        #expect(inside.code == 2)
        #expect(inside.err.contains("lies on the card itself"))
        try FileManager.default.createDirectory(atPath: desk.path("nothing"), withIntermediateDirectories: true)
        #expect(try desk.run("safe", desk.path("nothing"), desk.path("backup")).code == 1)
    }
}
