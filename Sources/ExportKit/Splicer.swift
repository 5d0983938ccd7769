import KeepersCore

/// Collects replacements of byte ranges in one document and carries them out in one pass.
struct Splicer {
    let document: SidecarDocument
    private var edits: [(range: Range<Int>, bytes: [UInt8])] = []
    private let places: [ExpandedName: [SidecarDocument.Place]]

    init(document: SidecarDocument) {
        self.document = document
        var places: [ExpandedName: [SidecarDocument.Place]] = [:]
        for property in document.properties where SidecarDocument.ours.contains(property.name) {
            places[property.name, default: []].append(property.place)
        }
        self.places = places
    }

    var isEmpty: Bool { edits.isEmpty }

    /// Where one of our properties stands, in document order.
    func places(of name: ExpandedName) -> [SidecarDocument.Place] { places[name] ?? [] }

    mutating func replace(_ range: Range<Int>, with bytes: [UInt8]) { edits.append((range, bytes)) }
    mutating func insert(_ bytes: [UInt8], at offset: Int) { edits.append((offset..<offset, bytes)) }

    /// The text with all edits; ranges never overlap, and those at one place keep the order in which they were asked for.
    var spliced: [UInt8] {
        let ordered = edits.enumerated().sorted {
            ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
                < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
        }
        var out: [UInt8] = []
        out.reserveCapacity(document.text.count + 512)
        var at = 0
        for (_, edit) in ordered where edit.range.lowerBound >= at {
            out += document.text[at..<edit.range.lowerBound]
            out += edit.bytes
            at = edit.range.upperBound
        }
        return out + document.text[at...]
    }

    /// The first place gets the value, the others go: a second one makes Adobe's reader refuse the file.
    mutating func set(_ places: [SidecarDocument.Place], to value: String) throws(SidecarRefusal) {
        guard let first = places.first else { return }
        let bytes = try Characters.escape(value)
        switch first {
        case .attribute(let element, let index): replace(document.elements[element].attributes[index].value, with: bytes)
        case .element(let index): setElement(index, to: bytes)
        }
        try remove(Array(places.dropFirst()))
    }

    /// The same for a list of one item: the first item's text changes where it stands, other items go.
    mutating func setList(_ places: [SidecarDocument.Place], to value: String) throws(SidecarRefusal) {
        guard let first = places.first else { return }
        guard case .element(let index) = first else { return try set(places, to: value) }
        let bytes = try Characters.escape(value)
        let items = document.container(of: index).map { document.children(of: $0) } ?? []
        if let item = items.first, isPlain(item) {
            setText(of: item, to: bytes)
            try remove(items.dropFirst().map { .element($0) })
        } else {
            rewrite(document.elements[index], asListOf: bytes, at: index)
        }
        try remove(Array(places.dropFirst()))
    }

    /// `<rdf:li>text</rdf:li>` and nothing more.
    private func isPlain(_ index: Int) -> Bool {
        let element = document.elements[index]
        return !element.isEmptyTag && element.subtreeEnd == index + 1 && element.attributes.isEmpty
            && element.name == Vocabulary.rdf("li")
    }

    mutating func remove(_ places: [SidecarDocument.Place]) throws(SidecarRefusal) {
        for place in places {
            switch place {
            case .attribute(let element, let index):
                let attribute = document.elements[element].attributes[index]
                replace(attribute.gapStart..<attribute.range.upperBound, with: [])
            case .element(let index):
                let range = document.elements[index].range
                replace(layoutStart(before: range.lowerBound)..<range.upperBound, with: [])
            }
        }
    }

    /// The white space before an element belongs to it; with text or a comment before it, only its own bytes go.
    private func layoutStart(before offset: Int) -> Int {
        var at = offset
        while at > 0, isSpace(document.text[at - 1]) { at -= 1 }
        return at > 0 && document.text[at - 1] == UInt8(ascii: ">") ? at : offset
    }

    private mutating func setElement(_ index: Int, to bytes: [UInt8]) {
        let element = document.elements[index]
        let notation = element.attributes.filter { !$0.isDeclaration && $0.expanded.uri != Vocabulary.xml }
        let hasChildren = element.subtreeEnd > index + 1
        if !hasChildren, let value = notation.first(where: { $0.expanded == Vocabulary.rdf("value") }) {
            return replace(value.value, with: bytes)
        }
        if hasChildren || !notation.isEmpty { return rewrite(element, to: bytes) }
        if element.isEmptyTag {
            let slash = element.startTag.upperBound - 2
            return replace(slash..<element.startTag.upperBound, with: closing(element, bytes))
        }
        setText(of: index, to: bytes)
    }

    /// The first stretch of text becomes the value, others go, comments stay. White space around it goes too: in a label it would count.
    private mutating func setText(of index: Int, to value: [UInt8]) {
        let parts = document.textParts(of: index).compactMap { node -> Range<Int>? in
            switch node {
            case .text(let range), .cdata(let range): range
            default: nil
            }
        }
        guard let first = parts.first else { return insert(value, at: document.elements[index].startTag.upperBound) }
        replace(first, with: value)
        for part in parts.dropFirst() { replace(part, with: []) }
    }

    /// A structure or list where a simple value belongs: written anew as the simple element that Lightroom reads, with its declarations.
    private mutating func rewrite(_ element: SidecarDocument.Element, to value: [UInt8]) {
        replace(element.range, with: bareTag(element) + closing(element, value))
    }

    private mutating func rewrite(_ element: SidecarDocument.Element, asListOf value: [UInt8], at index: Int) {
        replace(element.range, with: bareTag(element) + closing(element, list(of: value, at: index)))
    }

    /// `<name xmlns:…`, still open.
    private func bareTag(_ element: SidecarDocument.Element) -> [UInt8] {
        var tag = [UInt8(ascii: "<")] + document.text[element.written]
        for attribute in element.attributes where attribute.isDeclaration {
            tag += document.text[attribute.gapStart..<attribute.range.upperBound]
        }
        return tag
    }

    /// `<rdf:Seq><rdf:li>value</rdf:li></rdf:Seq>` with a prefix that means rdf at an element.
    func list(of value: [UInt8], at index: Int) -> [UInt8] {
        let known = knownPrefix(of: Vocabulary.rdfURI, at: index)
        let rdf = known ?? freePrefix(for: Vocabulary.rdfURI, at: index)
        let declaration = known == nil ? " xmlns:\(rdf)=\"\(Vocabulary.rdfURI)\"" : ""
        return Array("<\(rdf):Seq\(declaration)><\(rdf):li>".utf8) + value + Array("</\(rdf):li></\(rdf):Seq>".utf8)
    }

    /// `>value</name>`
    private func closing(_ element: SidecarDocument.Element, _ value: [UInt8]) -> [UInt8] {
        Array(">".utf8) + value + Array("</".utf8) + document.text[element.written] + Array(">".utf8)
    }
}
