/// Builds the compact little-endian byte strings that travel between our processes and lie in the store's blobs.
public struct ByteWriter: Sendable {
    public private(set) var bytes: [UInt8] = []
    public init() {}

    public mutating func put<Number: FixedWidthInteger>(_ value: Number) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
    public mutating func put(_ value: Double) { put(value.bitPattern) }
    public mutating func put(_ value: Float) { put(value.bitPattern) }
    public mutating func put(_ value: Bool) { bytes.append(value ? 1 : 0) }
    public mutating func put(_ text: String) { put([UInt8](text.utf8)) }
    public mutating func put(_ blob: [UInt8]) {
        put(UInt32(blob.count))
        bytes.append(contentsOf: blob)
    }
    public mutating func put<Value>(_ value: Value?, _ body: (inout ByteWriter, Value) -> Void) {
        put(value != nil)
        if let value { body(&self, value) }
    }
    public mutating func put<Value>(list: [Value], _ body: (inout ByteWriter, Value) -> Void) {
        put(UInt32(list.count))
        for value in list { body(&self, value) }
    }
}

/// A byte string that another process made and that does not read as it should.
public struct WireError: Error, Equatable {
    public var message: String
    public init(_ message: String) { self.message = message }
}

/// Reads what `ByteWriter` built; every length is checked, because the other side may be a hijacked decoder.
public struct ByteReader {
    private let bytes: [UInt8]
    private var position = 0
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    public var remaining: Int { bytes.count - position }

    public mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) throws(WireError) -> Number {
        let size = MemoryLayout<Number>.size
        guard remaining >= size else { throw WireError("message ends early") }
        var value = Number.zero
        withUnsafeMutableBytes(of: &value) { target in
            for index in 0..<size { target[index] = bytes[position + index] }
        }
        position += size
        return Number(littleEndian: value)
    }
    public mutating func double() throws(WireError) -> Double { Double(bitPattern: try number()) }
    public mutating func float() throws(WireError) -> Float { Float(bitPattern: try number()) }
    public mutating func flag() throws(WireError) -> Bool { try number(UInt8.self) != 0 }
    public mutating func blob() throws(WireError) -> [UInt8] {
        let count = Int(try number(UInt32.self))
        guard count <= remaining else { throw WireError("length runs past the message") }
        defer { position += count }
        return Array(bytes[position..<position + count])
    }
    public mutating func text() throws(WireError) -> String { String(decoding: try blob(), as: UTF8.self) }
    public mutating func optional<Value>(_ body: (inout ByteReader) throws(WireError) -> Value) throws(WireError) -> Value? {
        try flag() ? try body(&self) : nil
    }
    public mutating func list<Value>(_ body: (inout ByteReader) throws(WireError) -> Value) throws(WireError) -> [Value] {
        let count = Int(try number(UInt32.self))
        guard count <= remaining else { throw WireError("list runs past the message") }
        var values: [Value] = []
        values.reserveCapacity(count)
        for _ in 0..<count { values.append(try body(&self)) }
        return values
    }
}

/// A value with one byte form, the same in every process and in the store.
public protocol Wired {
    func write(to writer: inout ByteWriter)
    init(from reader: inout ByteReader) throws(WireError)
}

extension Wired {
    public var wire: [UInt8] {
        var writer = ByteWriter()
        write(to: &writer)
        return writer.bytes
    }
    public init(wire: [UInt8]) throws(WireError) {
        var reader = ByteReader(wire)
        try self.init(from: &reader)
    }
}
