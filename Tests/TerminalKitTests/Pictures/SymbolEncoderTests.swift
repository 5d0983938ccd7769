import KeepersCore
import Testing

@testable import TerminalKit

@Suite struct SymbolEncoderTests {
    @Test(arguments: [(1, 1), (17, 3), (80, 24)]) func fillsExactlyTheCells(_ columns: Int, _ rows: Int) {
        for (truecolour, ascii) in [(true, false), (false, false), (true, true), (false, true)] {
            let cells = SymbolEncoder.encode(sample(161, 107), columns: columns, rows: rows, truecolour: truecolour, ascii: ascii)
            #expect(cells.count == columns * rows)
        }
    }

    @Test func drawsOnlyWithBlocksThatEveryFontHas() {
        let cells = SymbolEncoder.encode(sample(161, 107), columns: 40, rows: 20, truecolour: true, ascii: false)
        let scalars = Set(cells.compactMap { $0.text?.unicodeScalars.first?.value })
        #expect(scalars.allSatisfy { $0 == 0x20 || (0x2580...0x259F).contains($0) && !(0x2591...0x2593).contains($0) })
        #expect(scalars.count > 4)
    }

    @Test func asciiIsAscii() {
        let cells = SymbolEncoder.encode(sample(161, 107), columns: 40, rows: 20, truecolour: true, ascii: true)
        #expect(cells.allSatisfy { $0.text?.asciiValue.map { (32..<127).contains($0) } ?? false })
    }

    @Test func withoutTruecolourOnlyFixedColoursAppear() {
        let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
        let greys: [Colour] = (UInt8(0)..<24).map { step in
            let level: UInt8 = 8 + step * 10
            return Colour(level, level, level)
        }
        var fixed = Set(greys)
        for red in levels { for green in levels { for blue in levels { fixed.insert(Colour(red, green, blue)) } } }
        let cells = SymbolEncoder.encode(sample(161, 107), columns: 40, rows: 20, truecolour: false, ascii: false)
        #expect(cells.allSatisfy { fixed.contains($0.style.foreground) && fixed.contains($0.style.background) })
        #expect(Set(cells.map(\.style.background)).count > 4)
    }

    @Test func theColoursAreThoseOfThePicture() {
        let halves = Pixels(
            width: 32, height: 32, bytes: (0..<1024).flatMap { $0 < 512 ? [200, 30, 40] as [UInt8] : [20, 60, 220] })
        let cells = SymbolEncoder.encode(halves, columns: 2, rows: 1, truecolour: true, ascii: false)
        for cell in cells {
            let upper = cell.text == "▀" ? cell.style.foreground : cell.style.background
            let lower = cell.text == "▀" ? cell.style.background : cell.style.foreground
            #expect(cell.text == "▀" || cell.text == "▄")
            #expect(upper == Colour(200, 30, 40) && lower == Colour(20, 60, 220))
        }
    }

    @Test func gridsThatCannotBeShownAreEmpty() {
        for (columns, rows) in [(0, 5), (5, 0), (-1, 3), (100_000, 100_000), (Int.max, Int.max)] {
            #expect(SymbolEncoder.encode(sample(8, 8), columns: columns, rows: rows, truecolour: true, ascii: false).isEmpty)
        }
    }
}
