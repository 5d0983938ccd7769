/// What a person decided about a frame.
public enum Verdict: String, Sendable, CaseIterable { case pick, reject, maybe }

/// Lightroom's five colour labels.
public enum ColourLabel: String, Sendable, CaseIterable { case red, yellow, green, blue, purple }

/// The present decisions on one frame; absent ones are absent, not zero.
public struct Mark: Hashable, Sendable {
    public var verdict: Verdict?
    /// 0 = no stars, else 1...5.
    public var stars: Int
    public var label: ColourLabel?
    /// The stack that a person put the frame into, named by one of its frames; its own id alone = in no stack; nil = as found.
    public var group: FrameID?
    /// A person named it the best of its stack.
    public var isBest: Bool
    /// Conflicts with the sidecar that a person settled.
    public var settled = Settled()

    public init(
        verdict: Verdict? = nil, stars: Int = 0, label: ColourLabel? = nil, group: FrameID? = nil, isBest: Bool = false
    ) {
        self.verdict = verdict
        self.stars = stars
        self.label = label
        self.group = group
        self.isBest = isBest
    }

    public var isEmpty: Bool { self == Mark() }
    /// What other programs are told: verdict, stars and label, without the stacks.
    public var decision: Mark { Mark(verdict: verdict, stars: stars, label: label) }
}

/// One change of one property of one frame, as it goes into the append-only log.
public enum Change: Hashable, Sendable {
    case verdict(Verdict?)
    case stars(Int)
    case label(ColourLabel?)
    case group(FrameID?)
    case best(Bool)
    /// A conflict with the sidecar on this aspect was looked at and settled; nil = it was not.
    case settled(SidecarAspect, String?)

    /// The mark after this change.
    public func applied(to mark: Mark) -> Mark {
        var mark = mark
        switch self {
        case .verdict(let verdict): mark.verdict = verdict
        case .stars(let stars): mark.stars = min(5, max(0, stars))
        case .label(let label): mark.label = label
        case .group(let group): mark.group = group
        case .best(let isBest): mark.isBest = isBest
        case .settled(let aspect, let token): mark.settled[aspect] = token
        }
        return mark
    }

    /// The change that brings back what `mark` held before this one.
    public func inverse(from mark: Mark) -> Change {
        switch self {
        case .verdict: .verdict(mark.verdict)
        case .stars: .stars(mark.stars)
        case .label: .label(mark.label)
        case .group: .group(mark.group)
        case .best: .best(mark.isBest)
        case .settled(let aspect, _): .settled(aspect, mark.settled[aspect])
        }
    }

    /// About the picture, for other programs to know; not about our stacks.
    public var isDecision: Bool { aspect != nil }

    /// Other stacks may follow from it.
    public var arrangesStacks: Bool {
        switch self {
        case .group, .best: true
        case .verdict, .stars, .label, .settled: false
        }
    }

    /// Stable words for the store and the journal: verb and value.
    public var stored: (verb: String, value: String) {
        switch self {
        case .verdict(let verdict): ("verdict", verdict?.rawValue ?? "")
        case .stars(let stars): ("stars", String(stars))
        case .label(let label): ("label", label?.rawValue ?? "")
        case .group(let group): ("group", group.map { String($0.rawValue) } ?? "")
        case .best(let isBest): ("best", isBest ? "1" : "")
        case .settled(let aspect, let token): ("settled-\(aspect.rawValue)", token ?? "")
        }
    }

    public init?(verb: String, value: String) {
        switch verb {
        case "verdict": self = .verdict(Verdict(rawValue: value))
        case "stars": self = .stars(Int(value) ?? 0)
        case "label": self = .label(ColourLabel(rawValue: value))
        case "group": self = .group(Int64(value).map { FrameID($0) })
        case "best": self = .best(value == "1")
        case _ where verb.hasPrefix("settled-"):
            guard let aspect = SidecarAspect(rawValue: String(verb.dropFirst("settled-".count))) else { return nil }
            self = .settled(aspect, value.isEmpty ? nil : value)
        default: return nil
        }
    }
}

/// A frame and what changes on it.
public struct FrameChange: Hashable, Sendable {
    public var frame: FrameID
    public var change: Change
    public init(_ frame: FrameID, _ change: Change) {
        self.frame = frame
        self.change = change
    }
}

/// Everything one key did: one undo step, one durable transaction.
public struct Step: Equatable, Sendable {
    /// `sidecar`: another program changed it there, and only it; undone like any step, but no decision of the person's.
    public enum Origin: String, Sendable { case user, undo, redo, commandLine = "command line", replay, sidecar }

    public var changes: [FrameChange]
    public var origin: Origin
    /// Why, in words: "K keeps DSC_8871, rejects 6 siblings".
    public var reason: String
    /// Where the person stood before the key, so that undo brings the frame, place and filter back.
    public var place: Place
    /// What had been suggested for the stacks of the frames chosen here; read back by itself, for the receipt.
    public var advice: [Advice] = []

    public init(changes: [FrameChange], origin: Origin = .user, reason: String = "", place: Place = Place()) {
        self.changes = changes
        self.origin = origin
        self.reason = reason
        self.place = place
    }
}

/// Where a person stands in a session; survives kill -9.
public struct Place: Hashable, Sendable {
    public enum Screen: String, Sendable { case grid, fan, loupe, compare, survey, faces }

    public var screen: Screen
    public var frame: FrameID?
    public var filter: String
    /// "rank", "time", "name", ...
    public var sort: String
    /// 0 = fit, else percent of preview pixels: 100, 200.
    public var zoom: Int
    /// Centre of the zoomed view, 0...1 of the upright picture.
    public var centreX: Double
    public var centreY: Double
    /// The first entry that the grid shows, from 0.
    public var top: Int
    /// Frames that are looked at together; nil where one is looked at alone.
    public var together: Together?

    public init(
        screen: Screen = .grid, frame: FrameID? = nil, filter: String = "", sort: String = "rank", zoom: Int = 0,
        centreX: Double = 0.5, centreY: Double = 0.5, top: Int = 0, together: Together? = nil
    ) {
        self.top = top
        self.together = together
        self.screen = screen
        self.frame = frame
        self.filter = filter
        self.sort = sort
        self.zoom = zoom
        self.centreX = centreX
        self.centreY = centreY
    }
}
