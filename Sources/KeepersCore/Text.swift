import Glibc

/// Decimal digits with leading zeros up to `width`.
public func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(abs(value))
    let zeros = String(repeating: "0", count: max(0, width - digits.count))
    return (value < 0 ? "-" : "") + zeros + digits
}

/// A number with a fixed count of decimals, rounded half away from zero, no locale.
public func fixed(_ value: Double, _ decimals: Int) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return value.isNaN ? "?" : (value < 0 ? "-inf" : "inf") }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int64((value * scale).rounded(.toNearestOrAwayFromZero))
    if decimals == 0 { return String(scaled) }
    let size = scaled.magnitude
    let whole = size / UInt64(scale)
    return (scaled < 0 ? "-" : "") + "\(whole)." + padded(Int(size % UInt64(scale)), decimals)
}

/// Thousands parted by narrow spaces, as photographers' counters show them: `3 120`.
public func grouped(_ value: Int) -> String {
    var digits = Array(String(abs(value)))
    var position = digits.count - 3
    while position > 0 {
        digits.insert(" ", at: position)
        position -= 3
    }
    return (value < 0 ? "-" : "") + String(digits)
}

/// `1 frame`, `3 frames`.
public func counted(_ count: Int, _ singular: String, _ plural: String? = nil) -> String {
    "\(grouped(count)) \(count == 1 ? singular : plural ?? singular + "s")"
}

/// A sentence without its full stop, to go on inside another one.
public func clause(_ sentence: String) -> String { sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence }

/// A foreign text made safe to print: control characters and terminal escapes become `?`.
public func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnprintable) else { return text }
    var out = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { out.append(isUnprintable(scalar) ? "?" : scalar) }
    return String(out)
}

/// C0, DEL, C1, and the invisible direction overrides that could disguise a file name.
func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFF9...0xFFFB: true
    default: false
    }
}

/// Columns that one character takes in a terminal: 0, 1 or 2.
public func columns(of character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if first.isASCII { return first.value >= 0x20 ? 1 : 0 }
    if first.properties.generalCategory == .nonspacingMark || first.properties.generalCategory == .enclosingMark { return 0 }
    return isWide(first) || character.unicodeScalars.contains { $0.value == 0xFE0F } ? 2 : 1
}

public func columns(of text: String) -> Int { text.reduce(0) { $0 + columns(of: $1) } }

/// Unicode East Asian Width W and F, the blocks that terminals agree on.
private func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97F,
        0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
        0x1F900...0x1F9FF, 0x1FA70...0x1FAFF, 0x20000...0x3FFFD:
        true
    default: false
    }
}

/// `text` cut to `width` columns with `…` where something was lost.
public func truncated(_ text: String, _ width: Int) -> String {
    guard width > 0 else { return "" }
    guard columns(of: text) > width else { return text }
    var out = ""
    var used = 0
    for character in text {
        let size = columns(of: character)
        if used + size > width - 1 { break }
        out.append(character)
        used += size
    }
    return out + "…"
}

/// Like `truncated`, but keeps the end: the number in `_DSC0123.ARW` is what tells frames apart.
public func truncatedHead(_ text: String, _ width: Int) -> String {
    guard width > 0 else { return "" }
    guard columns(of: text) > width else { return text }
    var out: [Character] = []
    var used = 0
    for character in text.reversed() {
        let size = columns(of: character)
        if used + size > width - 1 { break }
        out.append(character)
        used += size
    }
    return "…" + String(out.reversed())
}
