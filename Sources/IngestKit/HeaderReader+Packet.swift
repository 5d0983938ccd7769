import Glibc
public import KeepersCore

/// The XMP packet inside a photo, as programs leave it there that keep their words in the file (JPEG, DNG).
public enum EmbeddedPacket {
    /// No packet that a program writes comes near; larger ones are not read.
    public static let limit = 4 << 20
}

extension HeaderReader {
    /// Reads a file's header, and the bytes of its XMP packet: of a JPEG the APP1 segment of Adobe's name, of a TIFF structure tag 700.
    ///
    /// nil where there is none, where it lies outside the file, or where it is larger than `EmbeddedPacket.limit`. Zeros with which a
    /// writer filled up the tag are not part of it.
    public func readWithPacket(descriptor: Int32, name: String, size: Int64) -> (header: FrameHeader, packet: [UInt8]?) {
        let header = read(descriptor: descriptor, name: name, size: size)
        guard let place = packetPlace, place.count <= UInt64(EmbeddedPacket.limit) else { return (header, nil) }
        return (header, HeaderReader.trimmed(HeaderReader.bytes(descriptor, at: place.at, count: Int(place.count))))
    }

    /// The same for a file in memory.
    public func readWithPacket(memory: UnsafeRawBufferPointer, name: String) -> (header: FrameHeader, packet: [UInt8]?) {
        let header = read(memory: memory, name: name)
        guard let place = packetPlace, place.count <= UInt64(EmbeddedPacket.limit), place.at <= UInt64(memory.count),
            place.count <= UInt64(memory.count) - place.at
        else { return (header, nil) }
        return (header, HeaderReader.trimmed(Array(memory[Int(place.at)..<Int(place.at + place.count)])))
    }

    /// All of them, or nothing: half a packet is none.
    private static func bytes(_ descriptor: Int32, at: UInt64, count: Int) -> [UInt8] {
        guard count > 0, at <= UInt64(Int64.max) - UInt64(count) else { return [] }
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
            while done < count {
                let got = pread(descriptor, buffer.baseAddress.map { $0 + done }, count - done, off_t(at) + off_t(done))
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { return }
                done += got
            }
        }
        return bytes.count == count ? bytes : []
    }

    private static func trimmed(_ bytes: [UInt8]) -> [UInt8]? {
        let end = bytes.lastIndex { $0 != 0 } ?? -1
        return end < 0 ? nil : Array(bytes[...end])
    }
}
