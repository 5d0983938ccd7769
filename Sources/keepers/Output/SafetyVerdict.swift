import KeepersCore

/// What `keepers safe` found, for people, for scripts, and as a receipt to keep.
struct SafetyVerdict {
    let check: SafetyCheck
    let card: String
    let backups: [String]
    /// Nanoseconds since 1970.
    let at: Int64
    let seconds: Double
    private let found: [SafetyCheck.Finding]
    private let missing: [(path: String, why: String)]

    init(_ check: SafetyCheck, card: String, backups: [String], at: Int64, seconds: Double) {
        self.check = check
        self.card = card
        self.backups = backups
        self.at = at
        self.seconds = seconds
        found = check.findings.filter { if case .missing = $0.end { false } else { true } }
        missing = check.findings.compactMap { finding in
            guard case .missing(let why) = finding.end else { return nil }
            return (finding.file.path, why)
        }
    }

    /// Yes only where every file was found and nothing on the card stayed unseen.
    var isSafe: Bool { missing.isEmpty && check.card.problems.isEmpty && !check.card.files.isEmpty }

    var shortfall: String {
        if !missing.isEmpty {
            return
                "\(grouped(missing.count)) of \(counted(check.card.files.count, "file")) \(missing.count == 1 ? "is" : "are") not in the backup"
        }
        if check.card.files.isEmpty, check.card.problems.isEmpty { return "there is no file on it; is it the right folder?" }
        return "\(counted(check.card.problems.count, "thing")) on it could not be looked at"
    }

    private var bytes: Int64 { check.card.files.reduce(0) { $0 + $1.size } }
    private var empty: Int { check.findings.count { if case .empty = $0.end { true } else { false } } }

    var lines: [String] {
        let most = 40
        var lines = missing.prefix(most).map { "MISSING  \(printable($0.path)): \($0.why)" }
        if missing.count > most { lines.append("… and \(grouped(missing.count - most)) more; --json lists all") }
        lines += check.card.problems.map { "NOT SEEN \($0)" }
        lines += check.backups.flatMap(\.problems).map { "in a backup: \($0)" }
        if isSafe {
            lines.append(
                "Yes: all \(grouped(found.count)) files of \(printable(card)) (\(size(bytes))) are in the backup, byte for byte.")
        } else {
            lines.append("No: \(shortfall).")
        }
        lines += volumes + kinds + notes
        lines.append(
            "\(size(check.bytesRead)) read from the disks and compared just now, in \(duration)\(pace).")
        return lines
    }

    /// `3,000 NEF  12 MOV  3 WAV`
    private var kinds: [String] {
        var counts: [String: Int] = [:]
        for file in check.card.files {
            let name = file.name
            let suffix = name.lastIndex(of: ".").map { name[name.index(after: $0)...].uppercased() } ?? "no extension"
            counts[suffix, default: 0] += 1
        }
        let parts = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\(grouped($0.value)) \(printable($0.key))" }
        return parts.isEmpty ? [] : ["On the card: " + parts.joined(separator: ", ") + "."]
    }

    private var notes: [String] {
        var notes: [String] = []
        if empty > 0 {
            notes.append("\(counted(empty, "file")) on the card \(empty == 1 ? "is" : "are") empty: nothing to lose.")
        }
        let kept = check.card.housekeeping
        if !kept.isEmpty {
            notes.append(
                "Not counted: \(counted(kept.count, "entry", "entries")) that computers keep for themselves (\(printable(kept[0]))"
                    + "\(kept.count > 1 ? ", …" : "")).")
        }
        return notes
    }

    /// Backups with which the card, a folder of a larger volume, shares that volume.
    private var sharing: [String] {
        guard let device = check.card.files.first?.device else { return [] }
        return zip(backups, check.backups).filter { $1.files.contains { $0.device == device } }.map(\.0)
    }

    private var volumes: [String] {
        sharing.map {
            "But \(printable($0)) is on the same volume as \(printable(card)): you may empty that folder; formatting the volume would take both."
        }
    }

    private var duration: String {
        seconds < 90 ? "\(fixed(seconds, 1)) s" : "\(Int(seconds) / 60) min \(Int(seconds) % 60) s"
    }
    private var pace: String {
        seconds > 0 && check.bytesRead > 1_000_000 ? " (\(size(Int64(Double(check.bytesRead) / seconds)))/s)" : ""
    }

    /// One line a file: SHA-256, size, where it is on the card, where it was found.
    var receipt: String {
        var text = "keepers safe, \(Clock.iso8601(at))\ncard    \(card)\n"
        for backup in backups { text += "backup  \(backup)\n" }
        text += lines.joined(separator: "\n") + "\n\n"
        for finding in check.findings {
            switch finding.end {
            case .found(let place, let sha256):
                text += "\(sha256)  \(finding.file.size)  \(finding.file.path)  =  \(backups[place.backup])/\(place.file.path)\n"
            case .empty: text += "empty  0  \(finding.file.path)\n"
            case .missing(let why): text += "MISSING  \(finding.file.size)  \(finding.file.path)  \(why)\n"
            }
        }
        return text
    }

    func json(receipt: String?) -> JSON {
        .object([
            ("safe", .bool(isSafe)), ("card", .text(card)), ("backups", .list(backups.map(JSON.text))),
            ("files", .int(check.card.files.count)), ("bytes", .int(Int(bytes))), ("found", .int(found.count)),
            ("missing", .list(missing.map { .object([("path", .text($0.path)), ("reason", .text($0.why))]) })),
            ("notSeen", .list(check.card.problems.map(JSON.text))),
            ("sameVolume", .list(sharing.map(JSON.text))), ("notCounted", .list(check.card.housekeeping.map(JSON.text))),
            ("bytesRead", .int(Int(check.bytesRead))),
            ("seconds", .real((seconds * 100).rounded() / 100)), ("receipt", receipt.map(JSON.text) ?? .null),
        ])
    }
}
