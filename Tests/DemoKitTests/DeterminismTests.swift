import DemoKit
import Foundation
import Testing

@Suite struct DeterminismTests {
    @Test func sameSeedGivesTheSameBytesOnAnyNumberOfThreads() throws {
        let cards = try Cards()
        var one = cards.options("one", frames: 9)
        one.jobs = 1
        var two = cards.options("two", frames: 9)
        two.jobs = 3
        let truth = try DemoCard.make(one) { _ in }
        #expect(try DemoCard.make(two) { _ in } == truth)
        #expect(try Cards.files(in: one.directory) == Cards.files(in: two.directory))
    }

    @Test func anotherSeedGivesAnotherCard() throws {
        let cards = try Cards()
        let (one, two) = (cards.options("one", frames: 3), cards.options("two", frames: 3, seed: 8))
        let names = try [one, two].map { try DemoCard.make($0) { _ in }.frames.map(\.path) }
        let files = try [one, two].map { try Cards.files(in: $0.directory) }
        for (first, second) in zip(names[0], names[1]) { #expect(files[0][first] != files[1][second]) }
    }

    @Test func progressEndsWithAllFrames() throws {
        let cards = try Cards()
        var heard: [Int] = []
        _ = try DemoCard.make(cards.options("card", frames: 5)) { heard.append($0) }
        #expect(heard.last == 5)
        #expect(heard == heard.sorted())
    }
}
