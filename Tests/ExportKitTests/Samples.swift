import Foundation
import KeepersCore

@testable import ExportKit

let now = "2026-03-01T23:05:00+01:00"

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

func wish(_ pairs: [SidecarProperty: SidecarChange]) -> SidecarWish {
    var wish = SidecarWish()
    for (property, change) in pairs { wish[property] = change }
    return wish
}

/// The notations in which programs write one sidecar. Each says rating 2 and has develop settings, a title, a nested structure with a
/// rating of its own, a comment, and an escaped character that must all survive.
enum Form: String, CaseIterable {
    case attribute, element, multiDescription, xap, singleQuotes, tabs, oneLine, packet, declaration, qualified

    var source: String {
        let plain = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="T">
             <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
              <rdf:Description rdf:about=""
                xmlns:xmp="http://ns.adobe.com/xap/1.0/"
                xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/"
                xmlns:dc="http://purl.org/dc/elements/1.1/"
                xmlns:k="http://example.org/k/"
               xmp:MetadataDate="2020-01-01T00:00:00Z"
               xmp:Rating="2"
               crs:Exposure2012="+0.35"
               k:note="a &amp; b &#x263A;">
               <!-- keep me -->
               <k:inner xmp:Rating="5" rdf:parseType="Resource">
                <k:deep>x</k:deep>
               </k:inner>
               <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Grün  &lt;3</rdf:li></rdf:Alt></dc:title>
              </rdf:Description>
             </rdf:RDF>
            </x:xmpmeta>

            """.replacingOccurrences(
                of: " xmp:Rating=\"5\" rdf:parseType=\"Resource\">",
                with: " rdf:parseType=\"Resource\">\n    <xmp:Rating>5</xmp:Rating>")
        let line = "\n   xmp:Rating=\"2\""
        switch self {
        case .attribute: return plain
        case .element:
            return plain.replacingOccurrences(of: line, with: "")
                .replacingOccurrences(of: "   <!-- keep me -->", with: "   <xmp:Rating>2</xmp:Rating>\n   <!-- keep me -->")
        case .multiDescription:
            return plain.replacingOccurrences(of: line, with: "").replacingOccurrences(
                of: " </rdf:RDF>",
                with: """
                      <rdf:Description rdf:about="" xmlns:y="http://ns.adobe.com/xap/1.0/">
                       <y:Rating>2</y:Rating>
                      </rdf:Description>
                     </rdf:RDF>
                    """.replacingOccurrences(of: "    <", with: "<"))
        case .xap:
            return plain.replacingOccurrences(of: "xmp:", with: "xap:").replacingOccurrences(of: "xmlns:xmp=", with: "xmlns:xap=")
        case .singleQuotes: return plain.replacingOccurrences(of: "\"", with: "'")
        case .tabs: return plain.replacingOccurrences(of: "   ", with: "\t")
        case .oneLine: return plain.replacingOccurrences(of: "\n", with: " ")
        case .packet:
            return "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n" + plain
                + String(repeating: String(repeating: " ", count: 100) + "\n", count: 20) + "<?xpacket end=\"w\"?>"
        case .declaration: return "<?xml version=\"1.0\"?>\n" + plain
        case .qualified:
            return plain.replacingOccurrences(of: line, with: "").replacingOccurrences(
                of: "   <!-- keep me -->", with: "   <xmp:Rating rdf:value=\"2\" k:by=\"me\"/>\n   <!-- keep me -->")
        }
    }
}

/// How the characters of a sidecar are stored.
enum Storage: String, CaseIterable {
    case utf8, utf8BOM, crlf, utf16LE, utf16BE

    func stored(_ text: String) -> [UInt8] {
        switch self {
        case .utf8: return bytes(text)
        case .utf8BOM: return [0xEF, 0xBB, 0xBF] + bytes(text)
        case .crlf: return bytes(text.replacingOccurrences(of: "\n", with: "\r\n"))
        case .utf16LE: return ("\u{FEFF}" + text).utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        case .utf16BE: return ("\u{FEFF}" + text).utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        }
    }

    func loaded(_ bytes: [UInt8]) -> String {
        switch self {
        case .utf8, .crlf: return text(bytes)
        case .utf8BOM: return text(Array(bytes.dropFirst(3)))
        case .utf16LE:
            let units = stride(from: 2, to: bytes.count, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
            return String(decoding: units, as: UTF16.self)
        case .utf16BE:
            let units = stride(from: 2, to: bytes.count, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
            return String(decoding: units, as: UTF16.self)
        }
    }
}

/// A document without our own properties and their declarations, by plain pattern matching: what is left must be the same, byte for byte.
func withoutOurs(_ text: String) -> String {
    let name = "[A-Za-z0-9]+:(Rating|Label|LabelColor|pick|good|MetadataDate|colorlabels)"
    let patterns = [
        "(?<!\\s)\\s*+<\(name)(\\s[^<>]*)?/>", "(?s)(?<!\\s)\\s*+<(\(name))(\\s[^<>]*)?>.*?</\\1>",
        "(?<!\\s)\\s++\(name)\\s*=\\s*(\"[^\"]*\"|'[^']*')",
        "(?<!\\s)\\s++xmlns:(xmp|xmpDM|photoshop|darktable)\\d*\\s*=\\s*(\"[^\"]*\"|'[^']*')",
    ]
    var left = text
    for pattern in patterns { left = left.replacingOccurrences(of: pattern, with: "", options: .regularExpression) }
    // A description that got its first element, or lost its last.
    left = left.replacingOccurrences(
        of: "(?<=[\"'])>\\s*</([A-Za-z0-9]+:)?Description>", with: "/>", options: .regularExpression)
    return left.replacingOccurrences(of: "<rdf:Description rdf:about=\"\"/>", with: "")
}

/// The folder of real files, or nil where the machine has none.
let realFolder = ProcessInfo.processInfo.environment["KEEPERS_REAL"].map { URL(fileURLWithPath: $0) }

func hasRealFiles() -> Bool {
    if realFolder == nil { print("SKIPPED: tests on real sidecars need KEEPERS_REAL=<folder of real files>") }
    return realFolder != nil
}
