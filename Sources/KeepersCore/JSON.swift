import Glibc

/// A JSON value; objects keep the order in which their keys were written, so that output is stable.
public enum JSON: Equatable, Sendable {
    case null
    case bool(Bool)
    case int(Int)
    case real(Double)
    case text(String)
    case list([JSON])
    case object([(String, JSON)])

    public static func == (left: JSON, right: JSON) -> Bool { left.serialized() == right.serialized() }

    public subscript(key: String) -> JSON? {
        if case .object(let pairs) = self { return pairs.first { $0.0 == key }?.1 }
        return nil
    }
    public var textValue: String? { if case .text(let text) = self { text } else { nil } }

    /// RFC 8259 text; `indent` > 0 breaks lines.
    public func serialized(indent: Int = 0) -> String {
        var out = ""
        append(to: &out, indent: indent, depth: 0)
        return out
    }

    private func append(to out: inout String, indent: Int, depth: Int) {
        switch self {
        case .null: out += "null"
        case .bool(let value): out += value ? "true" : "false"
        case .int(let value): out += String(value)
        case .real(let value): out += value.isFinite ? JSON.shortest(value) : "null"
        case .text(let text): JSON.quote(text, into: &out)
        case .list(let values):
            JSON.block("[", "]", values, into: &out, indent: indent, depth: depth) {
                $0.append(to: &$1, indent: indent, depth: depth + 1)
            }
        case .object(let pairs):
            JSON.block("{", "}", pairs, into: &out, indent: indent, depth: depth) { pair, out in
                JSON.quote(pair.0, into: &out)
                out += indent > 0 ? ": " : ":"
                pair.1.append(to: &out, indent: indent, depth: depth + 1)
            }
        }
    }

    private static func block<Item>(
        _ open: String, _ close: String, _ items: [Item], into out: inout String, indent: Int, depth: Int,
        _ body: (Item, inout String) -> Void
    ) {
        out += open
        for (index, item) in items.enumerated() {
            if index > 0 { out += "," }
            if indent > 0 { out += "\n" + String(repeating: " ", count: indent * (depth + 1)) }
            body(item, &out)
        }
        if indent > 0 && !items.isEmpty { out += "\n" + String(repeating: " ", count: indent * depth) }
        out += close
    }

    private static func shortest(_ value: Double) -> String {
        if value == value.rounded(), abs(value) < 1e15 { return String(Int64(value)) }
        return String(value)
    }

    private static func quote(_ text: String, into out: inout String) {
        out += "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": out += "\\\""
            case "\\": out += "\\\\"
            case "\n": out += "\\n"
            case "\r": out += "\\r"
            case "\t": out += "\\t"
            // C1 too: a terminal that shows the answer would obey them.
            case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value):
                let hex = String(scalar.value, radix: 16)
                out += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: out.unicodeScalars.append(scalar)
            }
        }
        out += "\""
    }
}
