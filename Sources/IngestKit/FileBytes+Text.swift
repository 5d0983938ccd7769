import KeepersCore

extension FileBytes {
    /// A short text value: up to the first NUL, blanks trimmed, control characters made harmless; nil when nothing is left.
    mutating func text(_ entry: Entry, limit: Int = 128) -> String? {
        guard entry.type == 2 || entry.type == 7 || entry.type == 1, holds(entry) else { return nil }
        return text(at: entry.at, count: Int(min(entry.byteCount, UInt64(limit))))
    }

    mutating func text(at: UInt64, count: Int) -> String? { cleanText(cached(at, count)) }

    /// An EXIF time value.
    mutating func time(_ entry: Entry) -> CaptureTime? {
        guard entry.type == 2 || entry.type == 7, holds(entry) else { return nil }
        return CaptureTime(exif: cached(entry.at, Int(min(entry.byteCount, 40))))
    }
}

/// Bytes as a tidy text, or nil when only blanks are left.
func cleanText(_ bytes: UnsafeRawBufferPointer) -> String? {
    var end = 0
    var isPlain = true
    while end < bytes.count, bytes[end] != 0 {
        if bytes[end] < 0x20 || bytes[end] >= 0x7F { isPlain = false }
        end += 1
    }
    var start = 0
    while start < end, bytes[start] == 0x20 { start += 1 }
    while end > start, bytes[end - 1] == 0x20 { end -= 1 }
    guard start < end else { return nil }
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    return isPlain ? text : printable(text)
}

extension CaptureTime {
    /// `2026:06:13 13:05:00` and what cameras make of it: other separators, no seconds, a fraction; nil for blanks and zeros (EXIF 2.32, 4.6.5).
    init?(exif bytes: UnsafeRawBufferPointer) {
        var scanner = DigitScanner(bytes: bytes)
        guard let year = scanner.number(4), scanner.separator(), let month = scanner.number(2), scanner.separator(),
            let day = scanner.number(2), scanner.separator(), let hour = scanner.number(2), scanner.separator(),
            let minute = scanner.number(2)
        else { return nil }
        let second = scanner.separator() ? scanner.number(2) ?? 0 : 0
        self.init(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    }
}

/// Reads fixed-width numbers out of a time text.
private struct DigitScanner {
    let bytes: UnsafeRawBufferPointer
    var position = 0

    init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Exactly `width` places, of which leading ones may be blank.
    mutating func number(_ width: Int) -> Int? {
        guard position + width <= bytes.count else { return nil }
        var value = 0
        for place in 0..<width {
            let byte = bytes[position + place]
            if byte == 0x20, value == 0, place < width - 1 { continue }
            guard byte >= 0x30, byte <= 0x39 else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        position += width
        return value
    }

    mutating func separator() -> Bool {
        guard position < bytes.count else { return false }
        switch bytes[position] {
        case 0x3A, 0x2D, 0x2F, 0x2E, 0x20, 0x54:  // : - / . blank T
            position += 1
            return true
        default: return false
        }
    }
}

/// `+02:00` or `Z` as minutes east of UTC; nil for blanks and nonsense (EXIF 2.31, OffsetTime).
func zoneMinutes(_ text: String) -> Int16? {
    let bytes = Array(text.utf8)
    if bytes == [0x5A] { return 0 }
    guard bytes.count >= 6, bytes[0] == 0x2B || bytes[0] == 0x2D, bytes[3] == 0x3A else { return nil }
    var digits: [Int] = []
    for place in [1, 2, 4, 5] {
        guard bytes[place] >= 0x30, bytes[place] <= 0x39 else { return nil }
        digits.append(Int(bytes[place] - 0x30))
    }
    let minutes = (digits[0] * 10 + digits[1]) * 60 + digits[2] * 10 + digits[3]
    guard minutes <= 15 * 60 else { return nil }
    return Int16(bytes[0] == 0x2D ? -minutes : minutes)
}
