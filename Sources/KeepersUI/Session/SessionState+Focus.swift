import KeepersCore

/// Where the person stands and how they move.
extension SessionState {
    var focusIndex: Int? { focus.flatMap { queue.position(of: $0) } }
    var focusedEntry: Entry? { focusIndex.map { queue.visible[$0] } }
    /// The shown members of the focused stack, or just the frame.
    var focusedMembers: [FrameID] { focusedEntry?.members ?? [] }

    /// The frame that an entry shows in the grid: the one in focus where it is one of its members.
    func shown(_ entry: Entry) -> FrameID? {
        if let focus, entry.members.contains(focus) { return focus }
        return face(of: entry.members)
    }

    mutating func step(by delta: Int) {
        if isInStack, level != .grid {
            stepInStack(by: delta)
        } else {
            stepEntry(by: delta)
        }
    }

    private mutating func stepInStack(by delta: Int) {
        guard let focus, let position = focusedMembers.firstIndex(of: focus) else { return }
        let next = position + delta
        guard focusedMembers.indices.contains(next) else {
            notice =
                delta > 0
                ? "last of this stack; \(hand.name("}")) goes to the next"
                : "first of this stack; \(hand.name("{")) goes to the one before"
            return
        }
        moveFocus(to: focusedMembers[next])
    }

    mutating func stepEntry(by delta: Int) {
        guard let index = focusIndex, !queue.visible.isEmpty else { return }
        let next = min(queue.visible.count - 1, max(0, index + delta))
        if next == index {
            notice = delta > 0 ? "this is the last" : "this is the first"
            return
        }
        go(toEntry: next)
    }

    mutating func go(toEntry index: Int) {
        guard queue.visible.indices.contains(index), let face = face(of: queue.visible[index].members) else { return }
        moveFocus(to: face)
    }

    mutating func moveFocus(to frame: FrameID) {
        let followed = faceFollowed(to: frame)
        focus = frame
        if let followed { lookAgain(at: followed, of: frame) }
        queue.refilter(model, keeping: frame)
    }

    mutating func goToStack(forward: Bool) {
        guard let index = focusIndex else { return }
        let candidates =
            forward ? Array(queue.visible.indices.dropFirst(index + 1)) : queue.visible.indices.prefix(index).reversed()
        guard let next = candidates.first(where: { queue.visible[$0].members.count > 1 }) else {
            notice = forward ? "no stack after this one" : "no stack before this one"
            return
        }
        go(toEntry: next)
        isInStack = level != .grid
    }

    /// After a verdict that advances: the next in the walk, out of a stack at its end.
    mutating func advance() {
        if isTogether { return advanceTogether() }
        if isInStack, level != .grid, let focus, focusedMembers.last != focus {
            stepInStack(by: 1)
            return
        }
        let leftFan = isInStack && level == .fan
        if leftFan { level = .grid }
        isInStack = false
        stepEntry(by: 1)
        // The next key meets another frame on another screen.
        if leftFan, let name = focus.flatMap({ model.frame($0)?.fileName }) {
            notice = [notice, "stack done; in the grid, at \(printable(name))"].compactMap { $0 }.joined(separator: "; ")
        }
    }

    mutating func openFan() {
        guard let entry = focusedEntry, entry.members.count > 1 else {
            notice = "a single frame: nothing to fan out"
            return
        }
        level = .fan
        isInStack = true
        zoom = 0
    }

    mutating func openLoupe() {
        guard focus != nil else { return }
        isInStack = level == .fan
        level = .loupe
        zoom = 0
    }

    mutating func toGrid() {
        level = .grid
        isInStack = false
        zoom = 0
    }

    mutating func goBack() {
        if selection != nil {
            selection = nil
        } else if level == .loupe {
            level = isInStack ? .fan : .grid
            zoom = 0
        } else if level == .fan {
            level = .grid
            isInStack = false
        } else if queue.scope != nil {
            leaveScope()
        } else if !queue.filter.isEverything {
            queue.setFilter(.everything, model, keeping: focus)
            notice = "filter cleared"
        }
    }
}
