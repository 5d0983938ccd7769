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
}
