import EngineKit
import Foundation
import Testing

/// Runs `engine-probe`, the stand-in for the program, and gives back what it printed.
struct Probe {
    /// Built into the same folder as these tests.
    static let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appendingPathComponent("engine-probe")

    let folder: URL
    var card: String { folder.path + "/card" }
    var own: String { folder.path + "/own" }
    var original: String { card + "/DCIM/a.nef" }
    var secret: String { folder.path + "/secret" }

    /// A fresh card with one original, a folder of the program's own, and a file outside both.
    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("engine-\(UUID().uuidString)")
        for name in ["card/DCIM", "own"] {
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
        }
        try Data("raw".utf8).write(to: URL(fileURLWithPath: original))
        try Data("secret".utf8).write(to: URL(fileURLWithPath: secret))
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    /// Every line of the scenario's output, once it has ended.
    func lines(_ arguments: String...) throws -> [String] {
        let process = Process()
        let output = Pipe()
        process.executableURL = Probe.executable
        process.arguments = arguments + ["--root", card, "--own", own, "--original", original]
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// The answers of one worker to these jobs, by number, without the last line.
    func answers(_ jobs: [String], options: [String] = []) throws -> [Int: String] {
        let process = Process()
        let output = Pipe()
        process.executableURL = Probe.executable
        process.arguments = ["run"] + jobs + options + ["--root", card]
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        var answers: [Int: String] = [:]
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            if let number = Int(words[0]) {
                answers[number] = words.count > 1 ? words[1] : ""
            } else {
                answers[-1] = String(line)
            }
        }
        return answers
    }

    func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
    func content(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// Whether this kernel can keep the promises that the tests of locks are about.
let kernelCanLock: Bool = {
    let offered = SandboxStatus.offered()
    if !offered.isWhole { print("*** NOT TESTED: this kernel has \(offered.summary) ***") }
    return offered.isWhole
}()

/// A process is gone when it is no more or only waits to be reaped.
func isGone(_ pid: Int32) -> Bool {
    guard let status = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else { return true }
    return status.split(separator: ")").last?.trimmingCharacters(in: .whitespaces).first == "Z"
}

/// Waits for something that happens soon, at most as long as a very slow machine may need.
func eventually(_ happens: () -> Bool) -> Bool {
    for _ in 0..<2_000 {
        if happens() { return true }
        usleep(5_000)
    }
    return false
}
