import KeepersCore
import PersistenceKit

/// `keepers export --list`, `--csv` and `--json FILE`: decisions for other programs and for people.
enum DecisionFiles {
    static func list(_ chosen: ChosenFrames, _ invocation: Invocation, _ setting: Setting) throws(Failure) {
        let sources = chosen.session.session.sources
        let isShort = invocation.has("names")
        var lines: [String] = []
        let picks = chosen.picks
        for frame in picks {
            let source = sources.indices.contains(frame.source) ? sources[frame.source] : ""
            let name = isShort ? frame.fileName : source == "/" ? "/" + frame.path : source + "/" + frame.path
            if name.unicodeScalars.contains(where: { $0 == "\n" || $0 == "\r" }) {
                Console.err("keepers: \(printable(name)) has a line break in its name and is left out")
            } else {
                lines.append(name)
            }
        }
        try put(
            lines.map { $0 + "\n" }.joined(), "list", counted(lines.count, "line"), chosen.beforeWords(picks), invocation, setting
        )
    }

    static func csv(_ chosen: ChosenFrames, _ invocation: Invocation, _ setting: Setting) throws(Failure) {
        let table = try table(chosen)
        try put(table.csv, "csv", counted(table.rows.count, "decision"), "", invocation, setting)
    }

    static func json(_ chosen: ChosenFrames, _ invocation: Invocation, _ setting: Setting) throws(Failure) {
        let table = try table(chosen)
        try put(table.json.serialized(indent: 1) + "\n", "json", counted(table.rows.count, "decision"), "", invocation, setting)
    }

    private static func table(_ chosen: ChosenFrames) throws(Failure) -> DecisionTable {
        let session = chosen.session
        guard let id = session.session.id else { throw Failure("no session is open") }
        do throws(StoreError) {
            return DecisionTable(
                session: session.session.name, sources: session.session.sources, frames: chosen.decided, model: session.model,
                log: try session.program.store.steps(in: id), time: Clock.iso8601)
        } catch {
            throw Failure(error.message)
        }
    }

    private static func put(
        _ text: String, _ option: String, _ what: String, _ more: String, _ invocation: Invocation, _ setting: Setting
    ) throws(Failure) {
        if invocation[option] == "-" { return Console.raw(text) }
        guard let file = setting.outputs[option] else {
            return Console.err("would write \(what) to \(printable(invocation[option] ?? ""))\(more)")
        }
        let name = try file.write(Array(text.utf8))
        Console.err("\(what) in \(printable(name))\(more)")
    }
}
