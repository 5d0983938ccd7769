import Foundation
import FoundationXML

/// What a sidecar says, read by another parser (libxml2) and other code than the one under test: every element, attribute, and text with its
/// namespace and its path, our own properties right below a description left out.
final class IndependentModel: NSObject, XMLParserDelegate {
    static let rdf = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
    static let ours: Set = [
        "{http://ns.adobe.com/xap/1.0/}Rating", "{http://ns.adobe.com/xap/1.0/}Label",
        "{http://ns.adobe.com/xap/1.0/}MetadataDate",
        "{http://ns.adobe.com/photoshop/1.0/}LabelColor", "{http://ns.adobe.com/xmp/1.0/DynamicMedia/}pick",
        "{http://ns.adobe.com/xmp/1.0/DynamicMedia/}good", "{http://darktable.sf.net/}colorlabels",
    ]

    private(set) var lines: [String] = []
    private var path: [String] = []
    private var scopes: [[String: String]] = [["xml": "xml"]]
    private var text = ""
    private var skipDepth: Int?
    private var rdfDepth: Int?

    /// nil where libxml2 cannot read it either.
    static func lines(of bytes: [UInt8]) -> [String]? {
        let model = IndependentModel()
        let parser = XMLParser(data: Data(bytes))
        parser.delegate = model
        return parser.parse() ? model.lines : nil
    }

    private func expand(_ name: String, isElement: Bool) -> String {
        let parts = name.split(separator: ":", maxSplits: 1).map(String.init)
        if parts.count == 1 { return isElement ? "{\(scopes.last?[""] ?? "")}\(name)" : name }
        return "{\(scopes.last?[parts[0]] ?? "?")}\(parts[1])"
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String] = [:]
    ) {
        flush()
        var scope = scopes.last ?? [:]
        for (key, value) in attributes where key == "xmlns" || key.hasPrefix("xmlns:") { scope[String(key.dropFirst(6))] = value }
        scopes.append(scope)
        let full = expand(name, isElement: true)
        path.append(full)
        if full == Self.rdf + "RDF", rdfDepth == nil { rdfDepth = path.count }
        let isTop = rdfDepth.map { path.count == $0 + 1 } ?? false
        if rdfDepth.map({ path.count == $0 + 2 }) ?? false, Self.ours.contains(full), skipDepth == nil { skipDepth = path.count }
        guard skipDepth == nil else { return }
        if !isTop { lines.append(path.joined(separator: "/")) }
        for (key, value) in attributes.sorted(by: { $0.key < $1.key }) where key != "xmlns" && !key.hasPrefix("xmlns:") {
            let attribute = expand(key, isElement: false)
            if isTop && (Self.ours.contains(attribute) || attribute == Self.rdf + "about") { continue }
            lines.append(path.joined(separator: "/") + "@" + attribute + "=" + value)
        }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        flush()
        if skipDepth == path.count { skipDepth = nil }
        if rdfDepth == path.count { rdfDepth = nil }
        path.removeLast()
        scopes.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
    func parser(_ parser: XMLParser, foundCDATA block: Data) { text += String(decoding: block, as: UTF8.self) }

    private func flush() {
        defer { text = "" }
        guard skipDepth == nil, text.contains(where: { !$0.isWhitespace }) else { return }
        lines.append(path.joined(separator: "/") + "=" + text)
    }
}
