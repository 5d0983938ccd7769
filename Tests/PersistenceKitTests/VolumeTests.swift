import Foundation
import KeepersCore
import Testing

@testable import PersistenceKit

@Suite struct VolumeTests {
    private let table = MountTable.parse(
        Array(
            #"""
            22 27 0:21 / /proc rw,relatime - proc proc rw
            27 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw,discard
            40 27 8:17 / /media/anna/EOS\040DIGITAL rw,nosuid shared:5 master:2 - vfat /dev/sdb1 rw,utf8
            41 27 0:45 /@home /home rw,relatime - btrfs /dev/sda2 rw,subvol=/@home
            42 27 8:33 / /media/card rw - exfat /dev/sdc1 rw
            43 27 8:49 / /media/card rw - vfat /dev/sdd1 rw
            44 27 254:0 /srv/photos /mnt/photos rw - ext4 /dev/vda rw
            45 27 0:50 / /mnt/nas rw - nfs4 nas:/export\134one rw,vers=4
            """#.utf8))

    private func hold(_ path: String, id: Int? = nil) -> Mount? { MountTable.holding(Array(path.utf8), id: id, in: table) }
    private func inside(_ path: String) -> String? {
        hold(path).map { String(decoding: MountTable.pathInVolume(Array(path.utf8), of: $0), as: UTF8.self) }
    }

    @Test func every_line_is_read_with_its_escapes() {
        #expect(table.map(\.id) == [22, 27, 40, 41, 42, 43, 44, 45])
        #expect(String(decoding: table[2].point, as: UTF8.self) == "/media/anna/EOS DIGITAL")
        #expect(table[2].device == "8:17" && table[2].type == "vfat")
        #expect(String(decoding: table[7].source, as: UTF8.self) == #"nas:/export\one"#)
    }

    @Test func a_folder_lies_on_the_deepest_mount_above_it() {
        #expect(inside("/media/anna/EOS DIGITAL/DCIM") == "/DCIM")
        #expect(inside("/media/anna/EOS DIGITAL") == "/")
        #expect(inside("/media/anna/EOS DIGITAL 2/DCIM") == "/media/anna/EOS DIGITAL 2/DCIM")
        #expect(inside("/home/anna/2026") == "/@home/anna/2026")
        #expect(inside("/home") == "/@home")
        #expect(inside("/mnt/photos/a") == "/srv/photos/a")
        #expect(inside("/") == "/")
    }

    @Test func of_two_mounts_at_one_point_the_later_or_the_named_one_counts() {
        #expect(hold("/media/card/DCIM")?.id == 43)
        #expect(hold("/media/card/DCIM", id: 42)?.id == 42)
        #expect(hold("/media/card/DCIM", id: 40)?.id == 43)
    }

    @Test func damaged_tables_are_passed_over() {
        let random = (0..<3000).map { UInt8(truncatingIfNeeded: $0 &* 7919 &>> 3) }
        for text in [random, Array("1 2 3\n - \n\n36 35 98:0 / /x rw -".utf8), Array(#"9 9 9:9 / /\0 rw - t \ rw"#.utf8), []] {
            #expect(MountTable.holding(Array("/x/y".utf8), id: 1, in: MountTable.parse(text)) == nil)
        }
        let cut = MountTable.parse(Array(#"9 9 9:9 / /a\04 rw - t s\ rw"#.utf8))
        #expect(cut.first.map { String(decoding: $0.point, as: UTF8.self) } == #"/a\04"#)
    }

    /// Containers often show no block device; a machine with a disk does.
    private static let disk = (try? FileManager.default.contentsOfDirectory(atPath: "/dev"))?.sorted().first { name in
        var status = stat()
        return stat("/dev/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFBLK
    }

    @Test(.enabled(if: disk != nil, "no block device to be seen"))
    func a_disk_is_known_by_the_link_that_leads_to_it() throws {
        let folder = try freshFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let disk = "/dev/\(try #require(VolumeTests.disk))"
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/0000-NULL", withDestinationPath: "/dev/null")
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/0000-GONE", withDestinationPath: "/dev/no such disk")
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/1A2B-3C4D", withDestinationPath: disk)
        var status = stat()
        #expect(stat(disk, &status) == 0)
        #expect(VolumeIdentity.uuid(of: status.st_rdev, in: folder) == "1A2B-3C4D")
        #expect(VolumeIdentity.uuid(of: status.st_rdev &+ 1, in: folder) == nil)
        #expect(VolumeIdentity.uuid(of: status.st_rdev, in: "\(folder)/none") == nil)
    }

    @Test func the_same_folder_is_the_same_place_through_a_link() throws {
        let folder = try freshFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: "\(folder)/DCIM", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/link", withDestinationPath: "DCIM")
        let direct = VolumeIdentity.of(path: "\(folder)/DCIM")
        #expect(VolumeIdentity.of(path: "\(folder)/link/../link/") == direct)
        #expect(direct.path.hasSuffix("/DCIM") && direct.pathInVolume.hasSuffix("/DCIM"))
        #expect(direct.volumeID != "")
        #expect(VolumeIdentity.of(path: "\(folder)/none").volumeID == nil)
        #expect(try SourceVolume(wire: direct.wire) == direct)
    }

    @Test func only_mounts_on_which_others_write_unheard_are_shared() {
        for type in ["nfs4", "cifs", "smb3", "9p", "fuse.sshfs", "fuse.rclone", "vboxsf"] {
            #expect(VolumeIdentity.isShared(type: type))
        }
        for type in ["ext4", "btrfs", "xfs", "exfat", "vfat", "fuseblk", "ntfs3", "overlay", "tmpfs"] {
            #expect(!VolumeIdentity.isShared(type: type))
        }
        #expect(!VolumeIdentity.isShared(path: "/proc"))
    }
}
