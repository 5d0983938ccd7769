// Fuzz target: any bytes, read as what a terminal sends, torn apart anywhere, must leave a parser that understands the next key.
import Glibc
import KeepersCore

/// The first byte says how the rest is cut into reads, the second whether a cursor report is awaited and where patience ends.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzInputParser(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 2 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: data + 2, count: count - 2))
    let (cut, mood) = (Int(data[0]), data[1])
    let whole = read(bytes, pieces: bytes.count, mood: mood, flushes: false)
    let torn = read(bytes, pieces: cut % 17 + 1, mood: mood, flushes: false)
    precondition(whole == torn, "where the bytes were torn apart changed what they mean")
    // A line that stalls: patience ends between the pieces.
    _ = read(bytes, pieces: cut % 17 + 1, mood: mood, flushes: true)
    return 0
}

private func read(_ bytes: [UInt8], pieces: Int, mood: UInt8, flushes: Bool) -> [Parsed] {
    var parser = InputParser()
    parser.awaitsCursorReport = mood & 1 != 0
    var parsed: [Parsed] = []
    var rest = bytes[...]
    while !rest.isEmpty {
        parser.feed(rest.prefix(pieces))
        rest = rest.dropFirst(pieces)
        if flushes, mood & 2 != 0 { parser.flush() }
        parsed += parser.drain()
    }
    check(parsed, of: bytes.count)
    parser.flush()
    parser.feed([0x1B, UInt8(ascii: "\\")])
    _ = parser.drain()
    parser.feed([UInt8(ascii: "k")])
    precondition(parser.drain() == [.event(.key(Key("k")))], "the next key is not understood")
    precondition(parser.patience == .none, "something is still awaited")
    return parsed
}

/// What comes out is bounded by what went in, can be printed, and lies on a screen.
private func check(_ parsed: [Parsed], of count: Int) {
    precondition(parsed.count <= 2 * count, "more was understood than was sent")
    for item in parsed {
        switch item {
        case .event(.paste(let text)):
            precondition(text.utf8.count <= 3 * (InputParser.pasteLimit + 8), "a paste beyond its limit")
            precondition(!text.unicodeScalars.contains { $0.value < 32 || $0.value == 127 }, "a paste with control characters")
        case .event(.mouse(let mouse)): precondition(mouse.x >= 0 && mouse.y >= 0, "a mouse outside the screen")
        case .event(.key(let key)): precondition(!key.name.isEmpty, "a key without a name")
        case .reply(.version(let text)), .reply(.kitty(_, _, let text)):
            precondition(!text.unicodeScalars.contains { $0.value < 32 || $0.value == 127 }, "an answer with control characters")
        default: break
        }
    }
}
