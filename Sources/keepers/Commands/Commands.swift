import EngineKit
import Glibc
import KeepersCore
import KeepersUI

/// From a command's name to the code that carries it out.
enum Commands {
    static func run(_ invocation: Invocation, _ setting: Setting) throws(Failure) {
        switch invocation.command.name {
        case "": try OpenCommand.run(invocation, setting)
        case "score": try ScoreCommand.run(invocation, setting)
        case "list": try ListCommand.run(invocation, setting)
        case "show": try ShowCommand.run(invocation, setting)
        case "mark": try MarkCommand.run(invocation, setting)
        case "stacks": try StacksCommand.run(invocation, setting)
        case "clock": try ClockCommand.run(invocation, setting)
        case "export": try ExportCommand.run(invocation, setting)
        case "conflicts": try ConflictsCommand.run(invocation, setting)
        case "settle": try SettleCommand.run(invocation, setting)
        case "undo-export": try UndoExportCommand.run(invocation, setting)
        case "journal": try JournalCommand.run(invocation, setting)
        case "safe": try SafeCommand.run(invocation, setting)
        case "learn": try LearnCommand.run(invocation, setting)
        case "taste": try TasteCommand.run(invocation, setting)
        case "receipt": try ReceiptCommand.run(invocation, setting)
        case "theme": try ThemeCommand.run(invocation, setting)
        case "share-telemetry": try ShareTelemetryCommand.run(invocation, setting)
        case "sessions": try SessionsCommand.run(invocation, setting)
        case "runs": try RunsCommand.run(invocation, setting)
        case "keys": try KeysCommand.run(invocation, setting)
        case "replay": try ReplayCommand.run(invocation, setting)
        case "demo": try DemoCommand.run(invocation, setting)
        case "doctor": try DoctorCommand.run(invocation, setting)
        case "privacy": try PrivacyCommand.run(invocation, setting)
        case "wipe": try WipeCommand.run(invocation, setting)
        default: throw Failure("'\(invocation.command.name)' is not carried out here", code: 2)
        }
    }

    /// "keepers list, pid 4711, since 23:04, on pts/3 of hotelbox": how others are told who holds a session.
    static func holder(_ name: String) -> String {
        var words = "keepers\(name.isEmpty ? "" : " " + name), pid \(getpid()), since \(Clock.hourAndMinute(Clock.wall()))"
        var host = [CChar](repeating: 0, count: 256)
        guard gethostname(&host, host.count - 1) == 0 else { return words }
        let machine = String(decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let terminal = ttyname(0).map { String(cString: $0) } ?? ""
        words += terminal.hasPrefix("/dev/") ? ", on \(terminal.dropFirst(5)) of \(machine)" : ", on \(machine)"
        return words
    }
}
