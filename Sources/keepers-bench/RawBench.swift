import CJPEG
import DemoKit
import Glibc
import KeepersCore
import ScoringKit

/// Developing a RAW of 24 megapixels for the loupe, against LibRaw's own `dcraw_emu -h`; and the same picture as a JPEG.
enum RawBench {
    private static let rounds = 9
    private static let view = (width: 1200, height: 800)

    static func run(_ setting: Setting) throws -> [Figure] {
        let folder = try setting.makeFolder("raw")
        let path = "\(folder)/24MP.DNG"
        try scene().write(to: path)
        let loupe = try Loupe(path)
        var (ratios, work): ([Double], [Double]) = ([], [])
        var (halves, parts, pans): ([Double], [Double], [Double]) = ([], [], [])
        for round in 0..<rounds + 1 {
            let theirs = try dcraw(path)
            let cpu = Stopwatch.cpu()
            let half = try loupe.half()
            let ours = Stopwatch.cpu() - cpu
            let part = try loupe.part(panned: 0)
            let pan = try loupe.part(panned: 0.25)
            // The first round warms both.
            guard round > 0 else { continue }
            ratios.append(ours / theirs)
            work.append(ours)
            halves.append(half)
            parts.append(part)
            pans.append(pan)
        }
        return [
            Figure(
                name: "RAW half of 24 MP, uncompressed, in 1200x800 / dcraw_emu -h, CPU", value: Spread(ratios).median, unit: "x",
                limit: .atMost(1.1), note: "\(Spread(ratios).note()); ours \(fixed(Spread(work).median, 0)) ms"),
            Figure(
                name: "the same, wall time", value: Spread(halves).median, unit: "ms", limit: .atMost(700), decimals: 0,
                note: Spread(halves).note(0)),
            Figure(
                name: "then 100 % in full: the first 1200x800 of it", value: Spread(parts).median, unit: "ms",
                limit: .atMost(1500), decimals: 0, note: Spread(parts).note(0)),
            Figure(
                name: "a pan by a quarter of the view, in full", value: Spread(pans).median, unit: "ms", limit: .none,
                decimals: 0, note: Spread(pans).note(0)),
        ] + (try jpeg(loupe))
    }

    /// Leaves, walls and a window: something for the demosaicing to do, and a highlight.
    private static func scene() -> SensorFile {
        SensorFile(width: 6000, height: 4000) { x, y in
            let leaf = Float((x &* 7 ^ y &* 13) & 63) / 640
            let wall: Float = (x / 300 + y / 300) & 1 == 0 ? 0.12 : 0.3
            let window: Float = x > 4200 && y < 1200 ? 1.2 : 0
            return (wall + leaf + window, wall + window, wall * 0.7 + leaf / 2 + window)
        }
    }

    /// CPU milliseconds of LibRaw's own tool for the same half, its output thrown away.
    private static func dcraw(_ path: String) throws -> Double {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        let words = ["dcraw_emu", "-h", "-w", "-Z", "-", path]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child: pid_t = 0
        guard posix_spawnp(&child, "dcraw_emu", &actions, nil, &arguments, environ) == 0 else {
            throw BenchError("dcraw_emu is not here: it comes with Debian's libraw-bin")
        }
        var status: Int32 = 0
        var used = rusage()
        while wait4(child, &status, 0, &used) < 0 { guard errno == EINTR else { throw BenchError("dcraw_emu was lost") } }
        guard status == 0 else { throw BenchError("dcraw_emu failed") }
        return milliseconds(used.ru_utime) + milliseconds(used.ru_stime)
    }

    private static func milliseconds(_ time: timeval) -> Double {
        Double(time.tv_sec) * 1000 + Double(time.tv_usec) / 1000
    }

    /// The same picture as a JPEG of 24 megapixels, never seen before: what a JPEG shooter's loupe does.
    private static func jpeg(_ loupe: Loupe) throws -> [Figure] {
        let bytes = try loupe.wholeAsJPEG()
        var times: [Double] = []
        var pixels = [UInt8](repeating: 0, count: view.width * view.height * 3)
        let request = PictureRequest(frame: FrameID(1), pixelWidth: view.width, pixelHeight: view.height, quality: .large)
        for round in 0..<rounds + 1 {
            let scorer = FrameScorer()
            let start = Stopwatch.wall()
            try bytes.withUnsafeBytes { jpeg in
                _ = try pixels.withUnsafeMutableBytes {
                    try scorer.draw(FrameScorer.Input(jpeg: jpeg), request: request, into: $0)
                }
            }
            if round > 0 { times.append(Stopwatch.wall() - start) }
        }
        return [
            Figure(
                name: "loupe of an uncached 24 MP JPEG, decoded and drawn", value: Spread(times).median, unit: "ms",
                limit: .atMost(150), decimals: 0, note: "\(Spread(times).note(0)); \(bytes.count >> 10) KB")
        ]
    }

    /// One file under the loupe.
    private final class Loupe {
        private let descriptor: Int32
        private var developer: RawDeveloper
        private var pixels = [UInt8](repeating: 0, count: 6000 * 4000 * 3)

        init(_ path: String) throws {
            descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw BenchError("\(path): \(String(cString: strerror(errno)))") }
            developer = Loupe.fresh()
        }
        deinit { close(descriptor) }

        private static func fresh() -> RawDeveloper {
            RawDeveloper(budget: 512 << 20, memoryLimit: .max, nanoseconds: { UInt64(Stopwatch.wall() * 1e6) })
        }

        /// Milliseconds from nothing to the whole picture in the view.
        func half() throws -> Double {
            developer = Loupe.fresh()
            return try draw(.whole, .rawHalf, view.width, view.height)
        }

        /// Milliseconds for a part of the view's own size in the middle, moved to the right by a share of the view.
        func part(panned: Double) throws -> Double {
            let (width, height) = (Double(view.width) / 6000, Double(view.height) / 4000)
            let crop = UnitRect(x: 0.4 + panned * width, y: 0.4, width: width, height: height)
            return try draw(crop, .raw, view.width, view.height)
        }

        func wholeAsJPEG() throws -> [UInt8] {
            _ = try draw(.whole, .raw, 6000, 4000)
            var jpeg: UnsafeMutablePointer<UInt8>?
            var size = 0
            guard keepers_jpeg_encode(pixels, 6000, 4000, 0, 90, 1, &jpeg, &size) == 0 else {
                throw BenchError("the picture could not be encoded")
            }
            defer { keepers_jpeg_free(jpeg) }
            return Array(UnsafeBufferPointer(start: jpeg, count: size))
        }

        private func draw(_ crop: UnitRect, _ source: PictureSource, _ width: Int, _ height: Int) throws -> Double {
            let request = PictureRequest(
                frame: FrameID(1), pixelWidth: width, pixelHeight: height, crop: crop, quality: .large, source: source)
            let start = Stopwatch.wall()
            let drawing = try pixels.withUnsafeMutableBytes {
                try developer.draw(descriptor: descriptor, orientation: .upright, request: request, into: $0)
            }
            guard drawing.facts.development?.isFull == (source == .raw) else { throw BenchError("another picture was drawn") }
            return Stopwatch.wall() - start
        }
    }
}
