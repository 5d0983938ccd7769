import Foundation

/// A `store-probe` process, or any command, with its output line by line.
final class Child {
    private let process = Process()
    private let pipe = Pipe()
    private var rest: [UInt8] = []

    /// The probe beside the test bundle.
    static var probe: String {
        let folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL.deletingLastPathComponent()
        return [folder, bundle].compactMap { $0?.appendingPathComponent("store-probe").path }
            .first { FileManager.default.isExecutableFile(atPath: $0) } ?? "store-probe was not found"
    }

    init(_ words: String..., program: String? = nil) throws {
        process.executableURL = URL(fileURLWithPath: program ?? Child.probe)
        process.arguments = words
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    /// The next whole line; nil when the child has closed its end.
    func line() -> String? {
        while true {
            if let end = rest.firstIndex(of: 10) {
                defer { rest.removeFirst(end + 1) }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            let more = pipe.fileHandleForReading.availableData
            if more.isEmpty { return nil }
            rest += more
        }
    }

    func lines() -> [String] {
        var lines: [String] = []
        while let next = line() { lines.append(next) }
        return lines
    }

    func kill() { _ = Foundation.kill(process.processIdentifier, SIGKILL) }

    /// Waits for the end; the exit code, or minus the signal.
    @discardableResult func end() -> Int32 {
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }
}
