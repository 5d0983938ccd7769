import Glibc
public import KeepersCore

/// Reads the machine's sensors where the kernel shows them; some dozen short files, a millisecond or two.
///
/// A file that takes longer than 50 ms to answer is not asked again, because the loop that asks also takes keys.
public final class HeatMonitor {
    private static let patience: UInt64 = 50_000_000
    /// Readings between two looks for sensors that came or went.
    private static let rescan = 30

    private let sys: String
    private let proc: String
    private let clock: () -> UInt64
    private var sensors: [HeatSensor] = []
    private var supplies: PowerSupplies
    private var slow: Set<String> = []
    private var readings = 0
    private var load: ProcessorLoad

    /// `sys` and `proc` are where the kernel's trees are mounted, `clock` gives monotonic nanoseconds.
    public init(sys: String = "/sys", proc: String = "/proc", clock: @escaping () -> UInt64) {
        self.sys = sys
        self.proc = proc
        self.clock = clock
        supplies = PowerSupplies(sys: sys)
        load = ProcessorLoad(proc: proc)
    }

    /// Everything that can be read now; `own` are the processes whose load is ours besides the calling one.
    public func read(own: [Int32] = []) -> HeatReading {
        if readings % HeatMonitor.rescan == 0 {
            sensors = HeatSensor.all(sys: sys)
            supplies = PowerSupplies(sys: sys)
        }
        readings &+= 1
        return HeatReading(
            sensors: sensors.compactMap(reading), battery: supplies.battery, isOnMains: supplies.isOnMains, pressure: pressure,
            others: load.others(own: own), throttles: throttles)
    }

    private func reading(_ sensor: HeatSensor) -> HeatReading.Sensor? {
        guard !slow.contains(sensor.input) else { return nil }
        let begun = clock()
        let reading = sensor.reading
        if clock() &- begun > HeatMonitor.patience { slow.insert(sensor.input) }
        return reading
    }

    /// `avg10` of the line that begins with `some` (kernel: accounting/psi.rst).
    private var pressure: Double? {
        guard let text = SmallFile.text("\(proc)/pressure/cpu"), let line = text.split(separator: "\n").first,
            line.hasPrefix("some "), let field = line.split(separator: " ").first(where: { $0.hasPrefix("avg10=") }),
            let percent = Double(field.dropFirst("avg10=".count)), (0...100).contains(percent)
        else { return nil }
        return percent
    }

    /// The package's counter where there is one: all its cores slow down together.
    private var throttles: Int? {
        let folder = "\(sys)/devices/system/cpu/cpu0/thermal_throttle"
        return SmallFile.number("\(folder)/package_throttle_count") ?? SmallFile.number("\(folder)/core_throttle_count")
    }
}

/// Who keeps the processors busy, from the counters of /proc (proc_stat(5), proc_pid_stat(5)).
struct ProcessorLoad {
    private let proc: String
    private var last: (all: Int, busy: Int)?
    private var lastOwn: [String: Int] = [:]

    init(proc: String) { self.proc = proc }

    /// Share of all processors that other programs kept busy since the call before; nil at first.
    mutating func others(own pids: [Int32]) -> Double? {
        guard let now = machine() else { return nil }
        var own: [String: Int] = [:]
        for name in ["self"] + pids.map({ String($0) }) { own[name] = ticks(of: name) }
        defer {
            last = now
            lastOwn = own
        }
        guard let last, now.all > last.all else { return nil }
        let ours = own.reduce(0) { $0 &+ max(0, $1.value &- (lastOwn[$1.key] ?? 0)) }
        return min(1, max(0, Double(now.busy &- last.busy &- ours) / Double(now.all &- last.all)))
    }

    /// Ticks of all processors since the start: user nice system idle iowait irq softirq steal.
    private func machine() -> (all: Int, busy: Int)? {
        guard let line = SmallFile.text("\(proc)/stat", limit: 256)?.split(separator: "\n").first, line.hasPrefix("cpu ") else {
            return nil
        }
        let fields = line.split(separator: " ").dropFirst().prefix(8).map { Int($0) ?? 0 }
        guard fields.count == 8 else { return nil }
        let all = fields.reduce(0, &+)
        return (all, all &- fields[3] &- fields[4])
    }

    /// Ticks that a process has used, all its threads.
    private func ticks(of name: String) -> Int {
        guard let text = SmallFile.text("\(proc)/\(name)/stat", limit: 512), let mark = text.lastIndex(of: ")") else { return 0 }
        let fields = text[text.index(after: mark)...].split(separator: " ")
        guard fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else { return 0 }
        return user &+ system
    }
}
