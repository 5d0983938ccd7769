import CPixels
import CRaw
import Glibc

/// One RAW file, unpacked: its half is developed at once, its full pixels block by block where they are looked at.
final class RawNegative {
    /// A file as it was when it was unpacked; another time or length is another file.
    struct Identity: Equatable {
        private var numbers: [Int]
        let size: Int

        init?(descriptor: Int32) {
            var facts = stat()
            guard fstat(descriptor, &facts) == 0 else { return nil }
            size = Int(facts.st_size)
            numbers = [
                Int(truncatingIfNeeded: facts.st_dev), Int(truncatingIfNeeded: facts.st_ino), size, facts.st_mtim.tv_sec,
                facts.st_mtim.tv_nsec,
            ]
        }
    }

    /// Side of a block in pixels: two of every mosaic's patterns, so that a part never breaks one.
    private static let block = 96
    /// What a part takes along around it, because demosaicing looks at its neighbours.
    private static let margin = 48
    /// A part that is developed at once: about 60 MB of work, and a tenth of a second until a gesture is heard.
    private static let partPixels = 6_000_000

    let identity: Identity
    /// The whole picture in stored full pixels.
    let width: Int
    let height: Int
    let hasCameraBalance: Bool
    /// The half has every pixel that there is.
    let isWhole: Bool

    private let raw: OpaquePointer
    private let canDevelopParts: Bool
    private let halfMemory: UnsafeMutablePointer<UInt8>
    private let halfWidth: Int
    private let halfHeight: Int
    private let curve: [UInt8]
    private let sensorBytes: Int
    private var canvas: UnsafeMutablePointer<UInt8>?
    private var isDeveloped: [Bool] = []

    /// Takes `raw` over, which has `bytes` of the file open and unpacked as `facts` tell.
    init(_ raw: OpaquePointer, facts: keepers_raw_facts, identity: Identity) throws(RawTrouble) {
        var facts = facts
        var image = keepers_raw_image()
        let code = keepers_raw_half(raw, &image, &facts)
        guard code == 0, let pixels = image.pixels, image.width > 0, image.height > 0 else {
            throw RawTrouble(code: code, facts)
        }
        defer { keepers_raw_release(raw) }
        self.raw = raw
        self.identity = identity
        isWhole = facts.is_mosaic == 0
        canDevelopParts = facts.is_in_parts != 0
        hasCameraBalance = facts.has_camera_balance != 0
        (halfWidth, halfHeight) = (Int(image.width), Int(image.height))
        let factor = isWhole ? 1 : 2
        (width, height) =
            canDevelopParts ? (Int(facts.width), Int(facts.height)) : (halfWidth * factor, halfHeight * factor)
        sensorBytes = Int(facts.raw_width) * Int(facts.raw_height) * (isWhole ? 8 : 2)
        curve = ToneCurve.values(of: pixels, count: halfWidth * halfHeight)
        halfMemory = .allocate(capacity: halfWidth * halfHeight * 3)
        keepers_tone(pixels, image.width, image.height, curve, halfMemory, 3 * halfWidth)
    }

    deinit {
        halfMemory.deallocate()
        dropFull()
        keepers_libraw_free(raw)
    }

    /// Memory that it keeps, the full picture's counted whole.
    var bytes: Int { sensorBytes + halfWidth * halfHeight * 3 + (canvas == nil ? 0 : fullBytes) }
    var fullBytes: Int { width * height * 3 }
    var hasFull: Bool { canvas != nil }
    /// There are more pixels than the half shows, and they can be had.
    var hasMore: Bool { !isWhole && canDevelopParts }

    var half: Bitmap { Bitmap(base: halfMemory, stride: 3 * halfWidth, width: halfWidth, height: halfHeight) }

    /// Gives the full pixels back, of which the sensor's data is still there.
    func dropFull() {
        if let canvas { munmap(canvas, fullBytes) }
        canvas = nil
        isDeveloped = []
    }

    // MARK: - In full

    private var columns: Int { (width + Self.block - 1) / Self.block }
    private var rows: Int { (height + Self.block - 1) / Self.block }

    /// The full picture, of which the pixels from `left` to `right` and `top` to `bottom` are developed.
    func full(left: Int, top: Int, right: Int, bottom: Int) throws(RawTrouble) -> Bitmap {
        let canvas: UnsafeMutablePointer<UInt8>
        if let there = self.canvas { canvas = there } else { canvas = try makeCanvas() }
        let across = max(0, left) / Self.block..<min(columns, (right + Self.block - 1) / Self.block)
        let down = max(0, top) / Self.block..<min(rows, (bottom + Self.block - 1) / Self.block)
        let missing = down.filter { row in across.contains { !isDeveloped[row * columns + $0] } }
        if let first = missing.first, let last = missing.last {
            let left = across.first { column in missing.contains { !isDeveloped[$0 * columns + column] } } ?? across.lowerBound
            let right = across.last { column in missing.contains { !isDeveloped[$0 * columns + column] } } ?? left
            try develop(left..<right + 1, first..<last + 1, canvas)
        }
        return Bitmap(base: canvas, stride: 3 * width, width: width, height: height)
    }

    /// Memory that costs nothing where nothing is developed.
    private func makeCanvas() throws(RawTrouble) -> UnsafeMutablePointer<UInt8> {
        let memory = mmap(nil, fullBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let memory, memory != MAP_FAILED else { throw RawTrouble(kind: .memory, words: "no memory for its full pixels") }
        isDeveloped = Array(repeating: false, count: columns * rows)
        let canvas = memory.assumingMemoryBound(to: UInt8.self)
        self.canvas = canvas
        return canvas
    }

    private func develop(
        _ across: Range<Int>, _ down: Range<Int>, _ canvas: UnsafeMutablePointer<UInt8>
    ) throws(RawTrouble) {
        let blocksAtOnce = max(1, Self.partPixels / (Self.block * Self.block) / across.count)
        for start in stride(from: down.lowerBound, to: down.upperBound, by: blocksAtOnce) {
            try developAtOnce(across, start..<min(down.upperBound, start + blocksAtOnce), canvas)
        }
    }

    private func developAtOnce(
        _ across: Range<Int>, _ down: Range<Int>, _ canvas: UnsafeMutablePointer<UInt8>
    ) throws(RawTrouble) {
        let (left, right) = (across.lowerBound * Self.block, min(width, across.upperBound * Self.block))
        let (top, bottom) = (down.lowerBound * Self.block, min(height, down.upperBound * Self.block))
        let (x, y) = (max(0, left - Self.margin), max(0, top - Self.margin))
        let (w, h) = (min(width, right + Self.margin) - x, min(height, bottom + Self.margin) - y)
        var facts = keepers_raw_facts()
        var image = keepers_raw_image()
        let code = keepers_raw_part(raw, Int32(x), Int32(y), Int32(w), Int32(h), &image, &facts)
        guard code == 0, let pixels = image.pixels else { throw RawTrouble(code: code, facts) }
        defer { keepers_raw_release(raw) }
        guard image.width == w, image.height == h else {
            throw RawTrouble(kind: .file, words: "a part of it came in another size")
        }
        for row in top..<bottom {
            let from = pixels + ((row - y) * w + left - x) * 4
            let to = canvas + (row * width + left) * 3
            keepers_tone(from, Int32(right - left), 1, curve, to, 0)
        }
        for row in down { for column in across { isDeveloped[row * columns + column] = true } }
    }
}

/// Why a RAW could not be developed, or not now.
struct RawTrouble: Error {
    enum Kind { case file, memory, cancelled }
    var kind: Kind
    var words: String

    init(kind: Kind, words: String) {
        self.kind = kind
        self.words = words
    }

    init(code: Int32, _ facts: keepers_raw_facts) {
        kind = keepers_raw_is_cancelled(code) != 0 ? .cancelled : keepers_raw_is_short_of_memory(code) != 0 ? .memory : .file
        words = withUnsafeBytes(of: facts.error) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        if words.isEmpty { words = "LibRaw error \(code)" }
    }
}
