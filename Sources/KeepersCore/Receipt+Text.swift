extension Receipt {
    /// Columns of the text: it is copied into mails and notes.
    public static let width = 72

    /// Plain lines to be copied; `when` writes a time: "today 23:04".
    public func text(when: (Int64) -> String) -> [String] {
        var out = ["Receipt: \(printable(name))"]
        let counts = "\(counted(picks, "pick")), \(counted(rejects, "reject")), \(maybeWords)\(grouped(open)) open"
        out.append(row(frames, "frame", ": " + counts))
        guard hasDecisions else {
            out.append(indent("no decision was made in this session yet"))
            return out.flatMap(Receipt.wrapped) + unseenLines.flatMap(Receipt.wrapped)
        }
        out += workLines(when) + agreementLines
        if heatEvents > 0 { out.append(row(heatEvents, "time", " the measuring stepped back from heat or load")) }
        out += exportLines(when)
        return (out + unseenLines).flatMap(Receipt.wrapped)
    }

    private var maybeWords: String { maybes > 0 ? "\(grouped(maybes)) maybe, " : "" }

    /// `   3 120  frames: …`: the number in a column of its own.
    private func row(_ number: Int, _ unit: String, _ words: String) -> String {
        figure(grouped(number), (number == 1 ? unit : unit + "s") + words)
    }

    private func figure(_ figure: String, _ words: String) -> String {
        String(repeating: " ", count: max(1, 8 - columns(of: figure))) + figure + "  " + words
    }

    private func indent(_ words: String) -> String { String(repeating: " ", count: 10) + words }

    private func workLines(_ when: (Int64) -> String) -> [String] {
        guard work.frames > 0 else { return [indent("decided outside the screens: no time at the keys")] }
        var lines = [figure(span(work.seconds), "at the keys (pauses over 5 min left out)\(paceWords(work))")]
        if let sitting {
            let since = sitting.since.map { ", since \(when($0))" } ?? ""
            lines.append(
                figure(span(sitting.seconds), "of it this time\(since): \(counted(sitting.frames, "frame"))\(paceWords(sitting))")
            )
        }
        return lines
    }

    private func paceWords(_ work: Work) -> String {
        work.pace.map { ", \(fixed($0, $0 < 10 ? 1 : 0)) frames/min" } ?? ""
    }

    /// `47 min`, `1 h 12`, `40 s`.
    private func span(_ seconds: Double) -> String {
        let whole = Int(min(1e9, max(0, seconds)))
        if whole < 60 { return "\(whole) s" }
        return whole < 3600 ? "\(whole / 60) min" : "\(whole / 3600) h \(padded(whole / 60 % 60, 2))"
    }

    private var agreementLines: [String] {
        let blind = agreement.blindCompared - agreement.blindAgreed
        var lines: [String] = []
        if agreement.compared + agreement.blindCompared > 0 {
            let words = " changed by you: another best than suggested" + (blind > 0 ? " (\(grouped(blind)) of them blind)" : "")
            lines.append(row(agreement.changed, "stack", words))
        }
        if let share = agreement.share {
            lines.append(
                figure(
                    "\(fixed(share * 100, 0)) %",
                    "the model agreed: \(grouped(agreement.agreed)) of \(counted(agreement.compared, "stack")) that you chose from"
                ))
        }
        if agreement.blindCompared > 0 {
            lines.append(indent("blind: \(grouped(agreement.blindAgreed)) of \(grouped(agreement.blindCompared)), counted apart"))
        }
        let apart = [
            agreement.ties > 0 ? counted(agreement.ties, "tie") : nil,
            agreement.silent > 0 ? "\(grouped(agreement.silent)) without a suggestion" : nil,
            agreement.untold > 0 ? "\(grouped(agreement.untold)) whose suggestion was not kept" : nil,
        ].compactMap { $0 }
        if !apart.isEmpty { lines.append(indent("not counted: " + apart.joined(separator: ", "))) }
        return lines
    }

    private func exportLines(_ when: (Int64) -> String) -> [String] {
        exports.prefix(3).map { export in
            switch export.state {
            case "finished":
                "exported \(when(export.at)), \(export.profile): \(grouped(export.written)) written\(export.takenBack > 0 ? " (\(grouped(export.takenBack)) taken back)" : ""), \(grouped(export.unchanged)) unchanged, \(grouped(export.failed)) failed"
            case "undone": "exported \(when(export.at)), \(export.profile): undone since"
            default: "exported \(when(export.at)), \(export.profile): did not end; export again"
            }
        } + (exports.count > 3 ? ["and \(counted(exports.count - 3, "export")) before"] : [])
    }

    private var unseenLines: [String] {
        guard !unseen.isEmpty else { return hasDecisions ? ["Lightroom sees every decision."] : [] }
        var lines = ["Lightroom will not see:"]
        for (kind, count) in unseen.withoutSidecar.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            lines.append(row(count, "decision", " on \(kind.rawValue.uppercased()): it reads no sidecar for those"))
        }
        if unseen.unexported > 0 { lines.append(row(unseen.unexported, "decision", " not exported yet: E, or keepers export")) }
        if unseen.maybes > 0 { lines.append(row(unseen.maybes, "maybe", ": no flag is written for it")) }
        return lines
    }

    /// A line broken at `width`, what follows under the words.
    static func wrapped(_ line: String) -> [String] {
        guard columns(of: line) > width else { return [line] }
        let lead = line.hasPrefix(" ") ? 10 : 2
        var out = [line.prefix { $0 == " " }.description]
        var isFresh = true
        for word in line.split(separator: " ") {
            let last = out.count - 1
            if !isFresh, columns(of: out[last]) + 1 + columns(of: String(word)) > width {
                out.append(String(repeating: " ", count: lead) + word)
            } else {
                out[last] += (isFresh ? "" : " ") + word
            }
            isFresh = false
        }
        return out
    }
}
