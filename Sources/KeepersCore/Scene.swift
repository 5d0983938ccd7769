/// A 24-bit sRGB colour.
public struct Colour: Hashable, Sendable {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8
    public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }
    public init(hex: UInt32) { self.init(UInt8(hex >> 16 & 255), UInt8(hex >> 8 & 255), UInt8(hex & 255)) }
    public var hex: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }
    public static let black = Colour(0, 0, 0)
}

/// How a cell's text is drawn.
public struct Style: Hashable, Sendable {
    public var foreground: Colour
    public var background: Colour
    public var bold: Bool
    public var underline: Bool
    public var reverse: Bool
    public init(
        _ foreground: Colour, on background: Colour = .black, bold: Bool = false, underline: Bool = false, reverse: Bool = false
    ) {
        self.foreground = foreground
        self.background = background
        self.bold = bold
        self.underline = underline
        self.reverse = reverse
    }
}

/// One character cell; a wide character's second cell holds "" as its text.
public struct Cell: Hashable, Sendable {
    public var text: Character?
    public var style: Style
    /// nil = the right half of a wide character.
    public init(_ text: Character?, _ style: Style) {
        self.text = text
        self.style = style
    }
}

/// A rectangle of cells.
public struct CellRect: Hashable, Sendable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
    public func contains(x px: Int, y py: Int) -> Bool { px >= x && py >= y && px < x + width && py < y + height }
    public func intersects(_ other: CellRect) -> Bool {
        x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
    }
}

/// The terminal's size in cells and a cell's size in pixels.
public struct Geometry: Hashable, Sendable {
    public var columns: Int
    public var rows: Int
    public var cellWidth: Int
    public var cellHeight: Int
    public init(columns: Int, rows: Int, cellWidth: Int = 10, cellHeight: Int = 20) {
        self.columns = columns
        self.rows = rows
        self.cellWidth = cellWidth
        self.cellHeight = cellHeight
    }
}

/// Something drawn over a picture: thin corners around a place and a few words beside it, in one colour.
public struct Overlay: Hashable, Sendable {
    public enum Shape: UInt8, Sendable { case corners, cross }

    /// 0...1 of the picture as it stands on the screen (its crop), may reach beyond it.
    public var rect: UnitRect
    public var shape: Shape
    /// `"2 closed .08"`: lower-case letters, digits, blanks and `.'%?`; empty for none.
    public var text: String
    public var colour: Colour

    public init(rect: UnitRect, shape: Shape = .corners, text: String = "", colour: Colour) {
        self.rect = rect
        self.shape = shape
        self.text = text
        self.colour = colour
    }
}

/// A picture in a scene: `request` fills `rect` from its top left; pixels that a cell grid cannot match stay background.
public struct Placement: Hashable, Sendable {
    public var request: PictureRequest
    public var rect: CellRect
    /// Drawn into the picture where pixels are shown, over its cells where symbols are.
    public var overlays: [Overlay]
    /// Only the columns of `rect` inside this rectangle are shown; nil = all.
    public var clip: CellRect?
    /// Another picture mixed into this one.
    public var blend: Blend?
    public init(
        request: PictureRequest, rect: CellRect, overlays: [Overlay] = [], clip: CellRect? = nil, blend: Blend? = nil
    ) {
        self.request = request
        self.rect = rect
        self.overlays = overlays
        self.clip = clip
        self.blend = blend
    }
}

/// Everything a screen shows, as values: cells row by row, and where pictures stand. Pictures never overlap text or each other.
public struct Scene: Equatable, Sendable {
    public var columns: Int
    public var rows: Int
    public var cells: [Cell]
    public var placements: [Placement]
    /// Pictures that will probably be wanted next, most likely first; fetched when idle.
    public var prefetch: [PictureRequest]
    /// What will be drawn over those of them that have overlays, so that they are prepared as they will be shown.
    public var prefetchOverlays: [PictureRequest: [Overlay]] = [:]
    /// Where a text cursor stands (the filter line), or nil for none.
    public var cursor: (x: Int, y: Int)?

    public init(columns: Int, rows: Int, background: Style) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
        cells = Array(repeating: Cell(" ", background), count: self.columns * self.rows)
        placements = []
        prefetch = []
    }

    public static func == (left: Scene, right: Scene) -> Bool {
        left.columns == right.columns && left.rows == right.rows && left.cells == right.cells
            && left.placements == right.placements
            && left.prefetch == right.prefetch && left.prefetchOverlays == right.prefetchOverlays
            && left.cursor?.x == right.cursor?.x && left.cursor?.y == right.cursor?.y
    }

    /// Writes `text` from (`x`, `y`) to the right, clipped to the scene and to `width` columns; returns the next free column.
    @discardableResult
    public mutating func write(_ text: String, x: Int, y: Int, style: Style, width: Int = .max) -> Int {
        guard y >= 0, y < rows else { return x }
        var column = x
        let end = width == .max ? columns : min(columns, x + width)
        for character in text {
            let size = KeepersCore.columns(of: character)
            if size == 0 { continue }
            if column + size > end { break }
            if column >= 0 {
                cells[y * columns + column] = Cell(character, style)
                if size == 2 { cells[y * columns + column + 1] = Cell(nil, style) }
            }
            column += size
        }
        return column
    }

    /// The text of one row, for goldens and tests.
    public func line(_ y: Int) -> String {
        guard y >= 0, y < rows else { return "" }
        var text = ""
        for cell in cells[y * columns..<(y + 1) * columns] { if let character = cell.text { text.append(character) } }
        while text.last == " " { text.removeLast() }
        return text
    }

    /// All rows; picture areas as `▒`.
    public var text: String {
        var copy = self
        for placement in placements {
            let rect = placement.visible
            for y in max(0, rect.y)..<max(0, min(rows, rect.y + rect.height)) {
                for x in max(0, rect.x)..<max(0, min(columns, rect.x + rect.width)) { copy.cells[y * columns + x].text = "▒" }
            }
        }
        return (0..<rows).map { copy.line($0) }.joined(separator: "\n") + "\n"
    }
}
