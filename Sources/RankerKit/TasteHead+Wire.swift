public import KeepersCore

/// The bytes of a head in the store; one of another form is not read, and the taste is learned anew from the decisions.
extension TasteHead: Wired {
    private static let form: UInt8 = 3

    public func write(to writer: inout ByteWriter) {
        writer.put(TasteHead.form)
        writer.put(UInt32(Descriptor.count))
        writer.put(UInt32(Sketch.size))
        writer.put(list: basis.columns) { writer, column in
            column.term.write(to: &writer)
            writer.put(column.mean)
            writer.put(column.scale)
        }
        for list in [basis.low, basis.high, basis.centre, basis.spread, weights] { writer.put(list: list) { $0.put($1) } }
        for number in [self.number, examples, scenes, heldOut.scenes] { writer.put(UInt32(clamping: number)) }
        for agreement in [heldOut.base, heldOut.taste] {
            for number in [agreement.share, agreement.low, agreement.high] { writer.put(number) }
        }
        for number in [heldOut.chance, heldOut.leadOverBase, heldOut.evidence] { writer.put(number) }
        writer.put(list: traits) { writer, trait in
            writer.put(trait.words)
            for number in [trait.strength, trait.low, trait.high] { writer.put(number) }
        }
        writer.put(isBetter)
    }

    public init(from reader: inout ByteReader) throws(WireError) {
        guard try reader.number(UInt8.self) == TasteHead.form, try reader.number(UInt32.self) == UInt32(Descriptor.count),
            try reader.number(UInt32.self) == UInt32(Sketch.size)
        else { throw WireError("a taste of another form") }
        let columns = try reader.list { (r) throws(WireError) in
            Basis.Column(term: try Basis.Term(from: &r), mean: try r.finite(), scale: try r.finite())
        }
        var lists: [[Double]] = []
        for _ in 0..<5 { lists.append(try reader.list { (r) throws(WireError) in try r.finite() }) }
        guard lists.prefix(4).allSatisfy({ $0.count == Descriptor.count }), lists[4].count == columns.count,
            columns.allSatisfy({ $0.scale > 0 })
        else { throw WireError("a taste whose parts do not fit") }
        basis = Basis(columns: columns, low: lists[0], high: lists[1], centre: lists[2], spread: lists[3])
        weights = lists[4]
        var counts: [Int] = []
        for _ in 0..<4 { counts.append(Int(try reader.number(UInt32.self))) }
        (number, examples, scenes) = (counts[0], counts[1], counts[2])
        let base = Agreement(share: try reader.finite(), low: try reader.finite(), high: try reader.finite())
        let taste = Agreement(share: try reader.finite(), low: try reader.finite(), high: try reader.finite())
        heldOut = HeldOut(
            scenes: counts[3], base: base, taste: taste, chance: try reader.finite(), leadOverBase: try reader.finite(),
            evidence: try reader.finite())
        traits = try reader.list { (r) throws(WireError) in
            Trait(words: try r.text(), strength: try r.finite(), low: try r.finite(), high: try r.finite())
        }
        isBetter = try reader.flag()
    }
}

extension Basis.Term {
    fileprivate func write(to writer: inout ByteWriter) {
        let (kind, first, second, knot): (UInt8, Int, Int, Double) =
            switch self {
            case .base: (0, 0, 0, 0)
            case .straight(let d): (1, d, 0, 0)
            case .above(let d, let knot): (2, d, 0, knot)
            case .product(let a, let b): (3, a, b, 0)
            case .sketch(let index): (4, index, 0, 0)
            case .alone(let d): (5, d, 0, 0)
            }
        writer.put(kind)
        writer.put(UInt32(first))
        writer.put(UInt32(second))
        writer.put(knot)
    }

    fileprivate init(from reader: inout ByteReader) throws(WireError) {
        let kind = try reader.number(UInt8.self)
        let first = Int(try reader.number(UInt32.self))
        let second = Int(try reader.number(UInt32.self))
        let knot = try reader.finite()
        guard first < (kind == 4 ? Sketch.size : Descriptor.count), second < Descriptor.count else {
            throw WireError("a taste for something unknown")
        }
        switch kind {
        case 0: self = .base
        case 1: self = .straight(first)
        case 2: self = .above(first, knot)
        case 3: self = .product(first, second)
        case 4: self = .sketch(first)
        case 5: self = .alone(first)
        default: throw WireError("a taste of an unknown kind")
        }
    }
}

extension ByteReader {
    fileprivate mutating func finite() throws(WireError) -> Double {
        let value = try double()
        guard value.isFinite else { throw WireError("a taste that is no number") }
        return value
    }
}
