import KeepersCore

extension CaptureTime {
    /// A catalog's `captureTime`: `2024-06-01T10:00:03.42`, with or without fraction and zone; nil where it is no whole date and time.
    init?(catalog text: String) {
        let bytes = Array(text.utf8.prefix(48))
        func number(_ range: Range<Int>) -> Int? {
            guard range.upperBound <= bytes.count else { return nil }
            var value = 0
            for byte in bytes[range] {
                guard byte >= 48, byte <= 57 else { return nil }
                value = value * 10 + Int(byte - 48)
            }
            return value
        }
        guard bytes.count >= 19, bytes[4] == 45, bytes[7] == 45, bytes[10] == 84 || bytes[10] == 32, bytes[13] == 58,
            bytes[16] == 58, let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            let time = CaptureTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        else { return nil }
        self = time
        var rest = bytes[19...]
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { $0 >= 48 && $0 <= 57 }
            setSubsecond(digits: String(decoding: digits, as: UTF8.self))
            rest = rest.dropFirst(1 + digits.count)
        }
        if rest.elementsEqual([UInt8(ascii: "Z")]) { offsetMinutes = 0 }
        if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), rest.count == 6,
            let hours = number(rest.startIndex + 1..<rest.startIndex + 3),
            let minutes = number(rest.startIndex + 4..<rest.startIndex + 6), hours <= 14, minutes < 60
        {
            offsetMinutes = Int16((sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes))
        }
    }
}
