/// Why a card or a preview could not be read, in words for the person at the screen.
public struct IngestError: Error, Equatable, Sendable {
    public enum Code: String, Sendable {
        /// The volume refused or failed (`systemCode` says how).
        case unreadable
        /// The file ends before the preview does.
        case cutShort
        /// The preview is larger than any camera makes, or than the room given.
        case tooLarge
        /// LibRaw could not unpack it.
        case undecodable
    }

    public var code: Code
    public var message: String
    /// `errno`, or 0.
    public var systemCode: Int32

    public init(_ code: Code, _ message: String, systemCode: Int32 = 0) {
        self.code = code
        self.message = message
        self.systemCode = systemCode
    }
}
