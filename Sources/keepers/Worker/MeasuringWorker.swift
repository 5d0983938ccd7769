import EngineKit

extension WorkerConfiguration {
    /// A worker that measures frames; with a model pack's folder it measures faces too, and may then make machine code.
    static func measuring(roots: [String], slotBytes: Int, nice: Int = 0, models: String?) -> WorkerConfiguration {
        WorkerConfiguration(
            roots: roots, slotBytes: slotBytes, memoryLimit: models == nil ? 1 << 30 : 2 << 30, nice: nice,
            readable: models.map { [$0] } ?? [], generatesCode: models != nil, models: models)
    }
}
