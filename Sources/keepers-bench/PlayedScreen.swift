import Glibc
import KeepersCore

/// What a terminal knows after the bytes it got: text with its colours, and pictures. Understands what Keepers sends, no more.
struct PlayedScreen {
    /// Which terminal it answers like.
    enum Manner { case kitty, xterm }

    struct Cell: Equatable {
        var text: UInt32 = 32
        var colour: UInt32 = 0
        var ground: UInt32 = 0
        /// When it was written.
        var time = 0.0
        /// It was cleared since, not written.
        var isErased = false
    }

    /// A picture that the terminal holds.
    struct Image {
        /// In pixels, as its PNG says.
        var width: Int
        var isWhole: Bool
    }

    struct Picture: Hashable {
        var image: UInt32
        var placement: UInt32
        var x: Int
        var y: Int
        var columns: Int
        var rows: Int
        /// Of the picture that was sent, which the cells stretch.
        var pixelWidth = 0
    }

    enum Happening {
        case shown(Picture)
        /// A sixel picture from this cell on, in pixels.
        case painted(x: Int, y: Int, width: Int, height: Int)
        case hidden(Picture)
        case cleared
    }

    /// Where progress and words move by themselves.
    static let footerRows = 4

    let columns: Int
    let rows: Int
    let cellWidth: Int
    let cellHeight: Int
    let manner: Manner
    /// Placements of pictures that the terminal did not hold.
    private(set) var misses = 0
    private var images: [UInt32: Image] = [:]
    private var openTransfer: UInt32?
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
    private var last: UInt32?
    private var saved = (x: 0, y: 0)
    private var colour: UInt32 = 0
    private var ground: UInt32 = 0

    /// When the pictures on the screen were first as wanted; nil = never.
    func moment(when isAsWanted: (Set<Picture>) -> Bool) -> Double? {
        var shown: Set<Picture> = []
        for (time, happening) in happenings {
            switch happening {
            case .shown(let picture): shown.insert(picture)
            case .hidden(let picture): shown.remove(picture)
            case .cleared: shown = []
            case .painted: break
            }
            if isAsWanted(shown) { return time }
        }
        return nil
    }

    init(columns: Int, rows: Int, cellWidth: Int = 10, cellHeight: Int = 20, manner: Manner = .kitty) {
        self.columns = columns
        self.rows = rows
        self.cellWidth = cellWidth
        self.cellHeight = cellHeight
        self.manner = manner
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

    /// Pixels are under way: the chunks of a transfer, or bands of sixel of which the last came a moment ago.
    func isReceiving(now: Double) -> Bool {
        if manner == .kitty { return openTransfer != nil }
        guard case (let last, .painted)? = happenings.last else { return false }
        return now - last < 40
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
        case .picture(let keys, let payload): picture(keys, payload)
        case .sixel(let width, let height):
            happenings.append((time, .painted(x: cursor.x, y: cursor.y, width: width, height: height)))
        case .system(let text):
            if text.hasPrefix("11;?") { answers += "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\".utf8 }
        }
    }

    /// The last character so many times more.
    private mutating func again(_ text: String) {
        guard let last else { return }
        for _ in 0..<min(columns, Int(text.dropLast()) ?? 1) { put(last) }
    }

    private mutating func put(_ scalar: UInt32) {
        last = scalar
        guard cursor.y < rows, cursor.x < columns else { return }
        cells[cursor.y * columns + cursor.x] = Cell(text: scalar, colour: colour, ground: ground, time: time)
        cursor.x += 1
    }

    private mutating func control(_ text: String) {
        switch text {
        case "c": answers += (manner == .kitty ? "\u{1B}[?62;c" : "\u{1B}[?63;1;2;4;6;9;15;22c").utf8
        case ">0q": answers += "\u{1B}P>|\(manner == .kitty ? "kitty(0.26.5)" : "XTerm(379)")\u{1B}\\".utf8
        case "?u": if manner == .kitty { answers += "\u{1B}[?0u".utf8 }
        case "?2026$p": if manner == .kitty { answers += "\u{1B}[?2026;2$y".utf8 }
        case "16t": answers += "\u{1B}[6;\(cellHeight);\(cellWidth)t".utf8
        case "14t": answers += "\u{1B}[4;\(rows * cellHeight);\(columns * cellWidth)t".utf8
        case "5n": answers += "\u{1B}[0n".utf8
        case "6n": answers += "\u{1B}[\(cursor.y + 1);\(cursor.x + 1)R".utf8
        case "2J": clear()
        default:
            if text.hasSuffix("H") {
                move(text)
            } else if text.hasSuffix("X") {
                erase(text)
            } else if text.hasSuffix("b") {
                again(text)
            } else if text.hasSuffix("m"), !text.hasPrefix(">") {
                dye(text)
            }
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

    private mutating func erase(_ text: String) {
        guard cursor.y < rows else { return }
        for x in cursor.x..<min(columns, cursor.x + max(1, Int(text.dropLast()) ?? 1)) {
            cells[cursor.y * columns + x] = Cell(text: 32, colour: colour, ground: ground, time: time, isErased: true)
        }
    }

    private mutating func dye(_ text: String) {
        var numbers = text.dropLast().split(separator: ";", omittingEmptySubsequences: false).map { UInt32($0) ?? 0 }[...]
        while let code = numbers.popFirst() {
            switch code {
            case 0: (colour, ground) = (0, 0)
            case 38: colour = PlayedScreen.colour(&numbers)
            case 39: colour = 0
            case 48: ground = PlayedScreen.colour(&numbers)
            case 49: ground = 0
            default: break
            }
        }
    }

    /// `2;R;G;B` or `5;N`
    private static func colour(_ numbers: inout ArraySlice<UInt32>) -> UInt32 {
        let kind = numbers.popFirst()
        if kind == 5 { return (numbers.popFirst() ?? 0) | 2 << 24 }
        let parts = Array(numbers.prefix(3))
        numbers = numbers.dropFirst(3)
        return parts.count == 3 ? parts[0] << 16 | parts[1] << 8 | parts[2] | 1 << 24 : 0
    }

    /// A chunk of a transfer; the first names the picture, its PNG's header the size.
    private mutating func transfer(_ image: UInt32, _ payload: Substring, isFirst: Bool, isLast: Bool) {
        if isFirst {
            openTransfer = image
            images[image] = Image(width: PlayedScreen.pngWidth(payload), isWhole: false)
        }
        guard isLast, let open = openTransfer else { return }
        openTransfer = nil
        // An empty last chunk ends what was cut short.
        if payload.isEmpty { images[open] = nil } else { images[open]?.isWhole = true }
    }

    /// Bytes 16 to 19 of a PNG, from its base64.
    private static func pngWidth(_ payload: Substring) -> Int {
        var bits: UInt64 = 0
        for letter in payload.utf8.prefix(28).suffix(8) {
            let value: UInt8 =
                switch letter {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): letter - 65
                case UInt8(ascii: "a")...UInt8(ascii: "z"): letter - 71
                case UInt8(ascii: "0")...UInt8(ascii: "9"): letter + 4
                default: letter == UInt8(ascii: "+") ? 62 : 63
                }
            bits = bits << 6 | UInt64(value)
        }
        // Letters 20 to 27 are bytes 15 to 20.
        return Int(bits >> 8 & 0xFFFF_FFFF)
    }

    private mutating func picture(_ keys: [UInt8: Substring], _ payload: Substring) {
        guard manner == .kitty else { return }
        func number(_ key: Character) -> UInt32 { key.asciiValue.flatMap { keys[$0] }.flatMap { UInt32($0) } ?? 0 }
        let image = number("i")
        switch keys[UInt8(ascii: "a")] {
        case "q": answers += "\u{1B}_Gi=\(image);OK\u{1B}\\".utf8
        case "t": transfer(image, payload, isFirst: true, isLast: number("m") == 0)
        case nil: transfer(image, payload, isFirst: false, isLast: number("m") == 0)
        case "p":
            guard let held = images[image], held.isWhole else {
                misses += 1
                answers += "\u{1B}_Gi=\(image),p=\(number("p"));ENOENT:no such image\u{1B}\\".utf8
                return
            }
            let shown = Picture(
                image: image, placement: number("p"), x: cursor.x, y: cursor.y, columns: Int(number("c")),
                rows: Int(number("r")), pixelWidth: held.width)
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
            if keys[UInt8(ascii: "d")] == "I" { images[image] = nil }
        default: break
        }
    }
}
