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
            Without names, all of:
            \(parts.joined(separator: "\n"))
            """
    }
}
