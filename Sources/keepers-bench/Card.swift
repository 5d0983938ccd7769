import DemoKit
import Glibc
import IngestKit
import KeepersCore

/// A sparse demo card: 25 MB a frame for `ls`, a megabyte on the disk, with previews of 1620 and 2160 pixels.
struct Card {
    let path: String
    /// Every RAW file with its header, in listing order.
    let negatives: [(path: String, size: Int64, header: FrameHeader)]
    let frames: Int

    init(at path: String, frames: Int) throws {
        if access(path + "/truth.csv", F_OK) != 0 { try Card.make(at: path, frames: frames) }
        self.path = path
        let root = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard root >= 0 else { throw BenchError("\(path): \(String(cString: strerror(errno)))") }
        defer { close(root) }
        let files = try CardLister.list(root: root).files
        let reader = HeaderReader(usesLibRaw: false)
        negatives = files.compactMap { file in
            guard let kind = FileKind.suggested(byName: file.path), kind.isRaw else { return nil }
            let descriptor = openat(root, file.path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return nil }
            defer { close(descriptor) }
            return (
                "\(path)/\(file.path)", file.size, reader.read(descriptor: descriptor, name: file.path, size: file.size)
            )
        }
        let pairs = Pairing.pairs(
            files.map { Pairing.Candidate(source: 0, path: $0.path, kind: FileKind.suggested(byName: $0.path) ?? .raw) })
        self.frames = pairs.isPaired.count { !$0 }
        guard negatives.count >= 100, negatives.allSatisfy({ $0.header.loupePreview != nil }) else {
            throw BenchError("\(path) holds \(negatives.count) RAW files with a preview: too few to measure on")
        }
    }

    private static func make(at path: String, frames: Int) throws {
        var options = DemoOptions(directory: path, frames: frames, seed: 1)
        options.sparseBytes = 25_000_000
        options.distinctFrames = 48
        options.mosaicLong = 240
        let start = Stopwatch.wall()
        _ = try DemoCard.make(options) { _ in }
        print("made a card of \(grouped(frames)) frames in \(fixed((Stopwatch.wall() - start) / 1000, 0)) s")
    }

    /// `count` RAW files with a preview of 1620 x 1080, from all cameras and never the same picture twice in a row,
    /// because a decoder keeps its last one.
    func sample(_ count: Int) -> [(path: String, size: Int64, header: FrameHeader)] {
        var seen: Set<UInt64> = []
        let different = negatives.filter { negative in
            guard let preview = negative.header.scoringPreview, preview.longSide == 1620 else { return false }
            return seen.insert(preview.length).inserted
        }
        return different.count < 8 ? [] : (0..<count).map { different[$0 % different.count] }
    }

    /// The scoring previews of such a sample, in memory.
    func previews(_ count: Int) throws -> [(jpeg: [UInt8], header: FrameHeader)] {
        let sample = sample(count)
        guard !sample.isEmpty else { throw BenchError("too few different previews of 1620 x 1080 on the card") }
        return try sample.map { negative in
            guard let preview = negative.header.scoringPreview else { throw BenchError("\(negative.path) holds no preview") }
            let descriptor = open(negative.path, O_RDONLY | O_CLOEXEC)
            defer { close(descriptor) }
            var bytes: [UInt8] = []
            try PreviewFetcher.fetch(preview, descriptor: descriptor, into: &bytes)
            return (bytes, negative.header)
        }
    }

    /// The bytes of the first frame's largest preview.
    func largestPreview() throws -> [UInt8]? {
        guard let negative = negatives.first, let preview = negative.header.loupePreview else { return nil }
        let descriptor = open(negative.path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        try PreviewFetcher.fetch(preview, descriptor: descriptor, into: &bytes)
        return bytes
    }
}
