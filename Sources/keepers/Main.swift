import EngineKit
import Glibc
import KeepersCore

/// Where everything begins: the spawner first, the lock second, then the work.
@main
struct Main {
    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        if words.first == Spawner.workerVerb { HelperProcess.run() }
        let invocation: Invocation
        do throws(UsageError) {
            invocation = try ArgumentParser.parse(words)
        } catch {
            let name = words.first.flatMap { CommandTable.named($0) }.map { "keepers \($0.name)" } ?? "keepers"
            Console.err("\(name): \(printable(error.message)); '\(name) --help' shows what there is")
            exit(2)
        }
        if invocation.has("help") { return Console.raw(Usage.text(for: invocation.command)) }
        if invocation.has("version") { return Console.out(Usage.version) }
        do throws(Failure) {
            try run(invocation)
        } catch {
            Console.progress(nil)
            Console.err("keepers: \(error.message)")
            exit(error.code)
        }
    }

    private static func run(_ invocation: Invocation) throws(Failure) {
        let link: SpawnerLink
        do throws(EngineError) { link = try Spawner.fork() } catch { throw Failure(error.message) }
        let mask = umask(0o077)
        let environment = Environment.all()
        let setting = try Setting(invocation, link: link, environment: environment, mask: mask)
        try Commands.run(invocation, setting)
    }
}
