import KeepersCore

/// `keepers clock`: corrections between the clocks of two cameras, proposed from pictures that both took, applied only when asked for.
enum ClockCommand {
    static func run(_ invocation: Invocation, _ setting: Setting) throws(Failure) {
        guard !(invocation.has("apply") && invocation.has("reset")) else {
            throw Failure("--apply and --reset say opposite things; give one of them", code: 2)
        }
        let session = try CommandSession(invocation.operands, invocation, setting, measures: false)
        if invocation.has("reset") {
            var rules = session.model.rules
            rules.clockOffsets = [:]
            try session.keep(rules)
        }
        if let text = invocation["apply"] { try apply(text, session) }
        let proposals = session.model.clockProposals()
        if invocation.has("json") {
            let json = session.json
            Console.out(JSON.object([("proposals", json.clocks(proposals)), ("rules", json.rules())]).serialized(indent: 1))
        } else {
            ClockText(model: session.model).lines(proposals).forEach(Console.out)
        }
        session.program.leave()
    }

    private static func apply(_ text: String, _ session: CommandSession) throws(Failure) {
        let proposals = session.model.clockProposals()
        guard let number = Int(text), proposals.indices.contains(number - 1) else {
            let known = proposals.isEmpty ? "there is none" : "there are 1 to \(proposals.count)"
            throw Failure("--apply is the number of a proposal, not '\(printable(text))'; \(known)", code: 2)
        }
        let proposal = proposals[number - 1]
        var rules = session.model.rules
        rules.clockOffsets[proposal.body] = proposal.offset
        try session.keep(rules)
    }
}

/// The proposals for people.
private struct ClockText {
    let model: SessionModel

    func lines(_ proposals: [ClockProposal]) -> [String] {
        var lines = corrections
        for (index, proposal) in proposals.enumerated() { lines += self.lines(proposal, number: index + 1) }
        if Set(model.frames.map(\.body)).count < 2 { return lines + ["one camera: no clock to compare"] }
        if proposals.isEmpty {
            lines.append("no three moments that two cameras saw agree on one difference: nothing is proposed")
        }
        let unmeasured = model.frames.count { model.cards[$0.id] == nil }
        if unmeasured > 0 {
            lines.append("\(counted(unmeasured, "frame")) not measured yet; after 'keepers score' more pictures can match")
        }
        return lines
    }

    private var corrections: [String] {
        model.rules.clockOffsets.sorted { $0.key < $1.key }.map { body, offset in
            "in force: \(camera(body)) \(offset < 0 ? "back" : "forward") by \(span(offset))"
        }
    }

    private func lines(_ proposal: ClockProposal, number: Int) -> [String] {
        let names = "\(camera(proposal.body)) against \(camera(proposal.reference))"
        if proposal.isInForce { return ["\(number)  \(names): agree (\(proposal.support) moments)"] + proposal.pairs.map(line) }
        let direction = proposal.offset < 0 ? "back" : "forward"
        return ["\(number)  \(names): set it \(direction) by \(span(proposal.offset)) (\(proposal.support) moments agree)"]
            + proposal.pairs.map(line) + ["   if each pair shows one moment: --apply \(number)"]
    }

    private func line(_ pair: ClockProposal.Pair) -> String {
        func moment(_ id: FrameID) -> String {
            guard let frame = model.frame(id) else { return "" }
            return "\(printable(frame.path)) \(frame.shot.capturedAt?.clock ?? "")"
        }
        return "   \(moment(pair.other))  shows the same as  \(moment(pair.reference))"
    }

    private func camera(_ body: String) -> String {
        guard let shot = model.frames.first(where: { $0.body == body })?.shot else { return "a camera that is not here now" }
        return printable([shot.camera ?? "unknown camera", shot.serial].compactMap { $0 }.joined(separator: " "))
    }

    /// `1 h 3 min 12.4 s`
    private func span(_ nanoseconds: Int64) -> String {
        let tenths = (nanoseconds.magnitude + 50_000_000) / 100_000_000
        let (hours, minutes) = (tenths / 36_000, tenths / 600 % 60)
        let parts = [
            hours > 0 ? "\(hours) h" : nil, minutes > 0 ? "\(minutes) min" : nil, "\(tenths / 10 % 60).\(tenths % 10) s",
        ]
        return parts.compactMap { $0 }.joined(separator: " ")
    }
}
