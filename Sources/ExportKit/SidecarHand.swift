/// What writes one sidecar: in the program by the committer's sealed names.
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
