import KeepersCore

/// A picture's place on the screen, from its appearance to its disappearance.
struct Tile: Equatable {
    /// Never used twice; also kitty's placement id.
    let serial: Int
    let placement: Placement
    var state = State.waiting
    /// The best look that was sent; nil while there is nothing to see.
    var look: Look?
    /// The look whose jobs wait or are under way.
    var queued: Look?
    /// It covers the same photo, which needs no first look.
    var isTouchUp = false

    enum State: Equatable {
        /// Nothing of it was sent or queued yet.
        case waiting
        /// Some look of it waits, is under way, or was sent; a better one will come.
        case sending
        case shown
        /// A named problem stands in its place.
        case failed(String)
    }
}

/// Which pictures stand where, and which marker each of their cells holds.
struct PictureStage {
    private(set) var tiles: [Tile] = []
    private(set) var marks: [Chrome.Mark] = []
    private var columns = 0
    private var rows = 0
    private var serials = 0

    struct Change {
        var removed: [Tile] = []
        var added: [Tile] = []
        var isEmpty: Bool { removed.isEmpty && added.isEmpty }
    }

    /// Another screen size: nothing stands anywhere.
    mutating func reset(columns: Int, rows: Int) {
        (self.columns, self.rows) = (columns, rows)
        tiles.removeAll()
        marks = Array(repeating: .text, count: columns * rows)
    }

    func tile(_ serial: Int) -> Tile? { tiles.first { $0.serial == serial } }

    mutating func set(_ state: Tile.State, for serial: Int) {
        if let at = tiles.firstIndex(where: { $0.serial == serial }) { tiles[at].state = state }
    }

    mutating func set(queued look: Look?, for serial: Int) {
        guard let at = tiles.firstIndex(where: { $0.serial == serial }) else { return }
        tiles[at].queued = look
        if look != nil { tiles[at].state = .sending }
    }

    /// The tile shows `look`; `isFinal`: nothing better will come.
    mutating func show(_ look: Look, isFinal: Bool, for serial: Int) {
        guard let at = tiles.firstIndex(where: { $0.serial == serial }) else { return }
        tiles[at].look = look
        tiles[at].queued = nil
        tiles[at].state = isFinal ? .shown : .sending
    }

    /// The terminal has lost it.
    mutating func forget(_ serial: Int) {
        guard let at = tiles.firstIndex(where: { $0.serial == serial }) else { return }
        tiles[at].look = nil
        tiles[at].queued = nil
        tiles[at].state = .waiting
    }

    /// Every tile begins anew in the same place; cells keep their markers.
    mutating func restart() {
        tiles = tiles.map { old in
            serials += 1
            return Tile(serial: serials, placement: old.placement)
        }
    }

    /// Takes away the tiles that are not among `placements`, and adds the new ones. `erases` says whether the pixels under a new
    /// tile must go at once: then its cells get the other marker, which makes ncurses write them again.
    mutating func change(to placements: [Placement], erases: (Placement, [Tile]) -> Bool) -> Change {
        var change = Change()
        let wanted = Set(placements)
        change.removed = tiles.filter { !wanted.contains($0.placement) }
        let kept = tiles.filter { wanted.contains($0.placement) }
        let known = Set(kept.map(\.placement))
        for placement in placements where !known.contains(placement) && fits(placement.rect) {
            guard !change.added.contains(where: { $0.placement == placement }) else { continue }
            serials += 1
            var tile = Tile(serial: serials, placement: placement)
            tile.isTouchUp = change.removed.contains {
                $0.placement.rect == placement.rect && $0.placement.request == placement.request && $0.look == .whole
            }
            change.added.append(tile)
        }
        guard !change.isEmpty else { return change }
        let before = marks
        for tile in change.removed { fill(tile.placement.rect) { _ in .text } }
        // Kept tiles may have overlapped a removed one only by the caller's mistake; their cells stay theirs.
        for tile in kept { fill(tile.placement.rect) { before[$0] == .text ? .even : before[$0] } }
        for tile in change.added {
            let flips = erases(tile.placement, change.removed)
            fill(tile.placement.rect) { at in
                before[at] == .text ? .even : flips ? (before[at] == .even ? .odd : .even) : before[at]
            }
        }
        tiles = kept + change.added
        return change
    }

    private func fits(_ rect: CellRect) -> Bool {
        rect.x >= 0 && rect.y >= 0 && rect.width > 0 && rect.height > 0 && rect.width <= columns && rect.height <= rows
            && rect.x <= columns - rect.width && rect.y <= rows - rect.height
    }

    private mutating func fill(_ rect: CellRect, _ mark: (Int) -> Chrome.Mark) {
        for y in rect.y..<rect.y + rect.height {
            for at in y * columns + rect.x..<y * columns + rect.x + rect.width { marks[at] = mark(at) }
        }
    }

    /// Cells and marks with the named problems written over the tiles that have one.
    func withProblems(_ cells: [Cell]) -> (cells: [Cell], marks: [Chrome.Mark]) {
        var (cells, marks) = (cells, marks)
        for tile in tiles {
            guard case .failed(let text) = tile.state else { continue }
            write(text, over: tile.placement.rect, &cells, &marks)
        }
        return (cells, marks)
    }

    /// The words of `text`, broken into lines and centred.
    private func write(_ text: String, over rect: CellRect, _ cells: inout [Cell], _ marks: inout [Chrome.Mark]) {
        let lines = wrapped(printable(text), width: max(1, rect.width - 2)).prefix(rect.height)
        let top = rect.y + (rect.height - lines.count) / 2
        for y in rect.y..<rect.y + rect.height {
            for x in rect.x..<rect.x + rect.width {
                let at = y * columns + x
                let background = cells[at].style.background
                cells[at] = Cell(" ", Style(Colour(hex: 0x8A8A8A), on: background))
                marks[at] = .text
            }
        }
        for (index, line) in lines.enumerated() {
            var x = rect.x + (rect.width - KeepersCore.columns(of: line)) / 2
            for character in line {
                let width = KeepersCore.columns(of: character)
                guard width > 0, x >= rect.x, x + width <= rect.x + rect.width else { continue }
                cells[(top + index) * columns + x].text = character
                if width == 2 { cells[(top + index) * columns + x + 1].text = nil }
                x += width
            }
        }
    }
}

/// Breaks a text at spaces into lines of at most `width` columns; longer words are cut.
func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
        let joined = line.isEmpty ? String(word) : line + " " + word
        if columns(of: joined) <= width {
            line = joined
        } else {
            if !line.isEmpty { lines.append(line) }
            line = truncated(String(word), width)
        }
    }
    if !line.isEmpty { lines.append(line) }
    return lines
}
