import Foundation
import KeepersCore
import Testing

@testable import TerminalKit

@Suite struct ITermEncoderTests {
    /// The JPEG inside one escape, and its keys.
    private func parsed(_ escape: [UInt8]) throws -> (keys: [String: String], file: [UInt8]) {
        let text = String(decoding: escape, as: UTF8.self)
        try #require(text.hasPrefix("\u{1B}]1337;File=") && text.hasSuffix("\u{07}"))
        let parts = text.dropFirst(12).dropLast().split(separator: ":", maxSplits: 1)
        let keys = parts[0].split(separator: ";").map { $0.split(separator: "=").map(String.init) }
        return (
            Dictionary(uniqueKeysWithValues: keys.map { ($0[0], $0[1]) }),
            Array(try #require(Data(base64Encoded: String(parts[1]))))
        )
    }

    /// Width and height as a JPEG's start-of-frame segment has them.
    private func size(_ jpeg: [UInt8]) -> (Int, Int)? {
        var at = 2
        while at + 9 < jpeg.count, jpeg[at] == 0xFF {
            let length = Int(jpeg[at + 2]) << 8 | Int(jpeg[at + 3])
            if (0xC0...0xC2).contains(jpeg[at + 1]) {
                return (Int(jpeg[at + 7]) << 8 | Int(jpeg[at + 8]), Int(jpeg[at + 5]) << 8 | Int(jpeg[at + 6]))
            }
            at += 2 + length
        }
        return nil
    }

    @Test(arguments: [(1, 1), (161, 107)]) func carriesAJPEG(_ width: Int, _ height: Int) throws {
        let escape = ITermEncoder.encode(sample(width, height), columns: 17, rows: 6, quality: 80, throughTmux: false)
        let (keys, file) = try parsed(escape)
        #expect(keys["inline"] == "1" && keys["width"] == "17" && keys["height"] == "6")
        #expect(keys["preserveAspectRatio"] == "0" && keys["doNotMoveCursor"] == "1" && keys["size"] == String(file.count))
        let found = try #require(size(file))
        #expect(found == (width, height))
        #expect(file.starts(with: [0xFF, 0xD8]) && file.suffix(2) == [0xFF, 0xD9])
    }

    @Test func tmuxGetsItWrapped() throws {
        let plain = ITermEncoder.encode(sample(20, 10), columns: 2, rows: 1, quality: 80, throughTmux: false)
        let wrapped = ITermEncoder.encode(sample(20, 10), columns: 2, rows: 1, quality: 80, throughTmux: true)
        #expect(wrapped == Array("\u{1B}Ptmux;\u{1B}".utf8) + plain + Array("\u{1B}\\".utf8))
    }

    @Test func lowQualityIsSmaller() {
        let sizes = [1, 50, 95, 1_000].map { quality in
            ITermEncoder.encode(sample(160, 107), columns: 16, rows: 5, quality: quality, throughTmux: false).count
        }
        #expect(sizes == sizes.sorted() && sizes[0] < sizes[3])
    }

    @Test(arguments: 0...6) func base64IsFoundations(_ count: Int) {
        let bytes = (0..<count).map { UInt8(250 &- $0 * 41 & 255) }
        #expect(String(decoding: base64(bytes), as: UTF8.self) == Data(bytes).base64EncodedString())
    }
}
