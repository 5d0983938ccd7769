import Glibc

extension Terminal {
    /// Asks the terminal without taking over the screen, for `keepers doctor`: raw for as long as the answers take, at most some
    /// seconds, then as before.
    public static func probe(
        device path: String = "/dev/tty", environment: [String: String], clock: () -> UInt64
    ) throws(TerminalError) -> ProbeReport {
        let device = try Device(path: path)
        try device.makeRaw(keepingModes: false)
        defer { device.restoreModes(discardingInput: true) }
        var parser = InputParser()
        var probe = Probe(environment: environment)
        device.writeAll(probe.begin(now: clock()), milliseconds: 500)
        // Four seconds at most, whatever the clock says.
        for _ in 0..<200 where probe.isAsking && !device.isGone {
            parser.awaitsCursorReport = probe.awaitsLetter
            if device.wait(for: Int16(POLLIN), milliseconds: 20) { parser.feed(device.read()) }
            for case .reply(let reply) in parser.drain() {
                device.writeAll(probe.take(reply, now: clock()), milliseconds: 500)
            }
            device.writeAll(probe.expire(now: clock()), milliseconds: 500)
        }
        var report = probe.findings.report(size: device.size)
        report.roundTrip = probe.roundTrip
        return report
    }

    /// True until the terminal has answered, or will not.
    public var isProbing: Bool { probe.isAsking }
}
