public import KeepersCore

/// Everything that a catalog told, as it travels from the worker that read it.
public struct PastCatalog: Equatable, Sendable {
    /// Whose database it is, the most trusted first.
    public enum Program: UInt8, Sendable, CaseIterable { case lightroom, darktable, digikam }

    public var program: Program
    /// What the catalog calls its own form, for example "1300025"; nil where it does not say.
    public var version: String?
    public var decisions: [PastDecision]
    /// What did not read or was odd, in words.
    public var notes: [String]

    public init(
        program: Program = .lightroom, version: String? = nil, decisions: [PastDecision] = [], notes: [String] = []
    ) {
        self.program = program
        self.version = version
        self.decisions = decisions
        self.notes = notes
    }
}

extension PastCatalog: Wired {
    /// Folders, cameras and labels repeat, so each text travels once.
    public func write(to writer: inout ByteWriter) {
        var texts = Texts()
        var rows = ByteWriter()
        for decision in decisions { PastCatalog.write(decision, &texts, to: &rows) }
        writer.put(program.rawValue)
        writer.put(version) { $0.put($1) }
        writer.put(list: notes) { $0.put($1) }
        writer.put(list: texts.all) { $0.put($1) }
        writer.put(UInt32(clamping: decisions.count))
        writer.put(rows.bytes)
    }

    public init(from reader: inout ByteReader) throws(WireError) {
        guard let program = Program(rawValue: try reader.number()) else { throw WireError("unknown program") }
        self.program = program
        version = try reader.optional { (r) throws(WireError) in try r.text() }
        notes = try reader.list { (r) throws(WireError) in try r.text() }
        let texts = try reader.list { (r) throws(WireError) in try r.text() }
        let count = Int(try reader.number(UInt32.self))
        var rows = ByteReader(try reader.blob())
        guard count <= rows.remaining else { throw WireError("list runs past the message") }
        decisions = []
        decisions.reserveCapacity(count)
        for _ in 0..<count { decisions.append(try PastCatalog.decision(texts, from: &rows)) }
    }

    private struct Texts {
        var all: [String] = []
        private var numbers: [String: UInt32] = [:]
        mutating func number(_ text: String) -> UInt32 {
            if let known = numbers[text] { return known }
            let number = UInt32(clamping: all.count)
            all.append(text)
            numbers[text] = number
            return number
        }
    }

    private static func write(_ decision: PastDecision, _ texts: inout Texts, to rows: inout ByteWriter) {
        rows.put(texts.number(decision.folder))
        rows.put(decision.name)
        rows.put(decision.capturedAt) { $1.write(to: &$0) }
        for text in [decision.camera, decision.serial, decision.labelText, decision.conflict] {
            rows.put(text.map { texts.number($0) } ?? UInt32.max)
        }
        rows.put(decision.verdict.flatMap { Verdict.allCases.firstIndex(of: $0) }.map(UInt8.init) ?? UInt8.max)
        rows.put(UInt8(clamping: decision.stars ?? 0))
        rows.put(decision.label.flatMap { ColourLabel.allCases.firstIndex(of: $0) }.map(UInt8.init) ?? UInt8.max)
        rows.put(decision.isVirtualCopy)
        rows.put(decision.isEdited.map { $0 ? UInt8(1) : 0 } ?? UInt8.max)
        rows.put(decision.catalogNumber) { $0.put($1) }
        rows.put(decision.stack) {
            $0.put($1.id)
            $0.put(Int64($1.position))
        }
    }

    private static func decision(_ texts: [String], from rows: inout ByteReader) throws(WireError) -> PastDecision {
        func text(_ rows: inout ByteReader) throws(WireError) -> String? {
            let number = try rows.number(UInt32.self)
            if number == UInt32.max { return nil }
            guard Int(number) < texts.count else { throw WireError("a text that was not sent") }
            return texts[Int(number)]
        }
        func choice<Value>(_ all: [Value], _ rows: inout ByteReader) throws(WireError) -> Value? {
            let number = Int(try rows.number(UInt8.self))
            return number < all.count ? all[number] : nil
        }
        var decision = PastDecision(folder: try text(&rows) ?? "", name: try rows.text())
        decision.capturedAt = try rows.optional { (r) throws(WireError) in try CaptureTime(from: &r) }
        decision.camera = try text(&rows)
        decision.serial = try text(&rows)
        decision.labelText = try text(&rows)
        decision.conflict = try text(&rows)
        decision.verdict = try choice(Verdict.allCases, &rows)
        let stars = Int(try rows.number(UInt8.self))
        decision.stars = (1...5).contains(stars) ? stars : nil
        decision.label = try choice(ColourLabel.allCases, &rows)
        decision.isVirtualCopy = try rows.flag()
        decision.isEdited = try choice([false, true], &rows)
        decision.catalogNumber = try rows.optional { (r) throws(WireError) in try r.number() }
        decision.stack = try rows.optional { (r) throws(WireError) in
            PastDecision.StackPlace(id: try r.number(), position: Int(try r.number(Int64.self)))
        }
        return decision
    }
}
