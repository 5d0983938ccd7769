import Glibc

/// What writes one sidecar: the committer's sealed names, or in tests a plain folder.
///
/// Everything that must be looked at before and after is `SidecarCommitter`'s.
public protocol SidecarHand {
    /// Writes the whole content beside the target and waits for the disk; the target is untouched.
    func prepare(_ content: [UInt8], mode: UInt32) throws(CommitFailure)
    /// Puts what was prepared in the target's place, in one step, and waits for the disk.
    func publish(replacing: Bool) throws(CommitFailure)
    /// Drops what was prepared and not published.
    func discard()
    /// Removes the target and waits for the disk.
    func remove() throws(CommitFailure)
}

/// Writes by names in an open folder; only as safe as our code.
final class FolderHand: SidecarHand {
    private let place: SidecarPlace
    private let root: Int32
    private var temporary: TemporaryFile?

    init(_ place: SidecarPlace, root: Int32) {
        self.place = place
        self.root = root
    }

    func prepare(_ content: [UInt8], mode: UInt32) throws(CommitFailure) {
        let workshop = try Descriptor.folder(SidecarCommitter.workshop, below: root)
        let file = try TemporaryFile(in: workshop, mode: mode_t(mode))
        temporary = file
        try file.fill(content)
    }

    func publish(replacing: Bool) throws(CommitFailure) {
        guard let temporary else { throw CommitFailure(errno: ENOENT, "find what was prepared") }
        try place.place(temporary, replacing: replacing)
    }

    func discard() { temporary?.discard() }
    func remove() throws(CommitFailure) { try place.remove() }
}
