import Glibc
public import KeepersCore

/// Brings an embedded preview's bytes into memory: one `pread` of its range.
public enum PreviewFetcher {
    /// Longer than any embedded preview; a longer one is a lie.
    public static let limit = 256 << 20

    /// Reads the preview; afterwards `buffer` holds exactly its bytes. Pass the same buffer again: it grows once.
    public static func fetch(_ preview: Preview, descriptor: Int32, into buffer: inout [UInt8]) throws(IngestError) {
        if preview.libRawIndex != nil { return try unpack(descriptor, into: &buffer) }
        let count = try checkedLength(preview)
        if buffer.count > count { buffer.removeLast(buffer.count - count) }
        if buffer.count < count { buffer.append(contentsOf: repeatElement(0, count: count - buffer.count)) }
        let code = buffer.withUnsafeMutableBytes { read(descriptor, preview.offset, into: $0) }
        try check(code, preview)
    }

    /// Reads the preview into the caller's memory, such as a slot of the shared ring, and returns how many bytes it has.
    public static func fetch(
        _ preview: Preview, descriptor: Int32, into room: UnsafeMutableRawBufferPointer
    ) throws(IngestError) -> Int {
        if preview.libRawIndex != nil {
            var bytes: [UInt8] = []
            try unpack(descriptor, into: &bytes)
            guard bytes.count <= room.count else { throw tooLarge(UInt64(bytes.count)) }
            room.copyBytes(from: bytes)
            return bytes.count
        }
        let count = try checkedLength(preview)
        guard count <= room.count else { throw tooLarge(preview.length) }
        try check(read(descriptor, preview.offset, into: UnsafeMutableRawBufferPointer(rebasing: room[..<count])), preview)
        return count
    }

    private static func checkedLength(_ preview: Preview) throws(IngestError) -> Int {
        guard preview.length <= UInt64(limit) else { throw tooLarge(preview.length) }
        return Int(preview.length)
    }

    private static func tooLarge(_ length: UInt64) -> IngestError {
        IngestError(.tooLarge, "the preview of \(grouped(Int(clamping: length))) bytes is larger than the room for it")
    }

    /// 0, an `errno`, or -1 when the file ends early.
    private static func read(_ descriptor: Int32, _ offset: UInt64, into room: UnsafeMutableRawBufferPointer) -> Int32 {
        guard let start = room.baseAddress else { return 0 }
        var done = 0
        while done < room.count {
            let got = pread(descriptor, start + done, room.count - done, off_t(clamping: offset) &+ off_t(done))
            if got < 0 && errno == EINTR { continue }
            if got < 0 { return errno }
            if got == 0 { return -1 }
            done += got
        }
        return 0
    }

    private static func check(_ code: Int32, _ preview: Preview) throws(IngestError) {
        if code == 0 { return }
        let what = "the \(preview.width) x \(preview.height) preview"
        if code == -1 {
            throw IngestError(
                .cutShort, "\(what) ends after the file does: the file shrank; if this is a copy, make it again from the card")
        }
        throw IngestError(
            .unreadable, "\(what) could not be read (\(String(cString: strerror(code)))): try the card in another reader",
            systemCode: code)
    }

    private static func unpack(_ descriptor: Int32, into buffer: inout [UInt8]) throws(IngestError) {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else {
            throw IngestError(
                .unreadable, "the file could not be measured (\(String(cString: strerror(errno))))", systemCode: errno)
        }
        guard let reader = LibRawReader() else { throw IngestError(.undecodable, "no memory left for LibRaw") }
        var bytes: [UInt8] = []
        let words = reader.unpack(descriptor: descriptor, size: Int64(facts.st_size)) { bytes = Array($0) }
        if let words { throw IngestError(.undecodable, "LibRaw could not unpack the preview: \(words)") }
        buffer = bytes
    }
}
