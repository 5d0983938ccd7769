import CPixels
import Testing

struct ResampleTests {
    private func resample(_ picture: Picture, _ part: keepers_rect, _ width: Int, _ height: Int) throws -> Picture {
        var target = Picture(width: width, height: height) { _, _ in (0, 0, 0) }
        let need = keepers_resample_scratch(
            Int32(picture.width), Int32(picture.height), part, Int32(width), Int32(height))
        try #require(need > 0)
        let scratch = UnsafeMutableRawPointer.allocate(byteCount: need, alignment: 1)
        defer { scratch.deallocate() }
        keepers_resample(
            picture.bytes, 3 * picture.width, Int32(picture.width), Int32(picture.height), part, &target.bytes, 3 * width,
            Int32(width), Int32(height), scratch)
        return target
    }

    /// One target pixel at a time, straight from the definition.
    private func reference(_ picture: Picture, _ part: keepers_rect, _ width: Int, _ height: Int) -> Picture {
        func weights(_ start: Double, _ length: Double, _ source: Int, _ size: Int, _ i: Int) -> [Double] {
            let step = length / Double(size)
            let centre = start + (Double(i) + 0.5) * step
            let all = (0..<source).map { j -> Double in
                let x = abs((Double(j) + 0.5 - centre) / max(step, 1))
                if step <= 1 { return max(0, 1 - x) }
                return x < 1 ? (1.5 * x - 2.5) * x * x + 1 : x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0
            }
            let sum = all.reduce(0, +)
            return all.map { $0 / sum }
        }
        return Picture(width: width, height: height) { x, y in
            let across = weights(part.x, part.width, picture.width, width, x)
            let down = weights(part.y, part.height, picture.height, height, y)
            var sums = (0.5, 0.5, 0.5)
            for (j, v) in down.enumerated() where v != 0 {
                for (i, h) in across.enumerated() where h != 0 {
                    let (r, g, b) = picture[i, j]
                    sums = (sums.0 + v * h * Double(r), sums.1 + v * h * Double(g), sums.2 + v * h * Double(b))
                }
            }
            return (Int(sums.0.rounded(.down)), Int(sums.1.rounded(.down)), Int(sums.2.rounded(.down)))
        }
    }

    private static let picture: Picture = {
        var dice = Dice(state: 11)
        return Picture(width: 29, height: 17) { x, y in
            (Int.random(in: 0...255, using: &dice), (x * 9) % 256, (y * 15) % 256)
        }
    }()

    @Test(arguments: [(29.0, 17.0, 13, 7), (29, 17, 50, 41), (20, 11, 17, 30), (29, 17, 1, 1), (1, 1, 8, 8), (29, 3, 2, 40)])
    func drawsWhatTheDefinitionSays(width: Double, height: Double, targetWidth: Int, targetHeight: Int) throws {
        let part = keepers_rect(x: (29 - width) * 0.37, y: (17 - height) * 0.81, width: width, height: height)
        let drawn = try resample(Self.picture, part, targetWidth, targetHeight)
        #expect(drawn.difference(reference(Self.picture, part, targetWidth, targetHeight)) <= 1)
    }

    @Test func theSameSizeChangesNothing() throws {
        let drawn = try resample(Self.picture, keepers_rect(x: 0, y: 0, width: 29, height: 17), 29, 17)
        #expect(drawn == Self.picture)
    }

    @Test(arguments: [(7, 5), (64, 64)])
    func flatColourStaysFlat(width: Int, height: Int) throws {
        let flat = Picture(width: 20, height: 20) { _, _ in (255, 128, 0) }
        let drawn = try resample(flat, keepers_rect(x: 1.3, y: 2.7, width: 11.1, height: 16.9), width, height)
        #expect(drawn.difference(Picture(width: width, height: height) { _, _ in (255, 128, 0) }) == 0)
    }

    @Test func nonsenseNeedsNoScratch() {
        let bad: [keepers_rect] = [
            keepers_rect(x: 0, y: 0, width: 0, height: 5), keepers_rect(x: .nan, y: 0, width: 5, height: 5),
            keepers_rect(x: 0, y: 0, width: 30, height: 5), keepers_rect(x: -1, y: 0, width: 5, height: 5),
            keepers_rect(x: 0, y: 0, width: 5, height: .infinity),
        ]
        for part in bad { #expect(keepers_resample_scratch(29, 17, part, 10, 10) == 0) }
        let whole = keepers_rect(x: 0, y: 0, width: 29, height: 17)
        #expect(keepers_resample_scratch(29, 17, whole, 0, 10) == 0)
        #expect(keepers_resample_scratch(0, 17, whole, 10, 10) == 0)
    }
}
