/// What is known of one frame's sidecar: what it said when both sides last agreed, and what it says now.
public struct SidecarSight: Equatable, Sendable {
    /// Relative to the frame's source; the one that an export would write, where it is there.
    public var path: String
    /// What it said when we last wrote it, or last read it while nothing was decided against it.
    public var base: SidecarWords
    /// What it says now; nil where it is not there any more.
    public var theirs: SidecarWords?
    /// Names our last write of it; "0" before the first. A settlement holds for one such state.
    public var stamp: String
    /// Where its own words, or those of a second sidecar, contradict each other: "flag pick and rating -1 (reject)".
    public var quarrels: [SidecarAspect: String]
    /// The same as the files say it now, with what we wrote: for people. A settlement goes by `quarrels`, which our own write leaves.
    public var said: [SidecarAspect: String]

    public init(
        path: String, base: SidecarWords, theirs: SidecarWords?, stamp: String = "0", quarrels: [SidecarAspect: String] = [:],
        said: [SidecarAspect: String] = [:]
    ) {
        self.said = said
        self.path = path
        self.base = base
        self.theirs = theirs
        self.stamp = stamp
        self.quarrels = quarrels
    }

    /// What a settlement about this aspect remembers: the word that was seen, without blanks, and the state of the file.
    public func token(_ aspect: SidecarAspect) -> String {
        // A quarrel among others goes on when we write beside it.
        if let quarrel = quarrels[aspect] { return "quarrel-" + fingerprint(quarrel) }
        let word = theirs?[aspect] ?? "gone"
        let isPlain = word.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
        return (isPlain ? word : "text-" + fingerprint(word)) + "@" + stamp
    }

    /// FNV-1a, 64 bits.
    private func fingerprint(_ text: String) -> String {
        let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return String(hash, radix: 16)
    }
}

/// What a three-way merge of one aspect comes to.
public enum SidecarMerge: Equatable, Sendable {
    /// Nothing was decided here, or nothing that a sidecar can say: what it says stands.
    case silent
    /// Both say the same.
    case agreed
    /// Only we changed it: an export writes ours.
    case ours
    /// Only another program changed it: theirs is taken over.
    case theirs
    /// Both changed it, differently: theirs stays in the file and ours in the store until the person chooses.
    case conflict
}

extension SidecarSight {
    /// Merges one aspect of the person's `mark` with the sidecar; `isDecided`: the person set or cleared it here.
    public func merge(_ aspect: SidecarAspect, mark: Mark, isDecided: Bool) -> SidecarMerge {
        guard isDecided, let theirs else { return .silent }
        if quarrels[aspect] != nil { return mark.settled[aspect] == token(aspect) ? .ours : .conflict }
        let (our, their, base) = (SidecarWords(mark)[aspect], theirs[aspect], base[aspect])
        // A maybe has no sign in a sidecar, so nothing there can contradict it.
        if our == Verdict.maybe.rawValue { return .silent }
        if SidecarWords.agree(our, their) { return .agreed }
        if SidecarWords.agree(their, base) || mark.settled[aspect] == token(aspect) { return .ours }
        guard SidecarWords.agree(our, base) else { return .conflict }
        // Programs that know no flags drop them when they save: a verdict that is merely missing is nobody's decision.
        return aspect == .verdict && their == "none" ? .conflict : .theirs
    }

    /// The base after looking at it: both sides' last common word, aspect by aspect. Where they quarrel, or where a settlement
    /// may still be undone, the old one stays.
    public func newBase(mark: Mark, decided: Set<SidecarAspect>, adoptsTheirs: Bool) -> SidecarWords {
        guard let theirs else { return base }
        var next = base
        for aspect in SidecarAspect.allCases where quarrels[aspect] == nil && mark.settled[aspect] != token(aspect) {
            switch merge(aspect, mark: mark, isDecided: decided.contains(aspect)) {
            case .silent, .agreed: next[aspect] = theirs[aspect]
            case .theirs where adoptsTheirs: next[aspect] = theirs[aspect]
            case .ours, .theirs, .conflict: break
            }
        }
        return next
    }

    /// What takes over the other program's changes where only it changed something.
    public func adoptions(_ frame: FrameID, mark: Mark, decided: Set<SidecarAspect>) -> [FrameChange] {
        guard let theirs else { return [] }
        return SidecarAspect.allCases.filter { merge($0, mark: mark, isDecided: decided.contains($0)) == .theirs }
            .map { FrameChange(frame, theirs.change($0)) }
    }
}
