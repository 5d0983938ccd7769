import EngineKit
import ExportKit
import Glibc
import KeepersCore

/// Looks for every file of a card in the backups: size, then SHA-256 of all bytes, each file read once.
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
    /// Backup files read in this run: a file that fits many frames is read once.
    private var digests: [BackupIndex.Place: Result<[UInt8], Failure>] = [:]
    private var asked: Set<BackupIndex.Place> = []
    /// The card's own files by their place in its listing, asked for a few ahead so that no disk waits for an answer.
    private var own: [Int: Result<[UInt8], Failure>] = [:]
    private var askedOwn = 0
    private static let ahead = 3
    private(set) var card = TreeListing()
    private(set) var backups: [TreeListing] = []
    private(set) var findings: [Finding] = []
    private(set) var bytesRead: Int64 = 0
    var progress: (SafetyCheck) -> Void = { _ in }

    init(link: SpawnerLink, card: String, backups: [String], workers: Int) {
        self.link = link
        roots = [card] + backups
        workshop = Workshop(link: link, roots: roots, count: max(2, workers))
    }

    func run() throws(Failure) {
        defer { workshop.pool.shutdown() }
        var listings: [TreeListing] = []
        for root in roots.indices { listings.append(try list(root)) }
        card = listings[0]
        backups = Array(listings.dropFirst())
        index = BackupIndex(backups, doomed: SafetyCheck.ownVolume(of: roots[0]))
        for (place, file) in card.files.enumerated() {
            requestOwn(upTo: place + SafetyCheck.ahead)
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

    /// Card and backup are often two disks: both read at once, the same file of each.
    private func requestOwn(upTo end: Int) {
        while askedOwn < min(end, card.files.count) {
            let (place, file) = (askedOwn, card.files[askedOwn])
            askedOwn += 1
            guard file.size > 0, let first = index.candidates(for: file).first else { continue }
            read(0, file) { [self] in own[place] = $0 }
            request(first)
        }
    }

    private func end(of file: TreeFile, at place: Int) throws(Failure) -> Finding.End {
        if file.size == 0 { return .empty }
        let candidates = index.candidates(for: file)
        guard let first = candidates.first else { return .missing(why(file)) }
        wait { own[place] != nil && (digests[first] != nil || !link.isAlive) }
        guard let own = own[place], case .success(let wanted) = own else {
            if case .failure(let failure)? = own[place] { return .missing("on the card \(failure.message)") }
            throw Failure("the helpers have ended; nothing is proven")
        }
        var unread: String?
        for place in candidates {
            request(place)
            wait { digests[place] != nil }
            switch digests[place] {
            case .success(let digest) where digest == wanted: return .found(place, sha256: Digest(bytes: wanted)?.hex ?? "")
            case .success: continue
            case .failure(let failure): unread = "\(shown(place)): \(failure.message)"
            case nil: throw Failure("the helpers have ended; nothing is proven")
            }
        }
        if let unread { return .missing("a file of its size could not be read: \(unread)") }
        return .missing(why(file, tried: candidates))
    }

    /// What comes nearest to a copy, in words.
    private func why(_ file: TreeFile, tried candidates: [BackupIndex.Place] = []) -> String {
        if let named = candidates.first(where: { $0.file.name.lowercased() == file.name.lowercased() }) {
            return "\(shown(named)) has its name and size but other bytes"
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
        read(place.backup + 1, place.file) { [self] in digests[place] = $0 }
    }

    private func read(_ root: Int, _ file: TreeFile, done: @escaping (Result<[UInt8], Failure>) -> Void) {
        // A slow card gives 2 MB a second.
        let limit = 30_000 + Int(clamping: file.size / 2_000)
        workshop.ask(.digest(root: root, path: file.path), .gesture, limit: limit) { [self] result in
            done(
                result.flatMap { answer in
                    var reader = answer.reader
                    guard let count = try? reader.number(Int64.self), let digest = try? reader.blob(), digest.count == 32 else {
                        return .failure(Failure("its answer does not read"))
                    }
                    bytesRead += count
                    guard count == file.size else {
                        return .failure(
                            Failure("it has \(grouped(Int(count))) bytes, not \(grouped(Int(file.size))): it is being written"))
                    }
                    return .success(digest)
                })
        }
    }

    private func wait(_ isDone: () -> Bool) { while !isDone(), link.isAlive { link.wait(milliseconds: 100) } }
}
