import KeepersCore

/// The screen that shows what would set two cameras' clocks right: one proposal after the other.
struct ClockState: Equatable, Sendable {
    var proposals: [ClockProposal]
    var current: ClockProposal? { proposals.first }
}

/// `:clock`
extension SessionState {
    mutating func openClock(_ argument: String) {
        if argument == "reset" { return resetClocks() }
        let open = clockProposals()
        guard !open.isEmpty else {
            notice = clockSilence
            return
        }
        clock = ClockState(proposals: open)
    }

    private var clockSilence: String {
        let set = model.rules.clockOffsets.values.count { $0 != 0 }
        if set > 0 { return "clocks are set right (\(counted(set, "camera"))); :clock reset takes that back" }
        let bodies = Set(model.frames.map(\.body)).count
        return bodies < 2 ? "one camera: no clock to compare" : "no proposal: too few pictures match across the cameras"
    }

    /// What the matching pictures of two cameras propose and is not in force yet.
    private func clockProposals() -> [ClockProposal] {
        guard Set(model.frames.lazy.map(\.body)).count > 1 else { return [] }
        return model.clockProposals().filter { !$0.isInForce }
    }

    /// Said once, when everything has been measured; not for what the person has declined.
    mutating func noticeClocks() {
        guard !hasSaidClocks, !model.cards.isEmpty else { return }
        hasSaidClocks = true
        guard let proposal = clockProposals().first(where: { !declinedClocks.contains($0.body) }), notice == nil else { return }
        notice = ClockText.sentence(proposal, model) + ": :clock shows three pairs"
    }

    mutating func updateClock(_ key: Key) {
        guard let proposal = clock?.current else {
            clock = nil
            return
        }
        switch key.code {
        case .character("y"): apply(proposal)
        case .escape, .character("q"):
            clock = nil
            notice = "clocks left as they are; :clock shows this again"
            return
        case .character("n"):
            declinedClocks.insert(proposal.body)
            save(Self.declinedName + proposal.body, "1")
            notice = "clocks left as they are; :clock shows this again"
        default: return
        }
        clock?.proposals.removeFirst()
        if clock?.current == nil { clock = nil }
    }

    private mutating func apply(_ proposal: ClockProposal) {
        guard readOnly == nil else {
            notice = "read-only: another keepers holds this session; set its clock there"
            return
        }
        var rules = model.rules
        rules.clockOffsets[proposal.body] = proposal.offset
        take(rules: rules)
        queue.resort(model, keeping: focus)
        let name = ClockText.name(proposal.body, beside: proposal.reference)
        notice =
            "\(name): \(ClockText.span(proposal.offset)) \(proposal.offset < 0 ? "taken off" : "added") in Keepers; no file was changed"
    }

    private mutating func resetClocks() {
        guard readOnly == nil, model.rules.clockOffsets.values.contains(where: { $0 != 0 }) else {
            notice = readOnly == nil ? "no clock was corrected" : "read-only: another keepers holds this session"
            return
        }
        var rules = model.rules
        rules.clockOffsets = [:]
        take(rules: rules)
        queue.resort(model, keeping: focus)
        notice = "clocks as the cameras had them"
    }

    static let declinedName = "clock.declined "
}

/// Clocks in words.
enum ClockText {
    /// `Canon EOS R5 seems 3 min 12 s behind NIKON Z 8`
    static func sentence(_ proposal: ClockProposal, _ model: SessionModel) -> String {
        let side = proposal.offset > 0 ? "behind" : "ahead of"
        let name = name(proposal.body, beside: proposal.reference)
        return "\(name) seems \(span(proposal.offset)) \(side) \(self.name(proposal.reference, beside: proposal.body))"
    }

    /// The camera's name, with its serial number where both are of one model.
    static func name(_ body: String, beside other: String) -> String {
        let own = parts(body)
        return printable(own.camera == parts(other).camera ? "\(own.camera) (\(own.serial))" : own.camera)
    }

    private static func parts(_ body: String) -> (camera: String, serial: String) {
        let parts = body.split(separator: "\u{1}", omittingEmptySubsequences: false)
        let camera = parts.first.map(String.init) ?? "?"
        return (camera == "?" ? "the camera without a name" : camera, parts.count > 1 ? String(parts[1]) : "?")
    }

    /// `1 h 2 min 3 s`, whole seconds, without a sign.
    static func span(_ nanoseconds: Int64) -> String {
        let seconds = (nanoseconds.magnitude + 500_000_000) / 1_000_000_000
        let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")].filter { $0.0 > 0 }
        return parts.isEmpty ? "less than a second" : parts.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }
}
