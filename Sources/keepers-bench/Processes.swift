import CBench
import Glibc
import KeepersCore

/// A started program with all its helpers.
final class Running {
    let pid: pid_t
    let startedAt: Double
    private var isReaped = false

    /// `terminal`: the name of the other end of a pseudo-terminal; `variables`: more of the environment, as `NAME=value`.
    init(_ words: [String], home: String, terminal: String? = nil, adding variables: [String] = []) throws {
        let environment =
            [
                "HOME=\(home)", "KEEPERS_HOME=\(home)", "TERM=xterm-256color", "COLORTERM=truecolor", "LANG=C.UTF-8",
                "PATH=/usr/bin:/bin",
            ] + variables
        startedAt = Stopwatch.wall()
        let started = Running.withTexts(words) { arguments in
            Running.withTexts(environment) { variables in
                keepers_start(terminal, arguments, variables)
            }
        }
        guard started > 0 else { throw BenchError("\(words[0]) could not be started") }
        pid = started
    }

    private static func withTexts<Value>(_ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>>) -> Value) -> Value {
        let copies = texts.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        let pointers = copies.map { $0.map { UnsafePointer($0) } } + [nil]
        return pointers.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: UnsafePointer<CChar>.self) { body($0.baseAddress.unsafelyUnwrapped) }
        }
    }

    /// The exit code once it has ended; -1 for a signal.
    func ended() -> Int32? {
        var status: Int32 = 0
        guard !isReaped, waitpid(pid, &status, WNOHANG) == pid else { return nil }
        isReaped = true
        return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
    }

    func end() {
        guard !isReaped else { return }
        kill(pid, SIGKILL)
        var status: Int32 = 0
        waitpid(pid, &status, 0)
        isReaped = true
    }

    deinit { end() }

    /// Bytes of memory of the program and all below it, shared pages divided among their users.
    func memory() -> Int {
        let parents = Running.parents()
        return parents.keys.filter { isOurs($0, parents) }.reduce(0) { $0 + Running.proportional($1) }
    }

    /// CPU seconds so far of the program and each process below it that lives now.
    func cpu() -> [pid_t: Double] {
        let parents = Running.parents()
        var seconds: [pid_t: Double] = [:]
        for process in parents.keys where isOurs(process, parents) { seconds[process] = Double(keepers_cpu_of(process)) / 1e9 }
        return seconds
    }

    private static func parents() -> [pid_t: pid_t] {
        var parents: [pid_t: pid_t] = [:]
        for name in Folder.names("/proc") {
            guard let id = pid_t(name), let line = Running.text("/proc/\(id)/stat"), let end = line.lastIndex(of: ")") else {
                continue
            }
            let fields = line[end...].split(separator: " ")
            if fields.count > 2 { parents[id] = pid_t(fields[2]) }
        }
        return parents
    }

    private func isOurs(_ process: pid_t, _ parents: [pid_t: pid_t]) -> Bool {
        var process = process
        while process > 1 {
            if process == pid { return true }
            process = parents[process] ?? 0
        }
        return false
    }

    private static func proportional(_ process: pid_t) -> Int {
        guard let text = text("/proc/\(process)/smaps_rollup") else { return 0 }
        for line in text.split(separator: "\n") where line.hasPrefix("Pss:") {
            return line.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 } ?? 0
        }
        return 0
    }

    private static func text(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 8192)
        let count = read(descriptor, &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }
}
