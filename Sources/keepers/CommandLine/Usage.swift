/// Help texts, built from the command table.
enum Usage {
    static let version = "keepers 0.1.0"

    static func text(for command: CommandSpec) -> String { command.name.isEmpty ? overview : single(command) }

    private static var overview: String {
        var out = """
            Usage: keepers [OPTION]... [PATH]...
              or:  keepers COMMAND [OPTION]... [OPERAND]...

            Cull photos in the terminal: see them ranked and stacked, give a verdict a key, hand the decisions over as XMP sidecars.
            Originals are never changed; there is no network code. ? shows the keys, q leaves, nothing needs saving.

            Commands:

            """
        for command in CommandTable.all { out += row(command.name, command.summary, width: 14) }
        out += "\nOptions:\n"
        for option in CommandTable.open.options + CommandTable.common { out += row(option: option) }
        out += row("    --version", "show the version and leave", width: 20)
        return out
            + "\n\(CommandTable.open.details)\n'keepers COMMAND --help' tells more. Exit code: 0 done, 1 not done, 2 the command line does not read.\n"
    }

    private static func single(_ command: CommandSpec) -> String {
        let operands = command.operands.isEmpty ? "" : " \(command.operands)"
        var out = "Usage: keepers \(command.name) [OPTION]...\(operands)\n\n"
        out += sentence(command.summary) + "\n"
        if !command.details.isEmpty { out += command.details + "\n" }
        out += "\nOptions:\n"
        for option in command.options + CommandTable.common { out += row(option: option) }
        return out
    }

    private static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }

    private static func row(option: OptionSpec) -> String {
        let value = option.value.map { option.isValueOptional ? "[=\($0)]" : " \($0)" } ?? ""
        return row("    --\(option.name)\(value)", option.help, width: 20)
    }

    private static func row(_ name: String, _ help: String, width: Int) -> String {
        "  " + name + String(repeating: " ", count: max(1, width - name.count)) + help + "\n"
    }
}
