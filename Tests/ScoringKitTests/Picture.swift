import CJPEG
import KeepersCore
import ScoringKit
import Testing

/// A small RGB picture in plain Swift: what the kernels are compared with.
struct Picture: Equatable {
    var width: Int
    var height: Int
    var bytes: [UInt8]

    init(width: Int, height: Int, colour: (Int, Int) -> (Int, Int, Int)) {
        self.width = width
        self.height = height
        bytes = []
        bytes.reserveCapacity(width * height * 3)
        for y in 0..<height {
            for x in 0..<width {
                let (r, g, b) = colour(x, y)
                bytes.append(UInt8(clamping: r))
                bytes.append(UInt8(clamping: g))
                bytes.append(UInt8(clamping: b))
            }
        }
    }

    subscript(x: Int, y: Int) -> (Int, Int, Int) {
        let at = 3 * (y * width + x)
        return (Int(bytes[at]), Int(bytes[at + 1]), Int(bytes[at + 2]))
    }

    /// Red, green above blue, yellow: no two of the eight orientations look alike.
    static func fourColours(width: Int = 64, height: Int = 48) -> Picture {
        Picture(width: width, height: height) { x, y in
            switch (x < width / 2, y < height / 2) {
            case (true, true): (220, 40, 40)
            case (false, true): (40, 200, 60)
            case (true, false): (50, 60, 210)
            case (false, false): (230, 220, 60)
            }
        }
    }

    func jpeg(quality: Int32 = 95, subsampled: Bool = false) throws -> [UInt8] {
        var jpeg: UnsafeMutablePointer<UInt8>?
        var size = 0
        let failed = keepers_jpeg_encode(
            bytes, Int32(width), Int32(height), 0, quality, subsampled ? 1 : 0, &jpeg, &size)
        defer { keepers_jpeg_free(jpeg) }
        try #require(failed == 0)
        return Array(UnsafeBufferPointer(start: jpeg, count: size))
    }

    /// The greatest difference of any channel.
    func difference(_ other: Picture) -> Int {
        guard width == other.width, height == other.height else { return 256 }
        return zip(bytes, other.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
    }
}

/// A sequence that is the same on every run (SplitMix64).
struct Dice: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
    /// About normal, mean 0 and deviation 1: one of 8191 values made once, because making them costs more than the tests.
    mutating func normal() -> Double { Self.normals[Int(truncatingIfNeeded: next() >> 40) % Self.normals.count] }

    private static let normals: [Double] = {
        var dice = Dice(state: 21)
        return (0..<8191).map { _ in
            (0..<6).reduce(-3.0) { sum, _ in sum + Double.random(in: 0..<1, using: &dice) } * 2.0.squareRoot()
        }
    }()
}

typealias Fields = (inout FrameScorer.Input) -> Void

extension FrameScorer {
    func score(_ jpeg: [UInt8], longSide: Int = 360, _ fields: Fields = { _ in }) throws -> (card: ScoreCard, thumbnail: [UInt8])
    {
        try jpeg.withUnsafeBytes { bytes in
            var input = Input(jpeg: bytes)
            fields(&input)
            return try score(input, thumbnailLongSide: longSide)
        }
    }

    func draw(
        _ jpeg: [UInt8], _ width: Int, _ height: Int, crop: UnitRect = .whole, _ fields: Fields = { _ in }
    ) throws -> Picture {
        var picture = Picture(width: width, height: height) { _, _ in (1, 2, 3) }
        let request = PictureRequest(
            frame: FrameID(1), pixelWidth: width, pixelHeight: height, crop: crop, quality: .large)
        try jpeg.withUnsafeBytes { bytes in
            var input = Input(jpeg: bytes)
            fields(&input)
            let size = try picture.bytes.withUnsafeMutableBytes { try draw(input, request: request, into: $0) }
            #expect((size.width, size.height) == (width, height))
        }
        return picture
    }

    func thumbnail(_ jpeg: [UInt8], longSide: Int, _ fields: Fields = { _ in }) throws -> [UInt8] {
        try jpeg.withUnsafeBytes { bytes in
            var input = Input(jpeg: bytes)
            fields(&input)
            return try thumbnail(input, longSide: longSide)
        }
    }
}

/// The size that a JPEG's head gives.
func sizeOfJPEG(_ jpeg: [UInt8]) throws -> (width: Int, height: Int) {
    let decoder = try #require(keepers_jpeg_decoder_new())
    defer { keepers_jpeg_decoder_free(decoder) }
    var header = keepers_jpeg_header()
    var message = [CChar](repeating: 0, count: Int(keepers_jpeg_message_size))
    try #require(keepers_jpeg_read_header(decoder, jpeg, jpeg.count, &header, &message) == keepers_jpeg_whole)
    return (Int(header.width), Int(header.height))
}
