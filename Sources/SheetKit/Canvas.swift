import CZlib
import KeepersCore

/// A page of pixels that is painted on and packed as a PNG.
struct Canvas {
    let width: Int
    let height: Int
    private(set) var pixels: [UInt8]

    init(width: Int, height: Int, colour: Colour) {
        self.width = width
        self.height = height
        pixels = [UInt8](unsafeUninitializedCapacity: width * height * 3) { buffer, count in
            for index in 0..<(width * height) {
                buffer[3 * index] = colour.red
                buffer[3 * index + 1] = colour.green
                buffer[3 * index + 2] = colour.blue
            }
            count = width * height * 3
        }
    }

    /// Copies a picture; what lies outside the page is left out.
    mutating func put(_ picture: Pixels, x: Int, y: Int) {
        let columns = min(picture.width, width - x)
        guard x >= 0, columns > 0, picture.bytes.count >= picture.width * picture.height * 3 else { return }
        for row in 0..<picture.height where (0..<height).contains(y + row) {
            let from = row * picture.width * 3
            let to = ((y + row) * width + x) * 3
            pixels.replaceSubrange(to..<(to + columns * 3), with: picture.bytes[from..<(from + columns * 3)])
        }
    }

    /// Fills a rectangle.
    mutating func fill(x: Int, y: Int, width: Int, height: Int, _ colour: Colour) {
        for row in max(0, y)..<max(0, min(self.height, y + height)) {
            for column in max(0, x)..<max(0, min(self.width, x + width)) { set(column, row, colour, 255) }
        }
    }

    /// The outline of a rectangle, `line` pixels thick, inside it.
    mutating func frame(x: Int, y: Int, width: Int, height: Int, line: Int, _ colour: Colour) {
        fill(x: x, y: y, width: width, height: line, colour)
        fill(x: x, y: y + height - line, width: width, height: line, colour)
        fill(x: x, y: y, width: line, height: height, colour)
        fill(x: x + width - line, y: y, width: line, height: height, colour)
    }

    /// Writes one line; returns where it ends. `y` is the top of the line.
    @discardableResult
    mutating func write(_ text: String, x: Int, y: Int, _ colour: Colour, _ letters: Letters) -> Int {
        var place = x
        for letter in letters.letters(of: text) {
            for (row, shades) in letter.rows.enumerated() where (0..<height).contains(y + letter.top + row) {
                for (column, shade) in shades.enumerated() where shade > 0 {
                    let target = place + letter.left + column
                    if (0..<width).contains(target) { set(target, y + letter.top + row, colour, Int(shade) * 17) }
                }
            }
            place += letter.advance
        }
        return place
    }

    private mutating func set(_ x: Int, _ y: Int, _ colour: Colour, _ opacity: Int) {
        let index = (y * width + x) * 3
        for (offset, value) in [colour.red, colour.green, colour.blue].enumerated() {
            let old = Int(pixels[index + offset])
            pixels[index + offset] = UInt8(clamping: old + (Int(value) - old) * opacity / 255)
        }
    }

    // MARK: - PNG

    /// 8-bit RGB, sRGB, 300 dots an inch; empty when memory ran out. Source: W3C PNG specification, section 11.
    func png() -> [UInt8] {
        let bound = keepers_deflate_bound((width * 3 + 1) * height)
        let packed = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            count = keepers_png_rgb(pixels, width, height, base, bound)
        }
        guard !packed.isEmpty else { return [] }
        var png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        png.reserveCapacity(packed.count + 256)
        Canvas.append("IHDR", Canvas.bigEndian(width) + Canvas.bigEndian(height) + [8, 2, 0, 0, 0], to: &png)
        Canvas.append("sRGB", [0], to: &png)
        Canvas.append("pHYs", Canvas.bigEndian(11_811) + Canvas.bigEndian(11_811) + [1], to: &png)
        Canvas.append("IDAT", packed, to: &png)
        Canvas.append("IEND", [], to: &png)
        return png
    }

    private static func append(_ type: String, _ data: [UInt8], to png: inout [UInt8]) {
        png += bigEndian(data.count)
        let start = png.count
        png += Array(type.utf8) + data
        let checksum = png.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { keepers_crc32($0 + start, bytes.count - start) } ?? 0
        }
        png += bigEndian(Int(checksum))
    }

    private static func bigEndian(_ value: Int) -> [UInt8] {
        [UInt8(value >> 24 & 255), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)]
    }
}
