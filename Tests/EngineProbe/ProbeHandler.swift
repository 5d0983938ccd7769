import CSandbox
import EngineKit
import Glibc

/// Does what the test's words say: honest work, mishaps, and what a hijacked decoder would try.
final class ProbeHandler: WorkerHandler {
    private let context: WorkerContext
    init(_ context: WorkerContext) { self.context = context }

    func handle(_ body: [UInt8], slot: UnsafeMutableRawBufferPointer) -> WorkerReply {
        if body.count > 1_000 { return WorkerReply(body: Array("got \(body.count)".utf8)) }
        let words = String(decoding: body, as: UTF8.self).split(separator: " ", maxSplits: 1).map(String.init)
        let verb = words.first ?? ""
        let rest = words.count > 1 ? words[1] : ""
        switch verb {
        case "fill": return fill(rest, slot)
        case "long": return WorkerReply(body: Array(repeating: 66, count: Int(rest) ?? 0))
        case "too-much": return WorkerReply(body: [], slotBytes: slot.count + 1)
        case "echo", "sleep", "segv", "trap", "loop", "listen", "bomb", "leave":
            return WorkerReply(body: Array(mishap(verb, rest).utf8))
        case "put", "put-new", "remove", "finish": return WorkerReply(body: Array(commit(verb, rest).utf8))
        default: return WorkerReply(body: Array(attack(verb, rest, slot).utf8))
        }
    }

    private func fill(_ rest: String, _ slot: UnsafeMutableRawBufferPointer) -> WorkerReply {
        let numbers = rest.split(separator: " ").compactMap { Int($0) }
        memset(slot.baseAddress!, Int32(numbers[1]), numbers[0])
        return WorkerReply(body: Array("filled".utf8), slotBytes: numbers[0])
    }

    private func mishap(_ verb: String, _ rest: String) -> String {
        switch verb {
        case "sleep": usleep(UInt32(rest)! * 1_000)
        case "segv": UnsafeMutablePointer<Int>(bitPattern: 8)!.pointee = 1
        case "trap": fatalError("as asked")
        case "loop": while true { sched_yield() }
        case "listen": while !context.attention.isLost { sched_yield() }
        case "bomb": return bomb()
        case "leave": exit(7)
        default: break
        }
        return rest
    }

    private func bomb() -> String {
        var blocks: [UnsafeMutableRawPointer] = []
        while true {
            guard let block = malloc(1 << 20) else { abort() }
            memset(block, 1, 1 << 20)
            blocks.append(block)
        }
    }

    private func commit(_ verb: String, _ rest: String) -> String {
        guard let sidecars = context.sidecars else { return "no committer" }
        let words = rest.split(separator: " ", maxSplits: 1).map(String.init)
        do throws(EngineError) {
            switch verb {
            case "put", "put-new":
                try sidecars.prepare(Int(words[0])!, content: Array(words[1].utf8), mode: 0o640)
                try sidecars.publish(Int(words[0])!, replacing: verb == "put")
            case "remove": try sidecars.remove(Int(words[0])!)
            default: sidecars.finish()
            }
            return "ok"
        } catch {
            return "\(errnoName(error.number)) \(error.message)"
        }
    }

    private func attack(_ verb: String, _ rest: String, _ slot: UnsafeMutableRawBufferPointer) -> String {
        switch verb {
        case "read": return attempt(open(rest, O_RDONLY))
        case "write": return attempt(open(rest, O_WRONLY))
        case "empty": return attempt(open(rest, O_RDONLY | O_TRUNC))
        case "create": return attempt(open(rest, O_WRONLY | O_CREAT | O_EXCL, 0o600))
        case "memory-of": return attempt(open("/proc/\(rest)/mem", O_RDWR))
        case "link": return attempt(pair(rest) { link($0, $1) })
        case "rename": return attempt(pair(rest) { rename($0, $1) })
        case "unlink-at": return attempt(unlinkat(AT_FDCWD, rest, 0))
        case "replace":
            return attempt(
                pair(rest) { from, to in
                    let result = ks_rename(AT_FDCWD, from, to, true)
                    if result < 0 { errno = -result }
                    return result < 0 ? -1 : 0
                })
        case "unlink": return attempt(unlink(rest))
        case "thread": return startThread()
        case "unlimit": return unlimit()
        case "lie": return forge(slotBytes: UInt64(slot.count) + 1)
        case "babble": return forge(slotBytes: 0, job: 999)
        case "facts": return facts()
        case "processor-time": return "\(processorTime())"
        case "move-memory": return moveMemory()
        default: return "what is \(verb)?"
        }
    }

    private func pair(_ rest: String, _ act: (String, String) -> Int32) -> Int32 {
        let words = rest.split(separator: " ").map(String.init)
        return act(words[0], words[1])
    }

    private func unlimit() -> String {
        var limits = rlimit(rlim_cur: rlim_t.max, rlim_max: rlim_t.max)
        return attempt(setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limits))
    }

    /// A message as our own code never sends it: an answer with a size beyond the slot, or to a job that nobody gave.
    private func forge(slotBytes: UInt64, job: UInt64 = 1) -> String {
        var message = [UInt8](repeating: 0, count: 24)
        message[0] = 6
        message[1] = 1
        withUnsafeBytes(of: job) { for (index, byte) in $0.enumerated() { message[8 + index] = byte } }
        withUnsafeBytes(of: slotBytes) { for (index, byte) in $0.enumerated() { message[16 + index] = byte } }
        _ = ks_send(Int32(ks_worker_socket), message, message.count, nil, 0, nil, 0, true)
        sleep(60)
        return "believed"
    }

    private func facts() -> String {
        let own = session == getpid() ? "own session" : "shared session"
        let descriptors = (0..<64).filter { fcntl(Int32($0), F_GETFD) >= 0 }.count
        let surroundings = getenv("HOME") == nil ? "clean" : "dirty"
        return "\(own), \(descriptors - context.roots.count) descriptors, environment \(surroundings), nice \(niceness)"
    }

    /// The session id was read before the filter: asking for it is not allowed any more.
    private let session = getsid(0)
    private var niceness: Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }

    /// What would be needed to slip other names under the committer's filter.
    private func moveMemory() -> String {
        let page = mmap(nil, 4_096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard page != MAP_FAILED else { return "no memory" }
        let protected = attempt(mprotect(page, 4_096, PROT_READ))
        let unmapped = attempt(munmap(page, 4_096))
        let covered = mmap(page, 4_096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED
        return "protect \(protected), unmap \(unmapped), cover \(covered ? errnoName(errno) : "ok")"
    }
}
