import KeepersCore

/// Verdict, measures as a scanned column with their place in the stack, reasons, and what the picture is.
enum WhyPanel {
    static func render(_ paper: inout Paper, _ state: SessionState, _ frame: Frame, _ area: CellRect) {
        var y = area.y
        func next(_ count: Int = 1) -> Bool {
            y += count
            return y < area.y + area.height
        }
        paper.write(truncatedHead(frame.fileName, area.width), x: area.x, y: y, paper.number)
        guard next() else { return }
        let isOpen = !state.model.isMine(frame.id) && state.model.standing(frame.id).decision.isEmpty
        let mark = isOpen ? [] : MarkText.parts(frame.id, state.model, paper)
        paper.write(
            mark.isEmpty ? [("no verdict yet", paper.faint)] : MarkText.fitting(mark, area.width), x: area.x, y: y,
            limit: area.x + area.width)
        guard next(2) else { return }
        if state.isHidden(frame.id) {
            for line in wrapped(state.reasonLine(frame.id), width: area.width) {
                paper.write(line, x: area.x, y: y, paper.faint)
                guard next() else { return }
            }
            guard next() else { return }
            return factRows(&paper, frame, state, area, y: y)
        }
        for (name, value) in measures(of: frame.id, state, isLow: area.height < 30) {
            measureRow(&paper, state, frame.id, name, value, area, y: y)
            guard next() else { return }
        }
        if let points = state.model.taste[frame.id] {
            tasteRow(&paper, points, area, y: y)
            guard next() else { return }
        }
        if area.height >= 30, state.model.cards[frame.id]?.faces?.isEmpty == false { guard next() else { return } }
        // A crowd of faces leaves room for the reasons.
        let room = max(4, min(14, area.y + area.height - y - 5))
        guard next(FaceTable.render(&paper, state, frame.id, CellRect(x: area.x, y: y, width: area.width, height: room))) else {
            return
        }
        if state.model.scores[frame.id] != nil { guard next() else { return } }
        for reason in state.model.reasons(frame.id) {
            for line in wrapped(reason.text, width: area.width) {
                paper.write(line, x: area.x, y: y, paper.text)
                guard next() else { return }
            }
        }
        guard next() else { return }
        factRows(&paper, frame, state, area, y: y)
    }

    private static func factRows(_ paper: inout Paper, _ frame: Frame, _ state: SessionState, _ area: CellRect, y top: Int) {
        var y = top
        for (name, value) in facts(frame, state, isNarrow: area.width < 38) {
            if y < area.y + area.height { paper.write(name, x: area.x, y: y, paper.faint) }
            for line in wrapped(value, width: area.width - 11) {
                guard y < area.y + area.height else { return }
                paper.write(truncated(line, area.width - 11), x: area.x + 11, y: y, paper.caption)
                y += 1
            }
        }
    }

    /// What the learned taste adds to the overall mark, in points.
    private static func tasteRow(_ paper: inout Paper, _ points: Double, _ area: CellRect, y: Int) {
        paper.write("taste", x: area.x, y: y, paper.caption)
        let words = (points >= 0 ? "+" : "") + fixed(points, 1)
        paper.write(right(words, 5), x: area.x + 10, y: y, paper.number)
        paper.write(area.width >= 41 ? "points, learned from you" : "points", x: area.x + 17, y: y, paper.faint)
    }

    /// All that `named` gives but for "photograph", which is worth a row only against a screenshot; in a low window without any fault that
    /// no frame of the stack has, so that the rows are the same for all siblings.
    private static func measures(of id: FrameID, _ state: SessionState, isLow: Bool) -> [(name: String, value: Double?)] {
        let scores = state.model.scores
        let all = scores[id]?.named ?? []
        let siblings = state.model.stack(of: id)?.members ?? [id]
        let telling = Set(siblings.flatMap { scores[$0]?.named ?? [] }.filter { ($0.value ?? 100) < 100 }.map(\.name))
        return all.enumerated().filter { offset, row in
            telling.contains(row.name) || (isLow ? offset < 5 : row.name != Scores.Part.photograph.rawValue)
        }.map(\.element)
    }

    private static func measureRow(
        _ paper: inout Paper, _ state: SessionState, _ id: FrameID, _ name: String, _ value: Double?, _ area: CellRect, y: Int
    ) {
        paper.write(name == "composite" ? "overall" : name, x: area.x, y: y, paper.caption)
        guard let value else {
            paper.write("not measured", x: area.x + 11, y: y, paper.faint)
            return
        }
        paper.write(right(fixed(value, 0), 3), x: area.x + 11, y: y, paper.number)
        let barWidth = area.width >= 38 ? 12 : 8
        paper.bar(x: area.x + 15, y: y, width: barWidth, share: value / 100, paper.accent)
        if let (place, count) = place(state, id, name) {
            let words = area.width >= 38 ? "\(place) of \(count)" : "\(place)/\(count)"
            paper.write(words, x: area.x + 17 + barWidth, y: y, paper.faint)
        }
    }

    /// Place by this measure within the stack, 1 = best, and the stack's size.
    private static func place(_ state: SessionState, _ id: FrameID, _ name: String) -> (Int, Int)? {
        guard let stack = state.model.stack(of: id), stack.kind != .bracket else { return nil }
        if name == "composite" { return state.model.place(of: id).map { ($0, stack.members.count) } }
        func value(_ id: FrameID) -> Double? { state.model.scores[id]?.named.first { $0.name == name }?.value }
        guard let own = value(id) else { return nil }
        let better = stack.members.filter { (value($0) ?? -1) > own }.count
        return (better + 1, stack.members.count)
    }

    /// `burst of 7, small lead (confidence .25)`
    private static func stackFact(_ stack: Stack, _ id: FrameID, _ state: SessionState) -> String {
        var words = "\(stack.kind.rawValue) of \(stack.members.count)" + (stack.isByHand ? ", by hand" : "")
        guard !state.isHidden(id) else { return words }
        if stack.userBest == id { return words + ", the best by your hand" }
        guard let confidence = state.model.confidence(of: stack) else { return words }
        let lead = confidence >= 0.8 ? "clear" : confidence >= 0.2 ? "small lead" : "toss-up"
        words += ", \(lead) (confidence \(FaceText.short(confidence)))"
        return state.model.isTasteAgainstBase(stack) ? words + "; your taste sees it otherwise than the marks" : words
    }

    private static func facts(_ frame: Frame, _ state: SessionState, isNarrow: Bool) -> [(String, String)] {
        var facts: [(String, String)] = []
        let shot = frame.shot
        if let time = shot.capturedAt {
            facts.append(("taken", isNarrow ? time.clock : time.iso8601.replacingT()))
        } else {
            facts.append(("taken", "not dated"))
        }
        if let stack = state.model.stack(of: frame.id) { facts.insert(("stack", stackFact(stack, frame.id, state)), at: 0) }
        if let before = ExistingText.sentence(frame.id, state.model) { facts.insert(("before", before), at: 0) }
        if let camera = shot.camera { facts.append(("camera", printable(camera))) }
        if let lens = shot.lens { facts.append(("lens", printable(lens))) }
        let exposure = ShotText.exposure(shot).joined(separator: "  ")
        if !exposure.isEmpty { facts.append(("exposure", exposure)) }
        facts += PictureText.facts(frame, state, isNarrow: isNarrow)
        facts.append(("file", frame.kind.rawValue.uppercased() + (frame.pair == nil ? "" : " + JPEG")))
        return facts
    }
}

extension String {
    /// `2026-06-13T20:14:07.35` with a blank for the T.
    fileprivate func replacingT() -> String { String(map { $0 == "T" ? " " : $0 }) }
}
