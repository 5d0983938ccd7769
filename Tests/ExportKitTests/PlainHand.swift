import Foundation

@testable import ExportKit

/// Writes as the committer's sealed hand does, by plain names in an open folder; what else happens meanwhile is the test's to say.
final class PlainHand: SidecarHand {
    private let order: CommitOrder
    private let root: Int32
    private let temporary = ".keepers/0.tmp"
    private let afterPrepare: () -> Void
    private let beforePublish: () -> Void

    init(
        _ order: CommitOrder, root: Int32, afterPrepare: @escaping () -> Void = {}, beforePublish: @escaping () -> Void = {}
    ) {
        self.order = order
        self.root = root
        self.afterPrepare = afterPrepare
        self.beforePublish = beforePublish
    }

    private var target: String { order.directory.isEmpty ? order.name : order.directory + "/" + order.name }

    func prepare(_ content: [UInt8], mode: UInt32) throws(CommitFailure) {
        let file = openat(root, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_t(mode))
        guard file >= 0 else { throw CommitFailure(errno: errno, "make a temporary file in .keepers") }
        defer { close(file) }
        fchmod(file, mode_t(mode))
        var done = 0
        while done < content.count {
            let count = content.withUnsafeBytes { write(file, $0.baseAddress.map { $0 + done }, content.count - done) }
            guard count > 0 else { throw CommitFailure(errno: errno, "write it") }
            done += count
        }
        afterPrepare()
    }

    func publish(replacing: Bool) throws(CommitFailure) {
        beforePublish()
        // A link is refused where the name is taken.
        let result = replacing ? renameat(root, temporary, root, target) : linkat(root, temporary, root, target, 0)
        guard result == 0 else { throw CommitFailure(errno: errno, "put it in place") }
    }

    func discard() { unlinkat(root, temporary, 0) }

    func remove() throws(CommitFailure) {
        guard unlinkat(root, target, 0) == 0 else { throw CommitFailure(errno: errno, "remove it") }
    }
}
