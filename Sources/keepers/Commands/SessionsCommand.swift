import Glibc
import KeepersCore
import PersistenceKit

/// `keepers sessions`.
enum SessionsCommand {
    static func run(_ invocation: Invocation, _ setting: Setting) throws(Failure) {
        let sessions: [SessionSummary]
        do throws(StoreError) {
            sessions = try Store(data: setting.places.data, cache: setting.places.cache, clock: Clock.wall).sessions()
        } catch {
            throw Failure(error.message)
        }
        if invocation.has("json") {
            return Console.out(JSON.object([("sessions", .list(sessions.map(json)))]).serialized(indent: 1))
        }
        let now = Clock.wall()
        for session in sessions {
            Console.out(
                "\(printable(session.name))  \(counted(session.frames, "frame")), \(counted(session.picks, "pick")), "
                    + "\(counted(session.rejects, "reject")), \(grouped(session.open)) open  \(Clock.words(session.opened, now: now))  "
                    + session.sources.map(printable).joined(separator: ", "))
        }
        if sessions.isEmpty { Console.out("no sessions yet; start one: keepers /media/card") }
    }

    private static func json(_ session: SessionSummary) -> JSON {
        .object([
            ("id", .int(Int(session.id.rawValue))), ("name", .text(session.name)),
            ("sources", .list(session.sources.map(JSON.text))),
            ("status", .text(session.status.rawValue)), ("frames", .int(session.frames)), ("picks", .int(session.picks)),
            ("rejects", .int(session.rejects)), ("maybes", .int(session.maybes)),
        ])
    }
}
