import Testing

@testable import KeepersCore

@Suite("Heat")
struct HeatTests {
    private func laptop(_ celsius: Double) -> HeatReading {
        HeatReading(sensors: [.init(name: "x86_pkg_temp", celsius: celsius, critical: 100)])
    }

    private func state(_ reading: HeatReading) -> HeatState {
        var policy = HeatPolicy()
        return policy.judge(reading, workers: 2).state
    }

    @Test(
        "temperatures are held against their own limits",
        arguments: [
            (61.0, HeatState.nominal), (84, .fair), (92, .serious), (97, .critical), (120, .critical),
        ])
    func ownLimits(_ celsius: Double, _ expected: HeatState) {
        #expect(state(laptop(celsius)) == expected)
        // The same temperature of a disk that gives up earlier.
        let disk = HeatReading.Sensor(name: "nvme", celsius: celsius, passive: 60, critical: 75)
        #expect(state(HeatReading(sensors: [disk])) >= expected)
    }

    @Test("a passive trip point decides where the first step is, the worst sensor decides the state")
    func tripPoints() {
        func zone(_ celsius: Double, passive: Double?, hot: Double? = nil, critical: Double?) -> HeatReading.Sensor {
            .init(name: "zone", celsius: celsius, passive: passive, hot: hot, critical: critical)
        }
        #expect(state(HeatReading(sensors: [zone(70, passive: 72, critical: 105)])) == .nominal)
        #expect(state(HeatReading(sensors: [zone(72, passive: 72, critical: 105)])) == .fair)
        #expect(state(HeatReading(sensors: [zone(88, passive: 72, hot: 88, critical: 105)])) == .serious)
        // coretemp often gives its maximum as high as its critical temperature: that would warn too late.
        #expect(state(HeatReading(sensors: [zone(84, passive: 100, critical: 100)])) == .fair)
        // Only a maximum: never critical.
        #expect(state(HeatReading(sensors: [zone(140, passive: 80, critical: nil)])) == .serious)
        let both = HeatReading(sensors: [zone(40, passive: nil, critical: 100), zone(86, passive: nil, critical: 90)])
        var policy = HeatPolicy()
        let report = policy.judge(both, workers: 2)
        #expect(report.state == .critical && report.cause == "86 °C" && report.words == "critical: 86 °C, paused")
    }

    @Test("each state's limits rise with it, whatever a driver says")
    func monotone() {
        for passive in [nil, 31.0, 60, 95, 149] {
            for hot in [nil, 35.0, 90, 140] {
                for critical in [nil, 33.0, 70, 100, 150] {
                    var last = HeatState.nominal
                    for celsius in stride(from: -40.0, through: 150, by: 1) {
                        let sensor = HeatReading.Sensor(
                            name: "", celsius: celsius, passive: passive, hot: hot, critical: critical)
                        let now = sensor.state(above: 0)
                        #expect(now >= last)
                        #expect(sensor.state(above: 4) >= now)
                        last = now
                    }
                    #expect((passive ?? hot ?? critical) == nil ? last == .nominal : last > .nominal)
                }
            }
        }
    }

    @Test("goes up at once and down after two readings that are clearly calmer")
    func hysteresis() {
        var policy = HeatPolicy()
        func step(_ celsius: Double) -> HeatState { policy.judge(laptop(celsius), workers: 2).state }
        #expect([70, 83, 81, 79, 80, 79].map(step) == [.nominal, .fair, .fair, .fair, .fair, .fair])
        #expect([77, 79, 77, 77].map(step) == [.fair, .fair, .fair, .nominal])
        #expect([99, 60, 60].map(step) == [.critical, .critical, .nominal])
        #expect([99, 93, 90].map(step) == [.critical, .critical, .critical])
        #expect([89, 88].map(step) == [.serious, .serious])
    }

    @Test(
        "a battery counts while it is the only source of power",
        arguments: [
            (80.0, HeatState.nominal), (40, .fair), (18, .serious), (8, .critical),
        ])
    func battery(_ percent: Double, _ expected: HeatState) {
        var reading = HeatReading(battery: .init(percent: percent, isDischarging: true), isOnMains: false)
        var policy = HeatPolicy()
        let report = policy.judge(reading, workers: 4)
        #expect(report.state == expected && report.cause == "battery \(Int(percent)) %" && report.hasSensor)
        reading.isOnMains = true
        #expect(state(reading) == .nominal && !reading.isOnBattery)
        reading.isOnMains = nil
        reading.battery?.isDischarging = false
        #expect(state(reading) == .nominal)
    }

    @Test("pressure is a hint: only by others, and for one step only")
    func pressure() {
        // Our own two workers on two processors.
        #expect(state(HeatReading(pressure: 95, others: 0.02)) == .nominal)
        #expect(state(HeatReading(pressure: 95)) == .nominal)
        #expect(state(HeatReading(pressure: 3, others: 0.9)) == .nominal)
        var policy = HeatPolicy()
        let report = policy.judge(HeatReading(pressure: 62, others: 0.7), workers: 2)
        #expect(
            report.state == .fair && report.words == "fair: other programs press on the processor (62 %), one worker"
                && !report.hasSensor)
        #expect(state(HeatReading(pressure: 100, others: 1)) == .fair)
    }

    @Test("a processor that slows itself down is one step, for as long as it does")
    func throttling() {
        var policy = HeatPolicy()
        let states = [7, 7, 9, 9, 9].map { policy.judge(HeatReading(throttles: $0), workers: 2).state }
        #expect(states == [.nominal, .nominal, .fair, .fair, .nominal])
    }

    @Test("full, half, one, none")
    func workers() {
        #expect(HeatState.allCases.map { HeatPolicy.workers($0, of: 8) } == [8, 4, 1, 0])
        #expect(HeatState.allCases.map { HeatPolicy.workers($0, of: 2) } == [2, 1, 1, 0])
        #expect(HeatState.allCases.map { HeatPolicy.workers($0, of: 1) } == [1, 1, 1, 0])
    }

    @Test("what cannot be read is said so and never called nominal")
    func words() {
        var policy = HeatPolicy()
        #expect(policy.judge(HeatReading(), workers: 2).words == "heat: no sensor")
        #expect(policy.judge(HeatReading(pressure: 10, others: 0.1), workers: 2).words == "heat: no sensor")
        #expect(policy.judge(laptop(61.4), workers: 2).words == "nominal: 61 °C")
        #expect(policy.judge(laptop(84), workers: 2).words == "fair: 84 °C, one worker")
        #expect(policy.judge(laptop(84), workers: 8).words == "fair: 84 °C, 4 workers")
        // A sensor without any limit is shown and decides nothing.
        #expect(policy.judge(HeatReading(sensors: [.init(name: "board", celsius: 149)]), workers: 2).cause == "149 °C")
    }
}
