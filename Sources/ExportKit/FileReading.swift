import CNettle
import Glibc
public import KeepersCore

/// What reading a whole file told, and a copy beside it.
public struct FileReading: Equatable, Sendable, Wired {
    public enum Comparison: Equatable, Sendable {
        case same
        /// The first byte that is another one.
        case differs(at: Int64)
        case unreadable(errno: Int32)
    }
    public var bytes: Int64
    public var sha256: Digest
    /// nil where no copy was read.
    public var comparison: Comparison?
    /// The share of the time in which the disks were waited for, 0 to 1.
    public var waited: Double

    public init(bytes: Int64, sha256: Digest, comparison: Comparison? = nil, waited: Double) {
        self.bytes = bytes
        self.sha256 = sha256
        self.comparison = comparison
        self.waited = waited
    }

    /// Reads all of an open file from the disk, and an open copy beside it as far as it is the same; errno where the file cannot be read.
    public static func read(descriptor: Int32, copy: Int32?, isDiskFast: Bool) -> FileReading? {
        var digest = [UInt8](repeating: 0, count: 32)
        var found = keepers_reading()
        let problem = keepers_read_file(descriptor, copy ?? -1, isDiskFast ? 1 : 0, &digest, &found)
        guard problem == 0, let sha256 = Digest(bytes: digest) else {
            errno = problem
            return nil
        }
        let waited = found.lasted > 0 ? Double(found.waited) / Double(found.lasted) : 1
        return FileReading(bytes: found.bytes, sha256: sha256, comparison: copy.map { _ in comparison(found) }, waited: waited)
    }

    private static func comparison(_ found: keepers_reading) -> FileReading.Comparison {
        if found.copy_problem != 0 { return .unreadable(errno: found.copy_problem) }
        return found.difference < 0 ? .same : .differs(at: found.difference)
    }

    public func write(to writer: inout ByteWriter) {
        writer.put(bytes)
        sha256.write(to: &writer)
        writer.put(comparison) { $1.write(to: &$0) }
        writer.put(waited)
    }
    public init(from reader: inout ByteReader) throws(WireError) {
        bytes = try reader.number()
        sha256 = try Digest(from: &reader)
        comparison = try reader.optional { (r) throws(WireError) in try Comparison(from: &r) }
        waited = try reader.double()
    }
}

extension FileReading.Comparison: Wired {
    public func write(to writer: inout ByteWriter) {
        switch self {
        case .same: writer.put(UInt8(0))
        case .differs(let place):
            writer.put(UInt8(1))
            writer.put(place)
        case .unreadable(let code):
            writer.put(UInt8(2))
            writer.put(code)
        }
    }
    public init(from reader: inout ByteReader) throws(WireError) {
        switch try reader.number(UInt8.self) {
        case 0: self = .same
        case 1: self = .differs(at: try reader.number())
        case 2: self = .unreadable(errno: try reader.number())
        default: throw WireError("unknown comparison")
        }
    }
}
