import Foundation
import Testing

/// One test's own folder: a home for Keepers, cards, and the program run from outside.
final class Desk {
    let folder: String
    var home: String { folder + "/home" }
    /// More variables for every run.
    var environment: [String: String] = [:]

    init() throws {
        // Its real path, so that paths in answers can be compared.
        let place = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
        folder = place + "/keepers-test-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit {
        // Read-only folders of a test must not stay behind.
        for path in Tree.folders(below: folder) { chmod(path, 0o700) }
        try? FileManager.default.removeItem(atPath: folder)
    }

    func path(_ name: String) -> String { "\(folder)/\(name)" }

    func write(_ name: String, _ text: String) throws -> String {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
        return path(name)
    }

    /// Runs the program to its end; one that does not end is killed and fails the test.
    @discardableResult
    func run(_ words: String..., home: String? = nil) throws -> Run { try run(words, home: home) }

    @discardableResult
    func run(_ words: [String], home: String? = nil) throws -> Run {
        let child = try start(words, home: home)
        return child.end(within: 180)
    }

    /// Runs a command that must succeed with JSON and nothing else on its stdout.
    func json(_ words: String..., home: String? = nil) throws -> [String: Any] { try json(words, home: home) }

    func json(_ words: [String], home: String? = nil) throws -> [String: Any] {
        let run = try run(words, home: home)
        try #require(run.code == 0, "keepers \(words.joined(separator: " ")): \(run)")
        return try run.json()
    }

    func start(_ words: [String], home: String? = nil, isHeard: Bool = true) throws -> Child {
        try Child(
            words, environment: surroundings(home ?? self.home), output: path("out-\(UUID().uuidString)"), isHeard: isHeard)
    }

    /// A kernel's tree in which nothing stands until a test puts it there, so that no test depends on how warm its machine is.
    var sysfs: String { folder + "/sys" }

    /// Nothing of the person who runs the tests: neither their sessions nor their terminal, models or temperatures.
    func surroundings(_ home: String) -> [String: String] {
        var all = [
            "KEEPERS_MODELS": "none", "KEEPERS_SYSFS": sysfs,
            "HOME": folder + "/nobody", "KEEPERS_HOME": home, "PATH": "/usr/local/bin:/usr/bin:/bin", "TERM": "dumb",
            "TZ": "UTC", "SWIFT_BACKTRACE": "enable=no", "LC_ALL": "C.UTF-8",
        ]
        for name in ["LD_LIBRARY_PATH"] { all[name] = ProcessInfo.processInfo.environment[name] }
        return all.merging(environment) { $1 }
    }
}

/// What a finished program said.
struct Run: CustomStringConvertible {
    /// The exit code, or minus the signal that ended it.
    var code: Int32
    var out: String
    var err: String
    var seconds: Double

    /// What it said on stderr, but for the line that models are missing.
    var complaints: String { err.replacingOccurrences(of: ModelTests.line, with: "") }

    var description: String { "exit \(code)\nstdout: \(out)\nstderr: \(err)" }

    func json() throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(out.utf8)) as? [String: Any], "no JSON object: \(self)")
    }
}

/// The program under test: KEEPERS_BINARY, or the one built beside these tests.
let keepersBinary: String = {
    if let given = ProcessInfo.processInfo.environment["KEEPERS_BINARY"], !given.isEmpty { return given }
    return URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appendingPathComponent("keepers").path
}()

/// The long forms of the tests run with KEEPERS_SLOW=1.
let isSlow = ProcessInfo.processInfo.environment["KEEPERS_SLOW"] == "1"

/// The folder of the project.
let projectFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

/// A program that runs, with its output in files so that it never waits for a reader.
final class Child {
    private let process = Process()
    private let output: String
    private let started = DispatchTime.now()
    /// A stdout that nobody reads: the program stops for good once it has said more than a pipe holds.
    private let deaf = Pipe()

    init(
        _ words: [String], program: String = keepersBinary, environment: [String: String], output: String, isHeard: Bool = true
    ) throws {
        self.output = output
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = words
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = isHeard ? try Child.appending(output + ".out") : deaf
        process.standardError = try Child.appending(output + ".err")
        try process.run()
    }

    deinit { if process.isRunning { kill(SIGKILL) } }

    /// Appending, so that a log on the same file and the output keep their order.
    private static func appending(_ path: String) throws -> FileHandle {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    var pid: Int32 { process.processIdentifier }
    var isRunning: Bool { process.isRunning }

    func kill(_ signal: Int32) { _ = Foundation.kill(process.processIdentifier, signal) }

    func end(within seconds: Double = 120) -> Run {
        let limit = DispatchTime.now() + seconds
        while process.isRunning, DispatchTime.now() < limit { usleep(1000) }
        if process.isRunning {
            Issue.record("keepers \(process.arguments ?? []) did not end within \(seconds) s")
            kill(SIGKILL)
        }
        process.waitUntilExit()
        let status = process.terminationStatus
        return Run(
            code: process.terminationReason == .exit ? status : -status, out: text(output + ".out"), err: text(output + ".err"),
            seconds: Double(DispatchTime.now().uptimeNanoseconds - started.uptimeNanoseconds) / 1e9)
    }

    private func text(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
}

/// Waits for something that happens soon, at most as long as a very slow machine may need.
func eventually(_ happens: () -> Bool) -> Bool {
    for _ in 0..<15_000 {
        if happens() { return true }
        usleep(2_000)
    }
    return false
}
