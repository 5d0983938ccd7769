import CChafa
import KeepersCore

/// A picture as coloured characters, for terminals without pixels; libchafa chooses the shapes.
enum SymbolEncoder {
    /// `columns` * `rows` cells, row by row; none for a picture or a grid that cannot be shown. Without `truecolour` every colour
    /// is exactly one of xterm's 240 fixed ones. `ascii`: for terminals without UTF-8.
    static func encode(_ pixels: Pixels, columns: Int, rows: Int, truecolour: Bool, ascii: Bool) -> [Cell] {
        guard pixels.isShowable, (1...4096).contains(columns), (1...4096).contains(rows), columns * rows <= 1 << 20 else {
            return []
        }
        let symbols = drawn(pixels, columns, rows, truecolour, ascii)
        return symbols.map { symbol in
            let text = Unicode.Scalar(symbol.character).map(Character.init) ?? " "
            return Cell(text, Style(Colour(hex: symbol.foreground), on: Colour(hex: symbol.background)))
        }
    }

    private static func drawn(_ pixels: Pixels, _ columns: Int, _ rows: Int, _ truecolour: Bool, _ ascii: Bool)
        -> [keepers_symbol]
    {
        let rgba = pixels.withAlpha
        return [keepers_symbol](unsafeUninitializedCapacity: columns * rows) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            let result = keepers_chafa_symbols(
                rgba, Int32(pixels.width), Int32(pixels.height), Int32(columns), Int32(rows), truecolour ? 1 : 0, ascii ? 1 : 0,
                base)
            count = result == 0 ? columns * rows : 0
        }
    }
}

extension Pixels {
    /// Opaque RGBA: chafa reads packed RGB only where a row's length is a multiple of four.
    fileprivate var withAlpha: [UInt8] {
        let area = width * height
        return [UInt8](unsafeUninitializedCapacity: area * 4) { out, count in
            bytes.withUnsafeBufferPointer { input in
                for i in 0..<area {
                    out[i * 4] = input[i * 3]
                    out[i * 4 + 1] = input[i * 3 + 1]
                    out[i * 4 + 2] = input[i * 3 + 2]
                    out[i * 4 + 3] = 255
                }
            }
            count = area * 4
        }
    }
}
