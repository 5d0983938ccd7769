import Glibc
import KeepersCore

/// `keepers-bench [NAMES...] [--frames N] [--card DIR] [--photos DIR]`
struct Options {
    var names: [String] = []
    var frames = 3000
    /// A card that is made once and kept; nil: made anew and removed at the end.
    var card: String?
    /// Portraits for the part "faces".
    var photos = ".local/photos"
    /// The folder of the server for the part "link", with its `port`, `user` key and `known` hosts.
    var server: String?
    /// Keys a measurement of the part "link", and which of its lines (Mbit/s; empty = all).
    var rounds = 40
    var lines: [Double] = []

    init(_ words: [String]) throws {
        var words = words[...]
        while let word = words.popFirst() {
            switch word {
            case "--help", "-h":
                print(Options.usage)
                exit(0)
            case "--frames":
                guard let count = words.popFirst().flatMap(Int.init), (100...100_000).contains(count) else {
                    throw BenchError("--frames needs a number from 100 to 100000")
                }
                frames = count
            case "--card":
                guard let folder = words.popFirst() else { throw BenchError("--card needs a folder") }
                card = folder
            case "--photos":
                guard let folder = words.popFirst() else { throw BenchError("--photos needs a folder") }
                photos = folder
            case "--server":
                guard let folder = words.popFirst() else { throw BenchError("--server needs a folder") }
                server = folder
            case "--rounds":
                guard let count = words.popFirst().flatMap(Int.init), (4...1000).contains(count) else {
                    throw BenchError("--rounds needs a number from 4 to 1000")
                }
                rounds = count
            case "--mbit":
                guard let rate = words.popFirst().flatMap(Double.init), (0.05...1000).contains(rate) else {
                    throw BenchError("--mbit needs a number from 0.05 to 1000")
                }
                lines.append(rate)
            case _ where Bench.parts.contains { $0.name == word }: names.append(word)
            default: throw BenchError("'\(word)' is no part of the bench\n\(Options.usage)")
            }
        }
    }

    static var usage: String {
        let parts = Bench.parts.map { "  \($0.name)\(String(repeating: " ", count: 11 - $0.name.count))\($0.about)" }
        return """
            Usage: keepers-bench [NAMES...] [--frames N] [--card DIR] [--photos DIR]
            Measures Keepers on a sparse demo card of N frames (default 3000) of 25 MB. Exit code 1: a limit was exceeded.
            --photos DIR: portraits for the part "faces" (default .local/photos, which `make setup` fetches).
            --card DIR keeps the card in DIR, and uses the one that is there.
            The part "link": --server DIR (made by scripts/bench-ssh), --rounds N keys, --mbit N for one line only.
            Without names, all but link of:
            \(parts.joined(separator: "\n"))
            """
    }
}
