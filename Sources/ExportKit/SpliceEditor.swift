public import KeepersCore

/// Edits a sidecar by replacing the bytes of our own properties and no other byte; for use in a worker.
public enum SpliceEditor {
    /// `original` with the wish granted, or nil when it says so already.
    ///
    /// Values change where they stand (attribute or element, any prefix, any description), later duplicates go, absent ones are added in
    /// the file's own style. `xmp:MetadataDate` follows where it is present; `now` is ISO 8601. The result is parsed again: unless our
    /// properties are as wished and all else is equal, it is thrown away.
    public static func edit(_ original: [UInt8], wish: SidecarWish, now: String) throws(SidecarRefusal) -> [UInt8]? {
        let document = try SidecarDocument(original)
        var splicer = Splicer(document: document)
        var missing: [(property: SidecarProperty, value: String)] = []
        for property in SidecarProperty.allCases {
            let places = splicer.places(of: property.expanded)
            switch wish[property] {
            case .leave: break
            case .remove: if says(document, places) { try splicer.remove(places) }
            case .set(let value):
                if places.isEmpty { missing.append((property, value)) }
                if places.isEmpty || isAlready(property, value, at: places, in: document) { continue }
                property.isList ? try splicer.setList(places, to: value) : try splicer.set(places, to: value)
            }
        }
        guard !splicer.isEmpty || !missing.isEmpty else { return nil }
        let dates = splicer.places(of: Vocabulary.metadataDate)
        if !dates.isEmpty { try splicer.set(dates, to: now) }
        try splicer.append(missing)
        let edited = document.encoding.encode(splicer.spliced)
        try verify(edited, original: document, wish: wish)
        return edited
    }

    /// An empty property says nothing and may stay.
    private static func says(_ document: SidecarDocument, _ places: [SidecarDocument.Place]) -> Bool {
        places.contains { document.list(at: $0)?.isEmpty != true }
    }

    private static func isAlready(
        _ property: SidecarProperty, _ value: String, at places: [SidecarDocument.Place], in document: SidecarDocument
    ) -> Bool {
        guard places.count == 1 else { return false }
        guard let now = property.isList ? document.list(at: places[0]) : document.value(at: places[0]) else { return false }
        return sameValue(property, now, value)
    }

    private static func verify(_ edited: [UInt8], original: SidecarDocument, wish: SidecarWish) throws(SidecarRefusal) {
        let failure = SidecarRefusal(
            .internalCheck, "an edit of it did not read back as meant; nothing was written; please report this file's structure")
        guard edited.count <= SidecarLimits.size else { throw .tooLarge }
        let document: SidecarDocument
        do { document = try SidecarDocument(edited) } catch { throw failure }
        guard document.rest == original.rest else { throw failure }
        let splicer = Splicer(document: document)
        for property in SidecarProperty.allCases {
            let places = splicer.places(of: property.expanded)
            switch wish[property] {
            case .leave: guard sameTexts(property.expanded, original, document) else { throw failure }
            case .remove: guard !says(document, places) else { throw failure }
            case .set(let value): guard isAlready(property, value, at: places, in: document) else { throw failure }
            }
        }
    }

    /// A property that we left alone stands where it stood, byte for byte.
    private static func sameTexts(_ name: ExpandedName, _ one: SidecarDocument, _ other: SidecarDocument) -> Bool {
        func texts(_ document: SidecarDocument) -> [ArraySlice<UInt8>] {
            document.properties.filter { $0.name == name }.map { document.text[document.range(of: $0.place)] }
        }
        return texts(one) == texts(other)
    }
}

extension SidecarDocument {
    func range(of place: Place) -> Range<Int> {
        switch place {
        case .attribute(let element, let index): elements[element].attributes[index].range
        case .element(let index): elements[index].range
        }
    }
}
