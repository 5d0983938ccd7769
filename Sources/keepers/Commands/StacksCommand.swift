import KeepersCore

/// `keepers stacks`: the bursts, each with its suggested best or its tie.
enum StacksCommand {
    static func run(_ invocation: Invocation, _ setting: Setting) throws(Failure) {
        let session = try CommandSession(invocation.operands, invocation, setting, measures: false)
        if invocation.has("json") {
            Console.out(
                JSON.object([("stacks", session.json.stacks()), ("duplicates", session.json.duplicates())]).serialized(indent: 1))
        } else {
            for stack in session.model.stacks { Console.out(line(stack, session.model)) }
            let groups = session.model.duplicates()
            for group in groups {
                let names = group.prefix(8).compactMap { session.model.frame($0).map { printable($0.fileName) } }
                Console.out("alike  \(names.joined(separator: ", "))\(group.count > 8 ? " and \(group.count - 8) more" : "")")
            }
            Console.out("\(counted(session.model.stacks.count, "stack")), \(counted(groups.count, "group")) of near-duplicates")
        }
        session.program.leave()
    }

    private static func line(_ stack: Stack, _ model: SessionModel) -> String {
        func name(_ id: FrameID) -> String { printable(model.frame(id)?.fileName ?? "") }
        let verdict: String
        if let best = stack.suggestedBest {
            verdict = "best \(name(best)): \(model.reasonLine(best))"
        } else {
            verdict = stack.tie.isEmpty ? "not measured yet" : "tie of \(stack.tie.map(name).joined(separator: ", "))"
        }
        return "\(stack.kind.rawValue) \(stack.id)  \(stack.members.count) from \(name(stack.members[0]))  \(verdict)"
    }
}
