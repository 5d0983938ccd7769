/// An option of the command line, as the help shows it.
struct OptionSpec: Sendable {
    var name: String
    /// What its value is called; nil for a switch.
    var value: String?
    /// A switch that may also name a file (`--json`, `--json=FILE`, `--json FILE.json`, `--json -`).
    var isValueOptional = false
    var help: String

    init(name: String, value: String?, isValueOptional: Bool = false, help: String) {
        self.name = name
        self.value = value
        self.isValueOptional = isValueOptional
        self.help = help
    }
}

/// A command, what it takes and how its help reads.
struct CommandSpec: Sendable {
    var name: String
    var operands: String
    var minimum: Int
    var maximum: Int
    var options: [OptionSpec] = []
    var summary: String
    var details: String = ""

    /// Says once, on stderr, when faces are not measured here.
    var speaksOfModels: Bool { name == "score" || name == "list" }
}

/// A parsed command line.
struct Invocation: Sendable {
    var command: CommandSpec
    var operands: [String]
    var options: [String: String]

    func has(_ name: String) -> Bool { options[name] != nil }
    subscript(name: String) -> String? { options[name] }
}

/// A command line that does not read; exit code 2.
struct UsageError: Error {
    var message: String
}

/// Something that was not done; `code` is the exit code: 1, or 2 where the command line names something that is not there or not unique.
struct Failure: Error {
    /// What a failed reading tells about: the file for good, or only this moment, so that it is tried again next time.
    enum Cause: UInt8 { case file, card, helpers }
    var message: String
    var code: Int32
    var cause: Cause
    init(_ message: String, code: Int32 = 1, cause: Cause = .file) {
        self.message = message
        self.code = code
        self.cause = cause
    }
}
