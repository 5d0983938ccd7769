/// Frames that a person looks at together, and how: two against each other, a survey, or one face from each.
public struct Together: Hashable, Sendable {
    /// How two frames are shown against each other.
    public enum Mode: String, Sendable, CaseIterable { case side, wipe, fade, blink, difference }

    /// More are not kept: a survey of that many is a grid.
    public static let most = 128
    /// The slider's right end, in thousandths.
    public static let wholeWipe = 1000

    /// In the order in which they are walked; at least two, at most `most`.
    public var frames: [FrameID]
    /// The one to beat.
    public var champion: FrameID
    public var challenger: FrameID
    public var mode: Mode
    /// How much of the champion the slider shows, from the left, in thousandths.
    public var wipe: Int
    /// 0 = the champion ... 4 = the challenger.
    public var fade: Int
    /// Whose face is looked at, 0 = the largest.
    public var person: Int

    public init(
        frames: [FrameID], champion: FrameID, challenger: FrameID, mode: Mode = .side, wipe: Int = Together.wholeWipe / 2,
        fade: Int = Blend.lastFade / 2, person: Int = 0
    ) {
        self.frames = Array(frames.prefix(Together.most))
        self.champion = champion
        self.challenger = challenger
        self.mode = mode
        self.wipe = min(Together.wholeWipe, max(0, wipe))
        self.fade = min(Blend.lastFade, max(0, fade))
        self.person = max(0, person)
    }

    /// Two different frames out of the list.
    public var isSound: Bool { champion != challenger && frames.contains(champion) && frames.contains(challenger) }
}

extension Together: Wired {
    public func write(to writer: inout ByteWriter) {
        writer.put(list: frames) { $0.put($1.rawValue) }
        writer.put(champion.rawValue)
        writer.put(challenger.rawValue)
        writer.put(mode.rawValue)
        for number in [wipe, fade, person] { writer.put(Int32(clamping: number)) }
    }

    public init(from reader: inout ByteReader) throws(WireError) {
        let frames = try reader.list { (r) throws(WireError) in FrameID(try r.number(Int64.self)) }
        let champion = FrameID(try reader.number(Int64.self))
        let challenger = FrameID(try reader.number(Int64.self))
        guard let mode = Mode(rawValue: try reader.text()) else { throw WireError("unknown way to compare") }
        let wipe = Int(try reader.number(Int32.self))
        let fade = Int(try reader.number(Int32.self))
        self.init(
            frames: frames, champion: champion, challenger: challenger, mode: mode, wipe: wipe, fade: fade,
            person: Int(try reader.number(Int32.self)))
    }
}
