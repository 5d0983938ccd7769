/// The properties of the picture itself: attributes and child elements of the nodes right below rdf:RDF, never those of nested structures.
extension SidecarDocument {
    enum Place: Equatable {
        case attribute(element: Int, index: Int)
        case element(Int)
    }

    struct Property {
        var name: ExpandedName
        var place: Place
    }

    /// All of them, in document order.
    var properties: [Property] {
        var found: [Property] = []
        for node in children(of: root) {
            for (index, attribute) in elements[node].attributes.enumerated() where !Vocabulary.isSyntax(attribute) {
                found.append(Property(name: attribute.expanded, place: .attribute(element: node, index: index)))
            }
            for child in children(of: node) { found.append(Property(name: elements[child].name, place: .element(child))) }
        }
        return found
    }

    /// The simple value at a place; nil where it is a structure or a list of several.
    ///
    /// Source: XMP part 1, 7.4 to 7.9: attribute, element text, rdf:value with qualifiers in each of their notations, rdf:resource.
    func value(at place: Place) -> String? {
        switch place {
        case .attribute(let element, let index): return attributeText(elements[element].attributes[index])
        case .element(let index): return elementValue(index)
        }
    }

    /// The simple values of a list, with blanks between them; a simple value is a list of one. nil where an item is a structure.
    func list(at place: Place) -> String? {
        guard case .element(let index) = place, let container = container(of: index) else { return value(at: place) }
        var texts: [String] = []
        for item in children(of: container) {
            guard let text = elementValue(item) else { return nil }
            texts.append(text)
        }
        return texts.joined(separator: " ")
    }

    /// The rdf:Seq, rdf:Bag or rdf:Alt that is all that an element holds.
    func container(of index: Int) -> Int? {
        let inner = children(of: index)
        let kinds = ["Seq", "Bag", "Alt"].map(Vocabulary.rdf)
        return inner.count == 1 && kinds.contains(elements[inner[0]].name) ? inner[0] : nil
    }

    func attributeText(_ attribute: Attribute) -> String {
        String(decoding: Characters.decode(text[attribute.value], .attribute), as: UTF8.self)
    }

    private func elementValue(_ index: Int) -> String? {
        let inner = children(of: index)
        if inner.isEmpty {
            let attributes = elements[index].attributes
            if let value = attributes.first(where: { $0.expanded == Vocabulary.rdf("value") }) { return attributeText(value) }
            if let resource = attributes.first(where: { $0.expanded == Vocabulary.rdf("resource") }) {
                return attributeText(resource)
            }
            return leafText(index)
        }
        if let value = inner.first(where: { elements[$0].name == Vocabulary.rdf("value") }) { return leafText(value) }
        guard inner.count == 1, let only = inner.first else { return nil }
        switch elements[only].name {
        case Vocabulary.rdf("Description"): return describedValue(only)
        case Vocabulary.rdf("Bag"), Vocabulary.rdf("Seq"), Vocabulary.rdf("Alt"):
            let items = children(of: only)
            return items.count == 1 ? leafText(items[0]) : nil
        default: return nil
        }
    }

    private func describedValue(_ index: Int) -> String? {
        if let value = elements[index].attributes.first(where: { $0.expanded == Vocabulary.rdf("value") }) {
            return attributeText(value)
        }
        return children(of: index).first { elements[$0].name == Vocabulary.rdf("value") }.flatMap(leafText)
    }

    private func leafText(_ index: Int) -> String? {
        guard children(of: index).isEmpty else { return nil }
        var bytes: [UInt8] = []
        for part in textParts(of: index) { bytes += decoded(part) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text and CDATA of an element without children, comments left out.
    func textParts(of index: Int) -> [Node] {
        guard var at = firstNode(from: elements[index].startTag.upperBound) else { return [] }
        var parts: [Node] = []
        while at < nodes.count {
            switch nodes[at] {
            case .text, .cdata: parts.append(nodes[at])
            case .comment, .instruction: break
            case .start, .end: return parts
            }
            at += 1
        }
        return parts
    }

    func decoded(_ node: Node) -> [UInt8] {
        switch node {
        case .text(let range): return Characters.decode(text[range], .content)
        case .cdata(let range): return Characters.decode(text[range.lowerBound + 9..<range.upperBound - 3], .cdata)
        default: return []
        }
    }

    /// Index of the first node at or behind a byte offset, by bisection: nodes are in document order.
    private func firstNode(from offset: Int) -> Int? {
        var (low, high) = (0, nodes.count)
        while low < high {
            let middle = (low + high) / 2
            if start(of: nodes[middle]) < offset { low = middle + 1 } else { high = middle }
        }
        return low < nodes.count ? low : nil
    }

    private func start(of node: Node) -> Int {
        switch node {
        case .start(let index): elements[index].startTag.lowerBound
        case .end(let index): elements[index].endTag.lowerBound
        case .text(let range), .cdata(let range), .comment(let range), .instruction(let range): range.lowerBound
        }
    }
}
