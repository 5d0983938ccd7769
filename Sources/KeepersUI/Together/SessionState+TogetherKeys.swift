import KeepersCore

/// Keys where frames are looked at together. The arrows act on the picture (pan, slider, fade, blink) wherever there is something to
/// move; `h` and `l` always change the frame, `j` and `k` the row.
extension SessionState {
    /// nil for keys that do what they do everywhere.
    mutating func carryOutTogether(_ command: Command, _ geometry: Geometry) -> [Effect]? {
        switch command {
        case .compare: level == .compare ? crown() : openCompare()
        case .survey: level == .survey ? closeComparison() : openSurvey()
        case .faceStrip: level == .faces ? closeComparison() : openFaceStrip()
        case .compareMode where level != .compare:
            notice = "d: side by side, wipe, fade, blink, difference of two; c compares them"
        case .link where level != .compare && level != .survey:
            notice = "L: zoom and pan only this one of several; c or n shows them"
        case .slideLeft where level != .compare, .slideRight where level != .compare:
            notice = "< >: the slider between two; c, then d"
        case .back where level == .loupe && comparison != nil && selection == nil: returnToComparison()
        case .loupe where level == .loupe && comparison != nil: returnToComparison()
        case .range where isTogether, .wholeStack where isTogether:
            notice = "here a verdict is for the one in focus alone; select in the grid or the fan"
        case .previousStack where isTogether, .nextStack where isTogether: goToNextStack(forward: command == .nextStack)
        case .fanOut where isTogether:
            closeComparison()
            openFan()
        case .back where isTogether: closeComparison()
        case .loupe where isTogether, .loupeOnly where isTogether: enterLoupe()
        case .link: toggleLink()
        default:
            switch level {
            case .compare: return compare(command, geometry) ? [] : nil
            case .survey: return survey(command, geometry) ? [] : nil
            case .faces: return faceStrip(command, geometry) ? [] : nil
            default: return nil
            }
        }
        return []
    }

    private mutating func goToNextStack(forward: Bool) {
        let (before, screen) = (focus, level)
        let kept = comparison
        goToStack(forward: forward)
        guard focus != before else { return }
        reopen(screen)
        if let kept { comparison?.together.mode = kept.together.mode }
    }

    /// After a verdict that advances: the next challenger, or the next frame on the screen.
    mutating func advanceTogether() {
        if level == .compare { stepChallenger(by: 1) } else { stepFocus(by: 1) }
    }

    /// To the frame before or behind; a step over a whole row ends in the last row, and where there is no row it ends nowhere.
    mutating func stepFocus(by delta: Int) {
        guard let comparison, let focus, let index = comparison.frames.firstIndex(of: focus) else { return }
        let last = comparison.frames.count - 1
        let next = delta > 1 && index + delta > last ? last : index + delta
        guard comparison.frames.indices.contains(next), next != index else {
            notice = delta > 0 ? "the last of these; Esc goes back" : "the first of these; Esc goes back"
            return
        }
        moveFocus(to: comparison.frames[next])
    }

    /// `3G`: the third of these; of two the third as challenger.
    mutating func goTogether(toFrame number: Int) {
        guard let frames = comparison?.frames, !frames.isEmpty else { return }
        let index = min(frames.count, max(1, number)) - 1
        guard level == .compare else { return moveFocus(to: frames[index]) }
        if frames[index] == comparison?.together.champion { return moveFocus(to: frames[index]) }
        challenge(at: index)
    }

    private mutating func goToEnd(_ isLast: Bool) {
        if let frame = isLast ? comparison?.frames.last : comparison?.frames.first { moveFocus(to: frame) }
    }

    // MARK: - Two against each other

    private mutating func compare(_ command: Command, _ geometry: Geometry) -> Bool {
        guard let mode = comparison?.together.mode else { return false }
        switch command {
        case .compareMode: nextMode()
        case .previousFrame, .pageUp: stepChallenger(by: -1)
        case .nextFrame, .pageDown: stepChallenger(by: 1)
        case .rowUp, .rowDown: switchFocus()
        case .slideLeft: slide(by: -1, isFine: true, geometry)
        case .slideRight: slide(by: 1, isFine: true, geometry)
        case .first, .last:
            if mode == .wipe || mode == .fade { slideToEnd(command == .last) } else { goToChallenger(last: command == .last) }
        case .arrowLeft, .arrowRight, .arrowUp, .arrowDown: return arrow(command, geometry)
        default: return zoomTogether(command, geometry)
        }
        return true
    }

    private mutating func arrow(_ command: Command, _ geometry: Geometry) -> Bool {
        if panTogether(command, geometry) { return true }
        let delta = command == .arrowLeft ? -1 : 1
        switch (command, comparison?.together.mode) {
        case (.arrowUp, _), (.arrowDown, _): switchFocus()
        case (_, .side), (_, .difference): stepChallenger(by: delta)
        default: slide(by: delta, isFine: false, geometry)
        }
        return true
    }

    /// Another challenger, who is then in focus: the question is about this one.
    mutating func stepChallenger(by delta: Int) {
        guard let comparison else { return }
        guard let next = comparison.next(by: delta) else {
            // The only one left may not have been in focus yet.
            if focus == comparison.together.champion { return moveFocus(to: comparison.together.challenger) }
            notice = delta > 0 ? "no challenger after this one; K keeps the champion" : "no challenger before this one"
            return
        }
        challenge(at: next)
    }

    private mutating func challenge(at index: Int) {
        guard let frame = comparison?.frames[index] else { return }
        comparison?.at = index
        comparison?.together.challenger = frame
        comparison?.showsChallenger = true
        followPerson(to: frame)
        moveFocus(to: frame)
    }

    private mutating func goToChallenger(last: Bool) {
        guard let comparison else { return }
        let others = comparison.frames.indices.filter { comparison.frames[$0] != comparison.together.champion }
        if let index = last ? others.last : others.first { challenge(at: index) }
    }

    /// The challenger becomes the champion; the one it beat stands opposite, and the walk goes on behind the winner.
    private mutating func crown() {
        guard let old = comparison?.together else { return }
        comparison?.together.champion = old.challenger
        comparison?.together.challenger = old.champion
        if comparison?.together.mode == .blink { comparison?.showsChallenger.toggle() }
        notice = "\(model.frame(old.challenger)?.stem ?? "it") is the champion now"
    }

    private mutating func switchFocus() {
        guard let focus, let comparison else { return }
        moveFocus(to: comparison.opposite(focus))
    }

    private mutating func nextMode() {
        let all = Together.Mode.allCases
        guard let old = comparison?.together, let index = all.firstIndex(of: old.mode) else { return }
        comparison?.together.mode = all[(index + 1) % all.count]
        comparison?.showsChallenger = focus == old.challenger
    }

    // MARK: - Slider

    /// A twentieth, or where `isFine` one column; a step of the fade; the other of two that blink.
    private mutating func slide(by delta: Int, isFine: Bool, _ geometry: Geometry) {
        guard let comparison else { return }
        switch comparison.together.mode {
        case .wipe:
            let width = CompareLayout(geometry: geometry, state: self).slider(self).count
            let step = isFine ? max(1, (Together.wholeWipe + width / 2) / max(1, width)) : Together.wholeWipe / 20
            set(wipe: comparison.together.wipe + delta * step)
        case .fade: self.comparison?.together.fade = min(Blend.lastFade, max(0, comparison.together.fade + delta))
        case .blink: self.comparison?.showsChallenger.toggle()
        case .side, .difference: notice = "< > move the slider: d changes to wipe"
        }
    }

    private mutating func slideToEnd(_ isRight: Bool) {
        set(wipe: isRight ? Together.wholeWipe : 0)
        comparison?.together.fade = isRight ? Blend.lastFade : 0
    }

    mutating func set(wipe: Int) { comparison?.together.wipe = min(Together.wholeWipe, max(0, wipe)) }

    // MARK: - Many

    private mutating func survey(_ command: Command, _ geometry: Geometry) -> Bool {
        let layout = SurveyLayout(geometry: geometry, state: self)
        switch command {
        case .previousFrame: stepFocus(by: -1)
        case .nextFrame: stepFocus(by: 1)
        case .rowUp: stepFocus(by: -layout.columns)
        case .rowDown: stepFocus(by: layout.columns)
        case .pageUp: stepFocus(by: -layout.perPage)
        case .pageDown: stepFocus(by: layout.perPage)
        case .first, .last: goToEnd(command == .last)
        case .arrowLeft, .arrowRight, .arrowUp, .arrowDown:
            if panTogether(command, geometry) { return true }
            let rows = [Command.arrowUp: -layout.columns, .arrowDown: layout.columns]
            stepFocus(by: rows[command] ?? (command == .arrowLeft ? -1 : 1))
        default: return zoomTogether(command, geometry)
        }
        return true
    }

    private mutating func faceStrip(_ command: Command, _ geometry: Geometry) -> Bool {
        let layout = FaceStripLayout(geometry: geometry, state: self)
        switch command {
        case .previousFrame, .arrowLeft: stepFocus(by: -1)
        case .nextFrame, .arrowRight: stepFocus(by: 1)
        case .rowUp, .arrowUp: layout.isByPerson ? nextPerson(by: -1) : stepFocus(by: -layout.columns)
        case .rowDown, .arrowDown: layout.isByPerson ? nextPerson(by: 1) : stepFocus(by: layout.columns)
        case .pageUp: stepFocus(by: -layout.perPage)
        case .pageDown: stepFocus(by: layout.perPage)
        case .first, .last: goToEnd(command == .last)
        case .nextFace: nextPerson(by: 1)
        case .previousFace: nextPerson(by: -1)
        case .look, .zoom: lookAtPerson()
        default: return false
        }
        return true
    }

    private mutating func nextPerson(by delta: Int) {
        guard let count = comparison?.people?.count, count > 0, let person = comparison?.together.person else { return }
        comparison?.together.person = (person + delta + count) % count
    }

    /// The loupe at 100 % on the face that the strip shows.
    private mutating func lookAtPerson() {
        guard let focus, let comparison, let people = comparison.people else { return }
        let person = min(comparison.together.person, people.count - 1)
        enterLoupe()
        zoom = 100
        if person >= 0, let index = people[person][focus] { lookAgain(at: index, of: focus) } else { centreOnSubject() }
    }
}
