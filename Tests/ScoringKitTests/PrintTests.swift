import KeepersCore
import ScoringKit
import Testing

struct PrintTests {
    private let scorer = FrameScorer()

    private func makePrint(_ jpeg: [UInt8], _ fields: Fields = { _ in }) throws -> Print {
        try #require(try scorer.score(jpeg, fields).card.print)
    }

    private static func hills(width: Int = 400, height: Int = 300) -> Picture {
        Picture(width: width, height: height) { x, y in
            let (u, v) = (x * 400 / width, y * 300 / height)
            let value = 40 + (u * u / 331 + v * 7 / 9 + (u / 61 * 37 + v / 47 * 83) % 113) % 190
            return (value, (value * 3 + u) % 200, 200 - value)
        }
    }

    @Test func comparesNeighboursFromTheHighestBitOn() throws {
        // Brighter to the right in the upper half of the rows, darker in the lower.
        let ramps = Picture(width: 180, height: 160) { x, y in
            let value = y < 80 ? x / 20 * 25 : 220 - x / 20 * 25
            return (value, value, value)
        }
        #expect(try makePrint(try ramps.jpeg()).hash == 0xFFFF_FFFF_0000_0000)
        let step = Picture(width: 180, height: 160) { x, y in y < 20 && x >= 20 ? (200, 200, 200) : (50, 50, 50) }
        #expect(try makePrint(try step.jpeg(quality: 100)).hash >> 56 & 0b1100_0000 != 0)
    }

    @Test func lastsThroughCompressionAndSize() throws {
        let original = try makePrint(try Self.hills().jpeg())
        for other in [try Self.hills().jpeg(quality: 50), try Self.hills(width: 1600, height: 1200).jpeg(quality: 80)] {
            let print = try makePrint(other)
            #expect((print.hash ^ original.hash).nonzeroBitCount <= 3)
            #expect(zip(print.lab, original.lab).allSatisfy { abs($0 - $1) < 2 })
        }
        let mirrored = try makePrint(try Self.hills().jpeg()) { $0.orientation = .mirrored }
        #expect((mirrored.hash ^ original.hash).nonzeroBitCount > 20)
    }

    @Test func isTakenFromTheUprightPicture() throws {
        let picture = Picture.fourColours(width: 160, height: 160)
        let print = try makePrint(try picture.jpeg()) { $0.orientation = .turned90 }
        // Turned by 90 degrees the blue quarter stands top left, the red one top right.
        let (topLeft, topRight) = (Array(print.lab[0..<3]), Array(print.lab[9..<12]))
        #expect(topLeft[2] < -50 && topRight[1] > 50)
    }

    @Test(
        arguments: [
            ((255, 255, 255), [100, 0, 0]), ((0, 0, 0), [0, 0, 0]), ((255, 0, 0), [53.24, 80.09, 67.20]),
            ((119, 119, 119), [50.03, 0, 0]), ((0, 0, 255), [32.30, 79.19, -107.86]),
        ] as [((Int, Int, Int), [Float])])
    func labIsTheStandards(colour: (Int, Int, Int), expected: [Float]) throws {
        let print = try makePrint(try Picture(width: 32, height: 32) { _, _ in colour }.jpeg(quality: 100))
        #expect(print.lab.count == 48)
        for (index, value) in print.lab.enumerated() { #expect(abs(value - expected[index % 3]) < 1.5) }
    }

    @Test func aPictureSmallerThanTheGridHasNone() throws {
        #expect(try scorer.score(try Picture.fourColours(width: 8, height: 8).jpeg()).card.print == nil)
        #expect(try scorer.score(try Picture.fourColours(width: 9, height: 8).jpeg()).card.print != nil)
    }
}
