import Glibc
import KeepersCore

/// Puts sidecars in place; runs in the committer process, knows no XML, and uses system calls only.
///
/// The kernel keeps it from opening an original. The `SidecarHand` does the writing; its names were sealed before the process began, so
/// that which sidecars are replaced or removed is the kernel's promise and not only ours.
public enum SidecarCommitter {
    /// The session's own folder in each source, where files are written before they are renamed.
    public static let workshop = ".keepers"

    /// Carries out one order below `root`, a descriptor of the source's folder; `.keepers` must be there.
    ///
    /// Temp file → write → fsync → target re-hashed → rename → folder fsynced → read back and compared. A replaced file's mode is kept; a
    /// new one is as open as its folder. On failure nothing is left behind.
    public static func commit(_ order: CommitOrder, root: Int32, hand: any SidecarHand) -> CommitResult {
        guard isSidecarName(order.name), isPlainPath(order.directory) else {
            return .failed(EINVAL, "\(printable(order.name)) is no sidecar name that we may write; nothing was written")
        }
        do {
            let folder = try Descriptor.folder(order.directory, below: root)
            let target = SidecarPlace(folder: folder, name: order.name)
            let standing = try target.standing(expected: order.expected)
            switch order.act {
            case .write(let content):
                guard content.count <= SidecarLimits.size else {
                    return .failed(EFBIG, "the new sidecar would be larger than 4 MiB; nothing was written")
                }
                return try write(content, to: target, standing: standing, order.expected, hand)
            case .remove:
                guard standing != nil else { return .changedSince(nil) }
                try hand.remove()
                return .removed
            }
        } catch {
            return error.result
        }
    }

    /// `IMG_1.xmp`, `IMG_1.CR3.XMP`: one path component that ends in `.xmp` and has something before it.
    public static func isSidecarName(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        guard bytes.count > 4, bytes.count <= 255, !bytes.contains(UInt8(ascii: "/")), !bytes.contains(0) else { return false }
        return bytes.suffix(4).map { $0 | 0x20 } == [0x2E, 0x78, 0x6D, 0x70] && bytes[bytes.count - 4] == UInt8(ascii: ".")
    }

    /// No absolute path, no `.` or `..`, no empty component: a folder below the source and none other.
    static func isPlainPath(_ path: String) -> Bool {
        guard !path.isEmpty else { return true }
        return path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
            !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) && !$0.contains(0)
        }
    }

    private static func write(
        _ content: [UInt8], to target: SidecarPlace, standing: Standing?, _ expected: Digest?, _ hand: any SidecarHand
    ) throws(CommitFailure) -> CommitResult {
        let mode = if let standing { standing.mode } else { try target.newFileMode() }
        defer { hand.discard() }
        try hand.prepare(content, mode: UInt32(mode))
        // The last look before the rename: a program that saved in the meantime wins.
        _ = try target.standing(expected: expected)
        try hand.publish(replacing: standing != nil)
        return try target.confirm(content)
    }
}
