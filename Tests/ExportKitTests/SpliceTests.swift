import KeepersCore
import Testing

@testable import ExportKit

@Suite struct SpliceTests {
    static let head = #"<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">"#
    static let tail = "</rdf:RDF></x:xmpmeta>"
    static let xmpNS = #"xmlns:xmp="http://ns.adobe.com/xap/1.0/""#

    func edited(_ inner: String, _ pairs: [SidecarProperty: SidecarChange]) throws -> String? {
        let whole = try SpliceEditor.edit(bytes(Self.head + inner + Self.tail), wish: wish(pairs), now: now)
        guard let whole else { return nil }
        let out = text(whole)
        #expect(out.hasPrefix(Self.head) && out.hasSuffix(Self.tail))
        return String(out.dropFirst(Self.head.count).dropLast(Self.tail.count))
    }

    @Test func replacesAnAttributeWhereItStands() throws {
        let out = try edited(
            "<rdf:Description rdf:about='' \(Self.xmpNS)  xmp:Rating = '2'  xmp:Label=\"x\"/>", [.rating: .set("5")])
        #expect(out == "<rdf:Description rdf:about='' \(Self.xmpNS)  xmp:Rating = '5'  xmp:Label=\"x\"/>")
    }

    @Test func whiteSpaceAroundALabelGoesWithIt() throws {
        let out = try edited(
            "<rdf:Description \(Self.xmpNS)><xmp:Label>\n Rot </xmp:Label></rdf:Description>", [.label: .set("Red")])
        #expect(out == "<rdf:Description \(Self.xmpNS)><xmp:Label>Red</xmp:Label></rdf:Description>")
    }

    @Test func replacesElementTextAndKeepsComments() throws {
        let out = try edited(
            "<rdf:Description \(Self.xmpNS)><xmp:Rating>\n <!-- c -->\n 2\n</xmp:Rating><xmp:Label/></rdf:Description>",
            [.rating: .set("5"), .label: .set("Grün & <b>")])
        #expect(
            out == "<rdf:Description \(Self.xmpNS)><xmp:Rating>5<!-- c --></xmp:Rating>"
                + "<xmp:Label>Grün &amp; &lt;b&gt;</xmp:Label></rdf:Description>")
    }

    @Test func replacesCDATA() throws {
        let out = try edited(
            "<rdf:Description \(Self.xmpNS)><xmp:Label><![CDATA[a<b]]>c</xmp:Label></rdf:Description>", [.label: .set("Red")])
        #expect(out == "<rdf:Description \(Self.xmpNS)><xmp:Label>Red</xmp:Label></rdf:Description>")
    }

    @Test func removesLaterDuplicates() throws {
        let out = try edited(
            "<rdf:Description \(Self.xmpNS) xmp:Rating=\"2\">\n <xmp:Rating>4</xmp:Rating>\n <xmp:Rating>1</xmp:Rating>\n</rdf:Description>",
            [.rating: .set("2")])
        #expect(out == "<rdf:Description \(Self.xmpNS) xmp:Rating=\"2\">\n</rdf:Description>")
    }

    @Test func writesAListAnewAsTheSimpleValueThatLightroomReads() throws {
        let out = try edited(
            "<rdf:Description \(Self.xmpNS)><xmp:Rating><rdf:Bag><rdf:li>4</rdf:li></rdf:Bag></xmp:Rating></rdf:Description>",
            [.rating: .set("5")])
        #expect(out == "<rdf:Description \(Self.xmpNS)><xmp:Rating>5</xmp:Rating></rdf:Description>")
    }

    @Test func appendsAttributesInTheTagsOwnLayout() throws {
        let out = try edited(
            "\n  <rdf:Description rdf:about=\"\"\n    \(Self.xmpNS)\n   xmp:Rating=\"2\">\n  </rdf:Description>\n",
            [.pick: .set("-1"), .good: .set("false")])
        #expect(
            out
                == "\n  <rdf:Description rdf:about=\"\"\n    \(Self.xmpNS)\n    xmlns:xmpDM=\"http://ns.adobe.com/xmp/1.0/DynamicMedia/\""
                + "\n   xmp:Rating=\"2\"\n   xmpDM:pick=\"-1\"\n   xmpDM:good=\"false\">\n  </rdf:Description>\n")
    }

    @Test func appendsElementsWhereThereAreOnlyElements() throws {
        let out = try edited(
            "<rdf:Description rdf:about=\"\" \(Self.xmpNS)>\n\t<xmp:Rating>2</xmp:Rating>\n</rdf:Description>",
            [.label: .set("Rot")])
        #expect(
            out
                == "<rdf:Description rdf:about=\"\" \(Self.xmpNS)>\n\t<xmp:Rating>2</xmp:Rating>\n\t<xmp:Label>Rot</xmp:Label>\n</rdf:Description>"
        )
    }

    @Test func neverReusesAPrefixThatMeansSomethingElse() throws {
        let out = try edited("<rdf:Description xmlns:xmp=\"http://other/\" xmp:foo=\"1\"/>", [.rating: .set("1")])
        #expect(
            out
                == "<rdf:Description xmlns:xmp=\"http://other/\" xmlns:xmp1=\"http://ns.adobe.com/xap/1.0/\" xmp:foo=\"1\" xmp1:Rating=\"1\"/>"
        )
    }

    @Test func aPrefixThatCannotStartANameIsNotUsed() throws {
        let out = try edited("<rdf:Description xmlns:0x=\"http://ns.adobe.com/xap/1.0/\"/>", [.rating: .set("1")])
        #expect(out == "<rdf:Description xmlns:0x=\"http://ns.adobe.com/xap/1.0/\" \(Self.xmpNS) xmp:Rating=\"1\"/>")
    }

    @Test func addsADescriptionWhereThereIsNone() throws {
        let out = try edited("", [.rating: .set("1")])
        #expect(out == "<rdf:Description rdf:about=\"\" \(Self.xmpNS) xmp:Rating=\"1\"/>")
        let closed = try SpliceEditor.edit(
            bytes("<RDF xmlns='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/>"), wish: wish([.rating: .set("1")]), now: now)
        #expect(
            closed.map(text) == "<RDF xmlns='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
                + "<rdf:Description xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" rdf:about=\"\" \(Self.xmpNS) xmp:Rating=\"1\"/></RDF>"
        )
    }

    @Test func removesAttributesAndElementsWithTheirLayout() throws {
        let out = try edited(
            "<rdf:Description \(Self.xmpNS) xmp:Label=\"Red\"\n xmp:Rating=\"1\">\n <xmp:Foo/>\n</rdf:Description>",
            [.label: .remove])
        #expect(out == "<rdf:Description \(Self.xmpNS)\n xmp:Rating=\"1\">\n <xmp:Foo/>\n</rdf:Description>")
    }

    @Test func metadataDateFollowsOnlyWhereItIsAndOnlyWithAChange() throws {
        let dated = "<rdf:Description \(Self.xmpNS) xmp:MetadataDate=\"2020\" xmp:Rating=\"1\"/>"
        #expect(try edited(dated, [.rating: .set("1")]) == nil)
        #expect(
            try edited(dated, [.rating: .set("2")])
                == "<rdf:Description \(Self.xmpNS) xmp:MetadataDate=\"\(now)\" xmp:Rating=\"2\"/>")
    }

    @Test(arguments: [
        ("xmp:Rating=\"5.0\"", SidecarProperty.rating, "5"), ("xmp:Rating=\" 5 \"", .rating, "5"),
        ("xmp:Label=\"Red\"", .label, "Red"),
    ]) func sayingTheSameInOtherWordsIsNoChange(attribute: String, property: SidecarProperty, value: String) throws {
        #expect(try edited("<rdf:Description \(Self.xmpNS) \(attribute)/>", [property: .set(value)]) == nil)
    }

    @Test func emptyValuesNeedNoRemoval() throws {
        #expect(try edited("<rdf:Description \(Self.xmpNS) xmp:Label=\"\"/>", [.label: .remove, .rating: .remove]) == nil)
    }

    @Test func propertiesOfNestedStructuresAreNotOurs() throws {
        let nested =
            "<rdf:Description \(Self.xmpNS) xmlns:k=\"k\"><k:s rdf:parseType=\"Resource\"><xmp:Rating>5</xmp:Rating></k:s></rdf:Description>"
        #expect(try SidecarReader.read(bytes(Self.head + nested + Self.tail)).rating == nil)
        let out = try edited(nested, [.rating: .set("1")])
        #expect(out?.contains("<xmp:Rating>5</xmp:Rating></k:s><xmp:Rating>1</xmp:Rating>") == true)
    }

    @Test func aValueThatXMLCannotHoldIsRefused() {
        #expect(throws: SidecarRefusal.self) { try edited("<rdf:Description/>", [.label: .set("a\u{1}b")]) }
    }

    @Test func latin1KeepsItsEncodingAndBorrowsReferences() throws {
        let source =
            bytes("<?xml version='1.0' encoding='ISO-8859-1'?>" + Self.head + "<rdf:Description \(Self.xmpNS) xmp:Label='Gr") + [
                0xFC
            ]
            + bytes("n'/>" + Self.tail)
        #expect(try SidecarReader.read(source).label == "Grün")
        let out = try #require(try SpliceEditor.edit(source, wish: wish([.label: .set("Żółty")]), now: now))
        #expect(text(out).contains("xmp:Label='&#379;\u{FFFD}&#322;ty'/>"))
        #expect(try SidecarReader.read(out).label == "Żółty")
    }
}
