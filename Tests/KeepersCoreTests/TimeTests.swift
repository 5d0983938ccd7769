import KeepersCore
import Testing

@Suite struct TimeTests {
    @Test func readsCalendarAndWritesISO() throws {
        var time = try #require(CaptureTime(year: 2026, month: 6, day: 13, hour: 20, minute: 14, second: 7))
        time.setSubsecond(digits: "07")
        #expect(time.iso8601 == "2026-06-13T20:14:07.07")
        time.offsetMinutes = -210
        #expect(time.iso8601 == "2026-06-13T20:14:07.07-03:30")
        #expect(time.nanoseconds == 70_000_000)
    }

    @Test(arguments: [(0, 0, 0), (2025, 2, 29), (2026, 13, 1), (2026, 4, 31), (2026, 0, 3)])
    func refusesImpossibleDates(year: Int, month: Int, day: Int) {
        #expect(CaptureTime(year: year, month: month, day: day, hour: 0, minute: 0, second: 0) == nil)
    }

    @Test func subsecondsKeepTheirDigitsAndIgnoreRubbish() {
        #expect(Make.time(0, sub: "5").clock.hasSuffix(".5"))
        #expect(Make.time(0, sub: "050").clock.hasSuffix(".050"))
        #expect(Make.time(0, sub: "07  ").subsecondDigits == 2)
        #expect(Make.time(0, sub: "x7").subsecondDigits == 0)
        #expect(Make.time(0, sub: "12a").subsecondDigits == 0)
    }

    @Test func everyDaySurvivesTheCalendar() throws {
        for day in stride(from: -719_000, to: 800_000, by: 997) {
            let time = CaptureTime(wallSeconds: Int64(day) * 86400 + 3661)
            let text = time.iso8601
            guard text.count == 19, !text.hasPrefix("-") else { continue }
            let parts = text.split { "-T:".contains($0) }.compactMap { Int($0) }
            let again = try #require(
                CaptureTime(year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4], second: parts[5]))
            #expect(again.wallSeconds == time.wallSeconds)
        }
    }

    @Test func twoCamerasInterleaveByTheirZones() {
        let a = Make.frame(1, at: Make.time(3600 + 10, offset: 120), camera: "A")
        let b = Make.frame(2, at: Make.time(5, offset: 60), camera: "B")
        let c = Make.frame(3, at: Make.time(3600 + 1, sub: "25", offset: 120), camera: "A")
        #expect(TimeOrder(frames: [a, b, c]).sorted([a, b, c]).map(\.id.rawValue) == [3, 2, 1])
    }

    @Test func framesWithoutZoneTakeTheCommonOne() {
        let tagged = Make.frame(1, at: Make.time(7200, offset: 120))
        let plain = Make.frame(2, at: Make.time(7199))
        let order = TimeOrder(frames: [tagged, plain])
        #expect(order.assumedOffsetMinutes == 120)
        #expect(order.sorted([tagged, plain]).map(\.id.rawValue) == [2, 1])
    }

    @Test func undatedStandLastByNameAsPeopleCount() {
        let frames = [
            Make.frame(1, path: "b/DSC_1000.NEF"), Make.frame(2, path: "a/DSC_999.NEF"), Make.frame(3, at: Make.time(9)),
        ]
        #expect(TimeOrder(frames: frames).sorted(frames).map(\.id.rawValue) == [3, 2, 1])
    }
}
