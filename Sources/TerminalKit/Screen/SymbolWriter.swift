import KeepersCore

/// Turns cells into bytes of their own, for pictures in symbols: they take the pictures' way (small jobs, flow control), because
/// as chrome a quarter of a megabyte would stand before every key's answer.
struct SymbolWriter {
    let depth: ColourDepth
    private var foreground: Int64 = -1
    private var background: Int64 = -1

    init(depth: ColourDepth) { self.depth = depth }

    /// One piece for each row of `columns` cells.
    static func pieces(_ cells: [Cell], columns: Int) -> [EncodedPicture.Piece] {
        guard columns > 0 else { return [] }
        return (0..<cells.count / columns).map { row in
            let own = Array(cells[row * columns..<(row + 1) * columns])
            return EncodedPicture.Piece(column: 0, row: row, height: 1, cells: own)
        }
    }

    /// The bytes that turn `known` into `cells`, from (`x`, `y`) of the screen on; nil = not known. Every row sets its own
    /// colours, so that any may be left out.
    static func bytes(_ cells: ArraySlice<Cell>, known: [Cell?], x: Int, y: Int, settings: EncodingSettings) -> [UInt8] {
        let depth = settings.mode == .symbols(truecolour: false) && settings.depth == .direct ? .indexed : settings.depth
        var writer = SymbolWriter(depth: depth)
        return writer.row(cells, known, x, y)
    }

    /// Skipping fewer cells than this costs more than writing them again.
    private static let shortGap = 4

    private mutating func row(_ cells: ArraySlice<Cell>, _ known: [Cell?], _ x: Int, _ y: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var cursor = -1
        for (index, cell) in cells.enumerated() where known[index] != cell {
            if cursor < 0 || index - cursor > Self.shortGap {
                bytes += "\u{1B}[\(y + 1);\(x + index + 1)H".utf8
                cursor = index
            }
            for at in cursor...index { write(cells[cells.startIndex + at], &bytes) }
            cursor = index + 1
        }
        if !bytes.isEmpty { bytes += [0x1B, UInt8(ascii: "["), UInt8(ascii: "m")] }
        return bytes
    }

    private mutating func write(_ cell: Cell, _ bytes: inout [UInt8]) {
        let text = cell.text ?? " "
        setColours(cell.style, needsForeground: text != " ", &bytes)
        bytes += text.utf8
    }

    private mutating func setColours(_ style: Style, needsForeground: Bool, _ bytes: inout [UInt8]) {
        let newForeground = needsForeground ? value(style.foreground) : foreground
        let newBackground = value(style.background)
        var parts: [String] = []
        if newForeground != foreground { parts.append(code(style.foreground, isGround: false)) }
        if newBackground != background { parts.append(code(style.background, isGround: true)) }
        guard !parts.isEmpty, depth != .none else { return }
        (foreground, background) = (newForeground, newBackground)
        bytes += "\u{1B}[\(parts.joined(separator: ";"))m".utf8
    }

    /// Sets a background.
    mutating func colour(of background: Colour) -> [UInt8] {
        var bytes: [UInt8] = []
        setColours(Style(.black, on: background), needsForeground: false, &bytes)
        return bytes
    }

    private func value(_ colour: Colour) -> Int64 { depth == .direct ? Int64(colour.hex) : Int64(colour.indexed) }

    /// What is one of xterm's fixed colours is named so: half the bytes.
    private func code(_ colour: Colour, isGround: Bool) -> String {
        let kind = isGround ? "48" : "38"
        switch depth {
        case .direct where !colour.isFixed: return "\(kind);2;\(colour.red);\(colour.green);\(colour.blue)"
        case .direct, .indexed, .none: return "\(kind);5;\(colour.indexed)"
        case .sixteen:
            let index = isGround ? colour.basicGround : colour.basic
            return index < 8 ? "\(isGround ? 4 : 3)\(index)" : "\(isGround ? 10 : 9)\(index - 8)"
        }
    }
}

extension Colour {
    /// Exactly one of xterm's fixed colours.
    fileprivate var isFixed: Bool {
        let levels: Set<UInt8> = [0, 95, 135, 175, 215, 255]
        if levels.contains(red), levels.contains(green), levels.contains(blue) { return true }
        return red == green && green == blue && red >= 8 && red <= 238 && (red - 8) % 10 == 0
    }
}
