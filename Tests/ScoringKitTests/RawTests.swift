import DemoKit
import Foundation
import KeepersCore
import ScoringKit
import Testing

private let real = ProcessInfo.processInfo.environment["KEEPERS_REAL"]

/// Developing sensor data that we made, so that every pixel's truth is known.
@Suite struct RawTests {
    /// Red, green above blue, grey.
    private func fourColours(width: Int = 384, height: Int = 288) -> SensorFile {
        SensorFile(width: width, height: height) { x, y in
            switch (x < width / 2, y < height / 2) {
            case (true, true): (0.4, 0.03, 0.03)
            case (false, true): (0.03, 0.35, 0.04)
            case (true, false): (0.04, 0.04, 0.4)
            case (false, false): (0.25, 0.25, 0.25)
            }
        }
    }

    /// Waves, an edge, and a clipped disc at the upper left.
    private func scene(width: Int = 960, height: Int = 640) -> SensorFile {
        SensorFile(width: width, height: height) { x, y in
            let wave = Float(0.2 + 0.1 * sin(Double(x) / 23) * cos(Double(y) / 31)) + (x > width / 2 ? 0.1 : 0)
            let (dx, dy) = (x - width / 5, y - height / 4)
            return dx * dx + dy * dy < 2500 ? (2, 2, 2) : (wave, wave, wave)
        }
    }

    private func name(_ colour: (Int, Int, Int)) -> String {
        let (r, g, b) = colour
        if max(r, g, b) - min(r, g, b) < 14 { return "grey" }
        return r > g && r > b ? "red" : g > b ? "green" : "blue"
    }

    private func corners(_ picture: Picture) -> [String] {
        let (w, h) = (picture.width, picture.height)
        return [(w / 4, h / 4), (3 * w / 4, h / 4), (w / 4, 3 * h / 4), (3 * w / 4, 3 * h / 4)].map { name(picture[$0.0, $0.1]) }
    }

    @Test func theCamerasWhiteIsWhite() throws {
        let bench = try RawOnDisk(fourColours())
        let drawn = try bench.draw(.rawHalf, 96, 72)
        #expect(corners(drawn.picture) == ["red", "green", "blue", "grey"])
        #expect(drawn.facts.development?.hasCameraBalance == true)
        #expect((drawn.facts.width, drawn.facts.height) == (384, 288))
        var file = fourColours()
        file.tellsBalance = false
        #expect(try RawOnDisk(file).draw(.rawHalf, 96, 72).facts.development?.hasCameraBalance == false)
    }

    @Test(arguments: Orientation.allCases) func standsUpright(orientation: Orientation) throws {
        let bench = try RawOnDisk(fourColours(), orientation: orientation)
        let size = orientation.upright(width: 96, height: 72)
        // Where each stored corner must stand.
        let stored = [("red", 0.25, 0.25), ("green", 0.75, 0.25), ("blue", 0.25, 0.75), ("grey", 0.75, 0.75)]
        for source in [PictureSource.rawHalf, .raw] {
            let drawn = try bench.draw(source, size.width, size.height)
            #expect(drawn.facts.width == orientation.upright(width: 384, height: 288).width)
            for (colour, x, y) in stored {
                let at = orientation.upright(x: x, y: y)
                let seen = drawn.picture[Int(at.x * Double(size.width)), Int(at.y * Double(size.height))]
                #expect(name(seen) == colour, "\(source)")
            }
        }
    }

    /// The half and the full are one picture: same brightness, same place; only the full tells lines of two pixels apart.
    @Test func halfAndFullAgree() throws {
        let bench = try RawOnDisk(scene())
        let crop = UnitRect(x: 0.6, y: 0.5, width: 240.0 / 960, height: 160.0 / 640)
        let half = try bench.draw(.rawHalf, 240, 160, crop)
        let full = try bench.draw(.raw, 240, 160, crop)
        #expect(half.facts.development?.isFull == false)
        #expect(full.facts.development?.isFull == true)
        #expect(half.picture.difference(full.picture) <= 12)
        let mean = zip(half.picture.bytes, full.picture.bytes).reduce(0.0) { $0 + abs(Double($1.0) - Double($1.1)) }
        #expect(mean / Double(half.picture.bytes.count) < 1.5)
    }

    /// Lines of two pixels stand in the full picture where they stand on the sensor, to the pixel.
    @Test func atAHundredPercentPixelsAreTheSensors() throws {
        let bench = try RawOnDisk(
            SensorFile(width: 480, height: 336) { x, _ in x / 2 % 2 == 0 ? (0.08, 0.08, 0.08) : (0.4, 0.4, 0.4) })
        let crop = UnitRect(x: 0.25, y: 0.25, width: 120.0 / 480, height: 84.0 / 336)
        let picture = try bench.draw(.raw, 120, 84, crop).picture
        let row = (0..<120).map { picture[$0, 40].1 }
        let (least, most) = (row.min() ?? 0, row.max() ?? 0)
        #expect(most - least > 60)
        #expect(row.map { $0 > (least + most) / 2 } == (0..<120).map { $0 / 2 % 2 == 1 })
    }

    /// Panning develops what is new only, and what comes out is what one development of all would have given.
    @Test func partsAreSeamless() throws {
        let (bench, whole) = (try RawOnDisk(scene()), try RawOnDisk(scene()))
        for step in 0..<5 {
            _ = try bench.draw(
                .raw, 200, 150, UnitRect(x: 0.1 * Double(step), y: 0.05 * Double(step), width: 200.0 / 960, height: 150.0 / 640))
        }
        let crop = UnitRect(x: 0, y: 0, width: 1, height: 1)
        let joined = try bench.draw(.raw, 960, 640, crop).picture
        let once = try whole.draw(.raw, 960, 640, crop).picture
        #expect(joined.difference(once) <= 1)
    }

    @Test func aidsAreDrawnOverACopy() throws {
        let bench = try RawOnDisk(scene())
        let clean = try bench.draw(.rawHalf, 240, 160)
        let zebra = try bench.draw(.rawHalf, 240, 160, aids: .clipping)
        // The disc is at a fifth and a quarter.
        let disc = (-6...6).map { zebra.picture[48 + $0, 40 + $0] }
        #expect(disc.contains { $0.0 > 200 && $0.1 < 100 } && disc.contains { $0.0 < 60 }, "stripes of two colours")
        #expect(clean.picture[48, 40].1 >= 254)
        #expect(clean.picture[200, 140] == zebra.picture[200, 140], "no stripes where nothing is clipped")
        let peaks = try bench.draw(.rawHalf, 240, 160, aids: .peaking)
        let edge = (0..<160).filter { y in (118...122).contains { peaks.picture[$0, y] == (64, 255, 96) } }
        #expect(edge.count > 100, "the edge in the middle is sharp: \(edge.count)")
        #expect(!(0..<160).contains { peaks.picture[190, $0] == (64, 255, 96) }, "a slow wave is not")
        #expect(try bench.draw(.rawHalf, 240, 160).picture == clean.picture)
        let histogram = try #require(clean.facts.histogram)
        #expect(abs(histogram.highlights - Double.pi * 2500 / (960 * 640)) < 0.003)
        #expect(histogram.shadows == 0)
    }

    @Test func whatIsKeptStaysInsideTheBudget() throws {
        let files = try (0..<4).map { _ in try RawOnDisk(scene()) }
        let developer = RawDeveloper(budget: 6 << 20, memoryLimit: .max, nanoseconds: { 0 })
        let crop = UnitRect(x: 0.4, y: 0.4, width: 0.2, height: 0.2)
        let expected = try files[0].draw(.raw, 192, 128, crop).picture
        for _ in 0..<2 {
            for file in files {
                let drawn = try file.draw(.raw, 192, 128, crop, with: developer)
                #expect((drawn.facts.development?.keptBytes ?? .max) <= 6 << 20)
                #expect(drawn.picture == expected)
            }
        }
    }

    @Test func aPictureThatDoesNotFitIsRefusedInWords() throws {
        let bench = try RawOnDisk(scene())
        let small = RawDeveloper(budget: 1 << 20, memoryLimit: 193 << 20, nanoseconds: { 0 })
        #expect(throws: ScoringError("its 1 megapixels need more memory than the 193 MB that it may have")) {
            _ = try bench.draw(.rawHalf, 96, 64, with: small)
        }
    }

    @Test func whatNobodyWaitsForIsDropped() throws {
        let bench = try RawOnDisk(scene())
        let (flag, questions) = (Flag(), Flag())
        let developer = RawDeveloper(
            budget: 64 << 20, memoryLimit: .max, nanoseconds: { 0 },
            isStale: {
                questions.count += 1
                return flag.count > 0
            })
        flag.count = 1
        #expect(throws: ScoringError("cancelled")) { _ = try bench.draw(.rawHalf, 96, 64, with: developer) }
        flag.count = 0
        #expect(
            try bench.draw(.raw, 200, 150, UnitRect(x: 0, y: 0, width: 0.2, height: 0.2), with: developer).picture.width == 200)
        #expect(questions.count > 5)
    }

    private final class Flag { var count = 0 }

    @Test func brokenFilesAreNamed() throws {
        let good = fourColours().bytes
        var dice = Dice(state: 7)
        var files: [[UInt8]] = [[], [1, 2, 3], Array("II*\0".utf8) + [UInt8](repeating: 0xFF, count: 400)]
        let cut = [0.001, 0.01, 0.3, 0.9, 0.999].map { Array(good[..<Int(Double(good.count) * $0)]) }
        for bytes in cut.suffix(3) {
            #expect(
                throws: ScoringError("its sensor data cannot be read: the file is cut short or damaged"),
                "half a picture is not shown as a whole one"
            ) {
                _ = try RawOnDisk(bytes: bytes).draw(.rawHalf, 64, 48)
            }
        }
        files += cut
        // What a lie about the size may cost.
        let modest = RawDeveloper(budget: 32 << 20, memoryLimit: 256 << 20, nanoseconds: { 0 })
        for _ in 0..<16 {
            var bytes = good
            for _ in 0..<6 { bytes[Int.random(in: 0..<420, using: &dice)] = UInt8.random(in: 0...255, using: &dice) }
            files.append(bytes)
        }
        for bytes in files {
            let bench = try RawOnDisk(bytes: bytes)
            do {
                _ = try bench.draw(.raw, 64, 48, with: modest)
            } catch let error as ScoringError {
                #expect(!error.message.isEmpty && error.message != "cancelled")
            }
        }
    }

    /// Some decoders go on without a word where the file ends: a file that cannot hold its picture is told by its length.
    @Test func aFileTooShortForItsPictureIsNamed() throws {
        var bytes = SensorFile(width: 960, height: 640) { _, _ in (0.2, 0.2, 0.2) }.bytes
        bytes.removeSubrange(20_000...)
        #expect(
            throws: ScoringError(
                "the file is too short for its 1 megapixels: it was cut, if this is a copy, make it again from the card")
        ) {
            _ = try RawOnDisk(bytes: bytes).draw(.rawHalf, 64, 48)
        }
    }

    @Test func saysSoWhenRealRawsAreMissing() {
        if real == nil { print("SKIPPED: tests on real RAW files, because KEEPERS_REAL names no folder") }
    }

    @Test(.enabled(if: real != nil)) func realFilesAreDevelopedOrNamed() throws {
        let folder = try #require(real)
        var outcomes: [String] = []
        for part in ["raw", "broken"] {
            for file in try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(part)").sorted() {
                guard !file.hasSuffix(".xmp"), !file.hasSuffix(".jpg") else { continue }
                let bench = try RawOnDisk(path: "\(folder)/\(part)/\(file)")
                do {
                    let facts = try bench.draw(.raw, 300, 200).facts
                    outcomes.append("\(file): \(facts.width)x\(facts.height)")
                } catch let error as ScoringError {
                    #expect(!error.message.isEmpty)
                    outcomes.append("\(file): \(error.message)")
                }
            }
        }
        #expect(outcomes.count > 20)
        print(outcomes.joined(separator: "\n"))
    }
}

/// A file and a developer of its own.
private final class RawOnDisk {
    private let path: String
    private let isOurs: Bool
    private let orientation: Orientation
    private let developer = RawDeveloper(budget: 256 << 20, memoryLimit: .max, nanoseconds: { 0 })

    init(bytes: [UInt8], orientation: Orientation = .upright) throws {
        path = FileManager.default.temporaryDirectory.path + "/keepers-raw-\(UUID().uuidString).dng"
        isOurs = true
        self.orientation = orientation
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    convenience init(_ file: SensorFile, orientation: Orientation = .upright) throws {
        try self.init(bytes: file.bytes, orientation: orientation)
    }

    init(path: String) throws {
        self.path = path
        isOurs = false
        orientation = .upright
    }

    deinit { if isOurs { unlink(path) } }

    func draw(
        _ source: PictureSource, _ width: Int, _ height: Int, _ crop: UnitRect = .whole, aids: ViewingAids = [],
        with other: RawDeveloper? = nil
    ) throws -> (picture: Picture, facts: PictureFacts) {
        let descriptor = open(path, O_RDONLY)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        var picture = Picture(width: width, height: height) { _, _ in (1, 2, 3) }
        let request = PictureRequest(
            frame: FrameID(1), pixelWidth: width, pixelHeight: height, crop: crop, quality: .large, source: source, aids: aids)
        let drawing = try picture.bytes.withUnsafeMutableBytes {
            try (other ?? developer).draw(descriptor: descriptor, orientation: orientation, request: request, into: $0)
        }
        return (picture, drawing.facts)
    }
}
