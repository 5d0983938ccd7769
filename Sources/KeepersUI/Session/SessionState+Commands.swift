import KeepersCore

/// From a command to what it does: the place to start reading from a key.
extension SessionState {
    mutating func perform(_ command: Command, geometry: Geometry) -> [Effect] {
        notice = nil
        if let focus { forgetChanges([focus]) }
        // A verdict must never hit a frame that slid under the cursor a moment ago.
        let wasMoving = !hasBegun && progress.movesFrames
        hasBegun = true
        if wasMoving, command.isVerdict {
            notice = "the order was still moving; it holds still now: press again"
            return []
        }
        let effects = carryOut(command, geometry)
        sayModelsMissing()
        settle(geometry)
        return savingPlace(effects)
    }

    private mutating func carryOut(_ command: Command, _ geometry: Geometry) -> [Effect] {
        if let effects = carryOutTogether(command, geometry) { return effects }
        switch command {
        case .verdict, .clearVerdict, .togglePick, .stars, .moreStars, .fewerStars, .label, .keep: return judge(command)
        case .repeatVerdict:
            guard let lastVerdict else {
                notice = "no verdict to repeat since keepers was opened"
                return []
            }
            return judge(lastVerdict)
        case .undo: return undo()
        case .redo: return redo()
        case .stackEdit(let edit): return editStack(edit)
        case .redraw: return [.redraw]
        case .interrupt: notice = "\(hand.name("q")) leaves; there is nothing to save"
        case .count, .letter, .lettered, .endMacro, .findNext, .findPrevious: break
        case .leave: return [.quit]
        case .export: return openExport()
        case .filterPrompt: openPrompt(.filter, queue.filter.text, isSelected: true)
        case .commandPrompt: openPrompt(.command)
        case .info: isInfoShown.toggle()
        case .why: isWhyShown.toggle()
        case .overlays: nextOverlay()
        case .blind: toggleBlind()
        case .disputedFirst: toggleDisputed()
        case .fewerAlike: stepDuplicates(by: -1)
        case .moreAlike: stepDuplicates(by: 1)
        case .chromeOff: isChromeOff.toggle()
        case .toggleAutoAdvance:
            autoAdvance.toggle()
            notice = autoAdvance ? "auto-advance on" : "auto-advance off"
        case .range: selection = selection == nil ? focus.map { .range(anchor: $0) } : nil
        case .wholeStack: selectStack()
        case .toggleTimeOrder: sort(by: queue.sort == .time ? .rank : .time)
        case .resort: sort(by: queue.sort)
        default: move(command, geometry)
        }
        return []
    }

    private mutating func move(_ command: Command, _ geometry: Geometry) {
        let layout = GridLayout(geometry: geometry, chromeOff: isChromeOff)
        let isZoomed = level == .loupe && zoom > 0
        switch command {
        case .previousFrame: step(by: -1)
        case .nextFrame: step(by: 1)
        case .arrowLeft: isZoomed ? pan(x: -0.25, y: 0, geometry: geometry) : step(by: -1)
        case .arrowRight: isZoomed ? pan(x: 0.25, y: 0, geometry: geometry) : step(by: 1)
        case .arrowUp: isZoomed ? pan(x: 0, y: -0.25, geometry: geometry) : row(by: -1, layout)
        case .arrowDown: isZoomed ? pan(x: 0, y: 0.25, geometry: geometry) : row(by: 1, layout)
        case .rowUp: row(by: -1, layout)
        case .rowDown: row(by: 1, layout)
        case .pageUp: level == .grid ? stepEntry(by: -layout.columns * layout.rows) : step(by: -1)
        case .pageDown: level == .grid ? stepEntry(by: layout.columns * layout.rows) : step(by: 1)
        case .previousStack: goToStack(forward: false)
        case .nextStack: goToStack(forward: true)
        case .first: goToEnd(last: false)
        case .last: goToEnd(last: true)
        case .loupe: level == .loupe ? goBack() : openLoupe()
        case .loupeOnly where level == .loupe: notice = "this is the loupe; \(hand.name("b")) is the grid"
        case .loupeOnly: openLoupe()
        case .look: look()
        case .zoom: toggleZoom()
        case .zoomDouble: zoom(to: zoom == 200 ? 0 : 200)
        case .nextPicture: nextPicture()
        case .nextFace: walkFaces(by: 1)
        case .previousFace: walkFaces(by: -1)
        case .fanOut: level == .fan ? goBack() : openFan()
        case .fanIn: toGrid()
        case .back: goBack()
        default: break
        }
    }

    private mutating func row(by delta: Int, _ layout: GridLayout) {
        guard level == .grid else { return step(by: delta) }
        guard let index = focusIndex else { return }
        let next = index + delta * layout.columns
        if queue.visible.indices.contains(next) {
            go(toEntry: next)
        } else if delta > 0, index / layout.columns < (queue.visible.count - 1) / layout.columns {
            go(toEntry: queue.visible.count - 1)
        }
    }

    private mutating func goToEnd(last: Bool) {
        if isInStack, level != .grid, let end = last ? focusedMembers.last : focusedMembers.first {
            moveFocus(to: end)
        } else {
            go(toEntry: last ? queue.visible.count - 1 : 0)
        }
    }

    private mutating func selectStack() {
        guard focusedMembers.count > 1 else {
            notice = "a single frame: no stack to select"
            return
        }
        selection = selection == nil ? .stack(focusedMembers) : nil
        if selection != nil { notice = "the whole stack: \(focusedMembers.count) frames; the next verdict is for all of them" }
    }

    /// Sorts anew, keeping the frame in focus.
    /// Who asks for what is disputed wants to see it: the focus goes to the first. Back in the usual order it stays where it is.
    private mutating func toggleDisputed() {
        guard queue.sort != .disputed else { return sort(by: .rank) }
        sort(by: .disputed)
        guard queue.sort == .disputed else { return }
        toGrid()
        go(toEntry: 0)
    }

    mutating func sort(by key: SortKey) {
        guard allowed(key) == key else {
            notice = "blind: an order by \(key.rawValue) would tell; \(hand.name("B")) shows scores again"
            return
        }
        let count = queue.unsorted.count
        model.restack()
        queue.enter(nil, model)
        queue.resort(model, by: key, keeping: focus)
        if level == .fan, focusedMembers.count < 2 { level = .grid }
        let words = key == .disputed ? "disputed first" : key == .value ? "sorted by worth" : "sorted by \(key.rawValue)"
        notice = count > 0 ? "\(words): \(count) newly placed" : words
    }
}
