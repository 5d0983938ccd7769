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
            guard let fan = try visit.pictures(after: "s", until: isFan) else { throw BenchError("s changed no picture") }
            opened.append(fan)
            // The suggested one may be the last of its stack.
            for key in ["l", "h"] { walked += try visit.pictures(after: key, until: isFan).map { [$0] } ?? [] }
            _ = try visit.pictures(after: "b") { !isFan($0) }
        }
        visit.quit()
        return [
            figure("key to the last picture of a stack fanned out", opened, most: 300),
            figure("the next frame of the fan large, prepared", walked, most: 50),
        ]
    }

    /// The fan's title stands, a large picture and two of the strip at least.
    private static func isFan(_ screen: PlayedScreen) -> Bool {
        screen.line(2).contains("← → walk") || screen.line(2).contains("nothing is suggested")
    }

    private static func figure(_ name: String, _ times: [Double], most: Double) -> Figure {
        let spread = Spread(times)
        return Figure(
            name: name, value: spread.median, unit: "ms", limit: .atMost(most), decimals: 0, note: spread.note(0))
    }
}

extension Visit {
    /// Milliseconds from a key to the last change of pictures that it caused, once the screen is as wanted and nothing comes any more;
    /// nil where it changed none.
    fileprivate func pictures(after key: String, until isAsWanted: (PlayedScreen) -> Bool) throws -> Double? {
        terminal.settle(quiet: 500, most: 5000)
        let before = terminal.screen.happenings.count
        let typed = terminal.type(key)
        guard terminal.wait(3000, until: isAsWanted) != nil else {
            throw BenchError("after '\(key)' the screen is not as expected: \(terminal.screen.line(2))")
        }
        terminal.settle(quiet: 400, most: 3000)
        guard terminal.screen.happenings.count > before else { return nil }
        return terminal.screen.happenings.last.map { $0.time - typed }
    }
}
