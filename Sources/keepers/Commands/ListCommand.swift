import KeepersCore

/// `keepers list`: the shortlist, or every frame as JSON.
enum ListCommand {
    static func run(_ invocation: Invocation, _ setting: Setting) throws(Failure) {
        let filter = FilterOption(invocation)
        try filter.checkEarly()
        let key = try sortKey(invocation["sort"])
        let session = try CommandSession(
            invocation.operands, invocation, setting, measures: false, fromStore: true)
        print(
            session, try filter.matcher(session), key, isFiltered: invocation["filter"] != nil, json: invocation.has("json"))
        session.program.leave()
    }

    private static func sortKey(_ text: String?) throws(Failure) -> SortKey {
        guard let text else { return .rank }
        guard let key = SortKey(rawValue: text) else {
            throw Failure(
                "--sort is one of \(SortKey.allCases.map(\.rawValue).joined(separator: ", ")), not '\(printable(text))'", code: 2)
        }
        return key
    }

    /// What a filter asks for is shown frame by frame; without one a stack is one line.
    private static func print(
        _ session: CommandSession, _ matcher: FilterMatcher, _ key: SortKey, isFiltered: Bool, json: Bool
    ) {
        let model = session.model
        let entries = model.entries(sortedBy: key)
        let frames = entries.flatMap { ordered($0, model) }.filter { matcher.matches($0) }
        if json { return Console.out(object(session, frames.compactMap { model.frame($0) }).serialized(indent: 1)) }
        let lines = ListText(model: model).lines(isFiltered ? frames.map(Entry.single) : entries)
        for line in lines { Console.out(line) }
        if isFiltered {
            Console.out("\(grouped(frames.count)) of \(counted(model.frames.count, "frame")) match")
        } else {
            Console.out(footer(session))
        }
    }

    /// The frame that stands for its stack first, its siblings behind it in time order.
    private static func ordered(_ entry: Entry, _ model: SessionModel) -> [FrameID] {
        guard let face = model.face(of: entry.members) else { return entry.members }
        return [face] + entry.members.filter { $0 != face }
    }

    private static func object(_ session: CommandSession, _ frames: [Frame]) -> JSON {
        let counts = session.model.counts
        let others = session.program.ingest?.others ?? [:]
        return .object([
            ("session", .text(session.session.name)),
            ("sources", .list(session.session.sources.map(JSON.text))), ("absent", .list(session.absent.map(JSON.text))),
            (
                "counts",
                .object([
                    ("frames", .int(counts.frames)), ("picks", .int(counts.picks)), ("rejects", .int(counts.rejects)),
                    ("maybes", .int(counts.maybes)), ("open", .int(counts.open)), ("picksBefore", .int(counts.picksBefore)),
                ])
            ),
            ("others", .object(others.sorted { $0.key < $1.key }.map { ($0.key, .int($0.value)) })),
            ("unlisted", .list((session.program.ingest?.unlisted ?? []).map(JSON.text))),
            ("frames", .list(frames.map(session.json.frame))),
        ])
    }

    private static func footer(_ session: CommandSession) -> String {
        let counts = session.model.counts
        let unmeasured = session.model.frames.count { session.model.cards[$0.id] == nil && $0.header.scoringPreview != nil }
        let problems = session.model.frames.count { session.model.problem($0.id) != nil }
        let before = counts.picksBefore > 0 ? " (\(grouped(counts.picksBefore)) before)" : ""
        var words = [
            "\(counted(counts.frames, "frame")), \(counted(counts.picks, "pick"))\(before), \(counted(counts.rejects, "reject")), \(grouped(counts.open)) open"
        ]
        if problems > 0 { words.append("\(counted(problems, "frame")) with a problem") }
        if unmeasured > 0 { words.append("\(grouped(unmeasured)) not measured yet: keepers score") }
        if let note = session.program.ingest?.note { words.append(note) }
        return words.joined(separator: "; ")
    }
}
