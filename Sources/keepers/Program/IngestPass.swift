import IngestKit
import KeepersCore
import KeepersUI
import PersistenceKit

/// Finds out what lies on the sources: lists them, recognises the session, reads the headers that are new.
final class IngestPass {
    private static let batch = 32
    /// How long read headers may wait to be stored and shown together: each time costs a turn over the whole session.
    private static let patience: UInt64 = 250_000_000

    private let session: CardSession
    private let volumes: [SourceVolume]
    private let holder: String
    private let now: () -> UInt64
    private var listings: [Int: Listing] = [:]
    private var unread: [FileStamp] = []
    private var total = 0
    private var read = 0
    private var inFlight = 0
    private var fresh: [(stamp: FileStamp, header: FrameHeader)] = []
    /// Headers that only say why the file could not be read just now.
    private var unreadable: [(stamp: FileStamp, header: FrameHeader)] = []
    private var flushedAt: UInt64?
    private(set) var isDone = false
    /// Why a source could not be listed.
    private(set) var failure: String?
    /// What could not be listed, each named.
    private(set) var unlisted: [String] = []
    /// "12 films and 3 other files are no frames", once known.
    private(set) var note: String?
    /// What lies beside the frames, for whoever looks for sidecars.
    var sidecarNames: SidecarNames {
        var names = SidecarNames()
        for (root, listing) in listings { names.add(listing, root: root) }
        return names
    }
    /// Files that are no frames, by extension.
    private(set) var others: [String: Int] = [:]

    init(_ session: CardSession, volumes: [SourceVolume], holder: String, now: @escaping () -> UInt64) {
        self.session = session
        self.now = now
        self.volumes = volumes
        self.holder = holder
    }

    var progress: Progress.Stage { isDone ? .idle : total > 0 ? .reading(done: read, total: total) : .listing }

    /// Asks for the listings; everything else follows from their answers.
    func begin() {
        for root in session.roots.indices {
            session.workshop.list(root: root) { [self] result in
                switch result {
                case .success(let listing): listings[root] = listing
                case .failure(let error): failure = "\(session.roots[root]): \(error.message)"
                }
                if failure == nil, listings.count == session.roots.count { recognise() }
                if failure != nil { finish() }
            }
        }
    }

    private func recognise() {
        do throws(StoreError) {
            let stamps = self.stamps()
            noteOthers()
            noteUnlisted()
            let recognition = try store.recogniseOrCreate(name: session.name, sources: volumes, listing: stamps)
            let isNew = session.id != recognition.session
            try session.adopt(recognition, volumes: volumes, holder: holder)
            if isNew, let opening = try session.opening() { session.report(.opened(opening)) }
            try reconcile(stamps)
        } catch {
            failure = error.message
            finish()
        }
    }

    private var store: Store { session.store }

    /// One stamp a frame, in listing order; the JPEG of a pair belongs to its RAW.
    private func stamps() -> [FileStamp] {
        var stamps: [FileStamp] = []
        for root in session.roots.indices {
            guard let listing = listings[root] else { continue }
            let files = listing.files.filter(\.isFrame)
            let pairs = Pairing.pairs(
                files.map { Pairing.Candidate(source: root, path: $0.path, kind: FileKind.suggested(byName: $0.path) ?? .raw) })
            for (index, file) in files.enumerated() where !pairs.isPaired[index] {
                stamps.append(
                    FileStamp(
                        source: root, path: file.path, size: file.size, modified: file.modified,
                        pair: pairs.jpegOf[index].map { files[$0].path }))
            }
        }
        return stamps
    }

    private func reconcile(_ stamps: [FileStamp]) throws(StoreError) {
        guard let id = session.id else { return }
        guard session.readOnly == nil else { return finish() }
        let placed = stamps.map { stamp in
            var stamp = stamp
            stamp.source = session.positions[stamp.source]
            return stamp
        }
        let result = try store.reconcile(placed, positions: Set(session.positions), in: id)
        if !result.missing.isEmpty {
            session.remove(result.missing)
            session.report(.missing(result.missing))
        }
        if !result.returned.isEmpty {
            let returned = Set(result.returned)
            let frames = try store.frames(in: id).filter { returned.contains($0.id) }
            session.add(frames)
            session.report(.frames(frames))
        }
        unread = result.unread.reversed()
        total = unread.count
        if total == 0 { finish() } else { feed() }
    }

    /// Keeps a few batches on their way, so that no worker waits and what is on the screen need not either.
    private func feed() {
        while inFlight < 4, let source = unread.last?.source {
            var stamps: [FileStamp] = []
            while stamps.count < IngestPass.batch, let next = unread.last, next.source == source {
                stamps.append(unread.removeLast())
            }
            inFlight += 1
            send(stamps)
        }
    }

    private func send(_ stamps: [FileStamp]) {
        guard let root = session.positions.firstIndex(of: stamps[0].source) else { return }
        let job = WorkerJob.headers(root: root, files: stamps.map { HeaderTask(path: $0.path, size: $0.size) })
        session.workshop.ask(job, .headers, limit: Workshop.timeLimit + 100 * stamps.count) { [self] result in
            inFlight -= 1
            switch result {
            case .success(let answer):
                var reader = answer.reader
                let outcomes = try? reader.list { (r) throws(WireError) in try HeaderOutcome(from: &r) }
                if let outcomes, outcomes.count == stamps.count {
                    take(Array(zip(stamps, outcomes)))
                } else {
                    take(stamps.map { ($0, IngestPass.broken($0, Failure("its header's answer does not read"))) })
                }
            case .failure(let failure) where stamps.count > 1 && failure.message != "cancelled":
                // One file of the batch broke its worker: each alone, so that it costs only itself.
                for stamp in stamps {
                    inFlight += 1
                    send([stamp])
                }
            case .failure(let failure):
                if failure.cause == .helpers { self.failure = failure.message }
                take(stamps.map { ($0, IngestPass.broken($0, failure)) })
            }
            if unread.isEmpty, inFlight == 0 { finish() } else { feed() }
        }
    }

    private static func broken(_ stamp: FileStamp, _ failure: Failure) -> HeaderOutcome {
        let header = FrameHeader(kind: FileKind.suggested(byName: stamp.path) ?? .raw, problem: failure.message)
        return HeaderOutcome(header: header, isFinal: failure.cause == .file && failure.message != "cancelled")
    }

    /// The first headers are shown at once, the others a few times a second.
    private func take(_ batch: [(FileStamp, HeaderOutcome)]) {
        read += batch.count
        for (stamp, outcome) in batch {
            if outcome.isFinal { fresh.append((stamp, outcome.header)) } else { unreadable.append((stamp, outcome.header)) }
        }
        if flushedAt.map({ now() &- $0 > IngestPass.patience }) ?? true { flush() }
    }

    private func flush() {
        guard let id = session.id, !fresh.isEmpty || !unreadable.isEmpty else { return }
        do throws(StoreError) {
            let frames = try store.merge(fresh, in: id) + store.merge(unreadable, areFinal: false, in: id)
            session.add(frames)
            session.report(.frames(frames))
        } catch {
            failure = error.message
            session.report(.notice(error.message))
        }
        fresh = []
        unreadable = []
        flushedAt = now()
    }

    private func finish() {
        guard !isDone else { return }
        flush()
        isDone = true
        if !unlisted.isEmpty { session.report(.unlisted(unlisted)) }
        if let failure { session.report(.notice(failure)) }
        // Looking again at a session that was reviewed or exported makes it no younger.
        if let id = session.id, session.readOnly == nil, (try? session.summary())?.status == .ingesting {
            try? store.setStatus(.scoring, of: id)
        }
    }

    private func noteUnlisted() {
        for (root, listing) in listings.sorted(by: { $0.key < $1.key }) {
            let source = session.roots.count > 1 ? printable(session.roots[root]) + ", " : ""
            unlisted += listing.problems.map { source + $0 }
        }
    }

    private func noteOthers() {
        for listing in listings.values { others.merge(listing.others) { $0 + $1 } }
        let films = ["mov", "mp4", "avi", "mts", "m4v", "crm", "braw", "mxf"].reduce(0) { $0 + (others[$1] ?? 0) }
        let voices = ["wav", "mp3"].reduce(0) { $0 + (others[$1] ?? 0) }
        let xmp = others["xmp"] ?? 0
        let rest = others.values.reduce(0, +) - films - voices - xmp
        var parts: [String] = []
        if films > 0 { parts.append(counted(films, "film")) }
        if voices > 0 { parts.append(counted(voices, "voice note")) }
        if rest > 0 { parts.append(counted(rest, parts.isEmpty ? "file" : "other file")) }
        guard let last = parts.popLast() else { return }
        let total = films + voices + rest
        let list = parts.isEmpty ? last : parts.joined(separator: ", ") + " and " + last
        note = "\(list) on the card \(total == 1 ? "is no frame" : "are no frames")"
    }
}
