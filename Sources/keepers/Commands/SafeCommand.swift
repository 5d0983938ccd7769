import Glibc
import KeepersCore

/// `keepers safe`: may this card be formatted?
enum SafeCommand {
    static func run(_ invocation: Invocation, _ setting: Setting) throws(Failure) {
        let paths = invocation.operands.map(Places.absolute)
        try check(paths)
        let started = Clock.monotonic()
        // A copy made a moment ago may still be in memory only; what is compared must be on the disk.
        sync()
        let check = SafetyCheck(
            link: setting.link, card: paths[0], backups: Array(paths.dropFirst()), workers: setting.workers)
        var shownAt: UInt64 = 0
        check.progress = { check in
            let now = Clock.monotonic()
            guard now &- shownAt > 250_000_000 else { return }
            shownAt = now
            Console.progress(
                "comparing \(grouped(check.findings.count)) of \(grouped(check.card.files.count)) files, \(size(check.bytesRead)) read"
            )
        }
        defer { Console.progress(nil) }
        try check.run()
        Console.progress(nil)
        let verdict = SafetyVerdict(
            check, card: paths[0], backups: Array(paths.dropFirst()), at: Clock.wall(),
            seconds: Double(Clock.monotonic() &- started) / 1e9)
        let receipt = try verdict.isSafe ? keep(verdict, setting) : nil
        if invocation.has("json") {
            Console.out(verdict.json(receipt: receipt).serialized(indent: 1))
        } else {
            (verdict.lines + (receipt.map { ["The receipt with every file and its SHA-256: \($0)"] } ?? [])).forEach(Console.out)
        }
        if !verdict.isSafe { throw Failure("do not format \(printable(paths[0])): \(verdict.shortfall)") }
    }

    private static func check(_ paths: [String]) throws(Failure) {
        _ = try Program.roots([paths[0]])
        for backup in paths.dropFirst() {
            _ = try Program.roots([backup])
            if backup == paths[0] || backup.hasPrefix(paths[0] == "/" ? "/" : paths[0] + "/") {
                throw Failure("\(printable(backup)) lies on the card itself: formatting would take both", code: 2)
            }
        }
    }

    /// Writes the receipt below our own data folder; the photos' folders stay as they are.
    private static func keep(_ verdict: SafetyVerdict, _ setting: Setting) throws(Failure) -> String {
        let folder = setting.places.data + "/receipts"
        mkdir(folder, 0o700)
        let stamp = Clock.iso8601(verdict.at).prefix(19).filter { $0 != ":" && $0 != "-" }
        let path = "\(folder)/safe-\(stamp)-\(getpid()).txt"
        let bytes = Array(verdict.receipt.utf8)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw unkept(path) }
        defer { close(descriptor) }
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw unkept(path) }
            written += count
        }
        guard fsync(descriptor) == 0 else { throw unkept(path) }
        return path
    }

    private static func unkept(_ path: String) -> Failure {
        Failure("every file was found, but the receipt \(path) could not be written (\(String(cString: strerror(errno))))")
    }
}

/// `1.4 GB`, as card makers count.
func size(_ bytes: Int64) -> String {
    let value = Double(bytes)
    if value >= 1e9 { return "\(fixed(value / 1e9, 1)) GB" }
    if value >= 1e6 { return "\(fixed(value / 1e6, 1)) MB" }
    return "\(grouped(Int(bytes))) bytes"
}
