/// When a shutter opened, as the camera wrote it: wall clock, sub-second digits, and the zone only where the file has one.
public struct CaptureTime: Hashable, Sendable {
    /// Seconds since 1970-01-01 00:00 of the camera's own wall clock.
    public var wallSeconds: Int64
    public var nanoseconds: Int32
    /// How many sub-second digits the file held; 0 = none.
    public var subsecondDigits: UInt8
    public var offsetMinutes: Int16?

    public init(wallSeconds: Int64, nanoseconds: Int32 = 0, subsecondDigits: UInt8 = 0, offsetMinutes: Int16? = nil) {
        self.wallSeconds = wallSeconds
        self.nanoseconds = nanoseconds
        self.subsecondDigits = subsecondDigits
        self.offsetMinutes = offsetMinutes
    }

    /// From calendar parts (proleptic Gregorian); nil for impossible dates such as "0000:00:00 00:00:00".
    public init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= CaptureTime.days(inMonth: month, year: year),
            (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        let days = CaptureTime.daysSinceEpoch(year: year, month: month, day: day)
        self.init(wallSeconds: Int64(days) * 86400 + Int64(hour * 3600 + minute * 60 + min(second, 59)))
    }

    /// Adds EXIF SubSecTime digits ("07" is .07 s); anything but digits and trailing blanks is ignored.
    public mutating func setSubsecond(digits text: String) {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty, text.dropFirst(digits.count).allSatisfy({ $0 == " " || $0 == "\0" }) else { return }
        var value: Int64 = 0
        for digit in digits.prefix(9) { value = value * 10 + Int64(digit.wholeNumberValue ?? 0) }
        for _ in min(digits.count, 9)..<9 { value *= 10 }
        nanoseconds = Int32(value)
        subsecondDigits = UInt8(min(digits.count, 9))
    }

    /// The place on one common time line, in nanoseconds: UTC where the zone is known, else the wall clock plus `assumedOffset`.
    public func instant(assumedOffsetMinutes: Int = 0, correctionNanoseconds: Int64 = 0) -> Int64 {
        let offset = Int64(offsetMinutes.map(Int.init) ?? assumedOffsetMinutes)
        let seconds = wallSeconds.subtractingReportingOverflow(offset * 60).partialValue
        return seconds.multipliedReportingOverflow(by: 1_000_000_000).partialValue &+ Int64(nanoseconds) &+ correctionNanoseconds
    }

    /// ISO 8601 with as many sub-second digits as the file had; no zone where the file has none.
    public var iso8601: String {
        let (year, month, day) = CaptureTime.calendar(daysSinceEpoch: Int(floorDivide(wallSeconds, 86400)))
        var text = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(clock)"
        if let offsetMinutes {
            let size = abs(Int(offsetMinutes))
            text += "\(offsetMinutes < 0 ? "-" : "+")\(padded(size / 60, 2)):\(padded(size % 60, 2))"
        }
        return text
    }

    /// `20:14:07.35` of the wall clock.
    public var clock: String {
        let second = Int(wallSeconds - floorDivide(wallSeconds, 86400) * 86400)
        var text = "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
        if subsecondDigits > 0 {
            var value = Int(nanoseconds)
            for _ in Int(subsecondDigits)..<9 { value /= 10 }
            text += ".\(padded(value, Int(subsecondDigits)))"
        }
        return text
    }

    static func days(inMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Howard Hinnant, "chrono-compatible low-level date algorithms", days_from_civil.
    static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719468
    }

    static func calendar(daysSinceEpoch days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719468
        let era = (shifted >= 0 ? shifted : shifted - 146096) / 146097
        let dayOfEra = shifted - era * 146097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}

func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
    value >= 0 ? value / divisor : (value - divisor + 1) / divisor
}
