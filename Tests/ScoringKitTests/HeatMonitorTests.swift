import Foundation
import KeepersCore
import Testing

@testable import ScoringKit

/// A kernel's tree as a folder of text files.
private final class FakeTree {
    let root = FileManager.default.temporaryDirectory.path + "/keepers-sys-\(UUID().uuidString)"
    deinit { try? FileManager.default.removeItem(atPath: root) }

    func set(_ path: String, _ text: String) throws {
        let target = URL(fileURLWithPath: "\(root)/\(path)")
        try FileManager.default.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: target)
    }

    func monitor(_ clock: @escaping () -> UInt64 = { 0 }) -> HeatMonitor {
        HeatMonitor(sys: root, proc: root + "/proc", clock: clock)
    }
}

@Suite("Sensors of the machine")
struct HeatMonitorTests {
    @Test("zones and chips come with their own limits")
    func temperatures() throws {
        let tree = FakeTree()
        let zone = "class/thermal/thermal_zone0/"
        try tree.set(zone + "type", "x86_pkg_temp\n")
        try tree.set(zone + "temp", "61500\n")
        for (number, trip) in [("passive", "95000"), ("passive", "80000"), ("critical", "103000"), ("hot", "0")].enumerated() {
            try tree.set(zone + "trip_point_\(number)_type", trip.0)
            try tree.set(zone + "trip_point_\(number)_temp", trip.1)
        }
        try tree.set("class/thermal/cooling_device0/type", "Fan")
        let chip = "class/hwmon/hwmon3/"
        try tree.set(chip + "name", "coretemp\n")
        try tree.set(chip + "temp1_label", "Package id 0\n")
        try tree.set(chip + "temp1_input", "70000\n")
        try tree.set(chip + "temp1_max", "100000\n")
        try tree.set(chip + "temp1_crit", "100000\n")
        try tree.set(chip + "temp1_crit_alarm", "0\n")
        try tree.set(chip + "temp2_input", "41000\n")
        // A driver without a limit says 65,261 °C.
        try tree.set(chip + "temp2_max", "65261850\n")
        try tree.set("class/hwmon/hwmon4/name", "drivetemp\n")
        try tree.set("class/hwmon/hwmon4/temp1_input", "30000\n")
        #expect(
            tree.monitor().read().sensors == [
                .init(name: "x86_pkg_temp", celsius: 61.5, passive: 80, critical: 103),
                .init(name: "coretemp Package id 0", celsius: 70, passive: 100, critical: 100),
                .init(name: "coretemp", celsius: 41),
            ])
    }

    @Test("the machine's batteries are one, those of mice do not count")
    func power() throws {
        let tree = FakeTree()
        func supply(_ name: String, _ values: [String: String]) throws {
            for (file, text) in values { try tree.set("class/power_supply/\(name)/\(file)", text + "\n") }
        }
        try supply("hidpp_battery_0", ["type": "Battery", "scope": "Device", "capacity": "3", "status": "Discharging"])
        #expect(tree.monitor().read().battery == nil)
        try supply("BAT0", ["type": "Battery", "capacity": "20", "status": "Discharging"])
        try supply("BAT1", ["type": "Battery", "scope": "System", "capacity": "60", "status": "Unknown"])
        try supply("AC", ["type": "Mains", "online": "0"])
        let reading = tree.monitor().read()
        #expect(reading.battery == .init(percent: 40, isDischarging: true) && reading.isOnMains == false && reading.isOnBattery)
        try supply("AC", ["type": "Mains", "online": "1"])
        #expect(!tree.monitor().read().isOnBattery)
    }

    @Test("pressure and throttling are read; others' load is what is not ours, from the second reading on")
    func load() throws {
        let tree = FakeTree()
        try tree.set("proc/pressure/cpu", "some avg10=62.08 avg60=1.00 avg300=0.10 total=5\nfull avg10=0.00\n")
        try tree.set("devices/system/cpu/cpu0/thermal_throttle/package_throttle_count", "17\n")
        func ticks(_ machine: String, own: Int, helper: Int) throws {
            try tree.set("proc/stat", "cpu  \(machine)\ncpu0 1 2 3\n")
            try tree.set("proc/self/stat", "1 (keepers) x) S 1 1 1 0 -1 4 0 0 0 0 \(own) 0 0 0 20")
            try tree.set("proc/77/stat", "77 (keepers-worker) R 1 1 1 0 -1 4 0 0 0 0 0 \(helper) 0 0 20")
        }
        try ticks("100 0 0 900 0 0 0 0 0 0", own: 10, helper: 20)
        let monitor = tree.monitor()
        let first = monitor.read(own: [77])
        #expect(first.pressure == 62.08 && first.throttles == 17 && first.others == nil)
        // Of 200 ticks 150 busy: 30 ours, 50 of our helper's, 70 of others.
        try ticks("200 20 30 940 10 0 0 0 0 0", own: 30, helper: 80)
        let second = monitor.read(own: [77])
        #expect(second.others == 0.35)
    }

    @Test("nothing there is nothing read")
    func nothing() {
        #expect(FakeTree().monitor().read() == HeatReading())
        #expect(HeatMonitor(sys: "/dev/null", proc: "/nonexistent", clock: { 0 }).read() == HeatReading())
    }

    @Test(
        "garbage, giants and things that are no files are passed over",
        arguments: [
            "", "\n\n", "hot", "99999999999999999999999999", "-274000", "61.5", "61000 61000", "0x10", "\u{1B}[2J",
            String(repeating: "6", count: 5000), "151000",
        ])
    func garbage(_ text: String) throws {
        let tree = FakeTree()
        try tree.set("class/thermal/thermal_zone0/temp", text)
        try tree.set("class/thermal/thermal_zone0/trip_point_0_type", text)
        try tree.set("class/thermal/thermal_zone0/trip_point_0_temp", text)
        try tree.set("class/thermal/thermal_zone1", text)
        try FileManager.default.createDirectory(
            atPath: tree.root + "/class/hwmon/hwmon0/temp1_input", withIntermediateDirectories: true)
        try tree.set("class/hwmon/hwmon0/temp2_input", text)
        try tree.set("class/power_supply/BAT0/type", "Battery")
        try tree.set("class/power_supply/BAT0/capacity", text)
        for file in ["pressure/cpu", "stat", "self/stat"] { try tree.set("proc/\(file)", text) }
        try #require(mkfifo(tree.root + "/class/thermal/thermal_zone0/type", 0o600) == 0)
        let monitor = tree.monitor()
        #expect(monitor.read() == HeatReading())
        #expect(monitor.read() == HeatReading())
    }

    @Test("names of sensors are safe to print")
    func names() throws {
        let tree = FakeTree()
        try tree.set("class/thermal/thermal_zone0/temp", "50000")
        try tree.set("class/thermal/thermal_zone0/type", "evil\u{1B}[2J\n")
        #expect(tree.monitor().read().sensors.map(\.name) == ["evil?[2J"])
    }

    @Test("a sensor that keeps us waiting is not asked again")
    func slow() throws {
        let tree = FakeTree()
        try tree.set("class/thermal/thermal_zone0/temp", "50000")
        var time: UInt64 = 0
        let monitor = tree.monitor {
            time += 60_000_000
            return time
        }
        #expect(monitor.read().sensors.count == 1)
        #expect(monitor.read().sensors.isEmpty)
    }

    @Test("this machine's own trees read without a word of nonsense")
    func here() {
        let monitor = HeatMonitor(clock: { 0 })
        for _ in 0..<2 {
            let reading = monitor.read()
            #expect(reading.sensors.allSatisfy { (-40...150).contains($0.celsius) })
            #expect(reading.others.map { (0...1).contains($0) } ?? true)
        }
    }
}
