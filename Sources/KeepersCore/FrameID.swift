/// A frame's row in the store; stable for the life of a session.
public struct FrameID: Hashable, Sendable, Comparable, RawRepresentable, CustomStringConvertible {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
    public init(_ value: Int64) { rawValue = value }
    public static func < (left: FrameID, right: FrameID) -> Bool { left.rawValue < right.rawValue }
    public var description: String { "frame \(rawValue)" }
}
