import KeepersCore

/// The shortlist as lines of text: one line a frame or collapsed stack.
struct ListText {
    let model: SessionModel
    /// Without what was decided before.
    var isOwnOnly = false

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

    /// What stands on a frame: `◆ PICK ★★★ red` where it was decided here, `◆ pick ★4 yellow` where it was before.
    func mark(_ id: FrameID) -> String {
        let (own, before) = (model.mark(id), isOwnOnly ? Mark() : model.standingFromBefore(id))
        let parts = [
            own.verdict.map { "\(sign($0)) \($0.rawValue.uppercased())" } ?? before.verdict.map { "\(sign($0)) \($0.rawValue)" },
            own.stars > 0 ? String(repeating: "★", count: own.stars) : before.stars > 0 ? "★\(before.stars)" : nil,
            own.label?.rawValue ?? before.label?.rawValue,
        ]
        return parts.compactMap { $0 }.joined(separator: " ")
    }

    /// The same in a sentence that names where it was decided: `◆ PICK; ★4, yellow before, in DSC_8013.xmp`, `was pick before, in …`.
    func sentence(_ id: FrameID, sidecar: String?) -> String {
        let camera = model.frame(id)?.shot.cameraStars ?? 0
        let isCamera = camera > 0 && model.existing[id]?.mark == Mark(stars: camera)
        let place = sidecar.map { "in \(printable($0))" } ?? (isCamera ? "set in the camera" : "in its sidecar")
        func words(_ mark: Mark) -> String {
            [mark.verdict?.rawValue, mark.stars > 0 ? "★\(mark.stars)" : nil, mark.label?.rawValue].compactMap { $0 }
                .joined(separator: ", ")
        }
        let (before, off) = (words(model.standingFromBefore(id)), words(model.takenOff(id)))
        let own = ListText(model: model, isOwnOnly: true).mark(id)
        let parts = [
            own.isEmpty ? nil : own, before.isEmpty ? nil : "\(before) before, \(place)",
            off.isEmpty ? nil : "\(off) taken off, \(place) until an export",
            model.staysBesideMaybe(id).map { "\($0.rawValue) stays, \(place)" },
        ]
        return parts.compactMap { $0 }.joined(separator: "; ")
    }

    private func sign(_ verdict: Verdict) -> String {
        switch verdict {
        case .pick: "◆"
        case .reject: "✕"
        case .maybe: "?"
        }
    }

    private func padLeft(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - columns(of: text))) + text
    }
    private func padRight(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - columns(of: text)))
    }
}
