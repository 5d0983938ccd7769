import KeepersCore
import Testing

@Suite struct SafetyTests {
    @Test func copiesOnTheVolumeThatIsFormattedAreNone() {
        let wanted = TreeFile(path: "DCIM/IMG_1.CR3", size: 7, device: 1, inode: 10)
        let same = TreeFile(path: "copy/IMG_1.CR3", size: 7, device: 1, inode: 11)
        let other = TreeFile(path: "wedding/a.cr3", size: 7, device: 2, inode: 12)
        let backups = [TreeListing(files: [same]), TreeListing(files: [other])]
        #expect(BackupIndex(backups).candidates(for: wanted).map(\.file) == [same, other], "its own name first")
        #expect(BackupIndex(backups, doomed: 1).candidates(for: wanted).map(\.file) == [other])
        #expect(BackupIndex([backups[0]], doomed: 1).candidates(for: wanted).isEmpty)
        #expect(BackupIndex([TreeListing(files: [wanted])]).candidates(for: wanted).isEmpty, "the card's own file is no copy")
    }

    @Test func theLikeliestCopyHasTheNameOrFollowsTheLastOne() {
        func file(_ path: String, _ inode: UInt64) -> TreeFile { TreeFile(path: path, size: 7, device: 2, inode: inode) }
        let renamed = (1...4).map { file("wedding/\($0).cr3", UInt64($0)) }
        let index = BackupIndex([TreeListing(files: renamed + [file("z/IMG_9.CR3", 9)])])
        func likeliest(_ name: String, after last: TreeFile? = nil) -> TreeFile? {
            index.likeliest(for: file("DCIM/\(name)", 100), after: last.map { BackupIndex.Place(backup: 0, file: $0) })?.file
        }
        #expect(likeliest("IMG_9.CR3", after: renamed[1])?.path == "z/IMG_9.CR3", "its own name goes before the order")
        #expect(likeliest("IMG_1.CR3") == renamed[0])
        #expect(likeliest("IMG_2.CR3", after: renamed[0]) == renamed[1])
        #expect(likeliest("IMG_2.CR3", after: file("zz", 50)) == renamed[0], "behind the last it begins anew")
        #expect(index.likeliest(for: TreeFile(path: "a", size: 8), after: nil) == nil)
    }
}
