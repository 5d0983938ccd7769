public import KeepersCore

/// Why a sidecar is neither believed nor written: it stays exactly as it is and is listed by name.
public struct SidecarRefusal: Error, Hashable, Sendable, Wired {
    /// Stable words for scripts and the store.
    public enum Reason: String, Sendable, CaseIterable {
        case empty, malformed, doctype, undecodable
        case notRDF = "not-rdf"
        case tooLarge = "too-large"
        case tooDeep = "too-deep"
        /// More than one subject: we cannot know which of them is the picture.
        case ambiguous
        /// The value that we were asked to write has a character that XML cannot hold.
        case badValue = "bad-value"
        /// The edited file did not read back as meant, so it was thrown away.
        case internalCheck = "internal-check"
    }

    public var reason: Reason
    /// What is wrong and what to do, without the file's name: the caller knows it.
    public var sentence: String

    public init(_ reason: Reason, _ sentence: String) {
        self.reason = reason
        self.sentence = sentence
    }

    public func write(to writer: inout ByteWriter) {
        writer.put(reason.rawValue)
        writer.put(sentence)
    }

    public init(from reader: inout ByteReader) throws(WireError) {
        guard let reason = Reason(rawValue: try reader.text()) else { throw WireError("unknown refusal") }
        self.init(reason, try reader.text())
    }
}

extension SidecarRefusal {
    static func malformed(_ what: String, line: Int? = nil) -> SidecarRefusal {
        let place = line.map { " (line \($0))" } ?? ""
        return SidecarRefusal(
            .malformed,
            "it is damaged: \(what)\(place); nothing was written; delete it or save metadata again in the program that made it")
    }
    static let empty = SidecarRefusal(.empty, "it is empty; nothing was written; delete it to get a new one")
    static let tooLarge = SidecarRefusal(.tooLarge, "it is larger than 4 MiB, which no sidecar should be; nothing was written")
    static let tooDeep = SidecarRefusal(
        .tooDeep, "its elements are nested more than \(SidecarLimits.depth) deep, which no sidecar should be; nothing was written"
    )
    static let doctype = SidecarRefusal(
        .doctype, "it has a DOCTYPE, which no sidecar should have; nothing was expanded or written")
    static func undecodable(_ what: String) -> SidecarRefusal {
        SidecarRefusal(.undecodable, "\(what); nothing was written; save metadata again in the program that made it")
    }
    static func notRDF(_ what: String) -> SidecarRefusal {
        SidecarRefusal(.notRDF, "it is no XMP sidecar: \(what); nothing was written; move it away to get a new one")
    }
    static func ambiguous(_ what: String) -> SidecarRefusal { SidecarRefusal(.ambiguous, "\(what); nothing was written") }
}

/// Bounds that no honest sidecar comes near.
public enum SidecarLimits {
    /// Bytes.
    public static let size = 4 << 20
    public static let depth: UInt32 = 4096
}
