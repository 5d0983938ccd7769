/// Which characters a terminal can show.
public enum Repertoire: Sendable, Equatable {
    /// All of Unicode.
    case all
    /// The Linux console's font of 256 or 512 shapes: Latin letters, lines and blocks.
    case console
    /// 7 bits: no UTF-8 arrives there as such.
    case ascii

    /// What the environment says: the locale as POSIX reads it, and the console's name.
    init(environment: [String: String]) {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
        let locale = (names.first { !$0.isEmpty } ?? "").lowercased()
        if !locale.contains("utf-8") && !locale.contains("utf8") {
            self = .ascii
        } else {
            self = environment["TERM"] == "linux" ? .console : .all
        }
    }

    func has(_ scalar: Unicode.Scalar) -> Bool {
        switch self {
        case .all: true
        case .ascii: scalar.isASCII
        case .console:
            scalar.value < 0x180 || [0x2500, 0x2502, 0x250C, 0x2510, 0x2514, 0x2518, 0x253C].contains(scalar.value)
                || [0x2580, 0x2584, 0x2588, 0x258C, 0x2590, 0x2591, 0x2592, 0x2593].contains(scalar.value)
        }
    }
}
