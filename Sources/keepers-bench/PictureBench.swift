import CBench
import KeepersCore
import ScoringKit

/// Decoding, shrinking and measuring previews of 1620 x 1080.
enum PictureBench {
    /// To a 360 px JPEG, as the grid caches it; and to bare pixels, as a terminal gets them.
    static func thumbnail(_ setting: Setting) throws -> [Figure] {
        let previews = try setting.card().previews(24)
        let scorer = FrameScorer()
        var buffer = [UInt8](repeating: 0, count: 1620 * 1080 * 3)
        var pixels = [UInt8](repeating: 0, count: 360 * 240 * 3)
        var toPixels: [Double] = []
        var toJPEG: [Double] = []
        var bare = 0.0
        for round in 0..<22 {
            bare = try Stopwatch.cpu { for preview in previews { try bareDecode(preview.jpeg, &buffer) } }
            let drawn = try Stopwatch.cpu { for preview in previews { try draw(preview, scorer, &pixels) } }
            let encoded = try Stopwatch.cpu {
                for preview in previews { try withInput(preview) { _ = try scorer.thumbnail($0, longSide: 360) } }
            }
            guard round >= 2 else { continue }
            toPixels.append(drawn / bare)
            toJPEG.append(encoded / bare)
        }
        return [
            Figure(
                name: "1620x1080 JPEG to 360 px / bare scaled decoding, CPU", value: Spread(toPixels).median, unit: "x",
                limit: .atMost(1.25),
                note: "\(Spread(toPixels).note()); bare \(fixed(bare / Double(previews.count), 2)) ms"),
            Figure(
                name: "the same and encoded again as a JPEG", value: Spread(toJPEG).median, unit: "x", limit: .none,
                note: Spread(toJPEG).note()),
        ]
    }

    private static func bareDecode(_ jpeg: [UInt8], _ buffer: inout [UInt8]) throws {
        var (width, height): (Int32, Int32) = (0, 0)
        // The smallest power of two that still has 360 pixels, as our own decoder takes.
        guard keepers_bare_decode(jpeg, jpeg.count, 2, &buffer, buffer.count, &width, &height) == 0 else {
            throw BenchError("TurboJPEG does not decode a preview of the card")
        }
    }

    private static func draw(
        _ preview: (jpeg: [UInt8], header: FrameHeader), _ scorer: FrameScorer, _ pixels: inout [UInt8]
    ) throws {
        let swaps = preview.header.shot.orientation.swapsSides
        let request = PictureRequest(
            frame: FrameID(1), pixelWidth: swaps ? 240 : 360, pixelHeight: swaps ? 360 : 240, quality: .thumbnail)
        try withInput(preview) { input in
            _ = try pixels.withUnsafeMutableBytes { try scorer.draw(input, request: request, into: $0) }
        }
    }

    /// Absolute by its nature: the minimum of many rounds on three megapixels of a rendered scene.
    static func sharpness(_ setting: Setting) throws -> [Figure] {
        let card = try setting.card()
        let plane = try lumaPlane(card)
        let scorer = FrameScorer()
        var rounds: [Double] = []
        for _ in 0..<60 {
            rounds.append(
                try Stopwatch.cpu {
                    let sharpness = plane.luma.withUnsafeBufferPointer {
                        scorer.sharpness(ofLuma: $0, width: plane.width, height: plane.height)
                    }
                    guard sharpness != nil else { throw BenchError("sharpness could not be told") }
                })
        }
        let spread = Spread(rounds)
        let megapixels = Double(plane.width * plane.height) / 1e6
        return [
            Figure(
                name: "sharpness of \(fixed(megapixels, 2)) megapixels, least CPU of all rounds", value: spread.least,
                unit: "ms",
                limit: .atMost(1.5), note: "\(spread.note()), median \(fixed(spread.median, 2))")
        ]
    }

    /// The green channel of a whole 2160 x 1440 preview stands for its luma.
    private static func lumaPlane(_ card: Card) throws -> (luma: [UInt8], width: Int, height: Int) {
        guard let largest = try card.largestPreview() else { throw BenchError("no preview of three megapixels on the card") }
        var buffer = [UInt8](repeating: 0, count: 2400 * 2400 * 3)
        var (width, height): (Int32, Int32) = (0, 0)
        guard keepers_bare_decode(largest, largest.count, 8, &buffer, buffer.count, &width, &height) == 0 else {
            throw BenchError("TurboJPEG does not decode the largest preview")
        }
        let count = Int(width) * Int(height)
        return ((0..<count).map { buffer[3 * $0 + 1] }, Int(width), Int(height))
    }

    /// Everything a worker does for a frame after its bytes are in memory.
    static func measures(_ setting: Setting) throws -> [Figure] {
        let previews = try setting.card().previews(200)
        let scorer = FrameScorer()
        for preview in previews.prefix(20) { try withInput(preview) { _ = try scorer.score($0) } }
        var frames: [Double] = []
        for preview in previews {
            frames.append(
                try Stopwatch.cpu {
                    try withInput(preview) { input in
                        guard try scorer.score(input).thumbnail.count > 0 else { throw BenchError("no thumbnail came") }
                    }
                })
        }
        let spread = Spread(frames)
        return [
            Figure(
                name: "all first measures + thumbnail of a 1620x1080 preview, CPU", value: spread.median, unit: "ms",
                limit: .atMost(30),
                note: "\(frames.count) frames, \(fixed(spread.least, 1)) to \(fixed(spread.most, 1))")
        ]
    }

    static func withInput(
        _ preview: (jpeg: [UInt8], header: FrameHeader), _ body: (FrameScorer.Input) throws -> Void
    ) throws {
        let shot = preview.header.shot
        try preview.jpeg.withUnsafeBytes { bytes in
            try body(
                FrameScorer.Input(
                    jpeg: bytes, orientation: shot.orientation, iso: shot.iso, fullWidth: shot.fullWidth,
                    fullHeight: shot.fullHeight, isAdobeRGB: shot.isAdobeRGB))
        }
    }
}
