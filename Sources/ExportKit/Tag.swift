/// One attribute as it stands in a start tag.
struct Attribute {
    /// From the first byte of the name through the closing quote.
    var range: Range<Int>
    /// End of what stands before it (name or attribute): the white space between belongs to the attribute when it goes.
    var gapStart: Int
    var name: Range<Int>
    /// Between the quotes, entities unresolved.
    var value: Range<Int>
    /// Filled in once the prefixes are known.
    var expanded = ExpandedName()
    var isDeclaration = false
}

/// A name with its namespace.
struct ExpandedName: Hashable {
    var uri = ""
    var local = ""
}

/// Cuts a start tag, known to be well formed, into its name and attributes.
struct TagScanner {
    let text: [UInt8]

    /// `range` reaches from `<` through `>`.
    func scan(_ range: Range<Int>) throws(SidecarRefusal) -> (name: Range<Int>, attributes: [Attribute]) {
        let end = range.upperBound - (isEmptyElement(range) ? 2 : 1)
        let name = word(from: range.lowerBound + 1, to: end)
        var attributes: [Attribute] = []
        var at = name.upperBound
        while true {
            let gapStart = at
            at = skipSpace(from: at, to: end)
            guard at < end else { return (name, attributes) }
            let key = word(from: at, to: end)
            let equals = skipSpace(from: key.upperBound, to: end)
            guard !key.isEmpty, equals < end, text[equals] == UInt8(ascii: "=") else { throw .malformed("a tag is not closed") }
            let quote = skipSpace(from: equals + 1, to: end)
            guard quote < end, let close = text[(quote + 1)..<end].firstIndex(of: text[quote]) else {
                throw .malformed("an attribute is not closed")
            }
            attributes.append(
                Attribute(range: key.lowerBound..<close + 1, gapStart: gapStart, name: key, value: quote + 1..<close))
            at = close + 1
        }
    }

    func isEmptyElement(_ range: Range<Int>) -> Bool {
        range.count >= 3 && text[range.upperBound - 2] == UInt8(ascii: "/")
    }

    private func word(from start: Int, to end: Int) -> Range<Int> {
        var at = start
        while at < end, !isSpace(text[at]), text[at] != UInt8(ascii: "=") { at += 1 }
        return start..<max(start, at)
    }

    private func skipSpace(from start: Int, to end: Int) -> Int {
        var at = start
        while at < end, isSpace(text[at]) { at += 1 }
        return at
    }
}

func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
