import Foundation
import KeepersCore
import ScoringKit

/// Real photographs that are large enough to be judged, brought to 1500 pixels; none where KEEPERS_REAL names no folder.
enum RealPhotos {
    static let root = ProcessInfo.processInfo.environment["KEEPERS_REAL"]

    static func paths(_ folders: [String] = ["photos", "photos-large", "faces"]) -> [String] {
        guard let root else { return [] }
        return folders.flatMap { folder -> [String] in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: root + "/" + folder)) ?? []
            return names.filter { $0.hasSuffix(".jpg") }.sorted().map { folder + "/" + $0 }
        }
    }

    static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: (root ?? "") + "/" + path)))
    }

    /// nil for one below 1000 pixels.
    static func photo(_ path: String, scorer: FrameScorer, longSide: Int = 1500) throws -> Picture? {
        let jpeg = try bytes(path)
        let size = try sizeOfJPEG(jpeg)
        let long = max(size.width, size.height)
        guard long >= FrameScorer.leastLongSideToJudge else { return nil }
        let share = min(1, Double(longSide) / Double(long))
        return try scorer.draw(
            jpeg, Int((Double(size.width) * share).rounded()), Int((Double(size.height) * share).rounded()))
    }
}
