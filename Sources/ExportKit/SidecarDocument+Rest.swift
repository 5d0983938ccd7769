import KeepersCore

/// Everything that we must not change, in one canonical byte string: equal strings mean equal documents apart from our own properties.
///
/// Prefixes, the order of attributes, the notation of entities and white space between properties do not count; text, comments,
/// instructions, names with their namespaces, and the order of elements do.
extension SidecarDocument {
    static let ours = Set(SidecarProperty.allCases.map(\.expanded) + [Vocabulary.metadataDate])

    var rest: [UInt8] {
        var writer = RestWriter(document: self)
        for node in nodes { writer.add(node) }
        return writer.out
    }

    /// Right below rdf:RDF.
    func isTopNode(_ index: Int) -> Bool { elements[index].parent == root }
}

private struct RestWriter {
    private enum Token { static let start: UInt8 = 1, end: UInt8 = 2, text: UInt8 = 3, other: UInt8 = 4 }

    let document: SidecarDocument
    private(set) var out: [UInt8] = []
    /// The element that we are in.
    private var current: Int?
    /// One of our properties, which is left out with all that it holds.
    private var skipping: Int?
    /// Where the node below rdf:RDF began; it counts as absent when it holds nothing but our properties.
    private var topNodeStart = 0
    private var topNodeHasContent = false

    init(document: SidecarDocument) {
        self.document = document
        out.reserveCapacity(document.text.count)
    }

    mutating func add(_ node: SidecarDocument.Node) {
        if let skipping {
            if case .end(skipping) = node { self.skipping = nil }
            return
        }
        switch node {
        case .start(let index): start(index)
        case .end(let index): end(index)
        case .text(let range):
            if isLayout(range) { return }
            // Outside the outermost element stand the byte order mark and the XML declaration, which are no character data.
            content(Token.text, current == nil ? Array(document.text[range]) : document.decoded(node))
        case .cdata: content(Token.text, document.decoded(node))
        case .comment(let range), .instruction(let range): content(Token.other, Array(document.text[range]))
        }
    }

    private mutating func start(_ index: Int) {
        let element = document.elements[index]
        if let parent = element.parent, document.isTopNode(parent), SidecarDocument.ours.contains(element.name) {
            skipping = index
            return
        }
        if document.isTopNode(index) {
            topNodeStart = out.count
            topNodeHasContent = false
        } else {
            topNodeHasContent = true
        }
        current = index
        out.append(Token.start)
        put(element.name.uri)
        put(element.name.local)
        putAttributes(of: element, isTopNode: document.isTopNode(index))
    }

    private mutating func end(_ index: Int) {
        out.append(Token.end)
        current = document.elements[index].parent
        if document.isTopNode(index), !topNodeHasContent { out.removeSubrange(topNodeStart...) }
    }

    private mutating func content(_ token: UInt8, _ bytes: [UInt8]) {
        topNodeHasContent = true
        out.append(token)
        put(bytes)
    }

    private mutating func putAttributes(of element: SidecarDocument.Element, isTopNode: Bool) {
        let told = element.attributes.filter { !$0.isDeclaration && !(isTopNode && SidecarDocument.ours.contains($0.expanded)) }
        let sorted = told.sorted { ($0.expanded.uri, $0.expanded.local) < ($1.expanded.uri, $1.expanded.local) }
        for attribute in sorted {
            if !Vocabulary.isSyntax(attribute) { topNodeHasContent = true }
            put(attribute.expanded.uri)
            put(attribute.expanded.local)
            put(Characters.decode(document.text[attribute.value], .attribute))
        }
    }

    /// White space between properties, between descriptions, and around them.
    private func isLayout(_ range: Range<Int>) -> Bool {
        guard document.text[range].allSatisfy(isSpace) else { return false }
        guard let current else { return true }
        return current == document.root || current == document.elements[document.root].parent || document.isTopNode(current)
    }

    private mutating func put(_ text: String) { put(Array(text.utf8)) }

    /// With its length, so that no two documents can run together into one string.
    private mutating func put(_ bytes: [UInt8]) {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: bytes.count)) { out.append(contentsOf: $0) }
        out += bytes
    }
}
