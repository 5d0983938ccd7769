/// A set of frames that is kept in small settings: 256 frames to a block, so that one more frame rewrites 64 characters and no more.
public struct FrameSet: Equatable, Sendable {
    private static let size: Int64 = 256
    private var blocks: [Int64: [UInt8]] = [:]
    /// Blocks that changed since they were last taken to the store.
    private var changed: Set<Int64> = []

    public init() {}

    /// From a session's settings, under `name`; a block that does not read is left out.
    public init(settings: [String: String], name: String) {
        for (key, text) in settings where key.hasPrefix(name + " ") {
            guard let block = Int64(key.dropFirst(name.count + 1)), let bytes = FrameSet.bytes(hex: text) else { continue }
            blocks[block] = bytes
        }
    }

    public var isEmpty: Bool { blocks.isEmpty }

    public func contains(_ frame: FrameID) -> Bool {
        let (block, byte, bit) = FrameSet.place(frame)
        return blocks[block].map { $0[byte] & bit != 0 } ?? false
    }

    public mutating func insert(_ frame: FrameID) {
        guard !contains(frame) else { return }
        let (block, byte, bit) = FrameSet.place(frame)
        blocks[block, default: Array(repeating: 0, count: Int(FrameSet.size / 8))][byte] |= bit
        changed.insert(block)
    }

    /// The settings to write now, under `name`, in a stable order.
    public mutating func takeChanges(name: String) -> [(key: String, value: String)] {
        defer { changed = [] }
        return changed.sorted().map { (key: "\(name) \($0)", value: FrameSet.hex(blocks[$0] ?? [])) }
    }

    private static func place(_ frame: FrameID) -> (block: Int64, byte: Int, bit: UInt8) {
        let block = floorDivide(frame.rawValue, size)
        let offset = Int(frame.rawValue &- block &* size)
        return (block, offset / 8, 1 << UInt8(offset % 8))
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }

    private static func bytes(hex text: String) -> [UInt8]? {
        let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count == Int(size / 4) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index], let low = digits[index + 1] else { return nil }
            bytes.append(UInt8(high * 16 + low))
        }
        return bytes
    }
}
