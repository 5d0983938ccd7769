import Glibc
import KeepersCore

/// The short text files of /sys and /proc: one read, bounded, whatever stands there.
enum SmallFile {
    /// The first `limit` bytes; nil where there is no plain file, or it cannot be read.
    static func text(_ path: String, limit: Int = 128) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = pread(descriptor, &bytes, limit, 0)
        guard count > 0 else { return nil }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    /// The first line without blanks around it, safe to print.
    static func word(_ path: String) -> String? {
        guard let line = text(path)?.split(separator: "\n", maxSplits: 1).first else { return nil }
        let word = line.drop { $0 == " " || $0 == "\t" }
        return word.isEmpty ? nil : printable(String(word))
    }

    /// A whole number and nothing else.
    static func number(_ path: String) -> Int? {
        guard let word = word(path) else { return nil }
        return Int(word)
    }

    /// Thousandths of a degree; what no machine that runs can have is no temperature.
    static func celsius(_ path: String, within range: ClosedRange<Double>) -> Double? {
        guard let thousandths = number(path) else { return nil }
        let celsius = Double(thousandths) / 1000
        return range.contains(celsius) ? celsius : nil
    }

    /// Names in a folder, sorted; a folder that is not there is empty, an endless one is cut.
    static func names(in folder: String, limit: Int = 512) -> [String] {
        guard let listing = opendir(folder) else { return [] }
        defer { closedir(listing) }
        var names: [String] = []
        while names.count < limit, let entry = readdir(listing) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
