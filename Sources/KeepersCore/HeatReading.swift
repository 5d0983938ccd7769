/// What the machine's sensors said just now; empty or nil where nothing could be read.
public struct HeatReading: Equatable, Sendable {
    /// A temperature and the limits that its own driver gives, in degrees Celsius.
    public struct Sensor: Equatable, Sendable {
        public var name: String
        public var celsius: Double
        /// The system begins to slow itself down here.
        public var passive: Double?
        public var hot: Double?
        /// The system switches itself off here.
        public var critical: Double?

        public init(
            name: String, celsius: Double, passive: Double? = nil, hot: Double? = nil, critical: Double? = nil
        ) {
            self.name = name
            self.celsius = celsius
            self.passive = passive
            self.hot = hot
            self.critical = critical
        }
    }
    public struct Battery: Equatable, Sendable {
        /// 0...100
        public var percent: Double
        public var isDischarging: Bool
        public init(percent: Double, isDischarging: Bool) {
            self.percent = percent
            self.isDischarging = isDischarging
        }
    }

    public var sensors: [Sensor]
    public var battery: Battery?
    /// nil where no mains adapter is known.
    public var isOnMains: Bool?
    /// Share of the last ten seconds in which something waited for a processor, percent (`some avg10`, kernel's psi.rst).
    public var pressure: Double?
    /// Share of all processors that other programs kept busy since the reading before, 0...1.
    public var others: Double?
    /// How often a processor slowed itself down for heat since the machine started.
    public var throttles: Int?

    public init(
        sensors: [Sensor] = [], battery: Battery? = nil, isOnMains: Bool? = nil, pressure: Double? = nil, others: Double? = nil,
        throttles: Int? = nil
    ) {
        self.sensors = sensors
        self.battery = battery
        self.isOnMains = isOnMains
        self.pressure = pressure
        self.others = others
        self.throttles = throttles
    }

    /// On battery power alone, as far as is known.
    public var isOnBattery: Bool { battery?.isDischarging == true && isOnMains != true }
}
