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

    /// One line each, for people.
    public var lines: [String] {
        [
            "terminal      \(terminal ?? (answered ? "does not tell its name" : "does not answer"))",
            "multiplexer   \(multiplexer.map { $0 + (passthrough ? ", passes pictures on" : ", passes nothing on") } ?? "none seen")",
            "pictures      \(pictureMode.name): \(reason)",
            "colours       \(colourText)",
            "cell          \(cellWidth)x\(cellHeight) pixels: \(cellSource)",
            "whole frames  \(synchronisedOutput ? "yes (mode 2026)" : "not offered")",
            "keyboard      \(keyboardProtocol ? "kitty's protocol" : "classic")",
        ]
    }

    private var colourText: String {
        switch colours {
        case .direct: "24 bits"
        case .indexed: "256"
        case .none: "none (bold, underline and reverse only)"
        }
    }
}
