/// An option of the command line, as the help shows it.
struct OptionSpec: Sendable {
    var name: String
    /// What its value is called; nil for a switch.
    var value: String?
    var help: String
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

/// Something that was not done; exit code 1.
struct Failure: Error {
    var message: String
    init(_ message: String) { self.message = message }
}
