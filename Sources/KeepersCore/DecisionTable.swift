/// Every decision of a session as rows, for spreadsheets and scripts.
public struct DecisionTable: Sendable {
    /// One frame's decision; nil where there is none.
    public struct Row: Equatable, Sendable {
        public var path: String
        public var source: String
        /// What was decided here.
        public var mark: Mark
        /// What stands: the same part by part, else what was decided before.
        public var standing: Mark
        public var capturedAt: String?
        /// 0 to 100; nil = not measured.
        public var score: Double?
        public var stack: Int?
        /// Why, in the words of the step that decided last ("K keeps DSC_8871, rejects 6 siblings").
        public var reason: String
        /// `user` (a key), `command line`, `undo`, `redo`, `replay` (a journal).
        public var by: String?
        public var decidedAt: String?
    }

    public let session: String
    public let rows: [Row]

    /// `log` is every step in order; `time` words nanoseconds since 1970.
    public init(
        session: String, sources: [String], frames: [Frame], model: SessionModel, log: [StoredStep], time: (Int64) -> String
    ) {
        self.session = session
        var last: [FrameID: StoredStep] = [:]
        for stored in log { for change in stored.step.changes where change.change.isDecision { last[change.frame] = stored } }
        rows = frames.map { frame in
            let step = last[frame.id]
            return Row(
                path: frame.path, source: sources.indices.contains(frame.source) ? sources[frame.source] : "",
                mark: model.mark(frame.id).decision, standing: model.standing(frame.id).decision,
                capturedAt: frame.shot.capturedAt?.iso8601,
                score: model.scores[frame.id]?.composite, stack: model.stack(of: frame.id)?.id, reason: step?.step.reason ?? "",
                by: step?.step.origin.rawValue, decidedAt: step.map { time($0.at) })
        }
    }

    static let columns = [
        "path", "source", "verdict", "stars", "label", "capturedAt", "score", "stack", "reason", "by", "decidedAt",
        "standingVerdict", "standingStars", "standingLabel",
    ]

    /// RFC 4180: a head line, CRLF, quotes where they are needed. What is not known is empty, never 0.
    public var csv: String {
        let lines =
            [DecisionTable.columns]
            + rows.map { row in
                [
                    row.path, row.source, row.mark.verdict?.rawValue ?? "", String(row.mark.stars),
                    row.mark.label?.rawValue ?? "",
                    row.capturedAt ?? "", row.score.map { fixed($0, 1) } ?? "", row.stack.map(String.init) ?? "", row.reason,
                    row.by ?? "", row.decidedAt ?? "", row.standing.verdict?.rawValue ?? "", String(row.standing.stars),
                    row.standing.label?.rawValue ?? "",
                ]
            }
        return lines.map { $0.map(csvField).joined(separator: ",") + "\r\n" }.joined()
    }

    public var json: JSON {
        func text(_ value: String?) -> JSON { value.map(JSON.text) ?? .null }
        let decisions = rows.map { row in
            JSON.object([
                ("path", .text(row.path)), ("source", .text(row.source)), ("verdict", text(row.mark.verdict?.rawValue)),
                ("stars", .int(row.mark.stars)), ("label", text(row.mark.label?.rawValue)), ("capturedAt", text(row.capturedAt)),
                ("score", row.score.map(JSON.real) ?? .null), ("stack", row.stack.map(JSON.int) ?? .null),
                ("reason", text(row.reason.isEmpty ? nil : row.reason)), ("by", text(row.by)), ("decidedAt", text(row.decidedAt)),
                ("standingVerdict", text(row.standing.verdict?.rawValue)), ("standingStars", .int(row.standing.stars)),
                ("standingLabel", text(row.standing.label?.rawValue)),
            ])
        }
        return .object([("session", .text(session)), ("decisions", .list(decisions))])
    }
}

/// A field of RFC 4180: in quotes where it holds a comma, a quote or a line break.
func csvField(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else { return text }
    return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
}
