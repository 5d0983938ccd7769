import Glibc
import KeepersCore

/// What a terminal knows after the bytes it got: text with its colour, and kitty's pictures. Understands what Keepers sends, no more.
struct PlayedScreen {
    struct Cell: Equatable {
        var text: UInt32 = 32
        var colour: UInt32 = 0
    }

    struct Picture: Hashable {
        var image: UInt32
        var placement: UInt32
        var x: Int
        var y: Int
        var columns: Int
        var rows: Int
    }

    enum Happening {
        case shown(Picture)
        case hidden(Picture)
        case cleared
    }

    /// Where progress and words move by themselves.
    static let footerRows = 4

    let columns: Int
    let rows: Int
    private(set) var cells: [Cell]
    /// Pictures on the screen now.
    private(set) var pictures: Set<Picture> = []
    /// Everything that happened to pictures, with the time of its last byte.
    private(set) var happenings: [(time: Double, happening: Happening)] = []
    /// How many bytes came in all.
    private(set) var bytes = 0
    /// When the bytes that are fed next arrived, in milliseconds.
    var time = 0.0
    private var parser = Parser()
    private var answers: [UInt8] = []
    private var cursor = (x: 0, y: 0)
    private var saved = (x: 0, y: 0)
    private var colour: UInt32 = 0

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        cells = Array(repeating: Cell(), count: columns * rows)
    }

    /// Takes bytes and returns what the terminal answers.
    mutating func feed(_ input: UnsafeRawBufferPointer) -> [UInt8] {
        bytes += input.count
        answers = []
        var parser = parser
        parser.feed(input) { take($0) }
        self.parser = parser
        return answers
    }

    /// The text of a row.
    func line(_ y: Int) -> String {
        String(String.UnicodeScalarView(cells[y * columns..<(y + 1) * columns].compactMap { Unicode.Scalar($0.text) }))
    }

    /// Which cells between header and footer hold the accent, the colour of the program's own name, and what stands in them:
    /// what moves with the focus and with a verdict.
    var accents: [Int: UInt32] {
        let accent = cells[1].colour
        var found: [Int: UInt32] = [:]
        for at in 2 * columns..<(rows - PlayedScreen.footerRows) * columns
        where cells[at].colour == accent && cells[at].text != 32 {
            found[at] = cells[at].text
        }
        return found
    }

    // MARK: - What the bytes say

    private mutating func take(_ part: Parser.Part) {
        switch part {
        case .scalar(let scalar): put(scalar)
        case .newline, .other: break
        case .save: saved = cursor
        case .restore: cursor = saved
        case .control(let text): control(text)
        case .picture(let keys): picture(keys)
        case .system(let text):
            if text.hasPrefix("11;?") { answers += "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\".utf8 }
        }
    }

    private mutating func put(_ scalar: UInt32) {
        guard cursor.y < rows, cursor.x < columns else { return }
        cells[cursor.y * columns + cursor.x] = Cell(text: scalar, colour: colour)
        cursor.x += 1
    }

    private mutating func control(_ text: String) {
        switch text {
        case "c": answers += "\u{1B}[?62;c".utf8
        case ">0q": answers += "\u{1B}P>|kitty(0.26.5)\u{1B}\\".utf8
        case "?u": answers += "\u{1B}[?0u".utf8
        case "?2026$p": answers += "\u{1B}[?2026;2$y".utf8
        case "16t": answers += "\u{1B}[6;20;10t".utf8
        case "14t": answers += "\u{1B}[4;\(rows * 20);\(columns * 10)t".utf8
        case "5n": answers += "\u{1B}[0n".utf8
        case "6n": answers += "\u{1B}[\(cursor.y + 1);\(cursor.x + 1)R".utf8
        case "2J": clear()
        default:
            if text.hasSuffix("H") { move(text) } else if text.hasSuffix("m"), !text.hasPrefix(">") { dye(text) }
        }
    }

    private mutating func clear() {
        cells = Array(repeating: Cell(), count: columns * rows)
        pictures = []
        happenings.append((time, .cleared))
    }

    private mutating func move(_ text: String) {
        let numbers = text.dropLast().split(separator: ";").map { Int($0) ?? 1 }
        cursor = (max(0, (numbers.dropFirst().first ?? 1) - 1), max(0, (numbers.first ?? 1) - 1))
    }

    private mutating func dye(_ text: String) {
        let numbers = text.dropLast().split(separator: ";").map { UInt32($0) ?? 0 }
        if numbers.isEmpty || numbers == [0] || numbers.first == 39 { colour = 0 }
        if numbers.count == 5, numbers[0] == 38 { colour = numbers[2] << 16 | numbers[3] << 8 | numbers[4] | 1 << 24 }
    }

    private mutating func picture(_ keys: [UInt8: Substring]) {
        func number(_ key: Character) -> UInt32 { key.asciiValue.flatMap { keys[$0] }.flatMap { UInt32($0) } ?? 0 }
        let image = number("i")
        switch keys[UInt8(ascii: "a")] {
        case "q": answers += "\u{1B}_Gi=\(image);OK\u{1B}\\".utf8
        case "p":
            let shown = Picture(
                image: image, placement: number("p"), x: cursor.x, y: cursor.y, columns: Int(number("c")),
                rows: Int(number("r")))
            pictures = pictures.filter { $0.image != image || $0.placement != shown.placement }
            pictures.insert(shown)
            happenings.append((time, .shown(shown)))
        case "d":
            let all = keys[UInt8(ascii: "d")] == "A"
            let placement = number("p")
            for gone in pictures where all || (gone.image == image && (placement == 0 || gone.placement == placement)) {
                pictures.remove(gone)
                happenings.append((time, .hidden(gone)))
            }
        default: break
        }
    }
}
