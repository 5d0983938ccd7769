/// From readings to how many workers may measure: up at once, down only when it has been calmer for two readings.
///
/// Temperatures are held against the limits of their own sensor; a limit that no sensor gives is never made up from the air:
/// without any, the temperature is shown and decides nothing.
public struct HeatPolicy: Sendable {
    private var state = HeatState.nominal
    private var calmReadings = 0
    private var lastThrottles: Int?

    public init() {}

    /// What a reading says for a machine that measures with `workers` processes when it is cool.
    public mutating func judge(_ reading: HeatReading, workers: Int) -> HeatReport {
        let isThrottled = if let now = reading.throttles, let last = lastThrottles { now > last } else { false }
        lastThrottles = reading.throttles ?? lastThrottles
        let now = HeatPolicy.worst(reading, isThrottled: isThrottled, slack: false)
        let held = HeatPolicy.worst(reading, isThrottled: isThrottled, slack: true)
        settle(now: now.state, held: held.state)
        return HeatReport(
            state: state, cause: (now.state == state ? now : held).cause,
            workers: HeatPolicy.workers(state, of: workers), hasSensor: HeatPolicy.hasSensor(reading))
    }

    private mutating func settle(now: HeatState, held: HeatState) {
        if now >= state || held >= state {
            state = max(now, state)
            calmReadings = 0
            return
        }
        calmReadings += 1
        guard calmReadings >= 2 else { return }
        state = held
        calmReadings = 0
    }

    /// Full, half, one, none.
    public static func workers(_ state: HeatState, of count: Int) -> Int {
        switch state {
        case .nominal: max(1, count)
        case .fair: max(1, count / 2)
        case .serious: 1
        case .critical: 0
        }
    }

    // MARK: - One reading

    private typealias Finding = (state: HeatState, cause: String)

    private static func hasSensor(_ reading: HeatReading) -> Bool { !reading.sensors.isEmpty || reading.battery != nil }

    /// The worst of all; `slack` holds a state until the reading is clearly below its limit.
    private static func worst(_ reading: HeatReading, isThrottled: Bool, slack: Bool) -> Finding {
        var worst = heat(reading.sensors, slack: slack) ?? (.nominal, "")
        for other in [battery(reading, slack: slack), throttling(isThrottled), sharing(reading, slack: slack)] {
            if let other, other.state > worst.state || worst.cause.isEmpty { worst = other }
        }
        if worst.cause.isEmpty { worst.cause = "no sensor" }
        return worst
    }

    /// The sensor that is nearest to trouble; among equals the one with the least room below its limit.
    private static func heat(_ sensors: [HeatReading.Sensor], slack: Bool) -> Finding? {
        let judged = sensors.map { (sensor: $0, state: $0.state(above: slack ? 4 : 0)) }
        let worst = judged.min { one, other in
            if one.state != other.state { return one.state > other.state }
            return one.sensor.room < other.sensor.room
        }
        return worst.map { ($0.state, "\(fixed($0.sensor.celsius, 0)) °C") }
    }

    private static func battery(_ reading: HeatReading, slack: Bool) -> Finding? {
        guard let battery = reading.battery else { return nil }
        guard reading.isOnBattery else { return (.nominal, "on mains") }
        let percent = battery.percent - (slack ? 2 : 0)
        let state: HeatState = percent <= 8 ? .critical : percent <= 20 ? .serious : percent <= 40 ? .fair : .nominal
        return (state, "battery \(fixed(battery.percent, 0)) %")
    }

    private static func throttling(_ isThrottled: Bool) -> Finding? {
        isThrottled ? (.fair, "the processor slows itself down") : nil
    }

    /// Our own workers cause pressure too, so it counts only while others use half of the machine, and for one step only:
    /// a lower priority protects the others better than a pause.
    private static func sharing(_ reading: HeatReading, slack: Bool) -> Finding? {
        guard let pressure = reading.pressure, let others = reading.others else { return nil }
        guard pressure >= (slack ? 30 : 40), others >= (slack ? 0.4 : 0.5) else { return nil }
        return (.fair, "other programs press on the processor (\(fixed(pressure, 0)) %)")
    }
}

extension HeatReading.Sensor {
    /// The state for its own limits, each lowered by `slack` degrees.
    func state(above slack: Double) -> HeatState {
        let limits = self.limits
        func reached(_ limit: Double?) -> Bool { limit.map { celsius >= $0 - slack } ?? false }
        return reached(limits.critical) ? .critical : reached(limits.serious) ? .serious : reached(limits.fair) ? .fair : .nominal
    }

    /// Degrees below the first of its limits; without limits it comes last.
    var room: Double { limits.fair.map { $0 - celsius } ?? 1000 - celsius }

    /// Where we step back: well before the system has to. A passive limit right below the critical one warns too late to be used.
    var limits: (fair: Double?, serious: Double?, critical: Double?) {
        let last = critical ?? hot
        guard let last else { return (passive, passive.map { $0 + 6 }, nil) }
        let first = passive.flatMap { $0 <= last - 10 ? $0 : nil } ?? last - 18
        let serious = max(first + 2, min(hot ?? .infinity, last - 9))
        return (first, serious, max(serious + 2, last - 4))
    }
}

extension HeatReport {
    /// `fair: 84 °C, one worker`, `critical: 99 °C, paused`, `heat: no sensor`.
    public var words: String {
        if !hasSensor, state == .nominal { return "heat: no sensor" }
        let pace = workers == 0 ? ", paused" : state == .nominal ? "" : workers == 1 ? ", one worker" : ", \(workers) workers"
        return "\(state.rawValue): \(cause)\(pace)"
    }
}
