import KeepersCore
import PersistenceKit

/// What a run's row says, as it goes on.
struct BatchClock {
    let run: Int64
    private var begun: UInt64
    private var paused: UInt64 = 0
    private var pausedSince: UInt64?
    private var state = HeatState.nominal
    private var heatEvents = 0
    var frames = 0

    init(run: Int64, begun: UInt64) {
        self.run = run
        self.begun = begun
    }

    /// Each step up is an event; time at "critical" is no time of work.
    mutating func feel(_ state: HeatState, now: UInt64) {
        if state > self.state { heatEvents += 1 }
        self.state = state
        if state == .critical {
            pausedSince = pausedSince ?? now
        } else if let since = pausedSince {
            paused &+= now &- since
            pausedSince = nil
        }
    }

    func progress(now: UInt64, isDone: Bool) -> BatchProgress {
        let stopped = paused &+ (pausedSince.map { now &- $0 } ?? 0)
        return BatchProgress(
            run: run, frames: frames, seconds: Double(now &- begun &- stopped) / 1e9, heatEvents: heatEvents, isDone: isDone)
    }
}
