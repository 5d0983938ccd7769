import CBench
import CRaw
import Glibc
import IngestKit
import KeepersCore

/// EXIF, all previews found and the largest one read, file by file: ours, LibRaw's, and two bare reads.
enum WalkBench {
    private struct Round {
        var ours = 0.0
        var libraw = 0.0
        var bare = 0.0
    }

    static func run(_ setting: Setting) throws -> [Figure] {
        let card = try setting.card()
        let bench = try WalkBench.Rounds(card)
        // Once over everything: caches, buffers and code are warm for all three.
        _ = try bench.round(0..<card.negatives.count)
        bench.resetCounts()
        var rounds: [Round] = []
        for _ in 0..<2 {
            for start in stride(from: 0, to: card.negatives.count, by: 200) {
                rounds.append(try bench.round(start..<min(card.negatives.count, start + 200)))
            }
        }
        let toLibRaw = Spread(rounds.map { $0.ours / $0.libraw })
        let toBare = Spread(rounds.map { $0.ours / $0.bare })
        let ours = rounds.map(\.ours).reduce(0, +) / Double(2 * card.negatives.count)
        return [
            Figure(
                name: "EXIF + preview / LibRaw's C API, CPU", value: toLibRaw.median, unit: "x", limit: .atMost(0.6),
                note: toLibRaw.note()),
            Figure(
                name: "EXIF + preview / bare pread of header + preview, CPU", value: toBare.median, unit: "x",
                limit: .atMost(2.5),
                note: "\(toBare.note()); \(fixed(ours * 1000, 0)) us a file"),
            Figure(
                name: "bytes read / (pages with directories + preview)", value: bench.byteRatio, unit: "x",
                limit: .atMost(1.1),
                decimals: 3, note: "\(fixed(bench.readsPerFile, 1)) preads a file"),
        ]
    }

    /// The three ways over the same files, in turn.
    private final class Rounds {
        let card: Card
        private let reader = HeaderReader()
        private let libraw: OpaquePointer
        private var preview: [UInt8] = []
        private var buffer: [UInt8]
        private var fetched = 0
        private var fetches = 0
        private var before = (bytes: 0, pages: 0, reads: 0)
        private let headerPages: Int

        init(_ card: Card) throws {
            self.card = card
            guard let libraw = keepers_libraw_new() else { throw BenchError("no memory for LibRaw") }
            self.libraw = libraw
            let probe = HeaderReader(usesLibRaw: false)
            for negative in card.negatives.prefix(200) {
                let descriptor = open(negative.path, O_RDONLY | O_CLOEXEC)
                defer { close(descriptor) }
                _ = probe.read(descriptor: descriptor, name: negative.path, size: negative.size)
            }
            headerPages = max(1, probe.pagesRead / 200)
            let longest = card.negatives.map { Int($0.header.loupePreview?.length ?? 0) }.max() ?? 0
            buffer = [UInt8](repeating: 0, count: max(longest, headerPages * 4096))
        }

        deinit { keepers_libraw_free(libraw) }

        func resetCounts() {
            before = (reader.bytesRead, reader.pagesRead, reader.reads)
            (fetched, fetches) = (0, 0)
        }

        var byteRatio: Double {
            let directories = (reader.pagesRead - before.pages) * 4096
            return Double(reader.bytesRead - before.bytes + fetched) / Double(directories + fetched)
        }

        var readsPerFile: Double { Double(reader.reads - before.reads + fetches) / Double(fetches) }

        func round(_ range: Range<Int>) throws -> Round {
            var round = Round()
            round.bare = try Stopwatch.cpu { for index in range { try bare(index) } }
            round.libraw = try Stopwatch.cpu { for index in range { try viaLibRaw(index) } }
            round.ours = try Stopwatch.cpu { for index in range { try ours(index) } }
            return round
        }

        private func ours(_ index: Int) throws {
            let negative = card.negatives[index]
            let descriptor = open(negative.path, O_RDONLY | O_CLOEXEC)
            defer { close(descriptor) }
            let header = reader.read(descriptor: descriptor, name: negative.path, size: negative.size)
            guard let largest = header.loupePreview, header.shot.camera != nil else {
                throw BenchError("\(negative.path): nothing found")
            }
            try PreviewFetcher.fetch(largest, descriptor: descriptor, into: &preview)
            fetched += preview.count
            fetches += 1
        }

        private func viaLibRaw(_ index: Int) throws {
            let length = keepers_libraw_walk(libraw, card.negatives[index].path)
            guard length > 0 else { throw BenchError("LibRaw: error \(length) on \(card.negatives[index].path)") }
        }

        private func bare(_ index: Int) throws {
            let negative = card.negatives[index]
            guard let preview = negative.header.loupePreview else { return }
            let got = buffer.withUnsafeMutableBytes { room -> Int in
                guard let base = room.assumingMemoryBound(to: UInt8.self).baseAddress else { return -1 }
                return keepers_bare_read(
                    negative.path, headerPages * 4096, off_t(preview.offset), Int(preview.length), base)
            }
            guard got > 0 else { throw BenchError("\(negative.path): \(String(cString: strerror(errno)))") }
        }
    }
}
