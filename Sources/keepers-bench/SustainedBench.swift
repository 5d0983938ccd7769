import Glibc
import KeepersCore

/// Thirty keys a second through five hundred frames, verdicts among them, then a kill: what was pressed must be what is stored.
enum SustainedBench {
    private static let frames = 500
    private static let period = 1000.0 / 30

    static func run(_ setting: Setting) throws -> [Figure] {
        let (program, card) = (try setting.program(), try setting.card())
        let home = try setting.makeFolder("sustain")
        _ = try ScoreBench.score(card, setting, home: home, models: "none")
        let reader = Reader(program: program, card: card.path, home: home)
        let before = (try reader.names("picked"), try reader.names("stars=3"))
        let visit = try Visit([program, card.path], home: home)
        _ = try visit.firstRow(within: 15_000)
        let names = try walk(visit)
        var run = Run(names: names)
        try run.play(visit)
        // As if the power went: nothing may wait for a clean end.
        visit.terminal.rest(500)
        visit.running.end()
        let picked = try reader.names("picked").removing(before.0)
        let starred = try reader.names("stars=3").removing(before.1)
        let wrong = picked.difference(run.picked) + starred.difference(run.starred)
        let lateness = Spread(run.lateness)
        return [
            Figure(
                name: "30 next-frame keys a second through \(names.count) frames in the loupe: to changed text, 95 of 100",
                value: lateness.share(0.95), unit: "ms", limit: .atMost(100), decimals: 0,
                note: "median \(fixed(lateness.median, 0)), \(lateness.note(0)); \(fixed(run.pace, 1)) keys/s"),
            Figure(
                name: "verdict keys among them, 500 ms before the program was killed: lost or on another frame",
                value: Double(wrong), unit: "", limit: .atMost(0), decimals: 0,
                note: "\(run.picked.count) picks, \(run.starred.count) stars; \(picked.count) and \(starred.count) stored"),
        ]
    }

    /// Goes through the frames once at leisure, so that all are cached and their order is known, and back to the first.
    private static func walk(_ visit: Visit) throws -> [String] {
        let terminal = visit.terminal
        terminal.type("gg")
        terminal.rest(500)
        terminal.type("\r")
        terminal.rest(1000)
        var names = [LinkVisit.name(terminal.screen)]
        while names.count < frames {
            let last = names[names.count - 1]
            terminal.type("l")
            guard terminal.wait(5000, until: { LinkVisit.name($0) != last }) != nil else {
                guard names.count >= 100 else { throw BenchError("the walk ended at \(last), frame \(names.count)") }
                break
            }
            names.append(LinkVisit.name(terminal.screen))
        }
        terminal.type("gg")
        guard terminal.wait(5000, until: { LinkVisit.name($0) == names[0] }) != nil else {
            throw BenchError("gg did not lead back to \(names[0])")
        }
        terminal.settle(quiet: 800, most: 8000)
        return names
    }

    /// The keys, and when each was answered.
    private struct Run {
        let names: [String]
        var lateness: [Double] = []
        var picked: [String] = []
        var starred: [String] = []
        var pace = 0.0
        private var typed: [Double] = []
        private var reached = 0
        private var seenBytes = -1

        init(names: [String]) { self.names = names }

        mutating func play(_ visit: Visit) throws {
            let terminal = visit.terminal
            let start = Stopwatch.wall()
            for step in 1..<names.count {
                listen(terminal, until: start + Double(step) * period)
                typed.append(terminal.type("l"))
                guard step % 5 == 3 else { continue }
                listen(terminal, until: start + (Double(step) + 0.5) * period)
                let isPick = step % 2 == 0
                terminal.type(isPick ? "p" : "3")
                if isPick { picked.append(names[step]) } else { starred.append(names[step]) }
            }
            pace = Double(typed.count) * 1000 / (Stopwatch.wall() - start)
            let end = Stopwatch.wall() + 10_000
            while reached < names.count - 1, Stopwatch.wall() < end { listen(terminal, until: Stopwatch.wall() + 20) }
            lateness += Array(repeating: .infinity, count: names.count - 1 - reached)
        }

        private mutating func listen(_ terminal: PlayedTerminal, until time: Double) {
            while true {
                let left = time - Stopwatch.wall()
                guard left > 0 else { return }
                let seen = terminal.screen.bytes
                _ = terminal.wait(left) { $0.bytes != seen }
                note(terminal.screen)
            }
        }

        /// The text may have passed over some frames: their keys are answered as well.
        private mutating func note(_ screen: PlayedScreen) {
            guard screen.bytes != seenBytes else { return }
            seenBytes = screen.bytes
            let name = LinkVisit.name(screen)
            guard let at = (reached + 1..<max(reached + 1, typed.count + 1)).first(where: { names[$0] == name }) else { return }
            for key in reached..<at { lateness.append(screen.time - typed[key]) }
            reached = at
        }
    }

    /// What the store says afterwards.
    private struct Reader {
        let program: String
        let card: String
        let home: String

        /// The names, without their endings, of the frames that match.
        func names(_ filter: String) throws -> [String] {
            var stream: UnsafeMutablePointer<FILE>?
            stream = popen(
                "KEEPERS_HOME='\(home)' KEEPERS_MODELS=none '\(program)' list --json --filter '\(filter)' '\(card)' 2>/dev/null",
                "r")
            guard let stream else { throw BenchError("the list could not be read") }
            var text: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = fread(&buffer, 1, buffer.count, stream)
                guard count > 0 else { break }
                text += buffer[..<count]
            }
            guard pclose(stream) == 0 else { throw BenchError("keepers list --filter '\(filter)' failed") }
            return String(decoding: text, as: UTF8.self).split(separator: "\"path\":").dropFirst().compactMap { part in
                let path = part.drop { $0 != "\"" }.dropFirst().prefix { $0 != "\"" }
                return path.split(separator: "/").last.map { String($0.prefix { $0 != "." }) }
            }
        }
    }
}

extension [String] {
    /// Without one of each of `others`.
    fileprivate func removing(_ others: [String]) -> [String] {
        var left = self
        for name in others { if let at = left.firstIndex(of: name) { left.remove(at: at) } }
        return left
    }

    /// How many are in one of both lists only.
    fileprivate func difference(_ other: [String]) -> Int { removing(other).count + other.removing(self).count }
}
