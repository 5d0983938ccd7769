import KeepersCore

/// A file of events, one a line; tests, `keepers replay`, benchmarks and demos use the same format.
struct ReplayScript: Sendable {
    enum Line: Equatable, Sendable {
        case keys([Key])
        case paste(String)
        case click(x: Int, y: Int)
        case resize(columns: Int, rows: Int)
        case waitIdle
        case screen
        case expectGolden(String)
        case expectText(String)
    }
    var lines: [(number: Int, line: Line)]

    static func parse(_ text: String) throws(Failure) -> ReplayScript {
        var lines: [(Int, Line)] = []
        for (index, raw) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = raw.split(separator: " ").map(String.init)
            guard let verb = words.first, !verb.hasPrefix("#") else { continue }
            guard let line = parse(verb, Array(words.dropFirst())) else {
                throw Failure("line \(index + 1) of the script does not read: '\(printable(String(raw)))'")
            }
            lines.append((index + 1, line))
        }
        return ReplayScript(lines: lines)
    }

    private static func parse(_ verb: String, _ words: [String]) -> Line? {
        switch verb {
        case "key", "keys":
            let keys = words.compactMap { Key(named: $0) }
            return keys.count == words.count && !keys.isEmpty ? .keys(keys) : nil
        case "type": return .keys(words.joined(separator: " ").map { Key($0) })
        case "paste": return .paste(words.joined(separator: " "))
        case "click":
            guard words.count == 2, let x = Int(words[0]), let y = Int(words[1]) else { return nil }
            return .click(x: x, y: y)
        case "resize":
            let numbers = words.first?.split(separator: "x").compactMap { Int($0) } ?? []
            return numbers.count == 2 ? .resize(columns: numbers[0], rows: numbers[1]) : nil
        case "wait": return words == ["idle"] ? .waitIdle : nil
        case "screen": return .screen
        case "expect":
            if words.count == 2, words[0] == "golden" { return .expectGolden(words[1]) }
            return words.count >= 2 && words[0] == "text" ? .expectText(words.dropFirst().joined(separator: " ")) : nil
        default: return nil
        }
    }
}
