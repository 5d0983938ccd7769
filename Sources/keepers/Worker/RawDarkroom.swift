import EngineKit
import Glibc
import KeepersCore
import ScoringKit

/// The part of a worker that develops RAW files, and keeps the last ones.
final class RawDarkroom {
    /// Three frames of 24 megapixels, or one of 60 with the half of the next.
    static let budget = 512 << 20

    private let developer: RawDeveloper

    init(_ context: WorkerContext) {
        let attention = context.attention
        let limit = context.configuration.memoryLimit
        developer = RawDeveloper(
            budget: RawDarkroom.budget, memoryLimit: limit == 0 ? .max : limit, nanoseconds: Clock.monotonic,
            isStale: { attention.isLost })
    }

    func draw(
        _ source: FrameSource, _ request: PictureRequest, below folder: Int32, into slot: UnsafeMutableRawBufferPointer
    ) throws -> Drawing {
        let result = OpenFile.reading(source.path, below: folder) { descriptor in
            Result { () throws(ScoringError) in
                try developer.draw(descriptor: descriptor, orientation: source.orientation, request: request, into: slot)
            }
        }
        guard let result else { throw CardWorker.unreadable(source) }
        return try result.get()
    }
}
