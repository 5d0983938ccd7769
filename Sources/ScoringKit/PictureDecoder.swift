import CJPEG

/// RGB pixels of a stored (not yet turned) picture, or of a part of it; valid until the next decode.
struct Bitmap {
    var base: UnsafePointer<UInt8>
    /// Bytes from one row to the next.
    var stride: Int
    var width: Int
    var height: Int

    /// The part from (`x`, `y`) on; the caller keeps inside.
    func part(x: Int, y: Int, width: Int, height: Int) -> Bitmap {
        Bitmap(base: base + y * stride + 3 * x, stride: stride, width: width, height: height)
    }
}

/// Decodes embedded JPEGs into one buffer, and keeps the last picture: panning at 100 % decodes once.
struct PictureDecoder: ~Copyable {
    /// Larger pictures are refused: no camera embeds them, and they would not fit a worker's memory.
    static let mostPixels = 100_000_000
    /// A 24-megapixel picture stays for panning; a larger one is given back.
    private static let keptBytes = 80 << 20

    private let decoder = keepers_jpeg_decoder_new()
    private var pixels = Scratch()
    private var last: Key?

    /// Which decoded picture the buffer holds.
    private struct Key: Equatable {
        var fingerprint: UInt64
        var byteCount: Int
        var eighths: Int
        var quick: Bool
        var damage: String?

        func matches(_ other: Key) -> Bool {
            fingerprint == other.fingerprint && byteCount == other.byteCount && eighths == other.eighths && quick == other.quick
        }
    }

    deinit { keepers_jpeg_decoder_free(decoder) }

    func header(of jpeg: UnsafeRawBufferPointer) throws(ScoringError) -> keepers_jpeg_header {
        guard let decoder else { throw ScoringError("there is no memory left to decode the picture") }
        guard let base = jpeg.assumingMemoryBound(to: UInt8.self).baseAddress else { throw ScoringError("the picture is empty") }
        var header = keepers_jpeg_header()
        var message = Message()
        let outcome = message.fill { keepers_jpeg_read_header(decoder, base, jpeg.count, &header, $0) }
        guard outcome == keepers_jpeg_whole else { throw ScoringError("the picture cannot be read: \(message.text)") }
        guard Int(header.width) * Int(header.height) <= Self.mostPixels else {
            throw ScoringError("the picture is \(header.width) x \(header.height), more than the 100 megapixels that are decoded")
        }
        return header
    }

    /// Decodes scaled by `eighths` / 8. A damaged picture is an error, or, with `acceptsDamage`, what there is of it and the damage in words.
    mutating func decode(
        _ jpeg: UnsafeRawBufferPointer, header: keepers_jpeg_header, eighths: Int, quick: Bool, acceptsDamage: Bool
    ) throws(ScoringError) -> (bitmap: Bitmap, damage: String?) {
        guard let decoder, let base = jpeg.assumingMemoryBound(to: UInt8.self).baseAddress else {
            throw ScoringError("the picture is empty")
        }
        var key = Key(fingerprint: fingerprint(jpeg), byteCount: jpeg.count, eighths: eighths, quick: quick)
        let need = keepers_jpeg_buffer_size(header, Int32(eighths))
        if let last, last.matches(key) {
            key = last
        } else {
            last = nil
            let buffer = pixels.bytes(need).assumingMemoryBound(to: UInt8.self)
            var message = Message()
            let outcome = message.fill {
                keepers_jpeg_decode(decoder, base, jpeg.count, header, Int32(eighths), quick ? 1 : 0, buffer, need, $0)
            }
            guard outcome != keepers_jpeg_unreadable else { throw ScoringError("the picture cannot be decoded: \(message.text)") }
            key.damage = outcome == keepers_jpeg_damaged ? damage(message.text) : nil
            last = key
        }
        if let damage = key.damage, !acceptsDamage { throw ScoringError("the picture is \(damage)") }
        let width = Int(keepers_jpeg_scaled(header.width, Int32(eighths)))
        let height = Int(keepers_jpeg_scaled(header.height, Int32(eighths)))
        let rows = UnsafePointer(pixels.bytes(need).assumingMemoryBound(to: UInt8.self))
        return (Bitmap(base: rows, stride: 3 * width, width: width, height: height), key.damage)
    }

    /// To be called when a frame is done.
    mutating func trim() {
        guard pixels.capacity > Self.keptBytes else { return }
        pixels.trim(to: Self.keptBytes)
        last = nil
    }
}

/// Words for what TurboJPEG complains about.
private func damage(_ message: String) -> String {
    message.contains("remature end") ? "cut short" : "damaged (\(message))"
}

/// Tells pictures apart by their size and 64 samples of 64 bytes: coded picture data that differs, differs everywhere.
private func fingerprint(_ jpeg: UnsafeRawBufferPointer) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    let step = max(64, jpeg.count / 64)
    for start in stride(from: 0, to: jpeg.count, by: step) {
        for offset in stride(from: start, to: min(start + 64, jpeg.count - 7), by: 8) {
            hash = (hash ^ jpeg.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* 0x9e37_79b9_7f4a_7c15
            hash ^= hash >> 29
        }
    }
    return hash
}

/// Room for a message of TurboJPEG's.
private struct Message {
    private var bytes = [CChar](repeating: 0, count: Int(keepers_jpeg_message_size))

    mutating func fill(_ body: (UnsafeMutablePointer<CChar>) -> keepers_jpeg_outcome) -> keepers_jpeg_outcome {
        bytes.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return keepers_jpeg_unreadable }
            return body(base)
        }
    }

    /// Without the name of the C function that some messages begin with.
    var text: String {
        let whole = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let end = whole.firstRange(of: "(): ") else { return whole }
        return String(whole[end.upperBound...])
    }
}
