import KeepersCore

/// Opening and leaving the screens that show frames together. A verdict there hits the frame in focus, as everywhere.
extension SessionState {
    /// Several frames are on the screen and one of them is in focus.
    var isTogether: Bool { level == .compare || level == .survey || level == .faces }

    /// What K keeps: of two that are compared the champion, whichever is in focus; elsewhere the frame in focus.
    var keptFrame: FrameID? { level == .compare ? comparison?.together.champion : focus }

    /// Two pictures are mixed into one, which is shown bare: at the ends of a fade too, so that a step changes nothing but the mixture.
    var isMixing: Bool {
        guard level == .compare, let mode = comparison?.together.mode else { return false }
        return mode == .fade || mode == .difference
    }

    /// The two that are compared.
    var comparedPair: [FrameID] { comparison.map { [$0.together.champion, $0.together.challenger] } ?? [] }

    // MARK: - In

    /// The selection, else the frames that are looked at together already, else the stack in view.
    private var gathered: [FrameID] {
        if selection != nil { return targets }
        return comparison?.frames ?? focusedMembers
    }

    mutating func openCompare() {
        guard let focus else { return }
        var frames = gathered
        // A frame by itself is held against its neighbours in the list.
        if frames.count < 2 { frames = neighbours }
        let champion = frames.contains(focus) ? focus : frames.first ?? focus
        open(frames, champion: champion, .compare, nothing: "nothing to compare it with: this is the only frame")
    }

    /// `:compare NAME`
    mutating func compareWith(_ name: String) {
        guard let focus else { return }
        let wanted = name.lowercased()
        if wanted.isEmpty { return openCompare() }
        func named(_ matches: (String) -> Bool) -> FrameID? {
            model.frames.first { $0.id != focus && matches($0.fileName.lowercased()) }?.id
        }
        guard let other = named({ $0 == wanted || $0.hasPrefix(wanted + ".") }) ?? named({ $0.contains(wanted) }) else {
            notice = "no other frame has '\(printable(name))' in its name"
            return
        }
        guard queue.scope == nil || queue.position(of: other) != nil else {
            notice = "\(model.frame(other)?.stem ?? name) is not among these; Esc leaves them first"
            return
        }
        let frames = focusedMembers.contains(other) ? focusedMembers : focusedMembers + [other]
        open(frames, champion: focus, challenger: other, .compare, nothing: "")
    }

    mutating func openSurvey() {
        guard let focus else { return }
        open(gathered, champion: focus, .survey, nothing: "a single frame: nothing to survey; v selects a range first")
    }

    mutating func openFaceStrip() {
        guard let focus else { return }
        let frames = gathered
        guard frames.contains(where: { model.cards[$0]?.faces?.isEmpty == false }) else {
            let isMeasured = frames.contains { model.cards[$0]?.faces != nil }
            notice = isMeasured ? "no face found on these frames" : progress.modelsMissing ?? "faces: not measured"
            return
        }
        let person = focusedPerson(frames)
        open(frames, champion: focus, .faces, nothing: "a single frame: no faces to compare; Tab goes to its own")
        if level == .faces { comparison?.together.person = person }
    }

    private mutating func open(
        _ frames: [FrameID], champion: FrameID, challenger: FrameID? = nil, _ screen: Level, nothing: String
    ) {
        let origin = comparison?.origin ?? level
        guard var new = Comparison(frames, champion: champion, challenger: challenger, level: screen, origin: origin) else {
            notice = nothing
            return
        }
        if let old = comparison {
            (new.together.mode, new.together.wipe, new.together.fade) = (old.together.mode, old.together.wipe, old.together.fade)
            (new.together.person, new.isLinked, new.own) = (old.together.person, old.isLinked, old.own)
        }
        if level != .loupe && !isTogether || screen == .faces { zoom = 0 }
        selection = nil
        comparison = new
        level = screen
        isInStack = focusedMembers.count > 1
        if focus != champion { moveFocus(to: champion) }
    }

    /// The frames before and behind in the list, one from each stack.
    private var neighbours: [FrameID] {
        guard let index = focusIndex else { return [] }
        let around = max(0, index - Together.most / 4)..<min(queue.visible.count, index + Together.most / 2)
        return around.compactMap { shown(queue.visible[$0]) }
    }

    // MARK: - Out

    /// Esc: back to where it was opened.
    mutating func closeComparison() {
        guard let comparison else { return }
        self.comparison = nil
        level = comparison.origin == .fan && focusedMembers.count < 2 ? .grid : comparison.origin
        if level != .loupe { zoom = 0 }
        isInStack = level != .grid && focusedMembers.count > 1
    }

    /// One of the frames in the loupe; Esc leads back to all of them.
    mutating func enterLoupe() {
        openLoupe()
        isInStack = focusedMembers.count > 1
    }

    /// From the loupe of one of the frames back to all of them.
    mutating func returnToComparison() {
        guard let comparison, let focus else { return }
        level = comparison.level
        guard level == .compare, focus != comparison.together.champion, focus != comparison.together.challenger else {
            if !comparison.frames.contains(focus) { moveFocus(to: comparison.together.champion) }
            return
        }
        if let index = comparison.frames.firstIndex(of: focus) {
            self.comparison?.together.challenger = focus
            self.comparison?.at = index
        } else {
            moveFocus(to: comparison.together.challenger)
        }
    }

    /// After K: the next stack on the same screen, as in the fan; a single frame in the grid.
    mutating func leaveTogether() {
        let screen = level
        comparison = nil
        level = .grid
        isInStack = false
        zoom = 0
        guard let index = focusIndex, index + 1 < queue.visible.count else { return }
        go(toEntry: index + 1)
        if focusedMembers.count > 1 { reopen(screen) }
    }

    /// The same screen for the stack in focus now.
    mutating func reopen(_ screen: Level) {
        comparison = nil
        level = .grid
        isInStack = false
        switch screen {
        case .survey: openSurvey()
        case .faces: openFaceStrip()
        default: if focusedMembers.count > 1 { openCompare() }
        }
    }

    // MARK: - Places

    mutating func restoreComparison(_ place: Place) {
        let old = comparison
        comparison = nil
        guard let together = place.together else {
            if isTogether { level = .grid }
            return
        }
        let screen = isTogether ? level : old?.level ?? .compare
        guard var new = Comparison(together, level: screen, exists: { model.frame($0) != nil }), level != .grid, level != .fan
        else {
            if isTogether { level = .grid }
            return
        }
        // Where it was opened is not kept; a stack is left to its fan.
        new.origin = focusedMembers.count > 1 ? .fan : .grid
        if let old, old.frames == new.frames {
            (new.isLinked, new.own, new.origin, new.people) = (old.isLinked, old.own, old.origin, old.people)
        }
        comparison = new
        isInStack = focusedMembers.count > 1
    }

    /// Whatever happened to the list: what is shown together exists, and the focus is on one of the frames shown.
    mutating func settleComparison() {
        guard let comparison else {
            if isTogether { level = .grid }
            return
        }
        if level == .grid || level == .fan {
            self.comparison = nil
            return
        }
        // A selection made in the loupe ends here: a verdict must not hit what is not in focus.
        if isTogether { selection = nil }
        let isSound = comparison.frames.allSatisfy { model.frame($0) != nil }
        let isInFocus =
            level == .compare
            ? focus == comparison.together.champion || focus == comparison.together.challenger
            : !isTogether || focus.map(comparison.frames.contains) ?? false
        if !isSound || !isInFocus || (isTogether && focus.flatMap { queue.position(of: $0) } == nil) {
            closeComparison()
        } else if level == .faces, comparison.people == nil {
            self.comparison?.people = model.people(on: comparison.frames)
        }
    }
}
