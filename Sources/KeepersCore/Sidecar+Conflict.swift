/// Two decisions of which only the person can say which one counts.
public struct SidecarConflict: Equatable, Sendable {
    public var frame: FrameID
    /// The sidecar, relative to the frame's source.
    public var path: String
    public var aspect: SidecarAspect
    /// As `SidecarWords` writes them; `yours` is nil where nothing was decided here.
    public var base: String
    public var yours: String?
    public var theirs: String
    /// The sidecar contradicts itself, or a second one: what it says, in words. Then "theirs" is no answer.
    public var quarrel: String?
    /// What a settlement remembers.
    public var token: String

    /// `its stars were changed here (★4) and by another program (★5)`
    public var sentence: String {
        if let quarrel { return "its sidecar says two things on the \(aspect.rawValue): \(quarrel)" }
        let (our, their) = (SidecarWords.shown(yours ?? "none", aspect), SidecarWords.shown(theirs, aspect))
        if yours == base {
            return
                "its \(aspect.rawValue) (\(our) here) \(aspect == .stars ? "are" : "is") missing in the sidecar since another program saved it"
        }
        return
            "its \(aspect.rawValue) \(aspect == .stars ? "were" : "was") changed here (\(our)) and by another program (\(their))"
    }

    /// Who is right.
    public enum Side: String, CaseIterable, Sendable { case mine, theirs }

    /// The changes that settle it, for one undoable step; nil where this side is no answer.
    public func settlement(_ side: Side) -> [FrameChange]? {
        let settled = FrameChange(frame, .settled(aspect, token))
        switch side {
        case .mine: return yours == nil ? nil : [settled]
        case .theirs:
            guard quarrel == nil else { return nil }
            var words = SidecarWords.nothing
            words[aspect] = theirs
            return [FrameChange(frame, words.change(aspect)), settled]
        }
    }

    /// Why this side is no answer.
    public func refusal(_ side: Side) -> String {
        switch side {
        case .mine: "you have not decided its \(aspect.rawValue): decide on the frame first, then mine is an answer"
        case .theirs: "its sidecar says two things, so theirs is no answer: decide on the frame yourself, then take mine"
        }
    }
}

extension SidecarSight {
    /// What the person has to settle on this frame.
    public func conflicts(_ frame: FrameID, mark: Mark, decided: Set<SidecarAspect>) -> [SidecarConflict] {
        guard let theirs else { return [] }
        return SidecarAspect.allCases.compactMap { aspect in
            let isDecided = decided.contains(aspect)
            let isOpen =
                quarrels[aspect] != nil
                ? mark.settled[aspect] != token(aspect) : merge(aspect, mark: mark, isDecided: isDecided) == .conflict
            guard isOpen else { return nil }
            return SidecarConflict(
                frame: frame, path: path, aspect: aspect, base: base[aspect],
                yours: isDecided ? SidecarWords(mark)[aspect] : nil, theirs: theirs[aspect],
                quarrel: quarrels[aspect].map { said[aspect] ?? $0 },
                token: token(aspect))
        }
    }

    /// Every conflict of the frame in words, and what waits with them; nil where there is none.
    public func conflictWords(_ frame: FrameID, mark: Mark, decided: Set<SidecarAspect>) -> String? {
        let open = conflicts(frame, mark: mark, decided: decided)
        guard !open.isEmpty else { return nil }
        return open.map(\.sentence).joined(separator: "; ") + waitingWords(mark: mark, decided: decided)
    }

    /// What else was decided here and is not in the sidecar yet: a frame with a conflict is not written at all. `verdict (pick)`.
    public func waiting(mark: Mark, decided: Set<SidecarAspect>) -> [String] {
        SidecarAspect.allCases.filter { merge($0, mark: mark, isDecided: decided.contains($0)) == .ours }.map { aspect in
            "\(aspect.rawValue) (\(SidecarWords.shown(SidecarWords(mark)[aspect], aspect)))"
        }
    }

    /// `; until you choose, its verdict (pick) and colour (red) wait too`; empty where nothing else waits.
    public func waitingWords(mark: Mark, decided: Set<SidecarAspect>) -> String {
        let waiting = waiting(mark: mark, decided: decided)
        guard let last = waiting.last else { return "" }
        let list = waiting.count == 1 ? last : waiting.dropLast().joined(separator: ", ") + " and " + last
        return "; until you choose, its \(list) \(waiting.count == 1 && !last.hasPrefix("stars") ? "waits" : "wait") too"
    }

    /// Everything that is unsettled, frames in the given order.
    public static func conflicts(
        _ sights: [FrameID: SidecarSight], frames: [FrameID], marks: (FrameID) -> Mark, decided: [FrameID: Set<SidecarAspect>]
    ) -> [SidecarConflict] {
        frames.flatMap { frame in
            sights[frame]?.conflicts(frame, mark: marks(frame), decided: decided[frame] ?? []) ?? []
        }
    }
}

extension Change {
    /// The part of a sidecar that this decides on.
    public var aspect: SidecarAspect? {
        switch self {
        case .verdict: .verdict
        case .stars: .stars
        case .label: .colour
        case .group, .best, .settled: nil
        }
    }
}

/// The contradictions of one frame's sidecars as they are now: among what others say in them (`own`: without what we wrote), and the
/// words in which the files themselves say it (`said`). What the files do not say any more is none.
public func sidecarQuarrels(
    _ own: [(name: String, values: SidecarValues)], now: [(name: String, values: SidecarValues)]
) -> (quarrels: [SidecarAspect: String], said: [SidecarAspect: String]) {
    let said = sidecarQuarrels(now)
    let quarrels = sidecarQuarrels(own).filter { said[$0.key] != nil }
    return (quarrels, said.filter { quarrels[$0.key] != nil })
}

/// The contradictions of these sidecars, Adobe's name first, with the file's name each.
public func sidecarQuarrels(_ own: [(name: String, values: SidecarValues)]) -> [SidecarAspect: String] {
    var quarrels: [SidecarAspect: String] = [:]
    for (name, values) in own {
        let words = own.count > 1 ? "\(printable(name)): " : ""
        for property in values.contradictory {
            quarrels[aspect(ofProperty: property)] = "\(words)\(property) stands in it twice with different values"
        }
        if values.contradictory.isEmpty, let conflict = verdict(from: values).conflict { quarrels[.verdict] = words + conflict }
    }
    // A sidecar that says nothing of its own contradicts none.
    let speaking = own.filter { SidecarWords($0.values) != .nothing }
    guard let first = speaking.first else { return quarrels }
    for other in speaking.dropFirst() {
        let (one, two) = (SidecarWords(first.values), SidecarWords(other.values))
        for aspect in SidecarAspect.allCases where quarrels[aspect] == nil && !SidecarWords.agree(one[aspect], two[aspect]) {
            quarrels[aspect] =
                "\(printable(first.name)) says \(SidecarWords.shown(one[aspect], aspect)), "
                + "\(printable(other.name)) says \(SidecarWords.shown(two[aspect], aspect))"
        }
    }
    return quarrels
}

private func aspect(ofProperty name: String) -> SidecarAspect {
    switch name {
    case SidecarProperty.rating.rawValue: .stars
    case SidecarProperty.label.rawValue, SidecarProperty.labelColour.rawValue, "darktable:colorlabels": .colour
    default: .verdict
    }
}
