import CJPEG
import KeepersCore

/// iTerm2's inline pictures (also WezTerm, mlterm): the terminal decodes a JPEG, so a loupe costs a quarter of sixel.
/// Source: https://iterm2.com/documentation-images.html
enum ITermEncoder {
    /// One escape that shows `pixels` at the cursor, stretched over the cells. `quality`: 1...100.
    static func encode(_ pixels: Pixels, columns: Int, rows: Int, quality: Int, throughTmux: Bool) -> [UInt8] {
        let file = jpeg(pixels, quality: min(max(quality, 1), 100))
        guard !file.isEmpty, columns > 0, rows > 0 else { return [] }
        let keys = "inline=1;size=\(file.count);width=\(columns);height=\(rows);preserveAspectRatio=0;doNotMoveCursor=1"
        return passedThrough(Array("\u{1B}]1337;File=\(keys):".utf8) + base64(file) + [0x07], tmux: throughTmux)
    }

    private static func jpeg(_ pixels: Pixels, quality: Int) -> [UInt8] {
        guard pixels.isShowable else { return [] }
        var buffer: UnsafeMutablePointer<UInt8>?
        var size = 0
        let result = keepers_jpeg_encode(
            pixels.bytes, Int32(pixels.width), Int32(pixels.height), 0, Int32(quality), 1, &buffer, &size)
        guard result == 0, let buffer else { return [] }
        defer { keepers_jpeg_free(buffer) }
        return Array(UnsafeBufferPointer(start: buffer, count: size))
    }
}
