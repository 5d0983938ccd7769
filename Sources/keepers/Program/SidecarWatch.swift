import Glibc
import KeepersCore
import PersistenceKit

/// Hears when another program writes or removes a sidecar in the folders of a session, and says which, once it has been quiet for a moment.
///
/// The kernel tells (inotify) where it can. What a network mount's or FUSE's other side writes it does not hear: there the folders are
/// listed every two seconds, by a worker, because a dead mount would hold whoever asks.
final class SidecarWatch {
    typealias Change = (root: Int, path: String)

    /// A program that saves many sidecars saves them one after the other.
    private static let quiet: UInt64 = 200_000_000
    private static let longest: UInt64 = 1_000_000_000
    private static let pollEvery: UInt64 = 2_000_000_000

    private let session: CardSession
    private let now: () -> UInt64
    /// -1 where nothing is watched.
    private(set) var descriptor: Int32 = -1
    private var folders: [Int32: Change] = [:]
    private var polls: [SidecarPoll] = []
    private var polledAt: UInt64
    private var pollTook: UInt64 = 0
    private var changed: [String: Change] = [:]
    private var firstAt: UInt64?
    private var lastAt: UInt64 = 0
    /// The kernel forgot what happened: everything must be looked at.
    private var hasOverflown = false

    /// Begins to listen in the folders of the session's frames; `listens`: where the kernel tells, else all folders are listed.
    init(_ session: CardSession, listens: Bool, now: @escaping () -> UInt64) {
        self.session = session
        self.now = now
        polledAt = now()
        for (root, path) in session.roots.enumerated() {
            let folders = self.folders(root)
            let isHeard = listens && listen(root, path, folders)
            if !isHeard || VolumeIdentity.isShared(path: path) {
                polls.append(SidecarPoll(session, root: root, folders: folders))
            }
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    private func folders(_ root: Int) -> [String] {
        Set(session.frames.values.filter { session.positions.firstIndex(of: $0.source) == root }.map(\.folder)).sorted()
    }

    /// When to come back without having been called; nil = when something is heard.
    var nextDeadline: UInt64? {
        let heard = firstAt.map { min(lastAt &+ SidecarWatch.quiet, $0 &+ SidecarWatch.longest) }
        return [heard, polls.isEmpty ? nil : nextPoll].compactMap { $0 }.min()
    }

    /// A slow mount is asked less often: at most a fifth of the time goes to asking.
    private var nextPoll: UInt64 { polledAt &+ max(SidecarWatch.pollEvery, pollTook &* 4) }

    /// What changed, once it is quiet; call once a turn of the loop.
    func take() -> (changes: [Change], hasOverflown: Bool)? {
        hear()
        poll()
        guard let deadline = firstAt.map({ min(lastAt &+ SidecarWatch.quiet, $0 &+ SidecarWatch.longest) }), now() >= deadline
        else {
            return nil
        }
        defer {
            changed = [:]
            firstAt = nil
            hasOverflown = false
        }
        return (changed.sorted { $0.key < $1.key }.map(\.value), hasOverflown)
    }

    private func note(_ change: Change) {
        changed["\(change.root)/\(change.path)"] = change
        lastAt = now()
        if firstAt == nil { firstAt = lastAt }
    }

    // MARK: - inotify

    /// False where the kernel has no watch left, or hears nothing there.
    private func listen(_ root: Int, _ path: String, _ folders: [String]) -> Bool {
        if descriptor < 0 { descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) }
        guard descriptor >= 0 else { return false }
        var own: [Int32] = []
        for folder in folders {
            // Made whole and closed, moved in or out, linked, removed: what programs do when they save.
            let mask = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ONLYDIR)
            let watch = inotify_add_watch(descriptor, folder.isEmpty ? path : "\(path)/\(folder)", mask)
            guard watch >= 0 else {
                if errno == ENOENT { continue }
                for watch in own {
                    inotify_rm_watch(descriptor, watch)
                    self.folders[watch] = nil
                }
                return false
            }
            own.append(watch)
            self.folders[watch] = (root, folder)
        }
        return true
    }

    private func hear() {
        guard descriptor >= 0 else { return }
        withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { room in
            while true {
                let count = read(descriptor, room.baseAddress, room.count)
                guard count > 0 else { return }
                parse(UnsafeRawBufferPointer(rebasing: room[..<count]))
            }
        }
    }

    /// `struct inotify_event`: watch, mask, cookie, length of the name, name.
    private func parse(_ bytes: UnsafeRawBufferPointer) {
        var at = 0
        while at + 16 <= bytes.count {
            let watch = bytes.loadUnaligned(fromByteOffset: at, as: Int32.self)
            let mask = bytes.loadUnaligned(fromByteOffset: at + 4, as: UInt32.self)
            let length = Int(bytes.loadUnaligned(fromByteOffset: at + 12, as: UInt32.self))
            guard length <= bytes.count - at - 16 else { return }
            let name = String(decoding: bytes[at + 16..<at + 16 + length].prefix { $0 != 0 }, as: UTF8.self)
            at += 16 + length
            if mask & UInt32(IN_Q_OVERFLOW) != 0 {
                hasOverflown = true
                lastAt = now()
                if firstAt == nil { firstAt = lastAt }
            }
            guard let folder = folders[watch], name.lowercased().hasSuffix(".xmp") else { continue }
            note((folder.root, folder.path.isEmpty ? name : "\(folder.path)/\(name)"))
        }
    }

    // MARK: - Polling

    private func poll() {
        guard !polls.isEmpty, now() >= nextPoll, !polls.contains(where: \.isAsking) else { return }
        let began = now()
        polledAt = began
        for poll in polls {
            poll.ask { [weak self] changes in
                guard let self else { return }
                pollTook = now() &- began
                polledAt = now()
                changes.forEach(note)
            }
        }
    }
}

/// The sidecars of one source as a worker listed them last.
final class SidecarPoll {
    private let session: CardSession
    private let root: Int
    private let folders: [String]
    private var known: [String: SidecarStamp]?
    private(set) var isAsking = false

    init(_ session: CardSession, root: Int, folders: [String]) {
        self.session = session
        self.root = root
        self.folders = folders
    }

    /// Lists the folders and answers with what came, went or changed since the last time.
    func ask(_ done: @escaping ([SidecarWatch.Change]) -> Void) {
        isAsking = true
        session.workshop.ask(.sidecarStamps(root: root, folders: folders), .screen, limit: 30_000) { [self] result in
            isAsking = false
            guard case .success(let answer) = result else { return done([]) }
            var reader = answer.reader
            guard let stamps = try? reader.list({ (r) throws(WireError) in try SidecarStamp(from: &r) }) else { return done([]) }
            let now = Dictionary(stamps.map { ($0.path, $0) }) { first, _ in first }
            defer { known = now }
            guard let known else { return done([]) }
            let paths = Set(known.keys).union(now.keys).filter { known[$0] != now[$0] }
            done(paths.sorted().map { (root, $0) })
        }
    }
}
