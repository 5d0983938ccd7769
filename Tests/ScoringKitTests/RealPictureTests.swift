import Foundation
import KeepersCore
import ScoringKit
import Testing

private let real = ProcessInfo.processInfo.environment["KEEPERS_REAL"]

/// Real photographs, where the folder is named in KEEPERS_REAL.
struct RealPictureTests {
    private let scorer = FrameScorer()

    @Test func saysSoWhenRealPicturesAreMissing() {
        if real == nil { print("SKIPPED: tests on real pictures, because KEEPERS_REAL names no folder") }
    }

    private func read(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: try #require(real) + "/" + path)))
    }

    /// The same portrait stored in eight ways: upright they are one picture.
    @Test(.enabled(if: real != nil)) func eightStoredOrientationsAreOnePicture() throws {
        let prints = try (1...8).map { value in
            try #require(
                try scorer.score(try read("exif/recurser__Portrait_\(value).jpg")) { $0.orientation = Orientation(exif: value) }
                    .card.print)
        }
        for print in prints { #expect((print.hash ^ prints[0].hash).nonzeroBitCount <= 4) }
    }

    @Test(.enabled(if: real != nil)) func everyBrokenFileIsAPictureOrANamedProblem() throws {
        let folder = try #require(real) + "/broken"
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".jpg") }
        #expect(files.count > 10)
        for file in files {
            do {
                let (card, thumbnail) = try scorer.score(try read("broken/" + file))
                #expect(card.width > 0 && !thumbnail.isEmpty)
            } catch let error as ScoringError {
                #expect(error.message.hasPrefix("the picture ") && !error.message.hasSuffix(": "))
            }
        }
    }

    /// A sharp photograph of 24 megapixels is measured at 1500 x 1000 and keeps its value in the quick look.
    @Test(.enabled(if: real != nil)) func aLargePhotographIsMeasuredReduced() throws {
        let (card, thumbnail) = try scorer.score(try read("photos/immich__craft-beer.jpg"))
        #expect((card.width, card.height) == (1500, 1000))
        #expect((card.measures[.sharpness] ?? 0) > 0.3)
        #expect(try sizeOfJPEG(thumbnail) == (360, 240))
        #expect(thumbnail.count < 60_000)
    }
}
