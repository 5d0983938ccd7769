import KeepersCore
import Testing

@testable import ExportKit

/// The last line of defence: what counts as a change of something that is not ours.
@Suite struct RestTests {
    static let base = Form.attribute.source

    func rest(_ text: String) throws -> [UInt8] { try SidecarDocument(bytes(text)).rest }

    @Test(arguments: [
        ("+0.35", "+0.36"), ("keep me", "keep it"), ("Grün  &lt;3", "Grün &lt;3"), ("Grün  &lt;3", "Grün  &amp;lt;3"),
        ("<k:deep>x</k:deep>", ""),
        ("<xmp:Rating>5</xmp:Rating>", "<xmp:Rating>4</xmp:Rating>"), ("x-default", "de"), ("x:xmptk=\"T\"", "x:xmptk=\"U\""),
        ("<!-- keep me -->", ""), ("k:note=", "k:notes="), ("http://example.org/k/", "http://example.org/l/"),
        ("rdf:about=\"\"", "rdf:about=\"a\""), ("k:note=\"a &amp; b &#x263A;\"", ""), ("rdf:Alt", "rdf:Bag"),
        (" rdf:parseType=\"Resource\"", ""),
    ]) func aChangeOfAnythingElseIsSeen(old: String, new: String) throws {
        let changed = Self.base.replacing(old, with: new)
        #expect(changed != Self.base)
        #expect(try rest(changed) != rest(Self.base))
    }

    @Test(arguments: [
        ("xmp:Rating=\"2\"", "xmp:Rating=\"5\" xmp:Label=\"Red\""), ("xmp:Rating=\"2\"", ""), ("2020-01-01T00:00:00Z", "2021"),
        ("   <!-- keep me -->", "<xmp:Label>Red</xmp:Label><!-- keep me -->"), ("a &amp; b", "a &#38; b"),
        (" </rdf:RDF>", "<rdf:Description rdf:about=\"\" xmlns:p=\"http://ns.adobe.com/xap/1.0/\" p:Label=\"x\"/></rdf:RDF>"),
        ("\n   crs:", "  crs:"), ("k:note=\"a &amp; b &#x263A;\"", "k:note='a &amp; b ☺'"),
    ]) func ourOwnPropertiesAndNotationAreNot(old: String, new: String) throws {
        let changed = Self.base.replacing(old, with: new)
        #expect(changed != Self.base)
        #expect(try rest(changed) == rest(Self.base))
    }
}
