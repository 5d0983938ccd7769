public import KeepersCore

/// Makes new sidecars in the form in which Lightroom Classic 15 writes its own: no packet wrapper, no declaration, no byte order mark,
/// line feeds, attributes, one, two, four and three spaces of indentation.
public enum SidecarMaker {
    /// `forExtension` is the photo's own, "CR3"; `now` is ISO 8601.
    public static func make(wish: SidecarWish, forExtension: String, now: String) throws(SidecarRefusal) -> [UInt8] {
        var lines = [
            #"<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Keepers">"#,
            #" <rdf:RDF xmlns:rdf="\#(Vocabulary.rdfURI)">"#,
            #"  <rdf:Description rdf:about="""#,
        ]
        let wished = SidecarProperty.allCases.compactMap { property -> (String, String)? in
            if case .set(let value) = wish[property] { (property.rawValue, value) } else { nil }
        }
        var properties = [("xmp:MetadataDate", now)] + wished
        properties.append(("photoshop:SidecarForExtension", forExtension.uppercased()))
        let lists = properties.filter { SidecarProperty(rawValue: $0.0)?.isList == true }
        for (prefix, uri) in [
            ("xmp", Vocabulary.xmp), ("photoshop", Vocabulary.photoshop), ("xmpDM", Vocabulary.dynamicMedia),
            ("darktable", Vocabulary.darktable),
        ] where properties.contains(where: { $0.0.hasPrefix(prefix + ":") }) {
            lines.append(#"    xmlns:\#(prefix)="\#(uri)""#)
        }
        for (name, value) in properties where SidecarProperty(rawValue: name)?.isList != true {
            lines.append("   \(name)=\"\(String(decoding: try Characters.escape(value), as: UTF8.self))\"")
        }
        lines[lines.count - 1] += lists.isEmpty ? "/>" : ">"
        for (name, value) in lists {
            let item = String(decoding: try Characters.escape(value), as: UTF8.self)
            lines += ["   <\(name)>", "    <rdf:Seq>", "     <rdf:li>\(item)</rdf:li>", "    </rdf:Seq>", "   </\(name)>"]
        }
        if !lists.isEmpty { lines.append("  </rdf:Description>") }
        lines += [" </rdf:RDF>", "</x:xmpmeta>", ""]
        return Array(lines.joined(separator: "\n").utf8)
    }
}
