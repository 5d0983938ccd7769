/// Verdicts with what was measured, and nothing that tells whose they are: no name, picture, path, time, place, camera or serial number.
///
/// Built field by field from numbers and words of our own; no text of a card can get into it.
public struct Telemetry: Sendable {
    /// One frame that was judged, by field; nil = not known or not measured.
    public typealias Row = [String: JSON]

    /// A field, what it means, and how it is taken from a frame.
    public struct Field: Sendable {
        public var name: String
        public var meaning: String
    }

    public private(set) var rows: [Row] = []
    private var groups = 0

    public init() {}

    /// Adds the judged frames of a session, in random order.
    public mutating func add(_ model: SessionModel, using random: inout some RandomNumberGenerator) {
        var judged = model.frames.filter { !model.mark($0.id).decision.isEmpty }
        judged.shuffle(using: &random)
        var numbers: [Int: Int] = [:]
        for frame in judged {
            let stack = model.stack(of: frame.id)
            let group = stack.flatMap { numbers[$0.id] } ?? groups
            if group == groups { groups += 1 }
            if let stack { numbers[stack.id] = group }
            rows.append(row(frame, stack, group, model))
        }
    }

    /// Numbers of groups anew and rows shuffled over all sessions, so that neither order nor session can be told.
    public mutating func shuffle(using random: inout some RandomNumberGenerator) {
        rows.shuffle(using: &random)
        let order = Array(0..<groups).shuffled(using: &random)
        for index in rows.indices {
            if case .int(let group)? = rows[index]["group"] { rows[index]["group"] = .int(order[group]) }
        }
    }

    private func row(_ frame: Frame, _ stack: Stack?, _ group: Int, _ model: SessionModel) -> Row {
        let mark = model.mark(frame.id).decision
        let card = model.cards[frame.id]
        var row: Row = [
            "group": .int(group), "kind": .text(stack?.kind.rawValue ?? "single"), "frames": .int(stack?.members.count ?? 1),
            "verdict": mark.verdict.map { .text($0.rawValue) } ?? .null, "stars": .int(mark.stars),
            "suggested": .text(Telemetry.suggestion(frame.id, stack)),
            "faces": card?.faces.map { .int($0.count) } ?? .null,
            "eyesClosed": card?.faces.map { faces in .int(faces.count { $0.eyes == .closed }) } ?? .null,
        ]
        for (part, value) in (model.scores[frame.id] ?? Scores()).all {
            row["score." + part] = value.map { .real($0.rounded()) } ?? .null
        }
        for measure in Measure.allCases {
            row["measure." + measure.name] = card?.measures[measure].map { .real(Telemetry.coarse($0)) } ?? .null
        }
        return row
    }

    private static func suggestion(_ frame: FrameID, _ stack: Stack?) -> String {
        guard let stack else { return "none" }
        if stack.tie.contains(frame) { return "tie" }
        return stack.suggestedBest == frame ? "best" : "other"
    }

    /// Two significant digits: enough to learn from, too little to recognise a picture by.
    static func coarse(_ value: Double) -> Double {
        guard value.isFinite, value != 0 else { return 0 }
        var unit = 1.0
        while abs(value) / unit >= 100 { unit *= 10 }
        while abs(value) / unit < 10, unit > 1e-6 { unit /= 10 }
        return (value / unit).rounded() * unit
    }

    /// Every field there is; docs/formats.md has the same table.
    public static let fields: [Field] =
        [
            Field(name: "group", meaning: "frames of one stack share this random number; it says nothing else"),
            Field(name: "kind", meaning: "burst, retry or bracket, or single: what kind of stack it was"),
            Field(name: "frames", meaning: "how many frames the stack has"),
            Field(name: "verdict", meaning: "what you decided: pick, reject or maybe"),
            Field(name: "stars", meaning: "the stars you gave, 0 to 5"),
            Field(name: "suggested", meaning: "what keepers suggested: best, tie, other, or none for a single"),
            Field(name: "faces", meaning: "how many faces were found"),
            Field(name: "eyesClosed", meaning: "how many of them have their eyes closed"),
        ]
        + Scores().all.map { Field(name: "score." + $0.name, meaning: "the mark from 0 to 100, in whole points") }
        + Measure.allCases.map { Field(name: "measure." + $0.name, meaning: "the measured value, to two digits") }

    /// The file's text: one JSON object.
    public var text: String {
        let fields = Telemetry.fields.map { field in
            JSON.object([("name", .text(field.name)), ("meaning", .text(field.meaning))])
        }
        let list = rows.map { row in JSON.object(Telemetry.fields.map { ($0.name, row[$0.name] ?? .null) }) }
        return JSON.object([("format", .text("keepers telemetry 1")), ("fields", .list(fields)), ("rows", .list(list))])
            .serialized(indent: 1) + "\n"
    }

    /// The first value of a field that is known; nil where none is.
    public func example(_ field: Field) -> JSON? { rows.lazy.compactMap { $0[field.name] }.first { $0 != .null } }
}
