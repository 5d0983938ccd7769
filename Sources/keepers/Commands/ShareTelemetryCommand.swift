import Glibc
import KeepersCore
import PersistenceKit

/// `keepers share-telemetry FILE`: shows every field, asks, and writes a file; nothing is sent anywhere.
enum ShareTelemetryCommand {
    static func run(_ invocation: Invocation, _ setting: Setting) throws(Failure) {
        let telemetry = try gather(setting)
        guard !telemetry.rows.isEmpty else {
            throw Failure("no frame has been judged yet, so there is nothing to share; nothing was written")
        }
        show(telemetry)
        guard invocation.has("yes") || isAgreed(invocation) else { return Console.out("Nothing was written.") }
        guard let file = setting.outputs["file"] else { throw Failure("no file was named") }
        let name = try file.write(Array(telemetry.text.utf8))
        Console.out(
            "\(counted(telemetry.rows.count, "judged frame")) in \(printable(name)). keepers sends nothing: read it, then do with it what you want."
        )
    }

    private static func gather(_ setting: Setting) throws(Failure) -> Telemetry {
        let program = try Program(setting)
        let models = Models(environment: setting.environment, places: setting.places, store: program.store, retries: false)
        let source = TasteSource(store: program.store)
        var random = SystemRandomNumberGenerator()
        var telemetry = Telemetry()
        do throws(StoreError) {
            for session in try program.store.judgedSessions() {
                let snapshot = try source.snapshot(session.id, model: models.model)
                telemetry.add(snapshot.model, using: &random)
            }
        } catch {
            throw Failure(error.message)
        }
        telemetry.shuffle(using: &random)
        return telemetry
    }

    private static func show(_ telemetry: Telemetry) {
        Console.out("The file will hold these fields of \(counted(telemetry.rows.count, "judged frame")), and nothing else:\n")
        let width = Telemetry.fields.map(\.name.count).max() ?? 0
        for field in Telemetry.fields {
            let example = telemetry.example(field).map { $0.serialized() } ?? "not measured"
            let name = field.name + String(repeating: " ", count: width - field.name.count)
            Console.out("  \(name)  \(field.meaning); yours: \(example)")
        }
        Console.out("\nNot in it: names, pictures, paths, dates and times, places, cameras, lenses, serial numbers, who you are.")
    }

    private static func isAgreed(_ invocation: Invocation) -> Bool {
        Console.raw("Write \(printable(invocation.operands.first ?? "")) (y/n)? ")
        guard let answer = readLine() else {
            Console.raw("\n")
            return false
        }
        return ["y", "yes"].contains(answer.lowercased())
    }
}
