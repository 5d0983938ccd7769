import CCurses
import KeepersCore

/// Text and background, drawn by ncurses into memory: gives the bytes that turn the last scene into the next.
///
/// A picture's cells hold no-break spaces. They are written once, when the picture comes, and again only where it goes or
/// changes: writing a cell is what erases sixel pixels. Two foreground colours take turns so that ncurses sees a change.
struct Chrome: ~Copyable {
    private(set) var depth: ColourDepth
    private(set) var columns: Int
    private(set) var rows: Int
    private var screen: OpaquePointer?
    private var last: [Cell]
    /// Per cell: text, or which of the two markers stands there.
    private var lastMarks: [Mark]
    private var pairs: [Pair: Int32] = [:]
    private var pairsAreExhausted = false
    private(set) var needsRepaint = true
    /// False for a terminal that would show a character's bytes one by one.
    var hasUTF8 = true { didSet { if hasUTF8 != oldValue { repaint() } } }

    /// What stands in a cell beside or instead of the scene's text.
    enum Mark: UInt8 { case text, even, odd }

    private struct Pair: Hashable {
        var foreground: UInt32
        var background: UInt32
    }

    init(depth: ColourDepth, columns: Int, rows: Int) throws(TerminalError) {
        guard let opened = Self.open(depth, columns, rows) else { throw .noScreen }
        screen = opened
        self.depth = depth
        self.columns = columns
        self.rows = rows
        last = []
        lastMarks = []
    }

    deinit { if let screen { kc_close(screen) } }

    private static func open(_ depth: ColourDepth, _ columns: Int, _ rows: Int) -> OpaquePointer? {
        let (name, entry) =
            switch depth {
            case .direct: ("keepers-direct", Terminfo.direct)
            case .indexed, .none: ("keepers-256", Terminfo.indexed)
            case .sixteen: ("keepers-16", Terminfo.sixteen)
            }
        return kc_open(entry, name, Int32(clamping: rows), Int32(clamping: columns))
    }

    /// Other colours from now on; everything is drawn anew. Where ncurses refuses, the old ones stay.
    mutating func change(depth new: ColourDepth) {
        if let screen { kc_close(screen) }
        screen = Self.open(new, columns, rows)
        if screen != nil { depth = new } else { screen = Self.open(depth, columns, rows) }
        pairs.removeAll()
        pairsAreExhausted = false
        repaint()
    }

    mutating func resize(columns: Int, rows: Int) {
        if let screen { _ = kc_resize(screen, Int32(clamping: rows), Int32(clamping: columns)) }
        self.columns = columns
        self.rows = rows
        repaint()
    }

    /// The next `draw` clears the terminal and writes every cell.
    mutating func repaint() {
        last = []
        lastMarks = []
        needsRepaint = true
    }

    /// The bytes for `cells` (row by row) with pictures where `marks` says so. Both must hold `columns * rows` values.
    mutating func draw(_ cells: [Cell], marks: [Mark], cursor: (x: Int, y: Int)?) -> [UInt8] {
        guard screen != nil, cells.count == columns * rows, marks.count == cells.count else { return [] }
        if pairsAreExhausted { forgetPairs() }
        var runs: [Run] = []
        for y in 0..<rows { collect(y, cells, marks, &runs) }
        last = cells
        lastMarks = marks
        var bytes: [UInt8] = []
        for pass in 0...(runs.map(\.pass).max() ?? 0) {
            for run in runs where run.pass == pass {
                kc_put(screen, Int32(run.y), Int32(run.x), run.cells, Int32(run.cells.count))
            }
            if needsRepaint { kc_redraw(screen) }
            needsRepaint = false
            kc_cursor(screen, Int32(cursor?.y ?? -1), Int32(cursor?.x ?? 0))
            bytes += takeBytes()
        }
        return bytes
    }

    /// Changed cells side by side.
    private struct Run {
        var x: Int
        let y: Int
        /// Runs left and right of a picture go to ncurses one after the other: to get over a narrow gap it would write the gap's cells
        /// again, which is shorter than an address, and that erases a picture in it.
        let pass: Int
        var cells: [kc_cell] = []
    }

    private func takeBytes() -> [UInt8] {
        let count = kc_update(screen)
        guard count > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = kc_take(screen, buffer.baseAddress, count)
        }
    }

    private mutating func collect(_ y: Int, _ cells: [Cell], _ marks: [Mark], _ runs: inout [Run]) {
        let start = y * columns
        var run: Run?
        var pass = 0
        var x = 0
        while x < columns {
            let at = start + x
            let isWide = x + 1 < columns && marks[at] == .text && cells[at + 1].text == nil && cells[at].isWideStart
            if isUnchanged(at, cells, marks) && !(isWide && !isUnchanged(at + 1, cells, marks)) {
                if let whole = run { runs.append(whole) }
                run = nil
                if marks[at] != .text, let before = runs.last, before.y == y { pass = before.pass + 1 }
            } else {
                if run == nil { run = Run(x: x, y: y, pass: pass) }
                run?.cells.append(prepared(cells[at], marks[at], isWide: isWide))
            }
            x += isWide ? 2 : 1
        }
        if let run { runs.append(run) }
    }

    private func isUnchanged(_ at: Int, _ cells: [Cell], _ marks: [Mark]) -> Bool {
        guard at < last.count, lastMarks[at] == marks[at] else { return false }
        // Of a picture's cell only the background shows.
        if marks[at] != .text { return last[at].style.background == cells[at].style.background }
        return last[at] == cells[at]
    }

    private mutating func prepared(_ cell: Cell, _ mark: Mark, isWide: Bool) -> kc_cell {
        guard mark == .text else { return marker(cell.style.background, mark) }
        var out = kc_cell()
        out.text = cell.curses(isWide: isWide)
        let style = cell.style
        out.attributes = (style.bold ? 1 : 0) | (style.underline ? 2 : 0) | (style.reverse ? 4 : 0)
        out.pair = pair(style.foreground, style.background)
        return out
    }

    private mutating func marker(_ background: Colour, _ mark: Mark) -> kc_cell {
        var out = kc_cell()
        // A blank that ncurses never takes for an erased cell.
        out.text = (hasUTF8 ? 0xA0 : 0x20, 0, 0, 0)
        switch depth {
        case .direct: out.pair = pair(mark == .even ? 0x000001 : 0x010000, background.hex)
        case .indexed: out.pair = pair(mark == .even ? 16 : 17, UInt32(background.indexed))
        case .sixteen: out.pair = pair(mark == .even ? 1 : 2, UInt32(background.basicGround))
        case .none: out.attributes = mark == .even ? (hasUTF8 ? 0 : UInt32(KC_DIM)) : UInt32(KC_BOLD)
        }
        return out
    }

    private mutating func pair(_ foreground: Colour, _ background: Colour) -> Int32 {
        switch depth {
        case .direct: pair(foreground.hex, background.hex)
        case .indexed: pair(UInt32(foreground.indexed), UInt32(background.indexed))
        case .sixteen: pair(UInt32(foreground.basic), UInt32(background.basicGround))
        case .none: 0
        }
    }

    private mutating func pair(_ foreground: UInt32, _ background: UInt32) -> Int32 {
        let wanted = Pair(foreground: foreground, background: background)
        if let known = pairs[wanted] { return known }
        let number = Int32(pairs.count + 1)
        guard number < 0xFFFF, kc_pair(screen, number, Int32(foreground), Int32(background)) == 1 else {
            pairsAreExhausted = true
            return 0
        }
        pairs[wanted] = number
        return number
    }

    /// Colours are numbered anew; every cell is written again because its number may mean another colour now.
    private mutating func forgetPairs() {
        pairs.removeAll()
        pairsAreExhausted = false
        repaint()
    }
}

extension Cell {
    /// True where ncurses, too, gives the character two columns.
    fileprivate var isWideStart: Bool {
        guard let scalar = text?.unicodeScalars.first, scalar.value >= 0x1100 else { return false }
        return kc_width(scalar.value) == 2
    }

    /// The character as ncurses takes it: one scalar and up to three marks; `?` for what would not fill its columns exactly.
    fileprivate func curses(isWide: Bool) -> (UInt32, UInt32, UInt32, UInt32) {
        guard let text else { return (0x20, 0, 0, 0) }
        if let ascii = text.asciiValue { return (ascii < 0x20 || ascii == 0x7F ? 0x3F : UInt32(ascii), 0, 0, 0) }
        var scalars = text.unicodeScalars.makeIterator()
        guard let first = scalars.next(), kc_width(first.value) == (isWide ? 2 : 1) else { return (0x3F, 0, 0, 0) }
        var marks: [UInt32] = []
        while marks.count < 3, let next = scalars.next() {
            // Variation selectors and joiners make terminals disagree about the width.
            if kc_width(next.value) == 0, next.value != 0x200D, !(0xFE00...0xFE0F).contains(next.value) {
                marks.append(next.value)
            }
        }
        marks += [0, 0, 0]
        return (first.value, marks[0], marks[1], marks[2])
    }
}
