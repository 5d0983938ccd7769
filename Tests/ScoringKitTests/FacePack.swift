import CJPEG
import CPixels
import Foundation
import KeepersCore
import Testing

@testable import ScoringKit

/// The installed model pack and the real portraits, where there are any.
enum FacePack {
    static let environment = ProcessInfo.processInfo.environment
    static let real = environment["KEEPERS_REAL"]
    static let pack: ModelPack? = {
        let home = environment["XDG_DATA_HOME"] ?? "\(environment["HOME"] ?? "")/.local/share"
        return try? ModelPack.find(override: environment["KEEPERS_MODELS"], data: "\(home)/keepers")
    }()
    static var isReady: Bool { pack != nil && real != nil }

    static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: try #require(real) + "/" + path)))
    }
}

/// One judge for all tests, because loading takes a second; one test at a time.
actor SharedJudge {
    static let shared = SharedJudge()
    private var scorer: FrameScorer?

    func card(_ jpeg: [UInt8], orientation: Orientation = .upright) throws -> ScoreCard {
        if scorer == nil { scorer = FrameScorer(judge: try FaceJudge(pack: try #require(FacePack.pack))) }
        let input = scorer
        return try jpeg.withUnsafeBytes { bytes in
            try #require(input).score(FrameScorer.Input(jpeg: bytes, orientation: orientation)).card
        }
    }
}

extension Face {
    func overlap(_ other: UnitRect) -> Double {
        let across = min(box.x + box.width, other.x + other.width) - max(box.x, other.x)
        let down = min(box.y + box.height, other.y + other.height) - max(box.y, other.y)
        guard across > 0, down > 0 else { return 0 }
        return across * down / (box.width * box.height + other.width * other.height - across * down)
    }
}

func decoded(_ jpeg: [UInt8]) throws -> Picture {
    let size = try sizeOfJPEG(jpeg)
    let decoder = try #require(keepers_jpeg_decoder_new())
    defer { keepers_jpeg_decoder_free(decoder) }
    let header = keepers_jpeg_header(width: Int32(size.width), height: Int32(size.height), channels: 3)
    var bytes = [UInt8](repeating: 0, count: keepers_jpeg_buffer_size(header, 8))
    var message = [CChar](repeating: 0, count: Int(keepers_jpeg_message_size))
    try #require(
        keepers_jpeg_decode(decoder, jpeg, jpeg.count, header, 8, 0, &bytes, bytes.count, &message) == keepers_jpeg_whole)
    return Picture(size.width, size.height, bytes)
}

extension Picture {
    init(_ width: Int, _ height: Int, _ bytes: [UInt8]) {
        self.init(width: 1, height: 1) { _, _ in (0, 0, 0) }
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    /// The pixels as a camera stores them that calls the picture `orientation`.
    func stored(as orientation: Orientation) -> Picture {
        let inverse: Orientation = orientation == .turned90 ? .turned270 : orientation == .turned270 ? .turned90 : orientation
        var out = [UInt8](repeating: 0, count: bytes.count)
        keepers_turn(bytes, 3 * width, Int32(width), Int32(height), Int32(inverse.rawValue), &out)
        let size = orientation.upright(width: width, height: height)
        return Picture(size.width, size.height, out)
    }

    /// Drawn `factor` times smaller and back.
    func softened(_ factor: Double, _ scorer: FrameScorer) throws -> Picture {
        let small = try scorer.draw(try jpeg(), Int(Double(width) / factor), Int(Double(height) / factor))
        return try scorer.draw(try small.jpeg(), width, height)
    }
}
