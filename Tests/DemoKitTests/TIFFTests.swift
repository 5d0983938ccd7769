import Testing

@testable import DemoKit

@Suite struct TIFFTests {
    /// TIFF 6.0: eight bytes of header, entries sorted by tag, values of up to four bytes inside the entry.
    @Test(arguments: [false, true])
    func laysOutDirectories(bigEndian: Bool) {
        let piece = Piece([1, 2, 3])
        let root = Directory([(274, .shorts([6])), (271, .ascii("Make")), (273, .pieces([piece]))])
        let bytes = TIFF(bigEndian: bigEndian).laidOut(root, pieces: [piece]).flattened
        func number(_ offset: Int, _ size: Int) -> Int {
            let part = bytes[offset..<offset + size]
            return (bigEndian ? Array(part) : part.reversed()).reduce(0) { $0 << 8 | Int($1) }
        }
        #expect(number(2, 2) == 42)
        #expect(number(4, 4) == 8)
        #expect(number(8, 2) == 3)
        #expect([10, 22, 34].map { number($0, 2) } == [271, 273, 274])
        #expect(Array(bytes[number(18, 4)..<number(18, 4) + 5]) == Array("Make".utf8) + [0])
        #expect(Array(bytes[number(30, 4)..<number(30, 4) + 3]) == [1, 2, 3])
        #expect(number(42, 2) == 6)
        #expect(number(46, 4) == 0)
    }

    @Test func turnsAreExactAndRound() {
        for degrees in stride(from: Float(-720), through: 720, by: 30) {
            let (c, s) = turn(degrees)
            #expect(abs(c * c + s * s - 1) < 1e-6)
        }
        #expect(turn(90).1 == 1)
        #expect(abs(turn(90).0) < 1e-7)
        #expect(abs(turn(-60).0 - 0.5) < 1e-6)
    }
}
