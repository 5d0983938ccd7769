import KeepersCore

/// `keepers show`: one frame and why it stands where it stands.
enum ShowCommand {
    static func run(_ invocation: Invocation, _ setting: Setting) throws(Failure) {
        let session = try CommandSession(
            Array(invocation.operands.dropLast()), invocation, setting, measures: false, fromStore: true)
        let frame = try session.frame(named: invocation.operands.last ?? "")
        if invocation.has("json") {
            Console.out(session.json.details(frame).serialized(indent: 1))
        } else {
            for (name, value) in rows(frame, session) {
                Console.out(name + String(repeating: " ", count: max(1, 12 - name.count)) + value)
            }
        }
        session.program.leave()
    }

    private static func rows(_ frame: Frame, _ session: CommandSession) -> [(String, String)] {
        let model = session.model
        let shot = frame.shot
        var rows = [
            ("frame", printable(frame.path)), ("kind", frame.kind.rawValue + (frame.pair.map { " + \(printable($0))" } ?? "")),
        ]
        rows.append(("taken", shot.capturedAt?.iso8601 ?? "not dated"))
        let camera = [shot.camera, shot.serial, shot.lens].compactMap { $0 }.map(printable).joined(separator: ", ")
        if !camera.isEmpty { rows.append(("camera", camera)) }
        let sidecar = session.session.sights[frame.id]?.path
        let mark = ListText(model: model).sentence(frame.id, sidecar: sidecar.map(lastName))
        rows.append(("verdict", mark.isEmpty ? "none yet" : mark))
        for preview in frame.previews {
            let state = preview.intact ? "" : ", damaged"
            rows.append(("preview", "\(preview.width)x\(preview.height) \(preview.codec.rawValue), \(preview.source)\(state)"))
        }
        rows.append(contentsOf: marks(frame.id, model))
        for (measure, value) in model.cards[frame.id]?.measures.sorted ?? [] {
            rows.append(("  raw", "\(measure.name) \(fixed(value, 4))"))
        }
        for reason in model.reasons(frame.id) { rows.append(("because", reason.text)) }
        return rows
    }

    /// `sharpness   91.2   2nd of 7`: each mark, and in a stack its place among the siblings.
    private static func marks(_ id: FrameID, _ model: SessionModel) -> [(String, String)] {
        let count = model.stack(of: id)?.members.count ?? 0
        return (model.scores[id]?.named ?? []).map { name, value in
            guard let value else { return (name, "not measured") }
            let part = Scores.Part(rawValue: name)
            let place = part == nil ? model.place(of: id) : part.flatMap { model.place(of: id, by: $0) }
            let number = fixed(part == nil ? model.composite(id) ?? value : value, 1)
            let padding = String(repeating: " ", count: max(0, 5 - number.count))
            return (name, padding + number + (place.map { "   \(ordinal($0)) of \(count)" } ?? ""))
        }
    }
}
