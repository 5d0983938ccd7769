/// What stands on a terminal after these bytes: addresses, clears and characters of one column; all else is skipped.
struct DrawnScreen: Equatable {
    private(set) var rows: [[Character]]
    private var x = 0
    private var y = 0
    private var saved = (0, 0)

    static func == (left: DrawnScreen, right: DrawnScreen) -> Bool { left.rows == right.rows }

    init(columns: Int, rows: Int, _ bytes: [UInt8]) {
        self.rows = Array(repeating: Array(repeating: " ", count: columns), count: rows)
        var rest = Substring(String(decoding: bytes, as: UTF8.self)).unicodeScalars
        while let scalar = rest.popFirst() {
            if scalar == "\u{1B}" { escape(&rest) } else { put(Character(scalar)) }
        }
    }

    var text: String { rows.map { String($0) }.joined(separator: "\n") }

    private mutating func escape(_ rest: inout Substring.UnicodeScalarView) {
        switch rest.popFirst() {
        case "[": control(&rest)
        case "7": saved = (x, y)
        case "8": (x, y) = saved
        case "P", "_", "]":
            while let scalar = rest.popFirst() { if scalar == "\u{1B}" || scalar == "\u{07}" { break } }
        default: break
        }
    }

    private mutating func control(_ rest: inout Substring.UnicodeScalarView) {
        var words = ""
        while let scalar = rest.popFirst() {
            guard ("\u{40}"..."\u{7E}").contains(scalar) else {
                words.unicodeScalars.append(scalar)
                continue
            }
            if scalar == "H" {
                let numbers = words.split(separator: ";").compactMap { Int($0) }
                (y, x) = (max(1, numbers.first ?? 1) - 1, max(1, numbers.count > 1 ? numbers[1] : 1) - 1)
            }
            if scalar == "J" { rows = rows.map { $0.map { _ in " " } } }
            return
        }
    }

    private mutating func put(_ character: Character) {
        guard character >= " ", y < rows.count, x < rows[y].count else { return }
        rows[y][x] = character == "\u{A0}" ? " " : character
        x += 1
    }
}
