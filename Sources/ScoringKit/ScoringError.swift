/// What is wrong with this picture, worded to follow the frame's name: "the picture is cut short".
public struct ScoringError: Error, Equatable, Sendable {
    public var message: String
    public init(_ message: String) { self.message = message }
}
