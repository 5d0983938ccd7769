import KeepersCore

/// The shortlist as lines of text: one line a frame or collapsed stack.
struct ListText {
    let model: SessionModel

    /// `  1  DSC_8871.NEF  ×7   94  ◆ PICK ★★★   1st of 7: sharper …`
    func lines(_ entries: [Entry]) -> [String] {
        let faces = entries.compactMap { entry in model.face(of: entry.members).flatMap { model.frame($0) }.map { (entry, $0) } }
        let nameWidth = min(32, faces.map { columns(of: printable($0.1.fileName)) }.max() ?? 0)
        let rankWidth = String(faces.count).count
        return faces.enumerated().map { index, item in
            let (entry, frame) = item
            let count = entry.members.count > 1 ? "×\(entry.members.count)" : ""
            let score = model.composite(frame.id).map { fixed($0, 0) } ?? "–"
            return [
                padLeft(String(index + 1), rankWidth), padRight(truncatedHead(printable(frame.fileName), nameWidth), nameWidth),
                padRight(count, 4), padLeft(score, 3), padRight(mark(frame.id), 18), model.reasonLine(frame.id),
            ].joined(separator: "  ")
        }
    }

    func mark(_ id: FrameID) -> String {
        let mark = model.mark(id)
        var parts: [String] = []
        switch mark.verdict {
        case .pick: parts.append("◆ PICK")
        case .reject: parts.append("✕ REJECT")
        case .maybe: parts.append("? MAYBE")
        case nil: break
        }
        if mark.stars > 0 { parts.append(String(repeating: "★", count: mark.stars)) }
        if let label = mark.label { parts.append(label.rawValue) }
        return parts.joined(separator: " ")
    }

    private func padLeft(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - columns(of: text))) + text
    }
    private func padRight(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - columns(of: text)))
    }
}
