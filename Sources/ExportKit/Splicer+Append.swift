import KeepersCore

/// Adding a property that no description has yet, in the style of the file.
extension Splicer {
    mutating func append(_ missing: [(property: SidecarProperty, value: String)]) throws(SidecarRefusal) {
        guard !missing.isEmpty else { return }
        let descriptions = document.children(of: document.root).filter {
            document.elements[$0].name == Vocabulary.rdf("Description")
        }
        guard let first = descriptions.first else { return try appendDescription(missing) }
        var declared: [String: String] = [:]
        for (property, value) in missing {
            let name = property.expanded
            let bytes = try Characters.escape(value)
            let home = descriptions.first { knownPrefix(of: name.uri, at: $0) != nil } ?? first
            let known = knownPrefix(of: name.uri, at: home) ?? declared[name.uri]
            let prefix = known ?? freePrefix(for: name.uri, at: home)
            if known == nil {
                declared[name.uri] = prefix
                declare(prefix, name.uri, at: home)
            }
            if property.isList {
                addElement("\(prefix):\(name.local)", list(of: bytes, at: home), to: home)
            } else {
                add("\(prefix):\(name.local)", bytes, to: home)
            }
        }
    }

    /// Attribute form, unless the description holds elements only.
    private mutating func add(_ name: String, _ value: [UInt8], to home: Int) {
        let element = document.elements[home]
        let lastAttribute = element.attributes.last { !Vocabulary.isSyntax($0) }
        if !document.children(of: home).isEmpty, lastAttribute == nil { return addElement(name, value, to: home) }
        let model = lastAttribute ?? element.attributes.last
        let gap = model.map { Array(document.text[$0.gapStart..<$0.range.lowerBound]) } ?? [0x20]
        insert(
            gap + Array("\(name)=\"".utf8) + value + Array("\"".utf8), at: model?.range.upperBound ?? element.written.upperBound)
    }

    /// Behind the description's last element, laid out like it; else as its first.
    private mutating func addElement(_ name: String, _ content: [UInt8], to home: Int) {
        let element = document.elements[home]
        let tags = Array("<\(name)>".utf8) + content + Array("</\(name)>".utf8)
        if let last = document.children(of: home).last {
            let range = document.elements[last].range
            return insert(layout(before: range.lowerBound) + tags, at: range.upperBound)
        }
        let outside = layout(before: element.startTag.lowerBound)
        let inside = outside + (outside.contains(0x0A) || outside.contains(0x0D) ? [0x20] : [])
        guard element.isEmptyTag else { return insert(inside + tags, at: element.startTag.upperBound) }
        let close = Array("</".utf8) + document.text[element.written] + Array(">".utf8)
        let slash = element.startTag.upperBound - 2
        replace(slash..<element.startTag.upperBound, with: Array(">".utf8) + inside + tags + outside + close)
    }

    /// Behind the last declaration of the tag, else behind its first attribute, else behind its name.
    private mutating func declare(_ prefix: String, _ uri: String, at home: Int) {
        let element = document.elements[home]
        let model = element.attributes.last { $0.isDeclaration } ?? element.attributes.first
        let gap = model.map { Array(document.text[$0.gapStart..<$0.range.lowerBound]) } ?? [0x20]
        insert(gap + Array("xmlns:\(prefix)=\"\(uri)\"".utf8), at: model?.range.upperBound ?? element.written.upperBound)
    }

    /// White space between the previous markup and `offset`.
    private func layout(before offset: Int) -> [UInt8] {
        var at = offset
        while at > 0, isSpace(document.text[at - 1]) { at -= 1 }
        return at > 0 && document.text[at - 1] == UInt8(ascii: ">") ? Array(document.text[at..<offset]) : []
    }

    /// The file has an rdf:RDF without any description.
    private mutating func appendDescription(_ missing: [(property: SidecarProperty, value: String)]) throws(SidecarRefusal) {
        let root = document.root
        let element = document.elements[root]
        let knownRDF = knownPrefix(of: Vocabulary.rdfURI, at: root)
        let rdf = knownRDF ?? freePrefix(for: Vocabulary.rdfURI, at: root)
        var tag = "<\(rdf):Description"
        if knownRDF == nil { tag += " xmlns:\(rdf)=\"\(Vocabulary.rdfURI)\"" }
        tag += " \(rdf):about=\"\""
        var declared: [String: String] = [:]
        var attributes: [UInt8] = []
        var inside: [UInt8] = []
        for (property, value) in missing {
            let name = property.expanded
            let known = knownPrefix(of: name.uri, at: root) ?? declared[name.uri]
            let prefix = known ?? freePrefix(for: name.uri, at: root)
            if known == nil {
                declared[name.uri] = prefix
                tag += " xmlns:\(prefix)=\"\(name.uri)\""
            }
            let (full, bytes) = ("\(prefix):\(name.local)", try Characters.escape(value))
            if property.isList {
                inside += Array("<\(full)>".utf8) + list(of: bytes, at: root) + Array("</\(full)>".utf8)
            } else {
                attributes += Array(" \(full)=\"".utf8) + bytes + Array("\"".utf8)
            }
        }
        let end = inside.isEmpty ? Array("/>".utf8) : Array(">".utf8) + inside + Array("</\(rdf):Description>".utf8)
        let description = Array(tag.utf8) + attributes + end
        if element.isEmptyTag {
            let slash = element.startTag.upperBound - 2
            let close = Array("</".utf8) + document.text[element.written] + Array(">".utf8)
            replace(slash..<element.startTag.upperBound, with: Array(">".utf8) + description + close)
        } else {
            insert(description, at: element.startTag.upperBound)
        }
    }

    /// A prefix that means `uri` at an element, its own declarations included.
    func knownPrefix(of uri: String, at index: Int) -> String? {
        bindings(at: index).filter { $0.value == uri && canStart($0.key) }.keys.min()
    }

    /// A declaration hides what a name may begin with: `xmlns:0x` is well formed, `0x:Rating` is not.
    private func canStart(_ prefix: String) -> Bool {
        guard let first = prefix.utf8.first else { return false }
        return first == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first | 0x20)
    }

    /// The usual prefix, or the usual prefix with a number where the file uses it for something else.
    func freePrefix(for uri: String, at index: Int) -> String {
        let usual = Vocabulary.usualPrefix(of: uri)
        let taken = bindings(at: index)
        if taken[usual] == nil { return usual }
        return (1...).lazy.map { "\(usual)\($0)" }.first { taken[$0] == nil } ?? usual
    }

    private func bindings(at index: Int) -> [String: String] {
        var bindings: [String: String] = [:]
        var at: Int? = index
        while let here = at {
            for attribute in document.elements[here].attributes
            where attribute.isDeclaration && bindings[attribute.expanded.local] == nil {
                bindings[attribute.expanded.local] = attribute.expanded.uri
            }
            at = document.elements[here].parent
        }
        return bindings
    }
}
