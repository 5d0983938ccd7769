public import KeepersCore

/// What was found out about the terminal and how, for `doctor` and the footer.
public struct ProbeReport: Sendable, Equatable {
    public var pictureMode: PictureMode
    /// Why this mode, in words.
    public var reason: String
    /// The terminal's own name and version, where it tells.
    public var terminal: String?
    public var multiplexer: String?
    public var colours: ColourDepth
    /// In pixels, and where they are known from.
    public var cellWidth: Int
    public var cellHeight: Int
    public var cellSource: String
    public var background: Colour?
    public var answered: Bool
    /// tmux hands escape sequences on.
    public var passthrough: Bool
    public var synchronisedOutput: Bool
    public var keyboardProtocol: Bool
    /// Which characters it shows, and where that is known from.
    public var repertoire: Repertoire
    public var repertoireSource: String
    /// SSH_CONNECTION or SSH_TTY is set: answers are waited for longer.
    public var isRemote: Bool
    /// tmux draws sixel itself (3.4 or newer, built with it).
    public var multiplexerKnowsSixel: Bool
    /// kitty's pictures may stand in text, where tmux moves them.
    public var knowsPlaceholders: Bool
    /// Nanoseconds until the first fence was answered.
    public var roundTrip: UInt64?

    /// One line each, for people.
    public var lines: [String] {
        [
            "terminal      \(terminal ?? (answered ? "does not tell its name" : "does not answer"))",
            "multiplexer   \(multiplexerText)",
            "pictures      \(pictureMode.name): \(reason)",
            "colours       \(colourText)",
            "letters       \(repertoireText): \(repertoireSource)",
            "cell          \(cellWidth)x\(cellHeight) pixels: \(cellSource)",
            "whole frames  \(synchronisedOutput ? "yes (mode 2026)" : "not offered")",
            "keyboard      \(keyboardProtocol ? "kitty's protocol" : "classic")",
            "answers       \(answerText)",
        ]
    }

    private var multiplexerText: String {
        guard let multiplexer else { return "none seen" }
        var words = [multiplexer, passthrough ? "passes pictures on" : "passes nothing on"]
        if multiplexerKnowsSixel { words.append("draws sixel") }
        if knowsPlaceholders { words.append("moves pictures with the text") }
        return words.joined(separator: ", ")
    }

    private var repertoireText: String {
        switch repertoire {
        case .all: "all of Unicode"
        case .console: "Latin letters, lines and blocks"
        case .ascii: "ASCII only (LC_ALL=C.UTF-8 would show more where the terminal can)"
        }
    }

    private var answerText: String {
        let place = isRemote ? "through SSH" : "on this machine"
        guard let roundTrip else { return "none came (\(place)); keys work, pictures are drawn in characters" }
        let tenths = roundTrip / 100_000
        return "the first after \(tenths / 10).\(tenths % 10) ms, \(place)"
    }

    private var colourText: String {
        switch colours {
        case .direct: "24 bits"
        case .indexed: "256"
        case .sixteen: "16"
        case .none: "none (bold, underline and reverse only)"
        }
    }
}
