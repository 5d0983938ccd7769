import KeepersCore

/// kitty's Unicode placeholders: the picture is handed over unseen, and characters of text stand where it is to be shown. A
/// multiplexer moves and redraws them as it does any text. Source: https://sw.kovidgoyal.net/kitty/graphics-protocol/
enum PlaceholderEncoder {
    /// Pictures as high as this many cells can be shown; a higher one is squeezed.
    static let maximumRows = marks.count

    /// Number `count` of the ids that a palette colour (the low byte) and a mark (the high one) can name: tmux may turn 24-bit
    /// colours into others, but never one of the 256.
    static func id(_ count: UInt32) -> UInt32 {
        let low = count % 255 + 1
        let high = count / 255 % UInt32(marks.count - 1) + 1
        return high << 24 | low
    }

    /// Says over how many cells the picture is stretched, once for each size; answered only with an error.
    static func place(id: UInt32, columns: Int, rows: Int, throughTmux: Bool) -> [UInt8] {
        let text = "\u{1B}_Ga=p,U=1,i=\(id),c=\(columns),r=\(min(rows, maximumRows)),q=1\u{1B}\\"
        return passedThrough(Array(text.utf8), tmux: throughTmux)
    }

    /// One piece a row, for the columns in view. The first character says row, column and the id's high byte; those to its right
    /// count on. A part that begins right of all marks cannot be named: it stays empty.
    static func pieces(id: UInt32, columns: Range<Int>, rows: Int, background: Colour?) -> [EncodedPicture.Piece] {
        guard !columns.isEmpty, rows > 0, Int(id >> 24) < marks.count, marks.indices.contains(columns.lowerBound) else {
            return []
        }
        let behind = background.map { ";48;2;\($0.red);\($0.green);\($0.blue)" } ?? ""
        return (0..<min(rows, maximumRows)).map { row in
            var text = "\u{1B}[38;5;\(id & 0xFF)\(behind)m\(sign)\(marks[row])\(marks[columns.lowerBound])\(marks[Int(id >> 24)])"
            for _ in columns.dropFirst() { text += sign }
            text += "\u{1B}[m"
            return EncodedPicture.Piece(column: 0, row: row, height: 1, bytes: Array(text.utf8))
        }
    }

    private static let sign = "\u{10EEEE}"

    /// Number n of them means n. Marks of combining class 230 that no letter fuses with; those of two bytes in UTF-8 suffice.
    static let marks: [String] =
        ([
            0x305, 0x30D, 0x30E, 0x310, 0x312, 0x33D, 0x33E, 0x33F, 0x346, 0x34A, 0x34B, 0x34C, 0x350, 0x351, 0x352, 0x357, 0x35B,
        ] + Array(0x363...0x36F) + Array(0x483...0x487) + Array(0x592...0x595) + [
            0x597, 0x598, 0x599, 0x59C, 0x59D, 0x59E, 0x59F, 0x5A0, 0x5A1, 0x5A8, 0x5A9, 0x5AB, 0x5AC, 0x5AF, 0x5C4,
        ] + Array(0x610...0x617) + Array(0x657...0x65B) + [0x65D, 0x65E] + Array(0x6D6...0x6DC) + [
            0x6DF, 0x6E0, 0x6E1, 0x6E2, 0x6E4, 0x6E7, 0x6E8, 0x6EB, 0x6EC, 0x730, 0x732, 0x733, 0x735, 0x736, 0x73A, 0x73D,
            0x73F, 0x740, 0x741, 0x743, 0x745, 0x747, 0x749, 0x74A,
        ] + Array(0x7EB...0x7F1) + [0x7F3])
        .compactMap { Unicode.Scalar(UInt32($0)).map { String(Character($0)) } }
}
