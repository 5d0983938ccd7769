import CNettle
public import KeepersCore

/// A SHA-256, by which we tell whether a sidecar is still the one we read.
public struct Digest: Hashable, Sendable, Wired, CustomStringConvertible {
    /// Always 32.
    public let bytes: [UInt8]

    public init(of content: [UInt8]) {
        var digest = [UInt8](repeating: 0, count: 32)
        keepers_sha256(content, content.count, &digest)
        bytes = digest
    }

    /// From stored bytes; nil unless there are 32.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// From 64 hexadecimal digits.
    public init?(hex: String) {
        let digits = hex.unicodeScalars.map { Character($0).hexDigitValue }
        guard digits.count == 64 else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: 64, by: 2) {
            guard let high = digits[index], let low = digits[index + 1] else { return nil }
            bytes.append(UInt8(high << 4 | low))
        }
        self.bytes = bytes
    }

    public var hex: String {
        let digits = Array("0123456789abcdef")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
    public var description: String { hex }

    public func write(to writer: inout ByteWriter) { writer.put(bytes) }
    public init(from reader: inout ByteReader) throws(WireError) {
        guard let digest = Digest(bytes: try reader.blob()) else { throw WireError("a SHA-256 has 32 bytes") }
        self = digest
    }
}
