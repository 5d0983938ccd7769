import KeepersCore
import ScoringKit

/// Reads the machine's heat while there is work for the background, at most every two seconds.
final class HeatWatch {
    private static let interval: UInt64 = 2_000_000_000

    private let monitor: HeatMonitor
    private var policy = HeatPolicy()
    private let workers: Int
    private let now: () -> UInt64
    private var lookedAt: UInt64?
    /// As last read; nil before the first look.
    private(set) var report: HeatReport?
    private(set) var isOnBattery = false

    /// `KEEPERS_SYSFS` names another tree than the kernel's, for tests; its `proc` folder stands for /proc.
    init(environment: [String: String], workers: Int, now: @escaping () -> UInt64) {
        self.workers = workers
        self.now = now
        if let root = environment["KEEPERS_SYSFS"], !root.isEmpty {
            monitor = HeatMonitor(sys: root, proc: root + "/proc", clock: now)
        } else {
            monitor = HeatMonitor(clock: now)
        }
    }

    /// The state now, or as it was less than two seconds ago; `own` are the helpers whose load is ours.
    func look(own: @autoclosure () -> [Int32] = []) -> HeatReport {
        let now = now()
        if let report, let lookedAt, now &- lookedAt < HeatWatch.interval { return report }
        lookedAt = now
        let reading = monitor.read(own: own())
        isOnBattery = reading.isOnBattery
        let report = policy.judge(reading, workers: workers)
        self.report = report
        return report
    }
}
