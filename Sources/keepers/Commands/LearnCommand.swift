import Glibc
import KeepersCore

/// `keepers learn`: what was decided before, in other programs.
enum LearnCommand {
    static func run(_ invocation: Invocation, _ setting: Setting) throws(Failure) {
        var catalogs: [String] = []
        var folders: [String] = []
        for operand in invocation.operands {
            let path = Places.absolute(operand)
            var facts = stat()
            guard stat(path, &facts) == 0 else {
                throw Failure("\(printable(path)): \(String(cString: strerror(errno)))", code: 2)
            }
            switch facts.st_mode & S_IFMT {
            case S_IFREG: if !catalogs.contains(path) { catalogs.append(path) }
            case S_IFDIR: folders.append(path)
            default: throw Failure("\(printable(path)) is neither a catalog nor a folder", code: 2)
            }
        }
        if !folders.isEmpty { folders = try Program.roots(folders) }
        let pass = HistoryPass(setting, catalogs: catalogs, folders: folders)
        pass.progress = { Console.progress($0) }
        pass.run()
        let lesson = invocation.has("report") ? nil : try PastLesson.learn(pass, setting)
        Console.progress(nil)
        let report = HistoryReport(pass, lesson: lesson)
        if invocation.has("json") {
            Console.out(report.json(details: invocation.has("details")).serialized(indent: 1))
        } else {
            report.lines.forEach(Console.out)
        }
        let failed = pass.sources.filter { $0.failure != nil }
        for source in failed { Console.err("keepers: \(printable(source.path)) was not read: \(source.failure ?? "")") }
        if !failed.isEmpty { throw Failure("\(counted(failed.count, "source")) of \(pass.sources.count) could not be read") }
    }
}
