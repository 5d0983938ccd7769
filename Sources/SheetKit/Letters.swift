import CLetters
import KeepersCore

/// The letters of a sheet: dots of 16 shades, drawn beforehand from a free font.
struct Letters {
    struct Letter {
        var advance: Int
        var top: Int
        var left: Int
        /// Shade by row, 0 to 15.
        var rows: [[UInt8]]
    }

    static let height = Int(keepers_letters_height)
    private let letters: [Unicode.Scalar: Letter]

    init() {
        var letters: [Unicode.Scalar: Letter] = [:]
        for number in 0..<keepers_letters_count {
            let parts = String(cString: keepers_letter(number)).split(separator: " ")
            let numbers = parts.prefix(4).compactMap { Int($0) }
            guard numbers.count == 4, let scalar = Unicode.Scalar(UInt32(numbers[0])) else { continue }
            let rows = parts.dropFirst(4).map { row in row.utf8.map(Letters.shade) }
            letters[scalar] = Letter(advance: numbers[1], top: numbers[2], left: numbers[3], rows: rows)
        }
        self.letters = letters
    }

    private static func shade(_ byte: UInt8) -> UInt8 {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        default: 0
        }
    }

    /// A letter that is not drawn is shown as a question mark: a name is never shortened in silence.
    func letter(_ scalar: Unicode.Scalar) -> Letter? { letters[scalar] ?? letters["?"] }

    /// In the composed form where there is one: "e" and a combining accent are one letter here.
    func letters(of text: String) -> [Letter] { text.unicodeScalars.compactMap(letter) }

    func width(of text: String) -> Int { letters(of: text).reduce(0) { $0 + $1.advance } }

    /// The text, or as much of its beginning and its end as fits: the end of a file name tells more than its middle.
    func fitted(_ text: String, width limit: Int) -> String {
        guard width(of: text) > limit else { return text }
        let characters = Array(text)
        for kept in stride(from: characters.count - 1, through: 1, by: -1) {
            let head = (kept + 1) / 2
            let short = String(characters[..<head]) + "…" + String(characters[(characters.count - (kept - head))...])
            if width(of: short) <= limit { return short }
        }
        return ""
    }

    /// Broken between words into at most `lines` lines; the last one is cut where there is more.
    func wrapped(_ text: String, width limit: Int, lines: Int) -> [String] {
        var rows: [String] = []
        var words = text.split(separator: " ")[...]
        while let word = words.popFirst() {
            if rows.count == lines {
                rows[lines - 1] = fitted(rows[lines - 1] + " " + ([word] + words).joined(separator: " "), width: limit)
                break
            }
            let longer = rows.last.map { $0 + " " + word }
            if let longer, width(of: longer) <= limit {
                rows[rows.count - 1] = longer
            } else {
                rows.append(fitted(String(word), width: limit))
            }
        }
        return rows
    }
}
