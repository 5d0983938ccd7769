/// How pictures reach this terminal, best first.
public enum PictureMode: Sendable, Equatable {
    case kitty
    /// kitty's, placed by characters of text that a multiplexer moves and redraws.
    case placeholders
    case sixel
    case iterm2
    /// Coloured block characters; 24-bit colours or xterm's 240 fixed ones.
    case symbols(truecolour: Bool)
    case none
}
