import EngineKit
import ExportKit
import KeepersCore

/// The hidden life of this executable: a worker that reads, or a committer that writes sidecars.
enum HelperProcess {
    static func run() -> Never {
        WorkerMain.run { context throws(EngineError) in
            switch context.configuration.role {
            case .worker: return try CardWorker(context)
            case .committer: return try CommitWorker(context)
            case .copier: return try CopyWorker(context)
            }
        }
    }
}
