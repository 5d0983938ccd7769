import KeepersCore

/// A temperature's file and the limits that stand beside it.
struct HeatSensor {
    let name: String
    let input: String
    let passive: Double?
    let hot: Double?
    let critical: Double?

    /// Limits that drivers leave at nonsense (0, -274, 65,261 °C) are none.
    static let plausibleLimits = 30.0...150.0
    /// What a machine that runs can read.
    static let plausible = -40.0...150.0
    /// Sensors that do not tell how hot the processor makes the machine, and whose disks may have to wake for an answer.
    private static let passedOver: Set<String> = ["drivetemp"]

    var reading: HeatReading.Sensor? {
        guard let celsius = SmallFile.celsius(input, within: HeatSensor.plausible) else { return nil }
        return HeatReading.Sensor(name: name, celsius: celsius, passive: passive, hot: hot, critical: critical)
    }

    /// Everything below /sys/class/thermal and /sys/class/hwmon (kernel: sysfs-api.rst, hwmon/sysfs-interface.rst).
    static func all(sys: String) -> [HeatSensor] { zones(sys) + chips(sys) }

    private static func zones(_ sys: String) -> [HeatSensor] {
        let folder = "\(sys)/class/thermal"
        return SmallFile.names(in: folder).filter { $0.hasPrefix("thermal_zone") }.map { zone("\(folder)/\($0)", $0) }
    }

    private static func zone(_ folder: String, _ name: String) -> HeatSensor {
        var lowest: [String: Double] = [:]
        for number in 0..<16 {
            guard let type = SmallFile.word("\(folder)/trip_point_\(number)_type"),
                let limit = SmallFile.celsius("\(folder)/trip_point_\(number)_temp", within: plausibleLimits)
            else { continue }
            lowest[type] = min(limit, lowest[type] ?? limit)
        }
        return HeatSensor(
            name: SmallFile.word("\(folder)/type") ?? name, input: "\(folder)/temp", passive: lowest["passive"],
            hot: lowest["hot"], critical: lowest["critical"])
    }

    private static func chips(_ sys: String) -> [HeatSensor] {
        let folder = "\(sys)/class/hwmon"
        var found: [HeatSensor] = []
        for chip in SmallFile.names(in: folder) {
            let name = SmallFile.word("\(folder)/\(chip)/name") ?? chip
            if passedOver.contains(name) { continue }
            for file in SmallFile.names(in: "\(folder)/\(chip)") where file.hasPrefix("temp") && file.hasSuffix("_input") {
                found.append(temperature("\(folder)/\(chip)/" + file.dropLast("_input".count), name))
            }
        }
        return found
    }

    private static func temperature(_ stem: String, _ chip: String) -> HeatSensor {
        HeatSensor(
            name: SmallFile.word("\(stem)_label").map { "\(chip) \($0)" } ?? chip, input: "\(stem)_input",
            passive: SmallFile.celsius("\(stem)_max", within: plausibleLimits), hot: nil,
            critical: SmallFile.celsius("\(stem)_crit", within: plausibleLimits))
    }
}

/// The machine's own batteries and mains adapters (kernel: power/power_supply_class.rst), without those of mice and headsets.
struct PowerSupplies {
    private var batteries: [String] = []
    private var adapters: [String] = []

    init(sys: String) {
        let folder = "\(sys)/class/power_supply"
        for name in SmallFile.names(in: folder) {
            let supply = "\(folder)/\(name)"
            if SmallFile.word("\(supply)/scope") == "Device" { continue }
            switch SmallFile.word("\(supply)/type") {
            case "Battery": batteries.append(supply)
            case "Mains", "USB", "Wireless": adapters.append(supply)
            default: break
            }
        }
    }

    /// Several batteries are one: their mean charge, discharging when any is.
    var battery: HeatReading.Battery? {
        let levels = batteries.compactMap { supply -> (percent: Int, status: String)? in
            guard let percent = SmallFile.number("\(supply)/capacity"), (0...100).contains(percent) else { return nil }
            return (percent, SmallFile.word("\(supply)/status") ?? "")
        }
        guard !levels.isEmpty else { return nil }
        return HeatReading.Battery(
            percent: Double(levels.reduce(0) { $0 + $1.percent }) / Double(levels.count),
            isDischarging: levels.contains { $0.status == "Discharging" })
    }

    var isOnMains: Bool? {
        let states = adapters.compactMap { SmallFile.number("\($0)/online") }
        return states.isEmpty ? nil : states.contains { $0 > 0 }
    }
}
