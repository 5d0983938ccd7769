import ExportKit
import Glibc
import KeepersCore

/// `keepers export` in another form than sidecars beside the photos.
enum ExportElsewhere {
    /// The options that name one; `--json` only where it names a file.
    private static let forms = ["to", "mirror", "copy", "list", "csv", "sheet"]

    /// False where the command line asks for none of them.
    static func run(_ invocation: Invocation, _ setting: Setting, _ profile: ExportProfile) throws(Failure) -> Bool {
        guard forms.contains(where: invocation.has) || !(invocation["json"] ?? "").isEmpty else { return false }
        // Lists need no card: the decisions are in the store.
        let needsCard = ["to", "mirror", "copy", "sheet"].contains(where: invocation.has)
        let session = try CommandSession(
            invocation.operands, invocation, setting, measures: false, fromStore: !needsCard)
        defer { session.program.leave() }
        let chosen = try ChosenFrames(session, FilterOption(invocation))
        var complaints: [String] = []
        func note(_ complaint: String?) { if let complaint { complaints.append(complaint) } }
        if invocation.has("list") { try DecisionFiles.list(chosen, invocation, setting) }
        if invocation.has("csv") { try DecisionFiles.csv(chosen, invocation, setting) }
        if !(invocation["json"] ?? "").isEmpty { try DecisionFiles.json(chosen, invocation, setting) }
        if invocation.has("sheet") { note(try SheetCommand.run(chosen, invocation, setting)) }
        if invocation.has("copy") { note(try CopyCommand.run(chosen, invocation, setting, profile)) }
        if invocation.has("to") || invocation.has("mirror") {
            note(try SidecarsElsewhere.run(session, invocation, setting, profile))
        }
        if let complaint = complaints.first { throw Failure(complaint) }
        return true
    }

    /// Everything that can be seen without a card; before a folder is made or a card is read.
    static func check(_ invocation: Invocation) throws(Failure) {
        try FilterOption(invocation).checkEarly()
        if invocation.has("sheet") { try SheetCommand.check(invocation) }
        let folders = ["to", "mirror", "copy"].filter(invocation.has)
        if folders.count > 1 { throw Failure("--\(folders[0]) and --\(folders[1]) are two exports; give one of them", code: 2) }
        for (option, need) in [("pairs", "copy"), ("names", "list"), ("columns", "sheet"), ("paper", "sheet")]
        where invocation.has(option) && !invocation.has(need) {
            throw Failure("--\(option) goes with --\(need)", code: 2)
        }
        if invocation.has("filter"), ["copy", "list", "csv", "sheet"].allSatisfy({ !invocation.has($0) }),
            (invocation["json"] ?? "").isEmpty
        {
            throw Failure("--filter goes with --copy, --list, --csv, --json FILE or --sheet", code: 2)
        }
        if ["list", "csv", "json"].count(where: { invocation[$0] == "-" }) > 1 {
            throw Failure("only one thing goes to stdout", code: 2)
        }
        for option in folders {
            let path = invocation[option] ?? ""
            if path.isEmpty { throw Failure("--\(option) needs a folder", code: 2) }
            try ExportPlaces.checkFolder(path, apartFrom: invocation.operands)
            if option == "to" { try requireFolder(path) }
        }
    }

    static func requireFolder(_ path: String) throws(Failure) {
        var facts = stat()
        guard stat(path, &facts) == 0 else { throw Failure("\(printable(path)): \(String(cString: strerror(errno)))", code: 2) }
        guard facts.st_mode & S_IFMT == S_IFDIR else { throw Failure("\(printable(path)) is no folder", code: 2) }
    }
}

/// The frames that an output is about, in the order in which they were shot.
struct ChosenFrames {
    let session: CommandSession
    private let ordered: [Frame]
    private let matcher: FilterMatcher?

    init(_ session: CommandSession, _ filter: FilterOption) throws(Failure) {
        self.session = session
        let model = session.model
        ordered = model.entries(sortedBy: .time).flatMap(\.members).compactMap { model.frame($0) }
        matcher = filter.text == nil ? nil : try filter.matcher(session)
    }

    /// Those of the filter, else the picks: yours, and those from before that stand.
    var picks: [Frame] {
        ordered.filter { frame in matcher.map { $0.matches(frame.id) } ?? (session.model.standing(frame.id).verdict == .pick) }
    }

    /// `, 14 of them picked before`; empty where all were picked here.
    func beforeWords(_ frames: [Frame]) -> String {
        let before = frames.count { session.model.standingFromBefore($0.id).verdict == .pick }
        return before == 0 ? "" : ", \(before == frames.count ? "all" : grouped(before)) of them picked before"
    }

    /// Every frame that was decided on, here or before; with a filter those of them that match.
    var decided: [Frame] {
        let model = session.model
        return ordered.filter {
            (model.isMine($0.id) || !model.standing($0.id).decision.isEmpty) && matcher?.matches($0.id) != false
        }
    }
}
