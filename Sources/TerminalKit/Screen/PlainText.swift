import KeepersCore

/// Characters for terminals that have few: what is as wide, and is read the same.
enum PlainText {
    /// The cells in the characters that the terminal has; each keeps its place and its style.
    static func spelled(_ cells: [Cell], in repertoire: Repertoire) -> [Cell] {
        guard repertoire != .all else { return cells }
        return cells.map { cell in
            // The right half of a wide character, which is gone.
            guard let text = cell.text else { return Cell(" ", cell.style) }
            return text.unicodeScalars.allSatisfy(repertoire.has) ? cell : Cell(substitute(text, repertoire), cell.style)
        }
    }

    static func substitute(_ text: Character, _ repertoire: Repertoire) -> Character {
        guard let scalar = text.unicodeScalars.first else { return " " }
        // A letter with marks of its own keeps the letter.
        if text.unicodeScalars.count > 1, repertoire.has(scalar) { return Character(scalar) }
        if let known = signs[scalar] { return known }
        switch scalar.value {
        case 0x00A0, 0x2000...0x200A: return " "
        case 0x2010...0x2015, 0x2212: return "-"
        case 0x2018...0x201B: return "'"
        case 0x201C...0x201F: return "\""
        case 0x2190...0x21FF: return ">"
        case 0x2500...0x257F: return "+"
        case 0x2580...0x259F: return "#"
        default: return baseLetter(scalar) ?? "?"
        }
    }

    /// The interface's own signs. A pick and a reject stay told apart by shape, and by the word that stands beside them.
    private static let signs: [Unicode.Scalar: Character] = [
        "◆": "+", "◇": "o", "✕": "x", "✓": "v", "★": "*", "☆": ".", "…": "~", "·": ".", "•": "*", "▪": "*", "▸": ">", "▾": "v",
        "←": "<", "→": ">", "↑": "^", "↓": "v", "↔": "-", "↕": "|", "⇥": ">", "⇤": "<", "×": "x", "±": "~", "°": "'", "²": "2",
        "µ": "u", "≤": "<", "≥": ">", "≈": "~", "─": "-", "━": "=", "│": "|", "┃": "|", "═": "=", "║": "|", "█": "#", "▓": "%",
        "▒": "+", "░": ".", "▌": "|", "▐": "|", "▂": "_", "▁": "_", "€": "E", "£": "L", "«": "<", "»": ">", "¿": "?", "¡": "!",
        "©": "c", "®": "r", "ß": "s", "Æ": "A", "æ": "a", "Œ": "O", "œ": "o", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d",
        "Đ": "D", "ı": "i",
    ]

    /// e for é: Unicode's own name of a Latin letter tells what it is built on.
    private static func baseLetter(_ scalar: Unicode.Scalar) -> Character? {
        guard let name = scalar.properties.name, name.hasPrefix("LATIN ") else { return nil }
        let words = name.split(separator: " ")
        guard words.count >= 4, words[2] == "LETTER", words[3].count == 1, let letter = words[3].first else { return nil }
        return words[1] == "SMALL" ? Character(letter.lowercased()) : letter
    }
}
