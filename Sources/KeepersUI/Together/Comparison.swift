import KeepersCore

/// The frames that are looked at together: what a place keeps of it, and what only this opening knows.
public struct Comparison: Equatable, Sendable {
    /// A part of a picture, as `SessionState.zoom` and its centre.
    struct View: Equatable, Sendable {
        var zoom: Int
        var x: Double
        var y: Double
    }

    var together: Together
    /// Where the walk through challengers stands in `together.frames`: it goes on from here whoever has won.
    var at: Int
    /// Which of the screens this is; it stays while one of the frames is in the loupe.
    var level: SessionState.Level
    /// Where Esc leads.
    var origin: SessionState.Level
    /// Zoom and pan move all of them; else only the one in focus.
    var isLinked = true
    /// Frames that are looked at elsewhere than the others: on the face of the same person, or moved alone.
    var own: [FrameID: View] = [:]
    /// Of two that blink, which is seen.
    var showsChallenger = false
    /// Who is on the frames (`SessionModel.people`); nil = not looked for since measures came.
    var people: [[FrameID: Int]]?

    /// nil for fewer than two different frames.
    init?(
        _ frames: [FrameID], champion: FrameID, challenger: FrameID? = nil, level: SessionState.Level, origin: SessionState.Level
    ) {
        var seen: Set<FrameID> = []
        let different = Comparison.window(frames.filter { seen.insert($0).inserted }, around: champion)
        guard let place = different.firstIndex(of: champion), different.count > 1 else { return nil }
        let next = challenger ?? different[place + 1 < different.count ? place + 1 : place - 1]
        together = Together(frames: different, champion: champion, challenger: next)
        guard together.isSound else { return nil }
        at = different.firstIndex(of: next) ?? place
        self.level = level
        self.origin = origin
    }

    /// A place from the store: frames that are gone are left out; nil where too little is left.
    init?(_ stored: Together, level: SessionState.Level, exists: (FrameID) -> Bool) {
        together = stored
        together.frames = stored.frames.filter(exists)
        guard together.isSound else { return nil }
        at = together.frames.firstIndex(of: stored.challenger) ?? 0
        self.level = level
        origin = .grid
    }

    /// At most as many as a place keeps, with `frame` among them.
    private static func window(_ frames: [FrameID], around frame: FrameID) -> [FrameID] {
        guard frames.count > Together.most, let place = frames.firstIndex(of: frame) else { return frames }
        let first = min(max(0, place - Together.most / 4), frames.count - Together.most)
        return Array(frames[first..<first + Together.most])
    }

    var frames: [FrameID] { together.frames }

    func opposite(_ frame: FrameID) -> FrameID { frame == together.champion ? together.challenger : together.champion }

    /// The next in the walk that is not the champion; nil at its end.
    func next(by delta: Int) -> Int? {
        var index = at + delta
        while frames.indices.contains(index), frames[index] == together.champion || frames[index] == together.challenger {
            index += delta.signum()
        }
        return frames.indices.contains(index) ? index : nil
    }
}

extension SessionState.Level {
    init(_ screen: Place.Screen) {
        switch screen {
        case .grid: self = .grid
        case .fan: self = .fan
        case .loupe: self = .loupe
        case .compare: self = .compare
        case .survey: self = .survey
        case .faces: self = .faces
        }
    }

    var screen: Place.Screen {
        switch self {
        case .grid: .grid
        case .fan: .fan
        case .loupe: .loupe
        case .compare: .compare
        case .survey: .survey
        case .faces: .faces
        }
    }
}
