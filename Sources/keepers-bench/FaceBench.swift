import DemoKit
import EngineKit
import Glibc
import KeepersCore
import ScoringKit

/// Frames of four real faces at 1620 x 1080 with every measure on: the whole way, and where its time goes.
enum FaceBench {
    static func run(_ setting: Setting) throws -> [Figure] {
        guard let pack = try Models.pack() else {
            print("  SKIPPED: no model pack is installed; \(ModelPack.remedy)")
            return []
        }
        let card = try card(setting, pack)
        return try wholeWay(setting, card, pack) + stages(card, pack)
    }

    private static func card(_ setting: Setting, _ pack: ModelPack) throws -> Card {
        var options = DemoOptions(directory: "\(setting.folder)/faces", frames: max(200, setting.options.frames / 10), seed: 1)
        (options.facesPerFrame, options.mosaicLong, options.distinctFrames) = (4, 240, 48)
        options.photos = [setting.options.photos]
        let judge = try FaceJudge(pack: pack)
        _ = try DemoCard.make(options, findFaces: { (try? judge.landmarks(of: $0).map(\.points)) ?? [] }) { _ in }
        return try Card(at: options.directory, frames: options.frames)
    }

    /// `keepers score` with two workers on the card.
    private static func wholeWay(_ setting: Setting, _ card: Card, _ pack: ModelPack) throws -> [Figure] {
        let scored = try ScoreBench.score(card, setting, home: try setting.makeFolder("faces-home"), models: pack.folder)
        // Loaded models take more than that; without them the speed below would be that of another program.
        guard scored.most > 200_000_000 else { throw BenchError("`keepers score` measured no faces: it loaded no models") }
        return [
            Figure(
                name: "four faces a frame, everything on: frames a second, 2 workers", value: scored.rate, unit: "frames/s",
                limit: .atLeast(14), decimals: 1, note: "\(scored.note), models loaded"),
            scored.memory("memory of program and workers (PSS), most", limit: 1200),
        ]
    }

    /// CPU of one frame on one thread: inside the models, and outside of them.
    private static func stages(_ card: Card, _ pack: ModelPack) throws -> [Figure] {
        let previews = try card.previews(24)
        let judge = try FaceJudge(pack: pack, clock: { UInt64(Stopwatch.cpu() * 1e6) })
        let (plain, full) = (FrameScorer(), FrameScorer(judge: judge))
        var (without, with, models, found): ([Double], [Double], [Double], Int) = ([], [], [], 0)
        for round in 0..<4 {
            let bare = try Stopwatch.cpu { for preview in previews { _ = try score(preview, plain) } }
            let before = judge.ticksInModels
            let all = try Stopwatch.cpu { for preview in previews { found += try score(preview, full) } }
            // The first round fills caches.
            guard round > 0 else { continue }
            let frames = Double(previews.count)
            without.append(bare / frames)
            with.append(all / frames)
            models.append(Double(judge.ticksInModels - before) / 1e6 / frames)
        }
        let (measures, total, inside) = (Spread(without), Spread(with), Spread(models))
        let faces = Double(found) / Double(4 * previews.count)
        return [
            Figure(
                name: "one frame, decoded and judged: CPU", value: total.median, unit: "ms", limit: .none, decimals: 1,
                note: "\(total.note(1)); \(fixed(faces, 1)) faces found a frame"),
            Figure(name: "  of it inside the models", value: inside.median, unit: "ms", limit: .none, decimals: 1),
            Figure(
                name: "  of it decoding, measures, print, thumbnail", value: measures.median, unit: "ms", limit: .none,
                decimals: 1),
            Figure(
                name: "  of it finding and laying faces, outside the models",
                value: total.median - inside.median - measures.median,
                unit: "ms", limit: .none, decimals: 1),
            Figure(
                name: "share spent outside the models", value: 100 * (1 - inside.median / total.median), unit: "%",
                limit: .atMost(35), decimals: 1),
        ]
    }

    private static func score(_ preview: (jpeg: [UInt8], header: FrameHeader), _ scorer: FrameScorer) throws -> Int {
        var faces = 0
        try PictureBench.withInput(preview) { faces = try scorer.score($0).card.faces?.count ?? 0 }
        return faces
    }
}
