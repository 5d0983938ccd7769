import EngineKit
import ExportKit
import Glibc
import KeepersCore

/// Looks for every file of a card in the backups: size, then all bytes beside those of the likeliest copy, then by SHA-256 among all of its size.
/// Everything is read from the disk, and once but for what was taken for a copy and differs.
final class SafetyCheck {
    /// A file and what became of the search.
    struct Finding {
        enum End {
            case found(BackupIndex.Place, sha256: String)
            /// Nothing is in it: there is nothing to lose.
            case empty
            case missing(String)
        }
        var file: TreeFile
        var end: End
    }

    private let workshop: Workshop
    private let link: SpawnerLink
    /// The card, then the backups.
    private let roots: [String]
    private var index = BackupIndex([])
    /// Backup files hashed in this run: a file that fits many frames is read once.
    private var digests: [BackupIndex.Place: Result<Digest, Failure>] = [:]
    private var asked: Set<BackupIndex.Place> = []
    /// The card's own files by their place in its listing.
    private var own: [Int: Result<FileReading, Failure>] = [:]
    /// What each of them is compared with; none where nothing has its size.
    private var copies: [Int: BackupIndex.Place] = [:]
    private var askedOwn = 0
    private var lastCopy: BackupIndex.Place?
    private let workers: Int
    /// One file after the other keeps slow disks at their best; where they give more than one worker hashes, all workers read.
    private var isDiskFast = false
    private static let slowShare = 0.75
    private(set) var card = TreeListing()
    private(set) var backups: [TreeListing] = []
    private(set) var findings: [Finding] = []
    private(set) var bytesRead: Int64 = 0
    var progress: (SafetyCheck) -> Void = { _ in }

    init(link: SpawnerLink, card: String, backups: [String], workers: Int) {
        self.link = link
        roots = [card] + backups
        self.workers = max(2, workers)
        workshop = Workshop(link: link, roots: roots, count: self.workers)
    }

    func run() throws(Failure) {
        defer { workshop.pool.shutdown() }
        var listings: [TreeListing] = []
        for root in roots.indices { listings.append(try list(root)) }
        card = listings[0]
        backups = Array(listings.dropFirst())
        index = BackupIndex(backups, doomed: SafetyCheck.ownVolume(of: roots[0]))
        for (place, file) in card.files.enumerated() {
            requestOwn(upTo: place + (isDiskFast ? workers + 1 : 1))
            findings.append(Finding(file: file, end: try end(of: file, at: place)))
            own[place] = nil
            progress(self)
        }
    }

    /// The volume that `path` is the top of; nil where it is a folder further in, which a format does not empty by itself.
    private static func ownVolume(of path: String) -> UInt64? {
        var (own, above) = (stat(), stat())
        guard stat(path, &own) == 0, stat(path + "/..", &above) == 0 else { return nil }
        return own.st_dev != above.st_dev || own.st_ino == above.st_ino ? UInt64(own.st_dev) : nil
    }

    private func list(_ root: Int) throws(Failure) -> TreeListing {
        var answer: Result<TreeListing, Failure>?
        workshop.ask(.tree(root: root), .gesture, limit: 600_000) { result in
            answer = result.flatMap { found in
                var reader = found.reader
                guard let listing = try? TreeListing(from: &reader) else { return .failure(Failure("the listing does not read")) }
                return .success(listing)
            }
        }
        wait { answer != nil }
        do {
            return try (answer ?? .failure(Failure("the helpers have ended"))).get()
        } catch {
            throw Failure("\(printable(roots[root])) cannot be listed: \(error.message)")
        }
    }

    private func requestOwn(upTo end: Int) {
        while askedOwn < min(end, card.files.count) {
            let (place, file) = (askedOwn, card.files[askedOwn])
            askedOwn += 1
            guard file.size > 0, let copy = index.likeliest(for: file, after: lastCopy) else { continue }
            lastCopy = copy
            copies[place] = copy
            // Card and backup are often two disks: both are read at once.
            read(0, file, copy: copy) { [self] in own[place] = $0 }
        }
    }

    private func end(of file: TreeFile, at place: Int) throws(Failure) -> Finding.End {
        if file.size == 0 { return .empty }
        guard let copy = copies.removeValue(forKey: place) else { return .missing(why(file)) }
        wait { own[place] != nil }
        let reading: FileReading
        switch own[place] {
        case .success(let found): reading = found
        case .failure(let failure): return .missing("on the card \(failure.message)")
        case nil: throw Failure("the helpers have ended; nothing is proven")
        }
        var (unread, difference) = (String?.none, Int64?.none)
        switch reading.comparison {
        case .same: return .found(copy, sha256: reading.sha256.hex)
        case .differs(let byte): difference = byte
        case .unreadable(let code): unread = "\(shown(copy)): it cannot be read (\(String(cString: strerror(code))))"
        case nil: break
        }
        let candidates = index.candidates(for: file)
        for place in candidates where place != copy {
            request(place)
            wait { digests[place] != nil }
            switch digests[place] {
            case .success(let digest) where digest == reading.sha256: return .found(place, sha256: digest.hex)
            case .success: continue
            case .failure(let failure): unread = "\(shown(place)): \(failure.message)"
            case nil: throw Failure("the helpers have ended; nothing is proven")
            }
        }
        if let unread { return .missing("a file of its size could not be read: \(unread)") }
        return .missing(why(file, tried: candidates, at: difference))
    }

    /// What comes nearest to a copy, in words.
    private func why(_ file: TreeFile, tried candidates: [BackupIndex.Place] = [], at difference: Int64? = nil) -> String {
        if let named = candidates.first(where: { $0.file.name.lowercased() == file.name.lowercased() }) {
            let place = difference.map { " (the first at offset \(grouped(Int($0))))" } ?? ""
            return "\(shown(named)) has its name and size but other bytes\(place)"
        }
        if let other = index.namesake(of: file) {
            let words = other.file.size < file.size ? "is shorter" : "is longer"
            return "\(shown(other)) \(words): \(grouped(Int(other.file.size))) bytes, not \(grouped(Int(file.size)))"
        }
        if let link = index.link(to: file) { return "\(shown(link)) is the card's own file under another name, not a copy" }
        return candidates.isEmpty
            ? "nothing of its name or size" : "\(counted(candidates.count, "file")) of its size, none with its bytes"
    }

    private func shown(_ place: BackupIndex.Place) -> String { printable(roots[place.backup + 1] + "/" + place.file.path) }

    private func request(_ place: BackupIndex.Place) {
        guard asked.insert(place).inserted else { return }
        read(place.backup + 1, place.file) { [self] in digests[place] = $0.map(\.sha256) }
    }

    private func read(
        _ root: Int, _ file: TreeFile, copy: BackupIndex.Place? = nil, done: @escaping (Result<FileReading, Failure>) -> Void
    ) {
        let order = FileToRead(
            FileToRead.Place(root: root, path: file.path),
            copy: copy.map { FileToRead.Place(root: $0.backup + 1, path: $0.file.path) }, isDiskFast: isDiskFast)
        workshop.read(order, size: file.size) { [self] result in
            if case .success(let reading) = result {
                isDiskFast = reading.waited < SafetyCheck.slowShare
                bytesRead += reading.bytes
                switch reading.comparison {
                case .same: bytesRead += reading.bytes
                case .differs(let place): bytesRead += place
                case .unreadable, nil: break
                }
            }
            done(result)
        }
    }

    private func wait(_ isDone: () -> Bool) { while !isDone(), link.isAlive { link.wait(milliseconds: 100) } }
}
