/// GNU-style parsing: options anywhere, `--name value` or `--name=value`, `--` ends options.
enum ArgumentParser {
    static func parse(_ words: [String]) throws(UsageError) -> Invocation {
        // As git does; a folder of that name is ./help.
        if words.first == "help" {
            let command = words.dropFirst().first.flatMap(CommandTable.named) ?? CommandTable.open
            return Invocation(command: command, operands: [], options: ["help": ""])
        }
        var words = words[...]
        var command = CommandTable.open
        if let first = words.first, let named = CommandTable.named(first) {
            command = named
            words = words.dropFirst()
        }
        var invocation = Invocation(command: command, operands: [], options: [:])
        var optionsEnded = false
        while let word = words.popFirst() {
            if optionsEnded || !word.hasPrefix("-") || word == "-" {
                invocation.operands.append(word)
            } else if word == "--" {
                optionsEnded = true
            } else {
                try option(word, &words, &invocation)
            }
        }
        if invocation.has("help") || invocation.has("version") { return invocation }
        try check(invocation)
        return invocation
    }

    private static func option(_ word: String, _ words: inout ArraySlice<String>, _ invocation: inout Invocation)
        throws(UsageError)
    {
        let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
        var name = String(parts[0].drop { $0 == "-" })
        if word == "-h" { name = "help" }
        if name == "version", invocation.command.name.isEmpty {
            invocation.options[name] = ""
            return
        }
        let known = invocation.command.options + CommandTable.common
        guard word.hasPrefix("--") || word == "-h", let spec = known.first(where: { $0.name == name }) else {
            throw UsageError(message: "unknown option '\(parts[0])'")
        }
        if spec.value == nil {
            guard parts.count == 1 else { throw UsageError(message: "option '--\(name)' takes no value") }
            invocation.options[name] = ""
        } else if parts.count == 2 {
            invocation.options[name] = parts[1]
        } else if spec.isValueOptional {
            // A card's name must not be taken for the file's.
            let isFile = words.first.map { $0 == "-" || $0.hasSuffix(".json") } ?? false
            invocation.options[name] = isFile ? words.removeFirst() : ""
        } else if let value = words.popFirst() {
            invocation.options[name] = value
        } else {
            throw UsageError(message: "option '--\(name)' needs a value: \(spec.value ?? "")")
        }
    }

    private static func check(_ invocation: Invocation) throws(UsageError) {
        let command = invocation.command
        if invocation.operands.contains("") { throw UsageError(message: "an operand of \(command.operands) is empty") }
        // A filter stands in FRAME's place.
        let minimum = command.minimum - (command.name == "mark" && invocation.has("filter") ? 1 : 0)
        if invocation.operands.count < minimum { throw UsageError(message: "\(command.operands) is missing") }
        if invocation.operands.count > command.maximum {
            throw UsageError(message: "too many operands: '\(invocation.operands[command.maximum])'")
        }
        for (name, low, high) in [("workers", 1, 8), ("frames", 1, 100_000), ("mb", 1, 200)] {
            guard let text = invocation[name] else { continue }
            guard let value = Int(text), (low...high).contains(value) else {
                throw UsageError(message: "--\(name) is a number from \(low) to \(high), not '\(text)'")
            }
        }
        if let seed = invocation["seed"], UInt64(seed) == nil {
            throw UsageError(message: "--seed is a whole number, not '\(seed)'")
        }
    }
}
