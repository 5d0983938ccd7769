import KeepersCore

/// Which of a frame's pictures the loupe shows, and what the workers told about them.
struct LargePictures: Equatable, Sendable {
    /// What the person wants to see, on every frame that has it.
    enum Choice: String, Sendable { case preview, raw, jpeg }

    var choice = Choice.preview
    private var known: [FrameID: Known] = [:]
    /// Frames whose RAW was drawn, the last one last: the first of them are no longer kept by the worker.
    private var developed: [FrameID] = []
    /// Beyond so many frames what is known is learned anew.
    private static let most = 256
    private static let mostDeveloped = 16
    /// Parts of one frame that are remembered as developed in full.
    private static let mostParts = 48

    private struct Known: Equatable, Sendable {
        var facts: [PictureSource: PictureFacts] = [:]
        var troubles: [PictureSource: String] = [:]
        var fullParts: [UnitRect] = []
    }

    func facts(_ frame: FrameID, _ source: PictureSource) -> PictureFacts? { known[frame]?.facts[source] }
    func trouble(_ frame: FrameID, _ source: PictureSource) -> String? { known[frame]?.troubles[source] }

    /// The RAW comes at once, because the worker still has it.
    func hasRaw(_ frame: FrameID) -> Bool {
        guard let facts = facts(frame, .rawHalf), let development = facts.development, trouble(frame, .rawHalf) == nil,
            let at = developed.lastIndex(of: frame)
        else { return false }
        // Sensor data, half and full pixels take so many bytes a pixel.
        let bytes = Double(facts.width) * Double(facts.height) * 5.75
        return developed.count - at <= max(2, Int(Double(development.budgetBytes) / max(1, bytes)))
    }

    /// This part was developed in full, so that it is there at once.
    func hasFull(_ frame: FrameID, _ part: UnitRect) -> Bool {
        known[frame]?.fullParts.contains { $0.holds(part) } ?? false
    }

    /// `isInFocus`: the person looks at it; what is only prepared does not push it out.
    mutating func learn(_ facts: PictureFacts, of request: PictureRequest, isInFocus: Bool) {
        if request.source.isDeveloped {
            developed.removeAll { $0 == request.frame }
            developed.insert(request.frame, at: isInFocus ? developed.count : max(0, developed.count - 1))
            developed = developed.suffix(Self.mostDeveloped)
        }
        if known.count >= Self.most, known[request.frame] == nil { known.removeAll() }
        var entry = known[request.frame] ?? Known()
        var facts = facts
        // Cut from what was there already: what it once took is what a person wants to know.
        if let before = entry.facts[request.source]?.development, let now = facts.development, now.milliseconds < 15 {
            facts.development?.milliseconds = max(before.milliseconds, now.milliseconds)
        }
        entry.facts[request.source] = facts
        entry.troubles[request.source] = nil
        if request.source == .raw, !entry.fullParts.contains(where: { $0.holds(request.crop) }) {
            entry.fullParts = entry.fullParts.suffix(Self.mostParts - 1) + [request.crop]
        }
        known[request.frame] = entry
    }

    mutating func learn(trouble words: String, of request: PictureRequest) {
        known[request.frame, default: Known()].troubles[request.source] = words
    }

    mutating func forgetTroubles() { for frame in known.keys { forgetTroubles(of: frame) } }

    /// The person asks again: what failed may be tried again.
    mutating func forgetTroubles(of frame: FrameID) { known[frame]?.troubles = [:] }
}

extension UnitRect {
    fileprivate func holds(_ part: UnitRect) -> Bool {
        let slack = 1e-9
        return part.x >= x - slack && part.y >= y - slack && part.x + part.width <= x + width + slack
            && part.y + part.height <= y + height + slack
    }
}

extension SessionState {
    /// What is shown of `frame` now: the wanted picture where it is there, the preview until then. Of two that are compared both or
    /// neither: a RAW beside a preview would compare the camera's colours and not the frames.
    func shownSource(_ frame: Frame) -> PictureSource {
        switch level {
        case .survey, .faces: .preview
        case .compare where !comparedPair.allSatisfy(hasWanted): .preview
        case .grid, .fan, .loupe, .compare: hasWanted(frame.id) ? wantedSource : .preview
        }
    }

    private var wantedSource: PictureSource {
        switch pictures.choice {
        case .preview: .preview
        case .jpeg: .pair
        case .raw: .rawHalf
        }
    }

    private func hasWanted(_ frame: FrameID) -> Bool {
        switch pictures.choice {
        case .preview: true
        case .jpeg: pictures.facts(frame, .pair) != nil && pictures.trouble(frame, .pair) == nil
        case .raw: pictures.hasRaw(frame)
        }
    }

    /// Where a RAW may be shown: the person looks at this frame, alone or as one of two.
    private func isLookedAt(_ frame: FrameID) -> Bool {
        level == .loupe ? frame == focus : level == .compare && comparedPair.contains(frame)
    }

    /// The picture that is wanted and not there yet; nil when it is, or cannot be had.
    func awaitedSource(_ frame: Frame) -> PictureSource? {
        let wanted = wantedSource
        guard wanted != .preview, canHaveWanted(frame) else { return nil }
        // Of two that are compared the other one must be to be had as well.
        if level == .compare, !comparedPair.allSatisfy({ model.frame($0).map(canHaveWanted) ?? false }) { return nil }
        return hasWanted(frame.id) ? nil : wanted
    }

    /// The one of two that keeps both at their previews; nil where none does.
    var lackingOfPair: Frame? {
        guard level == .compare else { return nil }
        return comparedPair.lazy.compactMap { model.frame($0) }.first { !canHaveWanted($0) }
    }

    private func canHaveWanted(_ frame: Frame) -> Bool {
        switch pictures.choice {
        case .preview: true
        case .jpeg: frame.pair != nil && pictures.trouble(frame.id, .pair) == nil
        case .raw: frame.kind.isRaw && pictures.trouble(frame.id, .rawHalf) == nil
        }
    }

    /// Upright size, in its own full pixels, of the picture that `source` is.
    func size(of source: PictureSource, _ frame: Frame) -> (width: Int, height: Int) {
        if source == .preview { return Paper.uprightSize(frame) }
        let known = pictures.facts(frame.id, source) ?? (source == .raw ? pictures.facts(frame.id, .rawHalf) : nil)
        if let known { return (known.width, known.height) }
        // Until it is known: what the file says.
        guard let width = frame.shot.fullWidth, let height = frame.shot.fullHeight, width > 0, height > 0 else {
            return Paper.uprightSize(frame)
        }
        return frame.shot.orientation.upright(width: width, height: height)
    }

    // MARK: - The hand

    /// `r`: preview, RAW, the JPEG beside it, and round again.
    mutating func nextPicture() {
        guard let focus, let frame = model.frame(focus) else { return }
        guard level == .loupe || level == .compare else {
            let (loupe, key) = (hand.name("Enter"), hand.name("r"))
            notice = "\(key) shows the RAW in the loupe: \(loupe), then \(key); or of two that are compared"
            return
        }
        guard frame.kind.isRaw || level == .compare else {
            choose(.preview)
            notice = "\(frame.fileName) is no RAW: its one picture is shown"
            return
        }
        switch pictures.choice {
        case .preview: choose(.raw)
        case .raw:
            choose((level == .compare ? comparedPair : [focus]).allSatisfy { model.frame($0)?.pair != nil } ? .jpeg : .preview)
        case .jpeg: choose(.preview)
        }
    }

    /// `:picture raw`
    mutating func runPicture(_ argument: String) {
        guard let choice = LargePictures.Choice(rawValue: argument) else {
            notice = "pictures are preview, raw, jpeg"
            return
        }
        if level != .loupe, level != .compare { openLoupe() }
        choose(choice)
    }

    private mutating func choose(_ choice: LargePictures.Choice) {
        pictures.choice = choice
        guard let focus, let frame = model.frame(focus) else { return }
        for id in level == .compare ? comparedPair : [focus] { pictures.forgetTroubles(of: id) }
        notice = PictureText.notice(frame, self)
    }

    // MARK: - From the workers

    mutating func take(_ facts: PictureFacts, of request: PictureRequest) {
        let wasAwaited = model.frame(request.frame).map { awaitedSource($0) == request.source } ?? false
        pictures.learn(facts, of: request, isInFocus: request.frame == focus || isLookedAt(request.frame))
        guard wasAwaited, isLookedAt(request.frame), let frame = model.frame(request.frame) else { return }
        if level == .compare, !comparedPair.allSatisfy(hasWanted) { return }
        notice = PictureText.notice(frame, self)
    }

    mutating func take(trouble words: String, of request: PictureRequest) {
        pictures.learn(trouble: words, of: request)
        guard isLookedAt(request.frame), let frame = model.frame(request.frame) else { return }
        notice = PictureText.trouble(frame, request.source, words)
    }
}
