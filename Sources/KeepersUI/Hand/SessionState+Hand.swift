import KeepersCore

/// Counts and marks.
extension SessionState {
    /// A command with the count typed before it. A motion is done so often; a verdict falls on so many frames from this one on, as
    /// one step; `5G` is the fifth. Any other command takes no count.
    mutating func perform(_ command: Command, count: Int?, geometry: Geometry) -> [Effect] {
        hand.clicked = nil
        hand.dragged = nil
        let before = place
        let wasMoving = !hasBegun && progress.movesFrames
        let selected = selection
        let effects = performed(command, count, geometry)
        hand.isRefused = isRefused(command, effects, stayed: place == before && selection == selected, wasMoving: wasMoving)
        return effects
    }

    private mutating func performed(_ command: Command, _ count: Int?, _ geometry: Geometry) -> [Effect] {
        let jumpsFrom = focus
        switch command {
        case .lettered(.setMark, let letter): return setMark(letter)
        case .lettered(.goToMark, let letter): return goToMark(letter, geometry)
        case .findNext: return find(forward: true, times: count ?? 1, geometry)
        case .findPrevious: return find(forward: false, times: count ?? 1, geometry)
        case .first, .last:
            let effects = count.map { go(toFrame: $0, geometry) } ?? perform(command, geometry: geometry)
            if focus != jumpsFrom { hand.jumpedFrom = jumpsFrom }
            return effects
        default: break
        }
        guard let count = count ?? (command == .repeatVerdict ? lastCount : nil), count > 1 else {
            return perform(command, geometry: geometry)
        }
        if command.isMotion { return repeated(command, count, geometry) }
        if let verdict = counted(command) { return judge(verdict, frames: count, geometry) }
        return perform(command, geometry: geometry)
    }

    /// The verdict that a count spreads over frames; nil for other commands.
    private func counted(_ command: Command) -> Command? {
        switch command {
        case .verdict, .clearVerdict, .togglePick, .stars, .moreStars, .fewerStars, .label: command
        case .repeatVerdict: lastVerdict
        default: nil
        }
    }

    /// As far as it goes; every step is the same as the key pressed once more.
    private mutating func repeated(_ command: Command, _ count: Int, _ geometry: Geometry) -> [Effect] {
        var effects: [Effect] = []
        // Faces go round and round.
        for _ in 0..<min(count, queue.visible.count + 1000) {
            let before = place
            effects += perform(command, geometry: geometry)
            if place == before { break }
        }
        return withLastPlace(effects)
    }

    /// `3x`: this frame and the next two in the walk, one undo step; the focus goes to the last of them, and on where the verdict
    /// goes on.
    private mutating func judge(_ command: Command, frames count: Int, _ geometry: Geometry) -> [Effect] {
        if level == .compare {
            notice = "of two a verdict is for the one in focus alone; without a count it is"
            return []
        }
        let frames = walk(count)
        guard selection == nil, readOnly == nil, hasBegun || !progress.movesFrames, let last = frames.last else {
            return perform(command, geometry: geometry)
        }
        selection = .stack(frames)
        let wasAuto = autoAdvance
        autoAdvance = false
        var plain = command
        var advances = wasAuto && command.advancesByItself
        if case .verdict(let verdict, let goesOn) = command {
            plain = .verdict(verdict, advance: false)
            advances = advances || goesOn
        }
        let effects = perform(plain, geometry: geometry)
        autoAdvance = wasAuto
        if command != .clearVerdict { (lastVerdict, lastCount) = (command, count) }
        let words = notice
        moveFocus(to: last)
        if advances { advance() }
        notice = words
        settle(geometry)
        return withLastPlace(savingPlace(effects))
    }

    /// Of all the places on the way only the last is worth the disk.
    private func withLastPlace(_ effects: [Effect]) -> [Effect] {
        func isPlace(_ effect: Effect) -> Bool { if case .savePlace = effect { true } else { false } }
        guard let last = effects.last(where: isPlace) else { return effects }
        return effects.filter { !isPlace($0) } + [last]
    }

    /// The next `count` frames from the focus on, as `l` would walk them.
    private func walk(_ count: Int) -> [FrameID] {
        guard let focus else { return [] }
        if isTogether {
            let frames = comparison?.frames ?? []
            return frames.firstIndex(of: focus).map { Array(frames[$0...].prefix(count)) } ?? []
        }
        if isInStack, level != .grid {
            guard let at = focusedMembers.firstIndex(of: focus) else { return [] }
            return Array(focusedMembers[at...].prefix(count))
        }
        guard let index = focusIndex else { return [] }
        return [focus] + queue.visible[(index + 1)...].prefix(count - 1).compactMap(shown)
    }

    private mutating func go(toFrame number: Int, _ geometry: Geometry) -> [Effect] {
        notice = nil
        hasBegun = true
        if isTogether {
            goTogether(toFrame: number)
        } else if isInStack, level != .grid {
            moveFocus(to: focusedMembers[min(focusedMembers.count, max(1, number)) - 1])
        } else {
            go(toEntry: min(queue.visible.count, max(1, number)) - 1)
        }
        settle(geometry)
        return savingPlace([])
    }

    // MARK: - Marks

    private mutating func setMark(_ letter: Character) -> [Effect] {
        guard let focus, letter.isLetter, letter.isASCII else {
            notice = "a mark is a letter"
            return []
        }
        hasBegun = true
        hand.marks[letter] = focus
        save(Hand.setting(ofMark: letter), String(focus.rawValue))
        notice = "mark \(letter)"
        return savingPlace([])
    }

    private mutating func goToMark(_ letter: Character, _ geometry: Geometry) -> [Effect] {
        let isBack = letter == "'" || letter == "`"
        guard let frame = isBack ? hand.jumpedFrom : hand.marks[letter] else {
            notice = isBack ? "no jump yet to go back from" : "no mark \(printable(String(letter)))"
            return []
        }
        return jump(to: frame, geometry)
    }

    private mutating func jump(to frame: FrameID, _ geometry: Geometry) -> [Effect] {
        notice = nil
        hasBegun = true
        guard queue.position(of: frame) != nil else {
            notice =
                model.frame(frame) == nil
                ? "that frame is gone from the card" : "that frame is hidden by the filter; Esc clears it"
            return []
        }
        hand.jumpedFrom = focus
        if focusedMembers.contains(frame), isInStack {
            moveFocus(to: frame)
        } else {
            if level == .fan { level = .grid }
            isInStack = false
            moveFocus(to: frame)
        }
        settle(geometry)
        return savingPlace([])
    }

    // MARK: - The name found last

    private mutating func find(forward: Bool, times: Int, _ geometry: Geometry) -> [Effect] {
        guard let text = hand.lastFind else {
            notice = "nothing to find again; \(hand.name("/")) and a part of a name finds a frame"
            return []
        }
        let order = found(text, forward: forward)
        guard !order.isEmpty else {
            notice = "no frame in view is called '\(printable(text))'"
            return []
        }
        return jump(to: order[(times - 1) % order.count], geometry)
    }

    /// Frames whose name contains `text`, one a stack, from the focus on and round again.
    private func found(_ text: String, forward: Bool) -> [FrameID] {
        let wanted = text.lowercased()
        let count = queue.visible.count
        guard count > 0 else { return [] }
        let start = focusIndex ?? 0
        return (1...count).compactMap { step in
            let index = ((start + (forward ? step : -step)) % count + count) % count
            return queue.visible[index].members.first { model.frame($0)?.fileName.lowercased().contains(wanted) == true }
        }
    }

    // MARK: - Refusals

    private func isRefused(_ command: Command, _ effects: [Effect], stayed: Bool, wasMoving: Bool) -> Bool {
        if command.isVerdict { return wasMoving || readOnly != nil }
        switch command {
        case .undo, .redo:
            return !effects.contains { if case .commit = $0 { true } else { false } }
        case .findNext, .findPrevious, .lettered(.goToMark, _), .fanOut, .wholeStack: return stayed
        case .lettered(.setMark, let letter): return hand.marks[letter] != focus
        default: return command.isMotion && stayed
        }
    }
}

extension Command {
    /// Auto-advance follows it.
    var advancesByItself: Bool {
        switch self {
        case .verdict, .togglePick, .stars: true
        default: false
        }
    }

    /// Goes somewhere and does nothing else.
    var isMotion: Bool {
        switch self {
        case .previousFrame, .nextFrame, .arrowLeft, .arrowRight, .arrowUp, .arrowDown, .rowDown, .rowUp, .pageDown, .pageUp,
            .previousStack, .nextStack, .first, .last, .nextFace, .previousFace, .findNext, .findPrevious:
            true
        default: false
        }
    }
}
