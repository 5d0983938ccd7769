import KeepersCore

/// Turns cells into bytes of their own, for pictures in symbols: they take the pictures' way (small jobs, flow control), because
/// as chrome a quarter of a megabyte would stand before every key's answer.
struct SymbolWriter {
    let depth: ColourDepth
    private var foreground: Int64 = -1
    private var background: Int64 = -1

    init(depth: ColourDepth) { self.depth = depth }

    /// One piece for each row of `columns` cells; every row sets its own colours, so that any may be left out.
    static func pieces(_ cells: [Cell], columns: Int, settings: EncodingSettings) -> [EncodedPicture.Piece] {
        guard columns > 0 else { return [] }
        let depth = settings.mode == .symbols(truecolour: false) && settings.depth == .direct ? .indexed : settings.depth
        return (0..<cells.count / columns).map { row in
            var writer = SymbolWriter(depth: depth)
            let bytes = writer.row(cells[row * columns..<(row + 1) * columns])
            return EncodedPicture.Piece(column: 0, row: row, height: 1, bytes: bytes)
        }
    }

    private mutating func row(_ cells: ArraySlice<Cell>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(cells.count * 24)
        for cell in cells {
            let text = cell.text ?? " "
            setColours(cell.style, needsForeground: text != " ", &bytes)
            bytes += text.utf8
        }
        bytes += [0x1B, UInt8(ascii: "["), UInt8(ascii: "m")]
        return bytes
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

    private func value(_ colour: Colour) -> Int64 { depth == .direct ? Int64(colour.hex) : Int64(colour.indexed) }

    private func code(_ colour: Colour, isGround: Bool) -> String {
        let kind = isGround ? "48" : "38"
        switch depth {
        case .direct: return "\(kind);2;\(colour.red);\(colour.green);\(colour.blue)"
        case .indexed, .none: return "\(kind);5;\(colour.indexed)"
        case .sixteen:
            let index = isGround ? colour.basicGround : colour.basic
            return index < 8 ? "\(isGround ? 4 : 3)\(index)" : "\(isGround ? 10 : 9)\(index - 8)"
        }
    }
}
