import Glibc
import KeepersCore

/// A stack fanned out, on a terminal that answers like kitty: from the key to the last byte of the last picture that came or went.
enum FanBench {
    static func run(_ setting: Setting) throws -> [Figure] {
        let visit = try Visit([try setting.program(), try setting.card().path], home: try ScoreBench.scoredHome(setting))
        _ = try visit.firstRow(within: 10_000)
        visit.terminal.type("gg")
        var opened: [Double] = []
        var walked: [Double] = []
        for _ in 0..<12 {
            visit.terminal.type("}")
            opened.append(try visit.pictures(after: "s", until: isFan))
            walked.append(try visit.pictures(after: "l", until: isFan))
            _ = try visit.pictures(after: "b") { !isFan($0) }
        }
        visit.quit()
        return [
            figure("key to the last picture of a stack fanned out, most", opened, most: 300),
            figure("the next frame of the fan large, prepared, most", walked, most: 50),
        ]
    }

    /// The fan's title stands, a large picture and two of the strip at least.
    private static func isFan(_ screen: PlayedScreen) -> Bool {
        screen.line(2).contains("← → walk") || screen.line(2).contains("nothing is suggested")
    }

    private static func figure(_ name: String, _ times: [Double], most: Double) -> Figure {
        let spread = Spread(times)
        return Figure(
            name: name, value: spread.most, unit: "ms", limit: .atMost(most), decimals: 0,
            note: "median \(fixed(spread.median, 0)), \(spread.note(0))")
    }
}

extension Visit {
    /// Milliseconds from a key to the last change of pictures that it caused, once the screen is as wanted and nothing comes any more.
    fileprivate func pictures(after key: String, until isAsWanted: (PlayedScreen) -> Bool) throws -> Double {
        terminal.settle(quiet: 500, most: 5000)
        let before = terminal.screen.happenings.count
        let typed = terminal.type(key)
        guard terminal.wait(3000, until: isAsWanted) != nil else {
            throw BenchError("after '\(key)' the screen is not as expected: \(terminal.screen.line(2))")
        }
        terminal.settle(quiet: 400, most: 3000)
        guard terminal.screen.happenings.count > before, let last = terminal.screen.happenings.last else {
            throw BenchError("the key '\(key)' changed no picture")
        }
        return last.time - typed
    }
}
