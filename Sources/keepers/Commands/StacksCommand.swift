import KeepersCore

/// `keepers stacks`: what belongs together, each stack with its best or its tie; and what decides it.
enum StacksCommand {
    static func run(_ invocation: Invocation, _ setting: Setting) throws(Failure) {
        let gap = try number(invocation, "gap", 0...60)
        let threshold = try number(invocation, "dupe-threshold", 0...0.5)
        let filter = FilterOption(invocation)
        try filter.checkEarly()
        let session = try CommandSession(
            invocation.operands, invocation, setting, measures: false,
            fromStore: !invocation.has("gap") && !invocation.has("dupe-threshold"))
        var rules = session.model.rules
        if let gap { rules.gap = Int64((gap * 1e9).rounded()) }
        if let threshold { rules.duplicateThreshold = threshold }
        try session.keep(rules)
        // A stack or a group is listed where one of its frames matches.
        let matcher = try filter.matcher(session)
        let stacks = session.model.stacks.filter { $0.members.contains(where: matcher.matches) }
        let groups = session.model.duplicates().filter { $0.members.contains(where: matcher.matches) }
        if invocation.has("json") {
            let json = session.json
            Console.out(
                JSON.object([
                    ("stacks", json.stacks(stacks)), ("duplicates", json.duplicates(groups)),
                    ("duplicateGroups", json.duplicateGroups(groups)), ("rules", json.rules()),
                ]).serialized(indent: 1))
        } else {
            for stack in stacks { Console.out(line(stack, session.model)) }
            for group in groups { Console.out(line(group, session.model)) }
            Console.out("\(counted(stacks.count, "stack")), \(counted(groups.count, "group")) of near-duplicates")
        }
        session.program.leave()
    }

    private static func line(_ stack: Stack, _ model: SessionModel) -> String {
        func name(_ id: FrameID) -> String { printable(model.frame(id)?.fileName ?? "") }
        let verdict: String
        if let best = stack.userBest {
            verdict = "best \(name(best)): chosen by you"
        } else if stack.kind == .bracket {
            verdict = "kept together, not judged"
        } else if let best = stack.suggestedBest {
            verdict = "best \(name(best)): \(model.reasonLine(best))"
        } else {
            verdict = stack.tie.isEmpty ? "not measured yet" : "tie of \(stack.tie.map(name).joined(separator: ", "))"
        }
        let hand = stack.isByHand ? ", by hand" : ""
        return "\(stack.kind.rawValue) \(stack.id)  \(stack.members.count) from \(name(stack.members[0]))\(hand)  \(verdict)"
    }

    private static func line(_ group: DuplicateGroup, _ model: SessionModel) -> String {
        func name(_ id: FrameID) -> String { printable(model.frame(id)?.fileName ?? "") }
        let others = group.members.filter { $0 != group.representative }
        let names = others.prefix(7).map(name).joined(separator: ", ") + (others.count > 7 ? " and \(others.count - 7) more" : "")
        let kind = group.kind == .twoCameras ? "two cameras" : "alike"
        return "\(kind)  \(name(group.representative)) stands for \(names)"
    }

    private static func number(_ invocation: Invocation, _ name: String, _ range: ClosedRange<Double>) throws(Failure) -> Double?
    {
        guard let text = invocation[name] else { return nil }
        if let value = Double(text), range.contains(value) { return value }
        let bounds = "\(fixed(range.lowerBound, 0)) to \(fixed(range.upperBound, range.upperBound < 1 ? 1 : 0))"
        throw Failure("--\(name) is a number from \(bounds), not '\(printable(text))'", code: 2)
    }
}
