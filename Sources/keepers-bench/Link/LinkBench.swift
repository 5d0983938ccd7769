import CBench
import Glibc
import KeepersCore

/// The program through a real sshd, over a line of 80 ms and 1, 5 and 20 Mbit/s: what a person far away waits for.
///
/// This process plays the person's machine, and the relay the line: both go before ordinary processes where that is allowed.
enum LinkBench {
    static func run(_ setting: Setting) throws -> [Figure] {
        guard let folder = setting.options.server else { throw BenchError("needs --server; run `make bench-ssh`") }
        let server = try LinkServer(folder)
        let card = try Card(at: setting.options.card ?? "\(setting.folder)/card", frames: setting.options.frames)
        let home = try setting.makeFolder("link")
        _ = try ScoreBench.score(card, setting, home: home, models: "none")
        _ = keepers_urgent()
        let lab = Lab(server: server, program: [try setting.program(), card.path], home: home, rounds: setting.options.rounds)
        let lines = setting.options.lines.isEmpty ? [1, 5, 20] : setting.options.lines
        var figures: [Figure] = []
        for line in lines.map(LinkLine.init) {
            figures += try lab.grid(line)
            figures += try lab.loupe(line, .kitty)
            figures += try lab.loupe(line, .xterm)
            if line.mbit <= 1 {
                figures += try lab.symbols(line)
                figures += try lab.cull(line)
                figures += try lab.drop(line)
            }
        }
        return figures
    }
}

/// What the measurements share.
private struct Lab {
    let server: LinkServer
    let program: [String]
    let home: String
    let rounds: Int

    /// The limit of a line's own row; `nil`: none was set.
    private func limit(_ line: LinkLine, _ one: Double, _ five: Double, _ twenty: Double) -> Figure.Limit {
        switch line.mbit {
        case 1: .atMost(one)
        case 5: .atMost(five)
        case 20: .atMost(twenty)
        default: .none
        }
    }

    private func visit(_ line: LinkLine, _ manner: PlayedScreen.Manner, pictures: String? = nil) throws -> LinkVisit {
        // Every visit begins in the grid at the first frame: where the last one stood is forgotten.
        try LinkVisit(line, server, manner, program: program, home: home, pictures: pictures)
    }

    private func figure(
        _ line: LinkLine, _ name: String, _ values: [Double], _ share: Double, _ limit: Figure.Limit, note: String = ""
    ) -> Figure {
        let spread = Spread(values)
        let words = share == 0.5 ? "" : "median \(fixed(spread.median, 0)), "
        return Figure(
            name: "\(line.name): \(name)", value: spread.share(share), unit: "ms", limit: limit, decimals: 0,
            note: words + spread.note(0) + note)
    }

    // MARK: - The first page

    func grid(_ line: LinkLine) throws -> [Figure] {
        var grids: [LinkVisit.Grid] = []
        for _ in 0..<5 {
            let visit = try visit(line, .kitty)
            grids.append(try visit.grid(tiles: 24, within: 30_000))
            visit.quit()
        }
        let bytes = Spread(grids.map { Double($0.bytes) / 1000 }).median
        return [
            figure(
                line, "kitty: Enter to 24 recognisable thumbnails", grids.map(\.recognisable), 0.5, limit(line, 1200, 500, 300)),
            figure(
                line, "kitty: Enter to 24 whole thumbnails", grids.map(\.full), 0.5, limit(line, 2500, 900, 500),
                note: ", \(fixed(bytes, 0)) KB"),
        ]
    }

    // MARK: - Keys while a loupe streams

    /// Jumps of three frames, so that none was prepared, each pressed while pixels of the one before are coming in.
    func loupe(_ line: LinkLine, _ manner: PlayedScreen.Manner) throws -> [Figure] {
        let visit = try visit(line, manner)
        try openLoupe(visit)
        visit.terminal.type(":profile vim\r")
        visit.terminal.rest(500)
        let isKitty = manner == .kitty
        var pace = Pace(seed: 7)
        var answers: [LinkVisit.Answer] = []
        var misses = 0
        let bytesBefore = visit.terminal.screen.bytes
        while answers.count < rounds, misses < rounds {
            let met = visit.meetStream(within: 5000, after: pace.next(0, min(120, 25_000 / line.speed)))
            let answer = try visit.go("3l", waitsForPicture: isKitty)
            if met { answers.append(answer) } else { misses += 1 }
        }
        guard answers.count == rounds else { throw BenchError("only \(answers.count) of \(rounds + misses) keys met a stream") }
        let bytes = Double(visit.terminal.screen.bytes - bytesBefore) / Double(rounds + misses) / 1000
        let name = isKitty ? "kitty" : "sixel"
        var figures = [
            figure(
                line, "\(name): key to changed text while a loupe streams, 95 of 100", answers.map(\.chrome), 0.95,
                isKitty ? limit(line, 180, 130, 110) : limit(line, 250, 150, 120),
                note: ", \(misses) more met none, \(fixed(bytes, 0)) KB a frame")
        ]
        if isKitty {
            let pictures = answers.map { $0.picture ?? .infinity }
            figures.append(
                figure(
                    line, "kitty: key to a recognisable loupe that was not prepared", pictures, 0.5,
                    line.mbit == 1 ? .atMost(250) : .none, note: ", 95 of 100 \(fixed(Spread(pictures).share(0.95), 0))"))
            figures.append(try again(visit, line))
        }
        visit.terminal.type(":profile studio\r")
        visit.terminal.rest(500)
        visit.quit()
        return figures
    }

    private func openLoupe(_ visit: LinkVisit) throws {
        guard visit.terminal.wait(15_000, until: { !LinkVisit.name($0).isEmpty }) != nil else {
            throw BenchError("no grid came: \(visit.terminal.screen.line(0))")
        }
        visit.terminal.type("gg")
        visit.terminal.settle(quiet: 1500, most: 20_000)
        visit.terminal.type("\r")
        visit.terminal.rest(1000)
    }

    /// Back and forth between two frames that the terminal has in full.
    private func again(_ visit: LinkVisit, _ line: LinkLine) throws -> Figure {
        for key in ["h", "l"] {
            _ = try visit.go(key, waitsForPicture: true)
            _ = visit.terminal.wait(30_000) { !LinkVisit.isStreaming($0) }
        }
        var times: [Double] = []
        var misses = 0
        let before = visit.terminal.screen.bytes
        for round in 0..<max(6, rounds / 4) {
            visit.terminal.rest(700)
            let answer = try visit.go(round % 2 == 0 ? "h" : "l", waitsForPicture: true)
            if answer.wasWhole { times.append(answer.picture ?? .infinity) } else { misses += 1 }
        }
        let bytes = Double(visit.terminal.screen.bytes - before) / Double(times.count + misses)
        return figure(
            line, "kitty: key to a frame seen before", times + Array(repeating: .infinity, count: misses), 0.95,
            .atMost(LinkLine.trip + 50), note: ", \(fixed(bytes, 0)) bytes with all text")
    }

    // MARK: - Symbols

    func symbols(_ line: LinkLine) throws -> [Figure] {
        let visit = try visit(line, .kitty, pictures: "symbols")
        try openLoupe(visit)
        var times: [Double] = []
        var chrome: [Double] = []
        for _ in 0..<max(6, rounds / 2) {
            visit.terminal.rest(700)
            let typed = Stopwatch.wall()
            chrome.append(try visit.go("l", waitsForPicture: false).chrome)
            let seen = visit.terminal.wait(8000) { LinkVisit.symbolShare($0, since: typed + 1) > 0.95 }
            times.append(seen.map { $0 - typed } ?? .infinity)
        }
        visit.quit()
        return [
            figure(line, "symbols: key to a recognisable loupe", times, 0.5, limit(line, 500, 500, 500)),
            figure(line, "symbols: key to changed text while a loupe streams, 95 of 100", chrome, 0.95, .none),
        ]
    }

    // MARK: - A cull

    func cull(_ line: LinkLine) throws -> [Figure] {
        let visit = try visit(line, .kitty)
        try openLoupe(visit)
        var pace = Pace(seed: 3)
        var answers: [LinkVisit.Answer] = []
        let before = visit.terminal.screen.bytes
        for round in 0..<100 {
            visit.terminal.rest(pace.next(250, 900))
            answers.append(try visit.go(round % 3 == 0 ? "P" : "X", waitsForPicture: false))
        }
        let bytes = Double(visit.terminal.screen.bytes - before) / 100_000
        visit.quit()
        return [
            Figure(
                name: "\(line.name): 100 frames judged by key: bytes a frame", value: bytes, unit: "KB", limit: .none,
                decimals: 1),
            figure(line, "100 frames judged by key: the longest wait for the next", answers.map(\.chrome), 1, .atMost(500)),
        ]
    }

    // MARK: - The line drops

    /// The relay dies in the middle of a loupe; the next start stands at the same frame, in the loupe.
    func drop(_ line: LinkLine) throws -> [Figure] {
        let lost = try visit(line, .kitty)
        try openLoupe(lost)
        for _ in 0..<3 { _ = try lost.go("l", waitsForPicture: false) }
        lost.terminal.type("z")
        lost.terminal.rest(400)
        let (name, wasStreaming) = (LinkVisit.name(lost.terminal.screen), LinkVisit.isStreaming(lost.terminal.screen))
        lost.relay.cut()
        usleep(1_500_000)
        let back = try visit(line, .kitty)
        let seen = back.terminal.wait(15_000) { LinkVisit.name($0) == name && LinkVisit.large($0) != nil }
        let zoom = back.terminal.wait(3000) { screen in (0..<screen.rows).contains { screen.line($0).contains("100 %") } }
        let isReadOnly = (0..<back.terminal.screen.rows).contains { back.terminal.screen.line($0).contains("READ-ONLY") }
        back.terminal.type("z")
        back.terminal.rest(300)
        back.terminal.type("\u{1B}")
        back.terminal.rest(300)
        back.quit()
        let isSame = seen != nil && zoom != nil && !isReadOnly
        return [
            Figure(
                name: "\(line.name): after the line dropped in mid-loupe: same frame and zoom, ours to write (1 = yes)",
                value: isSame ? 1 : 0, unit: "", limit: .atLeast(1), decimals: 0,
                note: "\(name)\(wasStreaming ? ", a picture was under way" : "")\(isReadOnly ? ", READ-ONLY" : "")")
        ]
    }
}

/// Pauses like a person's, the same in every run.
private struct Pace {
    var seed: UInt32

    mutating func next(_ least: Double, _ most: Double) -> Double {
        seed = seed &* 1_664_525 &+ 1_013_904_223
        return least + Double(seed >> 8) / Double(1 << 24) * max(0, most - least)
    }
}
