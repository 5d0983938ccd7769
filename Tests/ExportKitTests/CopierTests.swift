import Foundation
import KeepersCore
import Testing

@testable import ExportKit

/// Copies between two folders, by the code that the copier process runs.
@Suite struct CopierTests {
    private func copy(_ card: Card, _ into: Card, _ from: String, _ to: String, size: Int64, keeps: Bool = false) throws
        -> CopyResult
    {
        let workshop = open(into.path + "/.keepers", O_RDONLY | O_DIRECTORY)
        defer { close(workshop) }
        let order = CopyOrder(root: 0, from: from, size: size, to: to, keepsExisting: keeps)
        return PhotoCopier(target: into.root, workshop: workshop).copy(order, root: card.root)
    }

    @Test func aCopyHasBytesTimesAndModeAndTheOriginalKeepsItsOwn() throws {
        let (card, into) = (try Card(), try Card())
        try card.put("DCIM/A.NEF", "photo", mode: 0o440)
        let times = [timespec(tv_sec: 1_000_000_000, tv_nsec: 111), timespec(tv_sec: 1_100_000_000, tv_nsec: 222)]
        utimensat(AT_FDCWD, card.path + "/DCIM/A.NEF", times, 0)
        #expect(try copy(card, into, "DCIM/A.NEF", "deep/er/A.NEF", size: 5) == .copied(Digest(of: Array("photo".utf8))))
        #expect(into.get("deep/er/A.NEF") == "photo" && into.mode("deep/er/A.NEF") == 0o640 && into.leftovers.isEmpty)
        var (original, made) = (stat(), stat())
        stat(card.path + "/DCIM/A.NEF", &original)
        stat(into.path + "/deep/er/A.NEF", &made)
        #expect(made.st_mtim.tv_sec == 1_100_000_000 && made.st_mtim.tv_nsec == 222)
        #expect(original.st_atim.tv_sec == 1_000_000_000 && original.st_mtim.tv_sec == 1_100_000_000, "not even when it was read")
        #expect(try copy(card, into, "DCIM/A.NEF", "deep/er/A.NEF", size: 5) == .alreadyThere(Digest(of: Array("photo".utf8))))
    }

    @Test func nothingThatIsThereIsReplacedAndNoLinkFollowed() throws {
        let (card, into) = (try Card(), try Card())
        try card.put("A.NEF", "photo")
        try into.put("same-size", "other")
        try into.put("longer", "another")
        symlink("/etc/hostname", into.path + "/link")
        symlink(into.path + "/DCIM", into.path + "/folder")
        mkdir(into.path + "/is-folder", 0o755)
        link(card.path + "/A.NEF", into.path + "/hard")
        for (name, words) in [
            ("same-size", "other bytes"), ("longer", "7 bytes"), ("link", "symbolic link"), ("folder/A.NEF", "link or a file"),
            ("is-folder", "no file"), ("hard", "not a copy"), ("../out", "no name"), ("/etc/x", "no name"), ("", "no name"),
            ("longer/A", "link or a file"),
        ] {
            let result = try copy(card, into, "A.NEF", name, size: 5)
            #expect(result.sentence?.contains(words) == true, "\(name): \(result)")
        }
        #expect(into.get("same-size") == "other" && into.get("longer") == "another" && into.leftovers.isEmpty)
        #expect(try copy(card, into, "A.NEF", "longer", size: 5, keeps: true) == .alreadyThere(nil))
    }

    @Test func aCardThatChangesOrAFolderThatVanishesIsNamed() throws {
        let (card, into) = (try Card(), try Card())
        try card.put("A.NEF", "photo")
        #expect(try copy(card, into, "A.NEF", "A.NEF", size: 6).sentence?.contains("another size") == true)
        #expect(try copy(card, into, "gone", "gone", size: 6).sentence?.contains("cannot be read on the card") == true)
        symlink(card.path + "/A.NEF", card.path + "/link")
        #expect(try copy(card, into, "link", "link", size: 5).sentence != nil)
        let workshop = open(into.path + "/.keepers", O_RDONLY | O_DIRECTORY)
        defer { close(workshop) }
        try FileManager.default.removeItem(atPath: into.path)
        let copier = PhotoCopier(target: into.root, workshop: workshop)
        let order = CopyOrder(root: 0, from: "A.NEF", size: 5, to: "A.NEF")
        #expect(copier.copy(order, root: card.root).sentence != nil)
        #expect(copier.makeFolder("x") != nil)
        #expect(card.get("A.NEF") == "photo")
    }

    @Test func whatTravelsBetweenTheProcessesReadsBack() throws {
        let order = CopyOrder(root: 1, from: "DCIM/A.NEF", size: 1 << 40, to: "A.NEF", keepsExisting: true)
        #expect(try CopyOrder(wire: order.wire) == order)
        let digest = Digest(of: [1])
        for result: CopyResult in [
            .copied(digest), .alreadyThere(nil), .alreadyThere(digest), .differs("x"), .noSpace, .failed("y"),
        ] { #expect(try CopyResult(wire: result.wire) == result) }
    }
}
