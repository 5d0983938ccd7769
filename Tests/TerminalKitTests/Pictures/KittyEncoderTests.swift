import Foundation
import KeepersCore
import Testing

@testable import TerminalKit

@Suite struct KittyEncoderTests {
    /// The keys and payload of one graphics escape, unwrapped from tmux if it must be.
    private func parsed(_ escape: [UInt8], tmux: Bool = false) throws -> (keys: [String: String], payload: String) {
        var text = String(decoding: escape, as: UTF8.self)
        if tmux {
            #expect(text.hasPrefix("\u{1B}Ptmux;") && text.hasSuffix("\u{1B}\\"))
            let inner = text.dropFirst(7).dropLast(2)
            // Every ESC inside is doubled: none may stand alone, or tmux would end the sequence there.
            #expect(!inner.replacingOccurrences(of: "\u{1B}\u{1B}", with: "").contains("\u{1B}"))
            text = inner.replacingOccurrences(of: "\u{1B}\u{1B}", with: "\u{1B}")
        }
        try #require(text.hasPrefix("\u{1B}_G") && text.hasSuffix("\u{1B}\\"))
        let parts = text.dropFirst(3).dropLast(2).split(separator: ";", maxSplits: 1)
        let keys = parts[0].split(separator: ",").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        return (Dictionary(uniqueKeysWithValues: keys.map { ($0[0], $0[1]) }), parts.count > 1 ? String(parts[1]) : "")
    }

    private func png(_ escapes: [[UInt8]], chunk: Int, tmux: Bool = false) throws -> [UInt8] {
        var text = ""
        for (i, escape) in escapes.enumerated() {
            let (keys, payload) = try parsed(escape, tmux: tmux)
            #expect(keys["m"] == (i == escapes.count - 1 ? "0" : "1"))
            #expect(payload.utf8.count <= chunk && payload.utf8.count % 4 == 0 && !payload.isEmpty)
            #expect(i == 0 ? keys["a"] == "t" : Set(keys.keys) == ["m", "q"], "the keys may only come once")
            text += payload
        }
        return Array(try #require(Data(base64Encoded: text)))
    }

    @Test(arguments: [(1, 1), (7, 5), (161, 107), (64, 200)]) func transmitsThePictureExactly(_ width: Int, _ height: Int) throws
    {
        let picture = sample(width, height)
        for colours in [64, 256] {
            let escapes = KittyEncoder.transmit(id: 7, pixels: picture, colours: colours, chunkBytes: 4096, throughTmux: false)
            let first = try parsed(try #require(escapes.first)).keys
            #expect(first["f"] == "100" && first["t"] == "d" && first["i"] == "7")
            let read = try PNGReader(png(escapes, chunk: 4096))
            let meant = try #require(IndexedPicture(picture, colours: colours))
            #expect(read.width == width && read.height == height)
            #expect(read.palette == meant.palette && read.indices == meant.indices)
            #expect(read.palette.count <= colours * 3)
        }
    }

    @Test(arguments: [4, 7, 100, 4096, 100_000, -3]) func chunksAreNeverLongerThanAsked(_ bytes: Int) throws {
        let picture = sample(40, 30)
        for tmux in [false, true] {
            let escapes = KittyEncoder.transmit(id: 1, pixels: picture, colours: 64, chunkBytes: bytes, throughTmux: tmux)
            let read = try PNGReader(png(escapes, chunk: min(max(bytes, 4), 4096), tmux: tmux))
            #expect(psnr(read.rgb, picture.bytes) > 28)
        }
    }

    @Test func theFirstLookIsAQuarterOfTheSize() throws {
        let picture = sample(321, 214)
        let look = KittyEncoder.smaller(id: 3, pixels: picture, by: 4, chunkBytes: 4096, throughTmux: false)
        let whole = KittyEncoder.transmit(id: 3, pixels: picture, colours: 256, chunkBytes: 4096, throughTmux: false)
        let read = try PNGReader(png(look, chunk: 4096))
        #expect(read.width == 81 && read.height == 54)
        #expect(look.joined().count * 8 < whole.joined().count)
        #expect(psnr(read.rgb, try #require(picture.shrunk(by: 4)).bytes) > 28)
    }

    @Test func aShownPictureCostsAFewBytes() throws {
        let bytes = KittyEncoder.place(id: 4_294_967_295, placement: 12, columns: 120, rows: 40, throughTmux: false)
        #expect(bytes.count <= 60)
        let (keys, payload) = try parsed(bytes)
        #expect(keys == ["a": "p", "i": "4294967295", "p": "12", "c": "120", "r": "40", "C": "1", "q": "1"])
        #expect(payload.isEmpty)
        let wrapped = KittyEncoder.place(id: 9, placement: 1, columns: 2, rows: 3, throughTmux: true)
        #expect(try parsed(wrapped, tmux: true).keys["a"] == "p")
    }

    @Test func deletesWhatWasNamed() throws {
        let one = try parsed(KittyEncoder.delete(id: 5, placement: 2, freeData: false, throughTmux: false)).keys
        #expect(one["a"] == "d" && one["d"] == "i" && one["i"] == "5" && one["p"] == "2")
        let all = try parsed(KittyEncoder.delete(id: 5, placement: nil, freeData: true, throughTmux: true), tmux: true).keys
        #expect(all["d"] == "I" && all["p"] == nil)
    }

    @Test func anAbortIsAnEmptyLastChunk() throws {
        let (keys, payload) = try parsed(KittyEncoder.abort(id: 5, throughTmux: false))
        #expect(keys["m"] == "0" && keys["a"] == nil && payload.isEmpty)
    }
}
