import CBench
import Glibc
import KeepersCore
import PersistenceKit

/// An export of 3,000 new and 3,000 merged sidecars: what it costs, and whether the screens answer meanwhile.
enum ExportBench {
    static func run(_ setting: Setting) throws -> [Figure] {
        let count = 2 * min(3000, setting.options.frames)
        let program = try setting.program()
        let folder = try setting.makeFolder("export")
        guard keepers_is_on_disk(folder) == 1 else {
            throw BenchError("\(folder) lies in memory, where fsync is free: set XDG_CACHE_HOME to a folder on a disk")
        }
        let card = try crowd(setting, count, in: folder)
        let home = folder + "/home"
        mkdir(home, 0o700)
        try end(Running([program, "list", card], home: home), "list", within: 300_000)
        try decide(home)
        let whole = try command([program, "export", card], home)
        guard sidecars(card) == count else { throw BenchError("\(sidecars(card)) sidecars and not \(count)") }
        let idle = try command([program, "export", card], home)
        let undo = try command([program, "undo-export", "--all", card], home)
        guard sidecars(card) == count / 2 else { throw BenchError("undo left \(sidecars(card)) sidecars") }
        return [
            Figure(
                name: "keepers export, all processes", value: whole.cpu, unit: "s CPU", limit: .atMost(5),
                note: "a second one, which writes nothing: \(fixed(idle.cpu, 1))"),
            Figure(
                name: "the same, on this disk with fsync", value: whole.wall, unit: "s", limit: .atMost(60), decimals: 1,
                note: "a second one: \(fixed(idle.wall, 1)), undo: \(fixed(undo.wall, 1))"),
        ] + (try screen([program, card], home, count))
    }

    // MARK: - The card

    /// Thousands of names for a few files, half of them with sidecars as Lightroom writes them for an edited photo.
    private static func crowd(_ setting: Setting, _ count: Int, in folder: String) throws -> String {
        let seed = try Card(at: folder + "/seed", frames: 160)
        let files = seed.negatives.map(\.path).filter { FileKind.suggested(byName: $0)?.ignoresSidecar == false }
        let card = folder + "/card"
        mkdir(card, 0o755)
        for index in 0..<count {
            if index % 1000 == 0 { mkdir("\(card)/\(100 + index / 1000)CROWD", 0o755) }
            let stem = "\(card)/\(100 + index / 1000)CROWD/C\(padded(index, 4))"
            let file = files[index % files.count]
            guard link(file, "\(stem).\(fileExtension(file))") == 0 else {
                throw BenchError("\(stem): \(String(cString: strerror(errno)))")
            }
            if index % 2 == 0 { try write(sidecar(index), to: stem + ".xmp") }
        }
        return card
    }

    private static func sidecar(_ index: Int) -> String {
        let settings = (0..<120).map { "   crs:Setting\($0)=\"+0.\(padded(index % 100, 2))\"" }.joined(separator: "\n")
        return """
            <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Adobe XMP Core 7.0-c000">
             <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
              <rdf:Description rdf:about=""
                xmlns:xmp="http://ns.adobe.com/xap/1.0/"
                xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/"
               xmp:Rating="2"
               xmp:MetadataDate="2026-06-14T09:00:00+02:00"
            \(settings)
               crs:HasSettings="True"/>
             </rdf:RDF>
            </x:xmpmeta>

            """
    }

    private static func write(_ text: String, to path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        let bytes = Array(text.utf8)
        guard file >= 0, Glibc.write(file, bytes, bytes.count) == bytes.count else {
            throw BenchError("\(path): \(String(cString: strerror(errno)))")
        }
        close(file)
    }

    private static func sidecars(_ card: String) -> Int {
        Folder.names(card).reduce(0) { $0 + Folder.names("\(card)/\($1)").count { $0.hasSuffix(".xmp") } }
    }

    /// Every frame is a pick or a reject.
    private static func decide(_ home: String) throws {
        do throws(StoreError) {
            var tick: Int64 = 0
            let clock = {
                tick += 1
                return tick
            }
            let store = try Store(data: home + "/data", cache: home + "/cache", clock: clock)
            for session in try store.sessions() {
                let frames = try store.frames(in: session.id)
                let changes = frames.map { FrameChange($0.id, .verdict($0.id.rawValue % 3 == 0 ? .pick : .reject)) }
                _ = try store.commit(Step(changes: changes, reason: "bench", place: Place(frame: frames[0].id)), in: session.id)
            }
        } catch {
            throw BenchError(error.message)
        }
    }

    // MARK: - Measuring

    /// Wall seconds and CPU seconds of all processes of a command that must succeed.
    private static func command(_ words: [String], _ home: String) throws -> (wall: Double, cpu: Double) {
        let running = try Running(words, home: home)
        var cpu: [pid_t: Double] = [:]
        let limit = Stopwatch.wall() + 300_000
        while Stopwatch.wall() < limit {
            if let code = running.ended() {
                guard code == 0 else { throw BenchError("\(words[1]) ended with \(code)") }
                return ((Stopwatch.wall() - running.startedAt) / 1000, cpu.values.reduce(0, +))
            }
            cpu.merge(running.cpu()) { max($0, $1) }
            usleep(30_000)
        }
        throw BenchError("\(words[1]) did not end")
    }

    private static func end(_ running: Running, _ name: String, within milliseconds: Double) throws {
        let limit = Stopwatch.wall() + milliseconds
        while Stopwatch.wall() < limit {
            if let code = running.ended() {
                guard code == 0 else { throw BenchError("\(name) ended with \(code)") }
                return
            }
            usleep(20_000)
        }
        throw BenchError("\(name) did not end")
    }

    /// While the sidecars are written keys do nothing: the window is pulled instead, and the right end of the profile's line must follow.
    private static func screen(_ words: [String], _ home: String, _ count: Int) throws -> [Figure] {
        let visit = try Visit(words, home: home)
        let terminal = visit.terminal
        func says(_ text: String) -> (PlayedScreen) -> Bool {
            { screen in (0..<screen.rows).contains { screen.line($0).contains(text) } }
        }
        _ = try visit.firstRow(within: 30_000)
        terminal.type("E")
        guard terminal.wait(60_000, until: says("write \(grouped(count)) ")) != nil else { throw BenchError("no dry run came") }
        terminal.type("\r")
        guard terminal.wait(10_000, until: says("writing ")) != nil else { throw BenchError("nothing was written") }
        var times: [Double] = []
        var columns = PlayedTerminal.columns
        // The profile's line is drawn among the first, the count of what is written among the last.
        func isOver() -> Bool { terminal.screen.line(3).contains("Exported") }
        while !isOver(), times.count < 1000 {
            terminal.rest(100)
            columns = columns == PlayedTerminal.columns ? columns - 1 : PlayedTerminal.columns
            let before = terminal.screen.line(3)
            let pulled = terminal.resize(columns: columns)
            let followed = terminal.wait(5000) { $0.line(3) != before }
            if !isOver() { times.append((followed ?? .infinity) - pulled) }
        }
        guard terminal.wait(300_000, until: says("\(grouped(count)) written")) != nil, times.count >= 5 else {
            throw BenchError("the export on the screen did not end, or too soon: \(times.count) rounds")
        }
        let spread = Spread(times)
        return [
            Figure(
                name: "a pulled window drawn anew while they are written: 99 of 100", value: spread.share(0.99), unit: "ms",
                limit: .atMost(100), decimals: 0, note: "median \(fixed(spread.median, 0)), \(spread.note(0))")
        ]
    }
}
