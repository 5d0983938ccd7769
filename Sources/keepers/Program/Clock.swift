import EngineKit
import Glibc
import KeepersCore

/// The outside world's time; everything below the program gets it passed in.
enum Clock {
    /// Nanoseconds since 1970.
    static func wall() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    }

    /// Nanoseconds of a clock that never jumps.
    static func monotonic() -> UInt64 { MonotonicClock.now() }

    /// `23:31` here, `wall` in nanoseconds since 1970.
    static func hourAndMinute(_ wall: Int64) -> String {
        let time = local(wall)
        return "\(padded(Int(time.tm_hour), 2)):\(padded(Int(time.tm_min), 2))"
    }

    /// `2026-06-13T23:31:05+02:00`, for xmp:MetadataDate.
    static func iso8601(_ wall: Int64) -> String {
        let time = local(wall)
        let offset = Int(time.tm_gmtoff) / 60
        let date = "\(padded(Int(time.tm_year) + 1900, 4))-\(padded(Int(time.tm_mon) + 1, 2))-\(padded(Int(time.tm_mday), 2))"
        let clock = "\(padded(Int(time.tm_hour), 2)):\(padded(Int(time.tm_min), 2)):\(padded(Int(time.tm_sec), 2))"
        return "\(date)T\(clock)\(offset < 0 ? "-" : "+")\(padded(abs(offset) / 60, 2)):\(padded(abs(offset) % 60, 2))"
    }

    /// `today 23:04`, `12 June 18:20`, `12 June 2025`.
    static func words(_ wall: Int64, now: Int64) -> String {
        let then = local(wall)
        let today = local(now)
        if then.tm_year == today.tm_year, then.tm_yday == today.tm_yday { return "today \(hourAndMinute(wall))" }
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
            "December",
        ]
        let day = "\(then.tm_mday) \(months[Int(then.tm_mon) % 12])"
        return then.tm_year == today.tm_year ? "\(day) \(hourAndMinute(wall))" : "\(day) \(then.tm_year + 1900)"
    }

    private static func local(_ wall: Int64) -> tm {
        var seconds = time_t(wall / 1_000_000_000)
        var parts = tm()
        localtime_r(&seconds, &parts)
        return parts
    }
}
