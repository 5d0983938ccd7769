import KeepersCore

/// Which prefix means what at the place that is being read; every step costs the declarations of one tag, however deep it lies.
struct NamespaceScope {
    private var bindings: [String: [String]] = ["xml": [Vocabulary.xml]]
    private var declared: [[String]] = []

    /// Enters an element: its declarations hold for its own name and attributes too.
    mutating func push(_ text: [UInt8], _ attributes: inout [Attribute]) throws(SidecarRefusal) {
        var prefixes: [String] = []
        for index in attributes.indices {
            let name = String(decoding: text[attributes[index].name], as: UTF8.self)
            guard name == "xmlns" || name.hasPrefix("xmlns:") else { continue }
            let prefix = name == "xmlns" ? "" : String(name.dropFirst(6))
            guard name != "xmlns:", !prefix.utf8.contains(UInt8(ascii: ":")) else { throw misspelt(text[attributes[index].name]) }
            let uri = String(decoding: Characters.decode(text[attributes[index].value], .attribute), as: UTF8.self)
            bindings[prefix, default: []].append(uri)
            prefixes.append(prefix)
            attributes[index].isDeclaration = true
            attributes[index].expanded = ExpandedName(uri: uri, local: prefix)
        }
        declared.append(prefixes)
    }

    mutating func pop() {
        for prefix in declared.popLast() ?? [] { bindings[prefix]?.removeLast() }
    }

    /// Namespaces in XML 1.0: an unprefixed element takes the default namespace, an unprefixed attribute none.
    func resolve(_ text: [UInt8], _ written: Range<Int>, _ attributes: inout [Attribute]) throws(SidecarRefusal) -> ExpandedName {
        for index in attributes.indices where !attributes[index].isDeclaration {
            attributes[index].expanded = try expand(text[attributes[index].name], isElement: false)
        }
        return try expand(text[written], isElement: true)
    }

    private func expand(_ name: ArraySlice<UInt8>, isElement: Bool) throws(SidecarRefusal) -> ExpandedName {
        guard let colon = name.firstIndex(of: UInt8(ascii: ":")) else {
            let local = String(decoding: name, as: UTF8.self)
            return ExpandedName(uri: isElement ? bindings[""]?.last ?? "" : "", local: local)
        }
        let local = name[(colon + 1)...]
        guard colon > name.startIndex, !local.isEmpty, !local.contains(UInt8(ascii: ":")) else { throw misspelt(name) }
        let prefix = String(decoding: name[..<colon], as: UTF8.self)
        guard let uri = bindings[prefix]?.last, !uri.isEmpty else {
            throw .malformed("the prefix of \(shown(name)) is not declared")
        }
        return ExpandedName(uri: uri, local: String(decoding: local, as: UTF8.self))
    }

    /// Namespaces in XML 1.0, 4: at most one colon, and something on both of its sides.
    private func misspelt(_ name: ArraySlice<UInt8>) -> SidecarRefusal {
        .malformed("the name \(shown(name)) has a colon out of place")
    }

    private func shown(_ name: ArraySlice<UInt8>) -> String { printable(String(decoding: name.prefix(40), as: UTF8.self)) }
}
