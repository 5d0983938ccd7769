import EngineKit
import Glibc

/// A stand-in for the real program: forks its spawner, plays one scenario, and prints what happened, one line each.
@main
enum EngineProbe {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == Spawner.workerVerb {
            WorkerMain.run { context in ProbeHandler(context) }
        }
        do throws(EngineError) {
            let options = Options(arguments.dropFirst())
            let link = try Spawner.fork(executable: options.text("executable") ?? "/proc/self/exe")
            switch arguments.first {
            case "run": runJobs(link, options)
            case "hold": hold(link, options)
            case "kill-worker": killWorker(link, options, times: 1)
            case "kill-worker-twice": killWorker(link, options, times: 2)
            case "kill-idle": killIdle(link, options)
            case "order": order(link, options)
            case "attention": attention(link, options)
            case "turns": turns(link, options)
            case "kill-spawner": killSpawner(link, options)
            case "late": try lockLate(link, options)
            case "program": try lockProgram(link, options)
            case "privacy": try privacy(link, options)
            case "measure": measure(link, options)
            default:
                say(
                    "engine-probe run|hold|kill-worker|kill-worker-twice|kill-idle|order|attention|turns|kill-spawner|late|program|privacy|measure"
                )
            }
        } catch {
            say("error: \(error.message)")
            exit(1)
        }
    }
}

/// A whole line at once, so that it is out before the process may be killed.
func say(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = write(1, line, line.count)
}

/// `--name value` and plain words.
struct Options {
    private var values: [String: [String]] = [:]
    private(set) var words: [String] = []

    init(_ arguments: some Sequence<String>) {
        var name: String?
        for argument in arguments {
            if argument.hasPrefix("--") {
                name = String(argument.dropFirst(2))
            } else if let option = name {
                values[option, default: []].append(argument)
                name = nil
            } else {
                words.append(argument)
            }
        }
    }

    func number(_ name: String, _ standard: Int) -> Int { values[name]?.last.flatMap { Int($0) } ?? standard }
    func text(_ name: String) -> String? { values[name]?.last }
    func list(_ name: String) -> [String] { values[name] ?? [] }

    var configuration: WorkerConfiguration {
        WorkerConfiguration(
            role: text("role") == "committer" ? .committer : text("role") == "copier" ? .copier : .worker, roots: list("root"),
            slotBytes: number("slot", 1 << 20), memoryLimit: number("memory", 1024) << 20, nice: number("nice", 0),
            targets: list("target").map { CommitTarget(root: 0, name: $0) }, replacesSidecars: text("replaces") == "yes",
            target: text("role") == "copier" ? text("into") : nil)
    }
}

func describe(_ outcome: JobOutcome) -> String {
    switch outcome {
    case .done(let reply, let slot):
        let text = reply.count > 200 ? "\(reply.count) bytes" : String(decoding: reply, as: UTF8.self)
        return "done \(text)" + (slot.isEmpty ? "" : " slot=\(slot.count) sum=\(slot.reduce(0) { $0 &+ Int($1) })")
    case .crashed(let text): return "crashed \(text)"
    case .timedOut: return "timed out"
    case .outOfMemory: return "out of memory"
    case .cancelled: return "cancelled"
    case .unavailable(let text): return "unavailable \(text)"
    }
}
