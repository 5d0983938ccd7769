import CRaw
import Glibc
public import KeepersCore

/// Develops RAW files for the loupe and keeps the last ones, so that panning and zooming only cut.
///
/// One per worker; not for two threads. Every picture is sRGB, upright, in the camera's white balance.
public final class RawDeveloper {
    private let budget: Int
    private let memoryLimit: Int
    private let nanoseconds: () -> UInt64
    private let isStale: () -> Bool
    private var painter = Painter()
    private var aids = EyeAids()
    /// The one used last stands last.
    private var kept: [RawNegative] = []

    /// Address space that the process itself and a picture on its way to the program take.
    private static let ownBytes = 192 << 20

    /// - Parameters:
    ///   - budget: bytes that kept pictures may take.
    ///   - memoryLimit: what the process may have in all; larger pictures are refused before they are tried.
    ///   - nanoseconds: a steady clock.
    ///   - isStale: asked now and then while it works; true ends the work.
    public init(
        budget: Int, memoryLimit: Int, nanoseconds: @escaping () -> UInt64, isStale: @escaping () -> Bool = { false }
    ) {
        self.budget = budget
        self.memoryLimit = memoryLimit
        self.nanoseconds = nanoseconds
        self.isStale = isStale
    }

    /// Draws `request.crop` of the upright picture at exactly the request's pixels; `.rawHalf` from the half, `.raw` in full where the
    /// half has too few pixels for it. `orientation` is that of the file, as for its previews.
    public func draw(
        descriptor: Int32, orientation: Orientation, request: PictureRequest, into target: UnsafeMutableRawBufferPointer
    ) throws(ScoringError) -> Drawing {
        let start = nanoseconds()
        let base = try request.room(in: target)
        do throws(RawTrouble) {
            let negative = try negative(descriptor)
            let (picture, isFull) = try picture(negative, request, orientation)
            let (width, height) = (request.pixelWidth, request.pixelHeight)
            painter.draw(request.crop, of: picture, turned: orientation, width: width, height: height, into: base)
            aids.paint(request.aids, request.crop, of: picture, turned: orientation, width: width, height: height, into: base)
            let size = orientation.upright(width: negative.width, height: negative.height)
            var facts = PictureFacts(width: size.width, height: size.height)
            facts.histogram = aids.histogram(of: negative.half) { _, _ in }
            facts.development = PictureFacts.Development(
                milliseconds: Int(clamping: (nanoseconds() &- start) / 1_000_000), keptBytes: keptBytes, budgetBytes: budget,
                hasCameraBalance: negative.hasCameraBalance, isFull: isFull)
            return Drawing(width: width, height: height, facts: facts)
        } catch {
            throw ScoringError(error.kind == .cancelled ? "cancelled" : error.words)
        }
    }

    private var keptBytes: Int { kept.reduce(0) { $0 + $1.bytes } }

    /// What a drawing is cut from, and whether that has the sensor's full resolution.
    private func picture(
        _ negative: RawNegative, _ request: PictureRequest, _ orientation: Orientation
    ) throws(RawTrouble) -> (Bitmap, isFull: Bool) {
        let stored = orientation.upright(width: request.pixelWidth, height: request.pixelHeight)
        let part = orientation.stored(request.crop).clamped.pixels(width: negative.width, height: negative.height)
        let reduction = min(part.width / Double(stored.width), part.height / Double(stored.height))
        guard request.source == .raw, negative.hasMore, reduction < 2 else { return (negative.half, negative.isWhole) }
        if !negative.hasFull { makeRoom(for: negative.fullBytes, sparing: negative) }
        do throws(RawTrouble) {
            // The filter that draws reaches a few pixels beyond.
            let reach = 10.0
            let full = try negative.full(
                left: Int(part.x - reach), top: Int(part.y - reach), right: Int(part.x + part.width + reach) + 1,
                bottom: Int(part.y + part.height + reach) + 1)
            return (full, true)
        } catch {
            // LibRaw has let go of the file.
            kept.removeAll { $0 === negative }
            throw error
        }
    }

    // MARK: - What is kept

    private func negative(_ descriptor: Int32) throws(RawTrouble) -> RawNegative {
        guard let identity = RawNegative.Identity(descriptor: descriptor) else {
            throw RawTrouble(kind: .file, words: "it could not be measured (\(String(cString: strerror(errno))))")
        }
        if let at = kept.firstIndex(where: { $0.identity == identity }) {
            let negative = kept.remove(at: at)
            kept.append(negative)
            return negative
        }
        let negative = try unpack(descriptor, identity)
        kept.append(negative)
        makeRoom(for: 0, sparing: negative)
        return negative
    }

    /// Full pixels of others go first, then the others themselves, those not looked at for longest first.
    private func makeRoom(for bytes: Int, sparing negative: RawNegative?) {
        func isTooMuch() -> Bool { keptBytes + bytes > budget }
        for other in kept where other !== negative && isTooMuch() { other.dropFull() }
        while isTooMuch(), let at = kept.firstIndex(where: { $0 !== negative }) { kept.remove(at: at) }
    }

    private func unpack(_ descriptor: Int32, _ identity: RawNegative.Identity) throws(RawTrouble) -> RawNegative {
        guard identity.size >= 64 else { throw RawTrouble(kind: .file, words: "the file is empty") }
        guard let start = mmap(nil, identity.size, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED else {
            throw RawTrouble(kind: .memory, words: "the file of \(identity.size >> 20) MB does not fit the memory")
        }
        defer { munmap(start, identity.size) }
        guard let raw = keepers_libraw_new() else { throw RawTrouble(kind: .memory, words: "no memory left for LibRaw") }
        do throws(RawTrouble) {
            var facts = keepers_raw_facts()
            keepers_raw_watch(raw, Self.ask, Unmanaged.passUnretained(self).toOpaque())
            try check(keepers_raw_open(raw, start, identity.size, &facts), facts)
            let needs = try Self.needs(facts, fileBytes: identity.size)
            let rest = memoryLimit - Self.ownBytes - needs.peak
            guard rest >= 0 else { throw Self.tooLarge(facts, memoryLimit) }
            makeRoom(for: max(needs.kept, budget - rest), sparing: nil)
            try check(keepers_raw_unpack(raw, &facts), facts)
            return try RawNegative(raw, facts: facts, identity: identity)
        } catch {
            keepers_libraw_free(raw)
            throw error
        }
    }

    private static let ask: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { context in
        guard let context else { return 0 }
        return Unmanaged<RawDeveloper>.fromOpaque(context).takeUnretainedValue().isStale() ? 1 : 0
    }

    private func check(_ code: Int32, _ facts: keepers_raw_facts) throws(RawTrouble) {
        if code != 0 { throw RawTrouble(code: code, facts) }
        if isStale() { throw RawTrouble(kind: .cancelled, words: "cancelled") }
    }

    /// Bytes at the highest point of developing the half, and bytes that stay.
    private static func needs(_ facts: keepers_raw_facts, fileBytes: Int) throws(RawTrouble) -> (peak: Int, kept: Int) {
        let sensor = Double(facts.raw_width) * Double(facts.raw_height)
        let pixels = Double(facts.width) * Double(facts.height) / (facts.is_mosaic != 0 ? 4 : 1)
        guard sensor > 0, pixels > 0, sensor < 4e9, pixels < 4e9 else {
            throw RawTrouble(kind: .file, words: "it tells no size that a picture can have")
        }
        // No camera's compression comes below half a bit a photosite.
        guard Double(fileBytes) * 16 >= sensor else {
            let words =
                "the file is too short for its \(megapixels(facts)) megapixels: it was cut, if this is a copy, make it again from the card"
            throw RawTrouble(kind: .file, words: words)
        }
        let unpacked = sensor * (facts.is_mosaic != 0 ? 2 : 8)
        return (Int(unpacked + pixels * 11) + fileBytes, Int(unpacked + pixels * 3))
    }

    private static func tooLarge(_ facts: keepers_raw_facts, _ limit: Int) -> RawTrouble {
        RawTrouble(
            kind: .memory,
            words: "its \(megapixels(facts)) megapixels need more memory than the \(limit >> 20) MB that it may have")
    }

    private static func megapixels(_ facts: keepers_raw_facts) -> Int {
        max(1, (Int(facts.raw_width) * Int(facts.raw_height) + 500_000) / 1_000_000)
    }
}
