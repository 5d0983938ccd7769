import KeepersCore

/// What a terminal says about itself when asked.
enum Reply: Equatable, Sendable {
    /// DA1, `CSI ? 62 ; 4 c`: the numbers name abilities (4 = sixel).
    case attributes([Int])
    /// XTVERSION: name and version in the terminal's own words.
    case version(String)
    /// DECRPM: a private mode and 0 unknown, 1 set, 2 reset, 3 or 4 for ever so.
    case mode(Int, value: Int)
    /// A cell's size in pixels.
    case cellPixels(width: Int, height: Int)
    /// The text area's size in pixels.
    case windowPixels(width: Int, height: Int)
    /// OSC 11.
    case background(Colour)
    /// kitty's graphics: `OK`, or a code such as `ENOENT:...`.
    case kitty(id: UInt32, placement: UInt32?, message: String)
    /// DSR 5: all bytes up to the question have been read.
    case ready
    /// DSR 6, from 1.
    case cursor(row: Int, column: Int)
    /// kitty's keyboard protocol is spoken.
    case keyboard(flags: Int)
}

/// One thing read from a terminal.
enum Parsed: Equatable, Sendable {
    case event(InputEvent)
    case reply(Reply)
}
