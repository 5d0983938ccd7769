/// A sidecar as a flat list of elements in document order, with the byte range of everything. Nothing here is recursive.
struct SidecarDocument {
    struct Element {
        var name: ExpandedName
        /// The name as written, with its prefix.
        var written: Range<Int>
        var startTag: Range<Int>
        /// Empty, at the end of the start tag, for `<a/>`.
        var endTag: Range<Int>
        var attributes: [Attribute]
        var parent: Int?
        /// Index behind its last descendant.
        var subtreeEnd: Int
        var isEmptyTag: Bool
        var range: Range<Int> { startTag.lowerBound..<endTag.upperBound }
    }

    /// What follows what, for comparing and for finding text.
    enum Node {
        case start(Int)
        case end(Int)
        case text(Range<Int>)
        /// With its delimiters; the text is 9 bytes in and ends 3 before.
        case cdata(Range<Int>)
        case comment(Range<Int>)
        case instruction(Range<Int>)
    }

    let text: [UInt8]
    let encoding: SidecarEncoding
    private(set) var elements: [Element] = []
    private(set) var nodes: [Node] = []
    /// The one rdf:RDF.
    private(set) var root = 0

    /// Reads a whole file.
    init(_ bytes: [UInt8]) throws(SidecarRefusal) {
        guard bytes.count <= SidecarLimits.size else { throw .tooLarge }
        guard bytes.contains(where: { !isSpace($0) }), bytes != [0xEF, 0xBB, 0xBF], bytes != [0xFF, 0xFE], bytes != [0xFE, 0xFF]
        else {
            throw .empty
        }
        (text, encoding) = try SidecarEncoding.decode(bytes)
        let markup = try Markup(text)
        guard encoding.agrees(withDeclared: markup.declaredEncoding) else {
            throw .undecodable("it says it is \(markup.declaredEncoding) and is not")
        }
        try build(markup.events)
        root = try findRDF()
        try checkSubjects()
        try checkLooseText()
    }

    func string(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }

    /// The children of an element, in order.
    func children(of index: Int) -> [Int] {
        var children: [Int] = []
        var at = index + 1
        while at < elements[index].subtreeEnd {
            children.append(at)
            at = elements[at].subtreeEnd
        }
        return children
    }

    private mutating func build(_ events: [Markup.Event]) throws(SidecarRefusal) {
        let scanner = TagScanner(text: text)
        var scope = NamespaceScope()
        var open: [Int] = []
        var at = 0
        var cdataStart = 0
        for event in events {
            if event.kind != .cdataEnd, event.range.lowerBound > at { nodes.append(.text(at..<event.range.lowerBound)) }
            at = event.range.upperBound
            switch event.kind {
            case .start:
                var (written, attributes) = try scanner.scan(event.range)
                try scope.push(text, &attributes)
                let name = try scope.resolve(text, written, &attributes)
                let end = event.range.upperBound
                elements.append(
                    Element(
                        name: name, written: written, startTag: event.range, endTag: end..<end, attributes: attributes,
                        parent: open.last,
                        subtreeEnd: elements.count + 1, isEmptyTag: scanner.isEmptyElement(event.range)))
                open.append(elements.count - 1)
                nodes.append(.start(elements.count - 1))
            case .end:
                guard let index = open.popLast() else { throw .malformed("an element ends twice") }
                scope.pop()
                elements[index].endTag = event.range
                elements[index].subtreeEnd = elements.count
                nodes.append(.end(index))
            case .comment: nodes.append(.comment(event.range))
            case .instruction: nodes.append(.instruction(event.range))
            case .cdataStart: cdataStart = event.range.lowerBound
            case .cdataEnd: nodes.append(.cdata(cdataStart..<event.range.upperBound))
            }
        }
    }

    /// XMP part 1, 7.4: rdf:RDF is the outermost element or stands in x:xmpmeta; older files call the wrapper otherwise.
    private func findRDF() throws(SidecarRefusal) -> Int {
        guard let first = elements.first else { throw .notRDF("it has no element") }
        if first.name == Vocabulary.rdf("RDF") { return 0 }
        let found = children(of: 0).filter { elements[$0].name == Vocabulary.rdf("RDF") }
        guard let index = found.first else { throw .notRDF("it has no rdf:RDF") }
        guard found.count == 1 else { throw .ambiguous("it has more than one rdf:RDF") }
        return index
    }

    /// All descriptions must be about one thing; Adobe's reader refuses others too.
    private func checkSubjects() throws(SidecarRefusal) {
        var subject: [UInt8] = []
        for index in children(of: root) {
            for attribute in elements[index].attributes where Vocabulary.isAbout(attribute) {
                let about = Characters.decode(text[attribute.value], .attribute)
                if about.isEmpty || about == subject { continue }
                guard subject.isEmpty else { throw .ambiguous("it describes more than one picture (rdf:about differs)") }
                subject = about
            }
        }
    }

    /// Characters between properties are no RDF: Adobe's reader refuses the file, and taking a property out would join them.
    private func checkLooseText() throws(SidecarRefusal) {
        var current: Int?
        for node in nodes {
            switch node {
            case .start(let index): current = index
            case .end(let index): current = elements[index].parent
            case .text(let range), .cdata(let range):
                guard let current, current == root || elements[current].parent == root else { continue }
                if case .text = node, text[range].allSatisfy(isSpace) { continue }
                throw .notRDF("it has loose text between its properties")
            case .comment, .instruction: continue
            }
        }
    }
}
