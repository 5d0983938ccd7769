import KeepersCore
import Testing

@testable import ExportKit

/// Each kind of file that is never written to, made here.
@Suite struct RefusalTests {
    static let body = "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
    static let good =
        body + "<rdf:Description xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" xmp:Rating=\"2\"/></rdf:RDF></x:xmpmeta>"

    static func deep(_ depth: Int) -> [UInt8] {
        let open = String(repeating: "<k:a rdf:parseType=\"Resource\">", count: depth)
        let close = String(repeating: "</k:a>", count: depth)
        return bytes(body + "<rdf:Description xmlns:k=\"k\">" + open + close + "</rdf:Description></rdf:RDF></x:xmpmeta>")
    }

    static let kinds: [(String, [UInt8], SidecarRefusal.Reason)] = [
        ("empty", [], .empty), ("blank", bytes(" \n"), .empty), ("only a byte order mark", [0xEF, 0xBB, 0xBF], .empty),
        ("zeros", [UInt8](repeating: 0, count: 4096), .undecodable),
        ("a web page", bytes("<html><body>404</body></html>"), .notRDF),
        ("loose text", bytes(body + "<rdf:Description>loose</rdf:Description></rdf:RDF></x:xmpmeta>"), .notRDF),
        ("plain text", bytes("rating: 5"), .malformed),
        ("cut short", Array(bytes(good).dropLast(20)), .malformed),
        ("two documents", bytes(good + good), .malformed),
        ("a control character", bytes(good.replacing("\"2\"", with: "\"a\u{1}b\"")), .malformed),
        ("an undeclared prefix", bytes(good.replacing("xmlns:xmp", with: "xmlns:xap")), .malformed),
        ("two colons in a prefix", bytes(good.replacing("xmlns:xmp=", with: "xmlns:a:b=\"b\" xmlns:xmp=")), .malformed),
        ("two colons in a name", bytes(good.replacing("xmp:Rating", with: "xmp:a:Rating")), .malformed),
        ("an undeclared entity", bytes(good.replacing("\"2\"", with: "\"&a;\"")), .malformed),
        ("one attribute twice", bytes(good.replacing("\"2\"", with: "\"2\" xmp:Rating=\"3\"")), .malformed),
        ("a DOCTYPE", bytes("<!DOCTYPE x [<!ENTITY a \"aaaa\">]>" + good), .doctype),
        ("an external DOCTYPE", bytes("<!DOCTYPE x SYSTEM \"file:///etc/passwd\">" + good), .doctype),
        ("nested entities", bytes(bombDoctype + good.replacing("\"2\"", with: "\"&a9;\"")), .doctype),
        ("undeclared Latin-1", bytes(good.replacing("2\"", with: "Gr")) + [0xFC] + bytes("n\"/>"), .undecodable),
        ("another 8-bit encoding", bytes("<?xml version=\"1.0\" encoding=\"windows-1252\"?>" + good), .undecodable),
        ("UTF-32", [0xFF, 0xFE, 0, 0] + good.unicodeScalars.flatMap { [UInt8($0.value & 255), 0, 0, 0] }, .undecodable),
        ("UTF-16 without a mark", Array(Storage.utf16LE.stored(good).dropFirst(2)), .undecodable),
        ("half a UTF-16 unit", Storage.utf16LE.stored(good) + [0x20], .undecodable),
        ("a lone surrogate", Storage.utf16LE.stored(good) + [0x00, 0xD8], .undecodable),
        ("UTF-16 that says UTF-8", Storage.utf16BE.stored("<?xml version=\"1.0\" encoding=\"UTF-8\"?>" + good), .undecodable),
        ("5000 levels", deep(5000), .tooDeep),
        ("more than 4 MiB", bytes(good) + [UInt8](repeating: 0x20, count: 4 << 20), .tooLarge),
        (
            "two pictures",
            bytes(body + "<rdf:Description rdf:about='a'/><rdf:Description rdf:about='b'/></rdf:RDF></x:xmpmeta>"), .ambiguous
        ),
    ]

    /// A billion laughs.
    static let bombDoctype: String = {
        let entities = (1...9).map { "<!ENTITY a\($0) \"" + String(repeating: "&a\($0 - 1);", count: 10) + "\">" }
        return "<!DOCTYPE x [<!ENTITY a0 \"lol\">" + entities.joined() + "]>"
    }()

    @Test(arguments: kinds.indices) func isNamedAndNeverWritten(index: Int) {
        let (name, source, reason) = Self.kinds[index]
        let wish = wish([.rating: .set("3")])
        #expect(throws: SidecarRefusal.self, "\(name)") { try SidecarReader.read(source) }
        do {
            _ = try SpliceEditor.edit(source, wish: wish, now: now)
            Issue.record("\(name) was edited")
        } catch {
            #expect(error.reason == reason, "\(name): \(error.sentence)")
            #expect(error.sentence.contains("nothing was") && !error.sentence.contains("\n"), "\(name): \(error.sentence)")
        }
    }

    @Test func aThousandLevelsAreHandled() throws {
        let source = Self.deep(1000)
        let edited = try #require(try SpliceEditor.edit(source, wish: wish([.rating: .set("3")]), now: now))
        #expect(try SidecarReader.read(edited).rating == 3)
    }

    @Test func refusalsTravelBetweenProcesses() throws {
        for (_, source, _) in Self.kinds.prefix(5) {
            do { _ = try SidecarReader.read(source) } catch { #expect(try SidecarRefusal(wire: error.wire) == error) }
        }
    }
}
