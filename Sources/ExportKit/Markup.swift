import CExpat

/// Where the markup of a file stands, as byte ranges; text lies between.
struct Markup {
    enum Kind { case start, end, comment, instruction, cdataStart, cdataEnd }
    struct Event {
        var kind: Kind
        var range: Range<Int>
    }

    var events: [Event]
    /// Named in the XML declaration, or "".
    var declaredEncoding: String

    /// Scans UTF-8 `text` with expat.
    init(_ text: [UInt8]) throws(SidecarRefusal) {
        var result = keepers_xml_result()
        keepers_xml_scan(text, text.count, SidecarLimits.depth, &result)
        defer { keepers_xml_free(&result) }
        switch Int(result.status) {
        case KEEPERS_XML_OK: break
        case KEEPERS_XML_DOCTYPE: throw .doctype
        case KEEPERS_XML_TOO_DEEP: throw .tooDeep
        case KEEPERS_XML_NO_MEMORY: throw SidecarRefusal(.tooLarge, "there was not enough memory to read it; nothing was written")
        default: throw .malformed(result.message.map { String(cString: $0) } ?? "it is not XML", line: Int(result.line))
        }
        events = []
        events.reserveCapacity(result.count)
        for event in UnsafeBufferPointer(start: result.events, count: result.count) {
            let start = Int(event.offset)
            let end = start + Int(event.length)
            guard end <= text.count else { throw .malformed("markup runs past its end") }
            events.append(Event(kind: try Markup.kind(event.kind), range: start..<end))
        }
        declaredEncoding = withUnsafeBytes(of: result.encoding) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    private static func kind(_ number: UInt32) throws(SidecarRefusal) -> Kind {
        switch Int(number) {
        case KEEPERS_XML_START: return .start
        case KEEPERS_XML_END: return .end
        case KEEPERS_XML_COMMENT: return .comment
        case KEEPERS_XML_INSTRUCTION: return .instruction
        case KEEPERS_XML_CDATA_START: return .cdataStart
        case KEEPERS_XML_CDATA_END: return .cdataEnd
        default: throw .malformed("unknown markup")
        }
    }
}
