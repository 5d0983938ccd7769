import KeepersCore
import PersistenceKit

/// `keepers runs`: how long measuring took, how fast it went, and what came in between.
enum RunsCommand {
    private struct Line {
        var session: SessionSummary
        var run: BatchRun
    }

    static func run(_ invocation: Invocation, _ setting: Setting) throws(Failure) {
        let lines = try lines(invocation, setting).sorted { ($0.run.at, $0.run.id) > ($1.run.at, $1.run.id) }
        if invocation.has("json") {
            return Console.out(JSON.object([("runs", .list(lines.map(json)))]).serialized(indent: 1))
        }
        let now = Clock.wall()
        for line in lines { Console.out(words(line, now)) }
        if lines.isEmpty { Console.out("nothing was measured yet: keepers score /media/card") }
    }

    private static func lines(_ invocation: Invocation, _ setting: Setting) throws(Failure) -> [Line] {
        if invocation.operands.isEmpty {
            do throws(StoreError) {
                let store = try Store(data: setting.places.data, cache: setting.places.cache, clock: Clock.wall)
                return try lines(try store.sessions(), store)
            } catch {
                throw Failure(error.message)
            }
        }
        let session = try CommandSession(invocation.operands, invocation, setting, measures: false)
        defer { session.program.leave() }
        do throws(StoreError) {
            return try lines(try session.session.summary().map { [$0] } ?? [], session.program.store)
        } catch {
            throw Failure(error.message)
        }
    }

    private static func lines(_ sessions: [SessionSummary], _ store: Store) throws(StoreError) -> [Line] {
        var lines: [Line] = []
        for session in sessions { lines += try store.batches(in: session.id).map { Line(session: session, run: $0) } }
        return lines
    }

    /// `today 23:04  card  3,120 frames in 3 min 42 s, 14.0/s  heat 2  interrupted  measures-2+faces-1`
    private static func words(_ line: Line, _ now: Int64) -> String {
        let run = line.run
        var parts = [Clock.words(run.at, now: now), printable(line.session.name)]
        let rate = run.rate.map { ", \(fixed($0, 1))/s" } ?? ""
        parts.append("\(counted(run.frames, "frame")) in \(duration(run.seconds))\(rate)")
        if run.heatEvents > 0 { parts.append("stepped back \(run.heatEvents == 1 ? "once" : "\(run.heatEvents) times")") }
        if run.resumed { parts.append("resumed") }
        if run.interrupted { parts.append("interrupted, or still going on") }
        return (parts + [run.model]).joined(separator: "  ")
    }

    private static func duration(_ seconds: Double) -> String {
        guard seconds >= 60, seconds < 1e9 else { return "\(fixed(seconds, 1)) s" }
        return "\(Int(seconds) / 60) min \(Int(seconds) % 60) s"
    }

    private static func json(_ line: Line) -> JSON {
        let run = line.run
        return .object([
            ("session", .text(line.session.name)), ("sources", .list(line.session.sources.map(JSON.text))),
            ("at", .text(Clock.iso8601(run.at))), ("model", .text(run.model)), ("frames", .int(run.frames)),
            ("seconds", .real((run.seconds * 1000).rounded() / 1000)),
            ("rate", run.rate.map { .real(($0 * 100).rounded() / 100) } ?? .null), ("heatEvents", .int(run.heatEvents)),
            ("interrupted", .bool(run.interrupted)), ("resumed", .bool(run.resumed)),
        ])
    }
}
