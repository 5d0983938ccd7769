import KeepersCore

/// A picture's place on the screen, from its appearance to its disappearance.
struct Tile: Equatable {
    /// Never used twice; also kitty's placement id.
    let serial: Int
    private(set) var placement: Placement
    var state = State.waiting
    /// Where a clip moves: the columns that stand on the screen or are under way; nil = as the state says, all or none. kitty needs none
    /// of this.
    private(set) var drawn: Range<Int>?

    init(serial: Int, placement: Placement) {
        self.serial = serial
        self.placement = placement
    }

    enum State: Equatable {
        /// Its pixels are not encoded yet.
        case waiting
        /// Its jobs wait or are under way.
        case sending
        case shown
        /// A named problem stands in its place.
        case failed(String)
    }

    /// It is drawn part by part.
    var isInParts: Bool { placement.clip != nil || drawn != nil }

    /// Columns in view that are not drawn yet.
    var missing: [Range<Int>] {
        let shown = placement.shownColumns
        guard let drawn, !drawn.isEmpty else { return shown.isEmpty ? [] : [shown] }
        let before = shown.lowerBound..<max(shown.lowerBound, min(drawn.lowerBound, shown.upperBound))
        let behind = min(shown.upperBound, max(drawn.upperBound, shown.lowerBound))..<shown.upperBound
        return [before, behind].filter { !$0.isEmpty }
    }

    /// The same picture through another clip: what is drawn and still in view need not be drawn again.
    mutating func reclip(to placement: Placement) {
        let had = drawn ?? (state == .waiting ? 0..<0 : self.placement.shownColumns)
        self.placement = placement
        drawn = had.clamped(to: placement.shownColumns)
    }

    /// `part` is under way; it is whole or touches what is drawn.
    mutating func draw(_ part: Range<Int>) {
        guard let before = drawn, !before.isEmpty else {
            drawn = part
            return
        }
        drawn = min(before.lowerBound, part.lowerBound)..<max(before.upperBound, part.upperBound)
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
        /// Those of which another part is in view than before, as they were.
        var reclipped: [Tile] = []
        var isEmpty: Bool { removed.isEmpty && added.isEmpty && reclipped.isEmpty }
    }

    /// Another screen size: nothing stands anywhere.
    mutating func reset(columns: Int, rows: Int) {
        (self.columns, self.rows) = (columns, rows)
        tiles.removeAll()
        marks = Array(repeating: .text, count: columns * rows)
    }

    mutating func draw(_ part: Range<Int>, of serial: Int) {
        if let at = tiles.firstIndex(where: { $0.serial == serial }) { tiles[at].draw(part) }
    }

    func tile(_ serial: Int) -> Tile? { tiles.first { $0.serial == serial } }

    mutating func set(_ state: Tile.State, for serial: Int) {
        if let at = tiles.firstIndex(where: { $0.serial == serial }) { tiles[at].state = state }
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
        var kept = tiles.filter { wanted.contains($0.placement) }
        let known = Set(kept.map(\.placement))
        for placement in placements where !known.contains(placement) && fits(placement) {
            guard !change.added.contains(where: { $0.placement == placement }) else { continue }
            if let at = change.removed.firstIndex(where: { $0.placement.isSame(butForClip: placement) }) {
                var tile = change.removed.remove(at: at)
                change.reclipped.append(tile)
                tile.reclip(to: placement)
                kept.append(tile)
                continue
            }
            serials += 1
            change.added.append(Tile(serial: serials, placement: placement))
        }
        guard !change.isEmpty else { return change }
        let before = marks
        for tile in change.removed + change.reclipped { fill(tile.placement.visible) { _ in .text } }
        // Kept tiles may have overlapped a removed one only by the caller's mistake; their cells stay theirs.
        for tile in kept { fill(tile.placement.visible) { before[$0] == .text ? .even : before[$0] } }
        for tile in change.added {
            let flips = erases(tile.placement, change.removed)
            fill(tile.placement.visible) { at in
                before[at] == .text ? .even : flips ? (before[at] == .even ? .odd : .even) : before[at]
            }
        }
        tiles = kept + change.added
        return change
    }

    private func fits(_ placement: Placement) -> Bool {
        let rect = placement.rect
        return placement.visible.width > 0 && rect.x >= 0 && rect.y >= 0 && rect.width > 0 && rect.height > 0
            && rect.width <= columns && rect.height <= rows
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
            write(text, over: tile.placement.visible, &cells, &marks)
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
                cells[at] = Cell(" ", Style(background.captionAbove, on: background))
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

extension Colour {
    /// A grey that reads on this ground: the stage knows no theme.
    fileprivate var captionAbove: Colour { lightness > 0.6 ? Colour(hex: 0x505050) : Colour(hex: 0x9A9A9A) }
}
