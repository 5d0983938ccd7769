import EngineKit
import ExportKit
import Glibc
import IngestKit
import KeepersCore

/// Sidecars in another folder than the photos': beside a copy of them, in a mirror of the card, or beside photos that were copied just now.
final class ExportTarget {
    enum Kind {
        /// Copies of the photos lie somewhere below it: found by name, size and time, never guessed.
        case copies
        /// The card's own tree, sidecars only.
        case mirror
        /// We put the photos there ourselves: the path of each.
        case placed([FrameID: String])
    }

    /// Absolute.
    let folder: String
    let kind: Kind
    /// Root 0 is the folder, the session's sources follow.
    let workshop: Workshop
    private let session: CardSession
    private let isThere: Bool
    /// Why nothing can be written there now, the folder being what is missing; nil = it is there.
    var absence: String? {
        access(folder, R_OK | X_OK) == 0 ? nil : "\(String(cString: strerror(errno))); nothing was written"
    }
    private var found: [FrameID: Result<String, Failure>] = [:]

    init(_ folder: String, kind: Kind, session: CardSession, link: SpawnerLink) {
        self.folder = folder
        self.kind = kind
        self.session = session
        isThere = access(folder, R_OK | X_OK) == 0
        // A mirror that is still to be made is empty; something must stand in its place.
        workshop = Workshop(link: link, roots: [isThere ? folder : session.roots[0]] + session.roots, count: 2)
    }

    deinit { workshop.shutdown() }

    /// An empty place begins with the card's own sidecar.
    var beginsWithCard: Bool { if case .mirror = kind { true } else { false } }

    /// Where the photo lies, or would lie, relative to the folder.
    func photo(of frame: Frame) -> Result<String, Failure> {
        switch kind {
        case .mirror: .success(joined(prefix(of: frame), frame.path))
        case .placed(let places):
            places[frame.id].map { .success($0) } ?? .failure(Failure("its photo was not copied, so it gets no sidecar there"))
        case .copies:
            found[frame.id]
                ?? .failure(Failure("\(noCopyReason): no photo of its name, size and time below \(printable(folder))"))
        }
    }

    /// Two cards have a folder each; one card is the mirror itself.
    private func prefix(of frame: Frame) -> String {
        guard session.roots.count > 1, let root = session.positions.firstIndex(of: frame.source) else { return "" }
        let names = session.roots.map(lastName)
        return names.count { $0 == names[root] } > 1 ? "\(root + 1)-\(names[root])" : names[root]
    }

    // MARK: - Looking

    /// Lists the folder and the sources anew; where `kind` is `copies`, finds the copies of `frames` too.
    func look(for frames: [Frame], done: @escaping (Result<SidecarNames, Failure>) -> Void) {
        var names = SidecarNames()
        var there = Listing()
        var failure: Failure?
        let roots = Array((isThere ? 0 : 1)...session.roots.count)
        var open = roots.count
        for root in roots {
            workshop.list(root: root) { [self] result in
                switch result {
                case .success(let listing):
                    names.add(listing, root: root)
                    if root == 0 { there = listing }
                case .failure(let error):
                    let path = root == 0 ? folder : session.roots[root - 1]
                    failure = Failure("\(printable(path)) cannot be listed: \(clause(error.message)). Nothing was written.")
                }
                open -= 1
                guard open == 0 else { return }
                if let failure { return done(.failure(failure)) }
                guard case .copies = kind else { return done(.success(names)) }
                match(frames, there.files) { done(.success(names)) }
            }
        }
    }

    // MARK: - Copies

    /// By name and size first; only of those that fit are headers read, for the time.
    private func match(_ frames: [Frame], _ files: [ListedFile], done: @escaping () -> Void) {
        let byName = Dictionary(grouping: files) { lastName($0.path).lowercased() }
        var candidates: [FrameID: [ListedFile]] = [:]
        for frame in frames {
            let named = byName[frame.fileName.lowercased()] ?? []
            let alike = named.filter { $0.size == frame.size }
            candidates[frame.id] = alike
            if alike.isEmpty, let other = named.first {
                found[frame.id] = .failure(Failure("\(printable(other.path)) has its name but another size: not the same photo"))
            }
        }
        let timeless = frames.filter { $0.shot.capturedAt == nil && candidates[$0.id]?.isEmpty == false }
        readTimes(of: Array(Set(candidates.values.flatMap { $0 }.map(\.path))).sorted(), candidates) { [self] times in
            for frame in frames { settle(frame, candidates[frame.id] ?? [], times) }
            compare(timeless, candidates) {
                self.refuseShared()
                done()
            }
        }
    }

    /// Without a time only the bytes can tell: all of them, on both sides.
    private func compare(_ frames: [Frame], _ candidates: [FrameID: [ListedFile]], done: @escaping () -> Void) {
        var digests: [String: Digest] = [:]
        var asked: [(root: Int, path: String, size: Int64)] = []
        for frame in frames {
            guard let root = session.positions.firstIndex(of: frame.source) else { continue }
            asked.append((root + 1, frame.path, frame.size))
            asked += (candidates[frame.id] ?? []).map { (0, $0.path, $0.size) }
        }
        var open = asked.count
        if open == 0 { return done() }
        for (root, path, size) in asked {
            workshop.read(FileToRead(FileToRead.Place(root: root, path: path)), size: size) { [self] result in
                digests["\(root)/\(path)"] = try? result.get().sha256
                open -= 1
                guard open == 0 else { return }
                for frame in frames { settle(frame, candidates[frame.id] ?? [], digests: digests) }
                done()
            }
        }
    }

    private func settle(_ frame: Frame, _ alike: [ListedFile], digests: [String: Digest]) {
        guard let root = session.positions.firstIndex(of: frame.source), let own = digests["\(root + 1)/\(frame.path)"] else {
            return
        }
        accept(frame, alike.map(\.path).filter { digests["0/\($0)"] == own }, "other bytes, and no capture time", alike)
    }

    private func settle(_ frame: Frame, _ alike: [ListedFile], _ times: [String: String]) {
        guard !alike.isEmpty else { return }
        guard let time = frame.shot.capturedAt?.iso8601 else {
            found[frame.id] = .failure(Failure("it has no capture time and could not be compared byte for byte"))
            return
        }
        accept(frame, alike.map(\.path).filter { times[$0] == time }, "another time", alike)
    }

    private func accept(_ frame: Frame, _ same: [String], _ difference: String, _ alike: [ListedFile]) {
        switch same.count {
        case 1: found[frame.id] = .success(same[0])
        case 0:
            found[frame.id] = .failure(
                Failure("\(printable(alike[0].path)) has its name and size but \(difference): not the same photo"))
        default:
            let names = same.sorted().prefix(3).map(printable).joined(separator: ", ")
            found[frame.id] = .failure(
                Failure("\(same.count) copies of it lie there (\(names)); name the folder of the one that is meant"))
        }
    }

    /// Two frames of the card in one copy: nobody knows which of them it is.
    private func refuseShared() {
        var owners: [String: [FrameID]] = [:]
        for (frame, result) in found { if case .success(let path) = result { owners[path, default: []].append(frame) } }
        for (path, frames) in owners where frames.count > 1 {
            for frame in frames {
                found[frame] = .failure(
                    Failure("\(printable(path)) is as much a copy of \(counted(frames.count - 1, "other frame")) of this card"))
            }
        }
    }

    private func readTimes(
        of paths: [String], _ candidates: [FrameID: [ListedFile]], done: @escaping ([String: String]) -> Void
    ) {
        var sizes: [String: Int64] = [:]
        for file in candidates.values.joined() { sizes[file.path] = file.size }
        var times: [String: String] = [:]
        let batches = stride(from: 0, to: paths.count, by: 32).map { Array(paths[$0..<min(paths.count, $0 + 32)]) }
        var open = batches.count
        if open == 0 { return done([:]) }
        for batch in batches {
            let tasks = batch.map { HeaderTask(path: $0, size: sizes[$0] ?? 0) }
            workshop.ask(.headers(root: 0, files: tasks), .gesture, limit: 30_000) { result in
                if case .success(let answer) = result {
                    var reader = answer.reader
                    let outcomes = (try? reader.list { (r) throws(WireError) in try HeaderOutcome(from: &r) }) ?? []
                    for (path, outcome) in zip(batch, outcomes) { times[path] = outcome.header.shot.capturedAt?.iso8601 ?? "" }
                }
                open -= 1
                if open == 0 { done(times) }
            }
        }
    }
}
