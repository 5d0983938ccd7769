import Foundation
import KeepersCore

/// One of many sidecars that say the same in another notation; made from its number alone.
struct Variant: CustomStringConvertible {
    enum Notation: String, CaseIterable { case attribute, element, cdata, valueAttribute, valueElement, described, list }
    enum Encoding: String, CaseIterable { case utf8, utf8Mark, utf16LittleEndian, utf16BigEndian, latin1, ascii }
    enum Presence: String, CaseIterable { case absent, once, twice, contradictory, empty }
    enum LineEnd: String, CaseIterable { case lineFeed, both, carriageReturn }
    enum Prefix: String, CaseIterable { case usual, old, foreign, taken }
    enum Quote: String, CaseIterable { case double, single }
    enum Wrapper: String, CaseIterable { case bare, packet, readOnlyPacket, declaration, noMeta }
    enum Layout: String, CaseIterable { case indented, tabs, oneLine }

    static let count = 2000

    let number: Int
    var notation: Notation
    var encoding: Encoding
    var presence: Presence
    var lineEnd: LineEnd
    var prefix: Prefix
    var quote: Quote
    var wrapper: Wrapper
    var layout: Layout
    private var dice: Dice

    init(_ number: Int) {
        self.number = number
        dice = Dice(seed: UInt64(number) &* 0x9E37_79B9_7F4A_7C15 &+ 1)
        notation = Notation.allCases[number % 7]
        encoding = Encoding.allCases[number / 7 % 6]
        presence = Presence.allCases[number / 42 % 5]
        lineEnd = dice.pick(LineEnd.allCases)
        prefix = dice.pick(Prefix.allCases)
        quote = dice.pick(Quote.allCases)
        wrapper = dice.pick(Wrapper.allCases)
        layout = dice.pick(Layout.allCases)
    }

    /// The choices, as words of which each pair must occur.
    var words: [String] {
        [
            notation.rawValue, encoding.rawValue, presence.rawValue, lineEnd.rawValue, prefix.rawValue, quote.rawValue,
            wrapper.rawValue, layout.rawValue,
        ]
    }
    var description: String { "variant \(number) (\(words.joined(separator: " ")))" }

    /// What is decided on it, and for whom it is written.
    var mark: Mark {
        var dice = Dice(seed: UInt64(number) &+ 77)
        let verdict = dice.pick([Verdict.pick, .reject, .maybe, nil])
        return Mark(verdict: verdict, stars: dice.next(6), label: dice.pick([nil] + ColourLabel.allCases))
    }
    var profile: ExportProfile { Variant.profiles[number % Variant.profiles.count] }

    static let profiles: [ExportProfile] = ExportProfile.allCases + [.own(ownRules)]
    static let ownRules = MappingRules(
        pick: VerdictRule(flag: true, rating: 5, label: .green), reject: VerdictRule(flag: true, rating: -1, label: .red),
        maybe: VerdictRule(rating: 2), colours: Set(ColourNotation.allCases),
        words: LabelWords(name: "own", words: ["To print", "<Web>", "Grün & \"Rot\"", "Żółty", "黄色"]), needsExactWords: true,
        naming: .appended, everyKind: true)

    // MARK: - Text

    private var names: (xmp: String, dynamic: String, photoshop: String, darktable: String) {
        switch prefix {
        case .usual: ("xmp", "xmpDM", "photoshop", "darktable")
        case .old: ("xap", "xmpDM", "photoshop", "dt")
        case .foreign: ("n7", "n8", "n9", "n10")
        case .taken: ("a", "b", "c", "d")
        }
    }

    /// Our properties as they stand in it: a name with its prefix, and one or two values.
    private var properties: [(name: String, values: [String])] {
        var dice = Dice(seed: UInt64(number) &+ 5)
        let names = names
        func values(_ first: String, _ other: String) -> [String] {
            switch presence {
            case .absent: []
            case .once: [first]
            case .twice: [first, first]
            case .contradictory: [first, other]
            case .empty: [""]
            }
        }
        var all = [("\(names.xmp):Rating", values("2", "4"))]
        let label = dice.pick([("Rot", "red"), ("Winner alt", "#12AB34"), ("Red", "red"), ("紫色", "purple"), ("To Do", "purple")])
        if dice.next(2) == 0 { all.append(("\(names.xmp):Label", values(label.0, "for print"))) }
        if dice.next(2) == 0 { all.append(("\(names.photoshop):LabelColor", values(label.1, "blue"))) }
        if dice.next(2) == 0 { all.append(("\(names.dynamic):pick", values("1", "-1"))) }
        if dice.next(2) == 0 { all.append(("\(names.dynamic):good", values("true", "false"))) }
        if dice.next(2) == 0 { all.append(("\(names.xmp):MetadataDate", ["2020-01-01T00:00:00Z"])) }
        if dice.next(2) == 0 { all.append(("\(names.darktable):colorlabels", values("2", "0 3"))) }
        return all
    }

    private var declarations: [String] {
        let names = names
        let taken = prefix == .taken ? ["xmlns:xmp=\"http://example.org/taken/\"", "xmp:Rating=\"not ours\""] : []
        return [
            "xmlns:\(names.xmp)=\"http://ns.adobe.com/xap/1.0/\"",
            "xmlns:\(names.dynamic)=\"http://ns.adobe.com/xmp/1.0/DynamicMedia/\"",
            "xmlns:\(names.photoshop)=\"http://ns.adobe.com/photoshop/1.0/\"",
            "xmlns:\(names.darktable)=\"http://darktable.sf.net/\"", "xmlns:k=\"http://example.org/k/\"",
            "xmlns:crs=\"http://ns.adobe.com/camera-raw-settings/1.0/\"", "xmlns:dc=\"http://purl.org/dc/elements/1.1/\"",
        ] + taken
    }

    private func element(_ name: String, _ value: String) -> String {
        if name.hasSuffix(":colorlabels") {
            let items = value.split(separator: " ").map { "<rdf:li>\($0)</rdf:li>" }.joined()
            return "<\(name)><rdf:Seq>\(items)</rdf:Seq></\(name)>"
        }
        switch notation {
        case .attribute, .element: return value.isEmpty ? "<\(name)/>" : "<\(name)>\(value)</\(name)>"
        case .cdata: return "<\(name)><![CDATA[\(value)]]></\(name)>"
        case .valueAttribute: return "<\(name) rdf:value=\"\(value)\"/>"
        case .valueElement: return "<\(name) rdf:parseType=\"Resource\"><rdf:value>\(value)</rdf:value></\(name)>"
        case .described:
            return "<\(name)><rdf:Description><rdf:value>\(value)</rdf:value></rdf:Description></\(name)>"
        case .list: return "<\(name)><rdf:Bag><rdf:li>\(value)</rdf:li></rdf:Bag></\(name)>"
        }
    }

    private var text: String {
        let isAttribute = notation == .attribute
        var attributes = ["crs:Exposure2012=\"+0.35\"", "k:note=\"a &amp; b &#x263A;\""]
        var children = [
            "<!-- \(names.xmp):Rating in a comment -->",
            "<k:inner rdf:parseType=\"Resource\"><\(names.xmp):Rating>5</\(names.xmp):Rating><k:deep>x</k:deep></k:inner>",
            "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">\(encoding == .ascii ? "Gr&#252;n" : "Grün")  &lt;3</rdf:li></rdf:Alt></dc:title>",
        ]
        var second: [String] = []
        for (name, values) in properties {
            for (index, value) in values.enumerated() {
                let value = encoding == .ascii || encoding == .latin1 ? Variant.referenced(value) : value
                if isAttribute, !(name.hasSuffix(":colorlabels") && value != "2") {
                    if index == 0 { attributes.append("\(name)=\"\(value)\"") } else { second.append("\(name)=\"\(value)\"") }
                } else {
                    children.insert(element(name, value), at: min(children.count, 1 + index))
                }
            }
        }
        let gap = layout == .oneLine ? " " : layout == .tabs ? "\n\t\t" : "\n    "
        let start = "<rdf:Description rdf:about=\"\"" + (declarations + attributes).map { gap + $0 }.joined() + ">"
        let inside = children.map { gap + $0 }.joined() + gap + "</rdf:Description>"
        let more =
            second.isEmpty
            ? "" : gap + "<rdf:Description rdf:about=\"\"" + (declarations + second).map { gap + $0 }.joined() + "/>"
        let rdf =
            "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\(gap)\(start)\(inside)\(more)\(gap)</rdf:RDF>"
        return Variant.wrapped(rdf, wrapper, encoding)
    }

    private static func wrapped(_ rdf: String, _ wrapper: Wrapper, _ encoding: Encoding) -> String {
        let meta = wrapper == .noMeta ? rdf : "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\" x:xmptk=\"T\">\n\(rdf)\n</x:xmpmeta>"
        let declaration =
            switch encoding {
            case .latin1: "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n"
            case .ascii: "<?xml version=\"1.0\" encoding=\"US-ASCII\"?>\n"
            default: wrapper == .declaration ? "<?xml version=\"1.0\"?>\n" : ""
            }
        guard wrapper == .packet || wrapper == .readOnlyPacket else { return declaration + meta + "\n" }
        let padding = String(repeating: String(repeating: " ", count: 60) + "\n", count: 5)
        let end = wrapper == .packet ? "w" : "r"
        return declaration
            + "<?xpacket begin=\"\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n\(meta)\n\(padding)<?xpacket end=\"\(end)\"?>"
    }

    private static func referenced(_ text: String) -> String {
        text.unicodeScalars.map { $0.value < 0x80 ? String($0) : "&#\($0.value);" }.joined()
    }

    /// The file's characters with its own quotes and line ends.
    var characters: String {
        var text = text
        if quote == .single { text = text.replacingOccurrences(of: "\"", with: "'") }
        switch lineEnd {
        case .lineFeed: return text
        case .both: return text.replacingOccurrences(of: "\n", with: "\r\n")
        case .carriageReturn: return text.replacingOccurrences(of: "\n", with: "\r")
        }
    }

    var bytes: [UInt8] {
        let text = characters
        switch encoding {
        case .utf8, .ascii: return Array(text.utf8)
        case .utf8Mark: return [0xEF, 0xBB, 0xBF] + Array(text.utf8)
        case .utf16LittleEndian: return ("\u{FEFF}" + text).utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        case .utf16BigEndian: return ("\u{FEFF}" + text).utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        case .latin1: return text.unicodeScalars.map { UInt8($0.value) }
        }
    }

    /// The characters of an edited file again; nil where it is not in this encoding any more.
    func loaded(_ bytes: [UInt8]) -> String? {
        let data = Data(bytes)
        switch encoding {
        case .utf8: return String(data: data, encoding: .utf8)
        case .ascii: return String(data: data, encoding: .ascii)
        case .latin1: return String(data: data, encoding: .isoLatin1)
        case .utf8Mark: return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? String(data: data.dropFirst(3), encoding: .utf8) : nil
        case .utf16LittleEndian:
            return bytes.starts(with: [0xFF, 0xFE]) ? String(data: data.dropFirst(2), encoding: .utf16LittleEndian) : nil
        case .utf16BigEndian:
            return bytes.starts(with: [0xFE, 0xFF]) ? String(data: data.dropFirst(2), encoding: .utf16BigEndian) : nil
        }
    }
}

/// Numbers that are the same every time.
struct Dice {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
    }
    mutating func pick<Value>(_ values: [Value]) -> Value { values[next(values.count)] }
}
