import Foundation
import KeepersCore
import Testing

@testable import ExportKit

/// A source folder of its own for each test.
final class Card {
    let path: String
    let root: Int32

    init(in parent: String = NSTemporaryDirectory(), workshop: Bool = true) throws {
        path = parent + "/keepers-card-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path + "/DCIM", withIntermediateDirectories: true)
        if workshop { try FileManager.default.createDirectory(atPath: path + "/.keepers", withIntermediateDirectories: true) }
        root = open(path, O_RDONLY | O_DIRECTORY)
    }
    deinit {
        close(root)
        chmod(path + "/DCIM", 0o755)
        try? FileManager.default.removeItem(atPath: path)
    }

    func put(_ name: String, _ content: String, mode: mode_t = 0o644) throws {
        try Data(content.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
        chmod(path + "/" + name, mode)
    }
    func get(_ name: String) -> String? {
        FileManager.default.contents(atPath: path + "/" + name).map { String(decoding: $0, as: UTF8.self) }
    }
    func mode(_ name: String) -> mode_t {
        var info = stat()
        return lstat(path + "/" + name, &info) == 0 ? info.st_mode & 0o777 : 0
    }
    var leftovers: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path + "/.keepers")) ?? [] }

    func commit(_ path: String, expecting: String?, _ act: CommitOrder.Act) -> CommitResult {
        let order = CommitOrder(root: 0, path: path, expected: expecting.map { Digest(of: bytes($0)) }, act: act)
        return commit(order)
    }
    func commit(_ order: CommitOrder) -> CommitResult {
        SidecarCommitter.commit(order, root: root, hand: PlainHand(order, root: root))
    }
}

@Suite struct CommitTests {
    let new = "<new/>"
    var write: CommitOrder.Act { .write(bytes(new)) }

    @Test func digestIsSHA256() {
        #expect(Digest(of: bytes("abc")).hex == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(Digest(hex: Digest(of: []).hex) == Digest(of: []))
        #expect(Digest(hex: "zz") == nil)
    }

    @Test func makesReplacesAndRemoves() throws {
        let card = try Card()
        #expect(card.commit("DCIM/A.xmp", expecting: nil, write) == .written(Digest(of: bytes(new))))
        #expect(card.get("DCIM/A.xmp") == new)
        try card.put("DCIM/B.XMP", "old", mode: 0o640)
        #expect(card.commit("DCIM/B.XMP", expecting: "old", write) == .written(Digest(of: bytes(new))))
        #expect(card.mode("DCIM/B.XMP") == 0o640)
        #expect(card.commit("DCIM/B.XMP", expecting: new, .write(bytes("old"))) == .written(Digest(of: bytes("old"))))
        #expect(card.commit("DCIM/A.xmp", expecting: new, .remove) == .removed)
        #expect(card.get("DCIM/A.xmp") == nil)
        try card.put("C.xmp", "old")
        #expect(card.commit("C.xmp", expecting: "old", write) == .written(Digest(of: bytes(new))))
        #expect(card.leftovers.isEmpty)
    }

    @Test func aChangeByAnotherProgramWins() throws {
        let card = try Card()
        try card.put("DCIM/A.xmp", "theirs")
        #expect(card.commit("DCIM/A.xmp", expecting: "old", write) == .changedSince(Digest(of: bytes("theirs"))))
        #expect(card.commit("DCIM/A.xmp", expecting: nil, write) == .changedSince(Digest(of: bytes("theirs"))))
        #expect(card.commit("DCIM/A.xmp", expecting: "old", .remove) == .changedSince(Digest(of: bytes("theirs"))))
        #expect(card.commit("DCIM/B.xmp", expecting: "old", write) == .changedSince(nil))
        #expect(card.commit("DCIM/B.xmp", expecting: nil, .remove) == .changedSince(nil))
        #expect(card.get("DCIM/A.xmp") == "theirs" && card.get("DCIM/B.xmp") == nil && card.leftovers.isEmpty)
    }

    /// Another program saves between our last look and the rename, or while the content is on its way.
    @Test func whatAppearsWhileWeWriteStays() throws {
        let card = try Card()
        let order = CommitOrder(root: 0, path: "DCIM/A.xmp", expected: nil, act: write)
        let late = PlainHand(order, root: card.root, beforePublish: { try? card.put("DCIM/A.xmp", "theirs") })
        guard case .failed(EEXIST, _) = SidecarCommitter.commit(order, root: card.root, hand: late) else {
            Issue.record("it was replaced")
            return
        }
        #expect(card.get("DCIM/A.xmp") == "theirs" && card.leftovers.isEmpty)
        try card.put("DCIM/B.xmp", "old")
        let merge = CommitOrder(root: 0, path: "DCIM/B.xmp", expected: Digest(of: bytes("old")), act: write)
        let early = PlainHand(merge, root: card.root, afterPrepare: { try? card.put("DCIM/B.xmp", "theirs") })
        #expect(
            SidecarCommitter.commit(merge, root: card.root, hand: early) == .changedSince(Digest(of: bytes("theirs"))))
        #expect(card.get("DCIM/B.xmp") == "theirs" && card.leftovers.isEmpty)
    }

    @Test func aWriteProtectedSidecarStays() throws {
        let card = try Card()
        try card.put("DCIM/A.xmp", "old", mode: 0o444)
        #expect(card.commit("DCIM/A.xmp", expecting: "old", write) == .readOnly("it"))
        #expect(card.commit("DCIM/A.xmp", expecting: "old", .remove) == .readOnly("it"))
        #expect(card.get("DCIM/A.xmp") == "old" && card.mode("DCIM/A.xmp") == 0o444)
    }

    @Test func aSymbolicLinkStays() throws {
        let card = try Card()
        try card.put("IMG_1.CR3", "original")
        symlink("../IMG_1.CR3", card.path + "/DCIM/A.xmp")
        #expect(card.commit("DCIM/A.xmp", expecting: "original", write) == .isSymlink)
        #expect(card.commit("DCIM/A.xmp", expecting: nil, write) == .isSymlink)
        #expect(card.get("IMG_1.CR3") == "original")
        symlink("DCIM", card.path + "/LINK")
        guard case .failed(_, let sentence) = card.commit("LINK/B.xmp", expecting: nil, write) else {
            Issue.record("a linked folder was followed")
            return
        }
        #expect(sentence.contains("LINK"))
        unlink(card.path + "/DCIM/A.xmp")
    }

    @Test func aReadOnlyFolderStays() throws {
        let card = try Card()
        try card.put("DCIM/A.xmp", "old")
        chmod(card.path + "/DCIM", 0o555)
        #expect(card.commit("DCIM/A.xmp", expecting: "old", write) == .readOnly("its folder"))
        #expect(card.commit("DCIM/B.xmp", expecting: nil, write) == .readOnly("its folder"))
        #expect(card.get("DCIM/A.xmp") == "old")
    }

    @Test func withoutItsWorkshopNothingIsWritten() throws {
        let card = try Card(workshop: false)
        guard case .failed(ENOENT, let sentence) = card.commit("DCIM/A.xmp", expecting: nil, write) else {
            Issue.record("written without .keepers")
            return
        }
        #expect(sentence.contains(".keepers") && card.get("DCIM/A.xmp") == nil)
    }

    @Test(arguments: ["A.CR3", "A.xmp.CR3", ".xmp", "xmp", "A.xmpp", "", "A.xmp\0.CR3", "../A.xmp"]) func onlySidecarsAreWritten(
        name: String
    ) throws {
        let card = try Card()
        try card.put("A.CR3", "original")
        for expected in [nil, Digest(of: bytes("original"))] {
            for act in [write, .remove] {
                let order = CommitOrder(root: 0, directory: "", name: name, expected: expected, act: act)
                guard case .failed(EINVAL, _) = card.commit(order) else {
                    Issue.record("\(name) was accepted")
                    continue
                }
            }
        }
        #expect(card.get("A.CR3") == "original")
    }

    @Test(arguments: ["..", "DCIM/..", "/tmp", "DCIM//X", "./DCIM", "DCIM/"]) func onlyFoldersBelowTheSource(directory: String)
        throws
    {
        let card = try Card()
        let order = CommitOrder(root: 0, directory: directory, name: "A.xmp", expected: nil, act: write)
        guard case .failed(EINVAL, _) = card.commit(order) else {
            Issue.record("\(directory) was accepted")
            return
        }
    }

    @Test func ordersAndResultsTravelBetweenProcesses() throws {
        let digest = Digest(of: [1])
        for order in [
            CommitOrder(root: 1, path: "a/b/C.xmp", expected: digest, act: write),
            CommitOrder(root: 0, path: "C.xmp", expected: nil, act: .remove),
        ] { #expect(try CommitOrder(wire: order.wire) == order) }
        for result: CommitResult in [
            .written(digest), .removed, .changedSince(nil), .changedSince(digest), .readOnly("it"), .isSymlink, .noSpace,
            .failed(5, "x"),
        ] { #expect(try CommitResult(wire: result.wire) == result) }
    }

    /// A volume of 64 KiB; needs the right to mount.
    @Test(.enabled(if: geteuid() == 0, "SKIPPED: the full-disk test mounts a tmpfs and needs root"))
    func aFullDiskLeavesTheSidecar() throws {
        let volume = NSTemporaryDirectory() + "/keepers-full-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: volume, withIntermediateDirectories: true)
        defer { rmdir(volume) }
        guard mount("keepers", volume, "tmpfs", 0, "size=64k") == 0 else {
            print("SKIPPED: the full-disk test could not mount a tmpfs (\(String(cString: strerror(errno))))")
            return
        }
        defer { umount2(volume, Int32(MNT_DETACH)) }
        let card = try Card(in: volume)
        try card.put("DCIM/A.xmp", "old")
        let big = [UInt8](repeating: 0x20, count: 100_000)
        #expect(card.commit("DCIM/A.xmp", expecting: "old", .write(big)) == .noSpace)
        #expect(card.commit("DCIM/B.xmp", expecting: nil, .write(big)) == .noSpace)
        #expect(card.get("DCIM/A.xmp") == "old" && card.get("DCIM/B.xmp") == nil && card.leftovers.isEmpty)
        #expect(card.commit("DCIM/A.xmp", expecting: "old", write) == .written(Digest(of: bytes(new))))
    }
}
