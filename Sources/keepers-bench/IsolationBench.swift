import CBench
import EngineKit
import Glibc
import IngestKit
import KeepersCore
import ScoringKit

/// What it costs to decode in a sandboxed process: the same fetch and the same measures, here and there, in CPU time of all.
enum IsolationBench {
    private static let batch = 60

    static func run(_ setting: Setting) throws -> [Figure] {
        let card = try setting.card()
        let configuration = WorkerConfiguration(roots: [card.path], slotBytes: 24 << 20)
        let pool = WorkerPool(link: setting.link, configuration: configuration, count: 1)
        defer { pool.shutdown() }
        let tasks = card.sample(batch * 8).compactMap { BenchTask($0, card: card) }
        guard tasks.count == batch * 8 else { throw BenchError("too few different previews of 1620 x 1080 on the card") }
        let here = BenchWorker(root: open(card.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        let slot = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
        defer { slot.deallocate() }
        var ratios: [Double] = []
        var inProcess = 0.0
        for round in 0..<9 {
            let start = max(0, round - 1) * batch
            let part = tasks[start..<min(tasks.count, start + batch)]
            let own = try Stopwatch.cpu {
                for task in part where here.handle(task.wire, slot: slot).slotBytes == 0 { throw BenchError("a frame broke") }
            }
            let isolated = try through(pool, setting.link, part)
            // The first round warms both.
            guard round > 0 else { continue }
            ratios.append(isolated / own)
            inProcess = own / Double(part.count)
        }
        let spread = Spread(ratios)
        return [
            Figure(
                name: "fetch + measures through the worker / in process, CPU", value: spread.median, unit: "x",
                limit: .atMost(1.25),
                note: "\(spread.note()); in process \(fixed(inProcess, 1)) ms a frame")
        ]
    }

    /// CPU milliseconds of program, spawner and worker for these frames.
    private static func through(_ pool: WorkerPool, _ link: SpawnerLink, _ tasks: ArraySlice<BenchTask>) throws -> Double {
        while pool.sandbox == nil, link.isAlive { link.wait(milliseconds: 100) }
        var open = 0
        var thumbnailBytes = 0
        var failure: String?
        let before = total(pool, link)
        for task in tasks {
            open += 1
            pool.submit(Job(body: task.wire, timeLimitMilliseconds: 4000)) { outcome in
                open -= 1
                switch outcome {
                // The program keeps the thumbnail: the copy is part of the price.
                case .done(_, let slot): thumbnailBytes += [UInt8](slot).count
                default: failure = "\(outcome)"
                }
            }
        }
        while open > 0 { link.wait(milliseconds: 1000) }
        if let failure { throw BenchError("the worker: \(failure)") }
        guard thumbnailBytes > 0 else { throw BenchError("the worker sent no thumbnails") }
        return total(pool, link) - before
    }

    private static func total(_ pool: WorkerPool, _ link: SpawnerLink) -> Double {
        let helpers = (pool.processIDs + [link.pid]).reduce(0) { $0 + keepers_cpu_of($1) }
        return Stopwatch.cpu() + Double(helpers) / 1e6
    }
}

/// One frame to fetch and measure.
struct BenchTask: Wired {
    var path: String
    var preview: Preview
    var orientation: Orientation

    init?(_ negative: (path: String, size: Int64, header: FrameHeader), card: Card) {
        guard let preview = negative.header.scoringPreview else { return nil }
        path = String(negative.path.dropFirst(card.path.count + 1))
        self.preview = preview
        orientation = negative.header.shot.orientation
    }

    func write(to writer: inout ByteWriter) {
        writer.put(path)
        preview.write(to: &writer)
        writer.put(UInt8(orientation.rawValue))
    }

    init(from reader: inout ByteReader) throws(WireError) {
        path = try reader.text()
        preview = try Preview(from: &reader)
        orientation = Orientation(exif: Int(try reader.number(UInt8.self)))
    }
}

/// Fetches a preview and measures it, in a worker and in the bench itself.
final class BenchWorker: WorkerHandler {
    private let root: Int32
    private let scorer = FrameScorer()
    private var preview: [UInt8] = []

    init(root: Int32) { self.root = root }

    static func serve() -> Never {
        WorkerMain.run { context throws(EngineError) in BenchWorker(root: context.roots.first ?? -1) }
    }

    func handle(_ body: [UInt8], slot: UnsafeMutableRawBufferPointer) -> WorkerReply {
        do {
            let task = try BenchTask(wire: body)
            let descriptor = openat(root, task.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
            guard descriptor >= 0 else { return WorkerReply(body: []) }
            defer { close(descriptor) }
            try PreviewFetcher.fetch(task.preview, descriptor: descriptor, into: &preview)
            let scored = try preview.withUnsafeBytes {
                try scorer.score(FrameScorer.Input(jpeg: $0, orientation: task.orientation))
            }
            scored.thumbnail.withUnsafeBytes { slot.copyMemory(from: $0) }
            return WorkerReply(body: scored.card.wire, slotBytes: scored.thumbnail.count)
        } catch {
            return WorkerReply(body: [])
        }
    }
}
