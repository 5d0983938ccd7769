import EngineKit
import Glibc

extension Program {
    /// Sleeps until a helper, the folder's watch or one of the caller's own descriptors has something, or until the earliest deadline
    /// (nanoseconds of the monotonic clock); at most a second. What helpers said is taken.
    func wait(for own: [(descriptor: Int32, wantsToWrite: Bool)], until deadlines: [UInt64?]) {
        let helpers = link.descriptors
        var waiting = helpers.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        waiting += own.map {
            pollfd(fd: $0.descriptor, events: Int16(POLLIN) | ($0.wantsToWrite ? Int16(POLLOUT) : 0), revents: 0)
        }
        if let watch, watch.descriptor >= 0 { waiting.append(pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)) }
        var pause: Int32 = 1000
        if let deadline = (deadlines + [link.nextDeadline, watch?.nextDeadline]).compactMap({ $0 }).min() {
            let now = Clock.monotonic()
            pause = deadline <= now ? 0 : Int32(clamping: min(1000, (deadline - now) / 1_000_000 + 1))
        }
        _ = poll(&waiting, nfds_t(waiting.count), pause)
        link.handle(ready: waiting.prefix(helpers.count).filter { $0.revents != 0 }.map(\.fd))
    }
}
