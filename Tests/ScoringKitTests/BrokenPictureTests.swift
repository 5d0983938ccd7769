import KeepersCore
import ScoringKit
import Testing

struct BrokenPictureTests {
    private let scorer = FrameScorer()

    private static func busy() throws -> [UInt8] {
        var dice = Dice(state: 3)
        return try Picture(width: 160, height: 120) { x, y in
            (Int.random(in: 0...255, using: &dice), (x * y) % 256, Int.random(in: 60...90, using: &dice))
        }.jpeg()
    }

    private func message(_ jpeg: [UInt8]) -> String? {
        do {
            _ = try scorer.score(jpeg)
            return nil
        } catch {
            return (error as? ScoringError)?.message ?? "another error"
        }
    }

    @Test func aCutPictureIsNamedAtEveryLength() throws {
        let whole = try Self.busy()
        #expect(message(whole) == nil)
        for share in [0.2, 0.5, 0.9, 0.99] {
            let cut = Array(whole.prefix(Int(Double(whole.count) * share)))
            #expect(message(cut) == "the picture is cut short")
            #expect(throws: ScoringError("the picture is cut short")) { try scorer.draw(cut, 20, 15) }
            #expect(throws: ScoringError("the picture is cut short")) { try scorer.thumbnail(cut, longSide: 40) }
        }
        for count in 0..<20 { #expect(message(Array(whole.prefix(count)))?.hasPrefix("the picture") == true) }
    }

    @Test func whatThereIsOfACutPictureIsShownOnRequest() throws {
        let picture = Picture.fourColours(width: 320, height: 240)
        var dice = Dice(state: 4)
        var bytes = picture.bytes
        for i in bytes.indices { bytes[i] = UInt8(clamping: Int(bytes[i]) + Int.random(in: -9...9, using: &dice)) }
        var noisy = picture
        noisy.bytes = bytes
        let whole = try noisy.jpeg()
        let cut = Array(whole.prefix(whole.count * 2 / 3))
        let (card, thumbnail) = try scorer.score(cut) { $0.acceptsDamage = true }
        #expect(card.caveat == "cut short")
        #expect(card.measures.isEmpty && card.print == nil)
        #expect(Array(centres(try scorer.draw(thumbnail, 320, 240)).prefix(2)) == ["red", "green"])
        #expect(Array(centres(try scorer.draw(cut, 320, 240) { $0.acceptsDamage = true }).prefix(2)) == ["red", "green"])
        // Having shown it once does not make it sound.
        #expect(throws: ScoringError.self) { try scorer.draw(cut, 320, 240) }
    }

    @Test(arguments: [[], [0xFF], [0xFF, 0xD8], [0xFF, 0xD8, 0xFF, 0xD9], Array("not a picture at all, but text".utf8)])
    func whatIsNoPictureIsNamed(bytes: [UInt8]) {
        #expect(message(bytes)?.hasPrefix("the picture") == true)
        #expect(message(bytes)?.hasSuffix(": ") == false)
    }

    /// TurboJPEG's handle stays in the middle of some bad pictures: the next good one must not pay for it.
    @Test func aGoodPictureAfterABadOneIsFine() throws {
        let good = try Picture.fourColours().jpeg()
        let bad: [[UInt8]] = [
            [], [0xFF, 0xD8, 0xFF, 0xD9], [0xFF, 0xD8, 0xFF, 0xFE, 0, 2, 0xFF, 0xD9], Array(good.prefix(100)),
            Array(good.prefix(good.count - 40)),
            [0xFF, 0xD8, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0],
        ]
        for bytes in bad {
            #expect(message(bytes) != nil)
            #expect(centres(try scorer.draw(good, 32, 24)) == ["red", "green", "blue", "yellow"])
        }
    }

    @Test func paddingBehindThePictureIsNoDamage() throws {
        let padded = try Picture.fourColours().jpeg() + [UInt8](repeating: 0, count: 3000)
        #expect(message(padded) == nil)
        let text = try Picture.fourColours().jpeg() + [UInt8](repeating: 0x20, count: 64)
        #expect(message(text) == nil)
    }

    @Test func aPictureOfMoreThanAHundredMegapixelsIsRefused() throws {
        var jpeg = try Picture.fourColours().jpeg()
        let frame = try #require(jpeg.indices.first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
        jpeg.replaceSubrange((frame + 5)..<(frame + 9), with: [0x40, 0, 0x40, 0])  // 16384 x 16384
        #expect(message(jpeg)?.contains("more than the 100 megapixels") == true)
    }

    /// Every outcome but a crash is allowed; the good picture still draws afterwards.
    @Test func randomDamageNeverCrashes() throws {
        let good = try Self.busy()
        let originals = [
            good, StoredBytes.progressive, StoredBytes.cmyk, with([StoredBytes.wideProfile[...]], in: StoredBytes.grey),
        ]
        var dice = Dice(state: 99)
        var (refused, shown) = (0, 0)
        for round in 0..<400 {
            var jpeg = originals[round % originals.count]
            for _ in 0...Int.random(in: 0...6, using: &dice) {
                // Half of the hits go to the head, where the structure is.
                let range = Bool.random(using: &dice) ? 0..<min(400, jpeg.count) : 0..<jpeg.count
                jpeg[Int.random(in: range, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
            }
            if round % 5 == 0 { jpeg.removeLast(Int.random(in: 0..<jpeg.count, using: &dice)) }
            do {
                _ = try scorer.draw(jpeg, 24, 18) { $0.acceptsDamage = round % 2 == 0 }
                shown += 1
            } catch is ScoringError {
                refused += 1
            }
        }
        #expect(refused > 50 && shown > 20)
        #expect(message(good) == nil)
    }
}
