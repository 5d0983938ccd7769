import EngineKit
import ExportKit
import Glibc
import HistoryKit
import IngestKit
import KeepersCore
import ScoringKit

/// The work of a sandboxed worker: it may read the sources and nothing else, and all foreign bytes end here.
final class CardWorker: WorkerHandler {
    private let roots: [Int32]
    private let headers = HeaderReader()
    private let scorer: FrameScorer
    private var preview: [UInt8] = []
    private let darkroom: RawDarkroom

    /// Loads the models where the configuration names a pack; then the strict lock may follow.
    init(_ context: WorkerContext) throws(EngineError) {
        roots = context.roots
        darkroom = RawDarkroom(context)
        do throws(ScoringError) {
            let judge = try context.configuration.models.map { folder throws(ScoringError) in
                try FaceJudge(pack: ModelPack(folder: folder))
            }
            scorer = FrameScorer(judge: judge)
        } catch {
            throw EngineError(error.message)
        }
    }

    func handle(_ body: [UInt8], slot: UnsafeMutableRawBufferPointer) -> WorkerReply {
        do {
            switch try WorkerJob(wire: body) {
            case .list(let root): return WorkerReply(body: try list(root))
            case .headers(let root, let files): return WorkerReply(body: try readHeaders(root, files))
            case .score(let source): return try score(source, slot)
            case .draw(let source, let request): return try draw(source, request, slot)
            case .drawThumbnail(let jpeg, let request): return try drawThumbnail(jpeg, request, slot)
            case .readSidecars(let root, let paths): return WorkerReply(body: try SidecarWork(root: folder(root)).read(paths))
            case .splice(let root, let tasks, let now):
                return WorkerReply(body: try SidecarWork(root: folder(root)).splice(tasks, now: now))
            case .tree(let root):
                let listing = try WholeTree.list(root: try folder(root))
                return WorkerReply(body: WorkerAnswer.wire { listing.write(to: &$0) })
            case .read(let file):
                let reading = try read(file)
                return WorkerReply(body: WorkerAnswer.wire { reading.write(to: &$0) })
            case .sidecarStamps(let root, let folders):
                return WorkerReply(body: try SidecarWork(root: folder(root)).stamps(folders))
            case .catalog(let root):
                let catalog = try CatalogReader.read(folder: try folder(root), name: PrivateCopy.name)
                return WorkerReply(body: WorkerAnswer.wire { catalog.write(to: &$0) })
            case .develop(let source, let request):
                return CardWorker.reply(try darkroom.draw(source, request, below: folder(source.root), into: slot))
            case .embedded(let root, let files): return WorkerReply(body: try readEmbedded(root, files))
            case .previewIndex(let root):
                let index = try PreviewIndex.read(folder: try folder(root), name: PrivateCopy.name)
                return WorkerReply(body: WorkerAnswer.wire { index.write(to: &$0) })
            }
        } catch let error as Failure {
            return WorkerReply(body: WorkerAnswer.wire(failure: error.message, cause: error.cause))
        } catch let error as ScoringError {
            return WorkerReply(body: WorkerAnswer.wire(failure: error.message))
        } catch let error as CatalogRefusal {
            return WorkerReply(body: WorkerAnswer.wire(failure: error.message))
        } catch let error as IngestError {
            let cause = error.code == .unreadable ? Failure.Cause.card : .file
            return WorkerReply(body: WorkerAnswer.wire(failure: error.message, cause: cause))
        } catch {
            return WorkerReply(body: WorkerAnswer.wire(failure: "\(error)"))
        }
    }

    private func folder(_ root: Int) throws(Failure) -> Int32 {
        guard roots.indices.contains(root) else { throw Failure("no such source") }
        return roots[root]
    }

    private func list(_ root: Int) throws -> [UInt8] {
        let listing = try CardLister.list(root: try folder(root))
        return WorkerAnswer.wire { listing.write(to: &$0) }
    }

    private func read(_ file: FileToRead) throws(Failure) -> FileReading {
        let reading = OpenFile.reading(file.place.path, below: try folder(file.place.root)) { descriptor in
            read(descriptor, file)
        }
        guard let reading = reading ?? nil else { throw Failure("it cannot be read (\(errnoName(errno)))", cause: .card) }
        return reading
    }

    private func read(_ descriptor: Int32, _ file: FileToRead) -> FileReading? {
        guard let copy = file.copy else {
            return FileReading.read(descriptor: descriptor, copy: nil, isDiskFast: file.isDiskFast)
        }
        guard roots.indices.contains(copy.root) else { return nil }
        let reading = OpenFile.reading(copy.path, below: roots[copy.root]) {
            FileReading.read(descriptor: descriptor, copy: $0, isDiskFast: file.isDiskFast)
        }
        if let reading { return reading }
        let code = errno
        var alone = FileReading.read(descriptor: descriptor, copy: nil, isDiskFast: file.isDiskFast)
        alone?.comparison = .unreadable(errno: code)
        return alone
    }

    private func readHeaders(_ root: Int, _ files: [HeaderTask]) throws -> [UInt8] {
        let folder = try folder(root)
        let found = files.map { file in
            OpenFile.reading(file.path, below: folder) { descriptor in
                let header = headers.read(descriptor: descriptor, name: file.path, size: file.size)
                return HeaderOutcome(header: header, isFinal: headers.failure == 0)
            } ?? CardWorker.unopened(file.path, errno)
        }
        return WorkerAnswer.wire { writer in writer.put(list: found) { $1.write(to: &$0) } }
    }

    private func readEmbedded(_ root: Int, _ files: [HeaderTask]) throws -> [UInt8] {
        let folder = try folder(root)
        let found = files.map { file in
            let both = OpenFile.reading(file.path, below: folder) { descriptor in
                let read = headers.readWithPacket(descriptor: descriptor, name: file.path, size: file.size)
                let header = HeaderOutcome(header: read.header, isFinal: headers.failure == 0)
                return EmbeddedOutcome(header: header, words: read.packet.map { SidecarWork.readout(file.path, packet: $0) })
            }
            return both ?? EmbeddedOutcome(header: CardWorker.unopened(file.path, errno))
        }
        return WorkerAnswer.wire { writer in writer.put(list: found) { $1.write(to: &$0) } }
    }

    private static func unopened(_ path: String, _ code: Int32) -> HeaderOutcome {
        let problem = "cannot be read (\(errnoName(code))): check the card and its reader, then open the session again"
        return HeaderOutcome(
            header: FrameHeader(kind: FileKind.suggested(byName: path) ?? .raw, problem: problem), isFinal: false)
    }

    private func score(_ source: FrameSource, _ slot: UnsafeMutableRawBufferPointer) throws -> WorkerReply {
        try fetch(source)
        let scored = try preview.withUnsafeBytes { try scorer.score(input(source, $0)) }
        guard scored.thumbnail.count <= slot.count else { throw Failure("the thumbnail is larger than its slot") }
        scored.thumbnail.withUnsafeBytes { slot.copyMemory(from: $0) }
        return WorkerReply(body: WorkerAnswer.wire { scored.card.write(to: &$0) }, slotBytes: scored.thumbnail.count)
    }

    private func draw(_ source: FrameSource, _ request: PictureRequest, _ slot: UnsafeMutableRawBufferPointer) throws
        -> WorkerReply
    {
        var source = source
        if request.source == .pair { source = try asFile(source) }
        try fetch(source)
        return try preview.withUnsafeBytes { try draw(input(source, $0), request, slot) }
    }

    /// The JPEG at the source's path by its own header: where its picture lies, and how it stands.
    private func asFile(_ source: FrameSource) throws -> FrameSource {
        let header = OpenFile.reading(source.path, below: try folder(source.root)) { descriptor in
            headers.read(descriptor: descriptor, name: source.path, size: FrameSource.size(of: descriptor))
        }
        guard let header else { throw CardWorker.unreadable(source) }
        guard let picture = header.loupePreview else {
            throw Failure(header.problem ?? "\(printable(source.path)) holds no picture that can be shown")
        }
        return FrameSource(root: source.root, path: source.path, header: header, preview: picture)
    }

    private func drawThumbnail(_ jpeg: [UInt8], _ request: PictureRequest, _ slot: UnsafeMutableRawBufferPointer) throws
        -> WorkerReply
    {
        try jpeg.withUnsafeBytes { try draw(FrameScorer.Input(jpeg: $0, orientation: .upright), request, slot) }
    }

    private func draw(_ input: FrameScorer.Input, _ request: PictureRequest, _ slot: UnsafeMutableRawBufferPointer) throws
        -> WorkerReply
    {
        CardWorker.reply(try scorer.draw(input, request: request, into: slot))
    }

    private static func reply(_ drawing: Drawing) -> WorkerReply {
        WorkerReply(
            body: WorkerAnswer.wire { drawing.facts.write(to: &$0) }, slotBytes: drawing.width * drawing.height * 3)
    }

    private func fetch(_ source: FrameSource) throws {
        let folder = try folder(source.root)
        let result = OpenFile.reading(source.path, below: folder) { descriptor in
            Result { try PreviewFetcher.fetch(source.preview, descriptor: descriptor, into: &preview) }
        }
        guard let result else { throw CardWorker.unreadable(source) }
        try result.get()
    }

    /// From `errno`.
    static func unreadable(_ source: FrameSource) -> Failure {
        Failure("\(printable(source.path)) cannot be read (\(errnoName(errno))): check the card and its reader", cause: .card)
    }

    private func input(_ source: FrameSource, _ bytes: UnsafeRawBufferPointer) -> FrameScorer.Input {
        FrameScorer.Input(
            jpeg: bytes, orientation: source.orientation, iso: source.iso, fullWidth: source.fullWidth,
            fullHeight: source.fullHeight, focus: source.focus, isFromCamera: source.isFromCamera,
            isAdobeRGB: source.isAdobeRGB)
    }
}

/// Opens a file of a source for as long as `body` runs; nil when it cannot be opened (errno says why).
enum OpenFile {
    static func reading<Value>(_ path: String, below folder: Int32, _ body: (Int32) -> Value) -> Value? {
        let descriptor = descriptor(path, below: folder)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return body(descriptor)
    }

    /// Without a new time of last access where the file is ours; negative when it cannot be opened.
    static func descriptor(_ path: String, below folder: Int32) -> Int32 {
        let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK
        // O_NOATIME, which Glibc's module leaves out.
        let quiet = openat(folder, path, flags | 0o1000000)
        return quiet >= 0 || errno != EPERM ? quiet : openat(folder, path, flags)
    }
}
