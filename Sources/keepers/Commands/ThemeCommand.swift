import KeepersCore

/// `keepers theme`: which themes there are, and whether one can be read.
enum ThemeCommand {
    static func run(_ invocation: Invocation, _ setting: Setting) throws(Failure) {
        let shelf = ThemeShelf(setting.places)
        let what = invocation.operands.first ?? "list"
        let target = invocation.operands.dropFirst().first
        switch (what, target) {
        case ("list", nil): list(shelf, json: invocation.has("json"))
        case ("check", let file?): try check(file, shelf, json: invocation.has("json"))
        case ("show", let name?): Console.raw(try shelf.text(name))
        case ("check", nil), ("show", nil):
            throw Failure("'keepers theme \(what)' needs the \(what == "check" ? "FILE or " : "")NAME of a theme", code: 2)
        default: throw Failure("WHAT is list, check or show, not '\(printable(what))'", code: 2)
        }
    }

    private static func list(_ shelf: ThemeShelf, json: Bool) {
        let entries = shelf.entries()
        if json {
            return Console.out(JSON.object([("themes", .list(entries.map(object)))]).serialized(indent: 1))
        }
        let width = (entries.map { columns(of: printable($0.name)) }.max() ?? 0) + 2
        for entry in entries {
            let name = printable(entry.name)
            let words = entry.reading.theme?.about ?? entry.reading.problems.first.map { "does not read: \($0.sentence)" } ?? ""
            let place = entry.path.map { "  (\(printable($0)))" } ?? ""
            Console.out(name + String(repeating: " ", count: max(1, width - columns(of: name))) + words + place)
        }
        Console.out("your own: \(printable(shelf.folder))/NAME.json; 'keepers theme show darkroom' prints one to begin with")
    }

    private static func object(_ entry: ThemeShelf.Entry) -> JSON {
        .object([
            ("name", .text(entry.name)), ("file", entry.path.map(JSON.text) ?? .null),
            ("about", entry.reading.theme.map { .text($0.about) } ?? .null),
            ("problems", .list(entry.reading.problems.map { .text($0.sentence) })),
        ])
    }

    /// A file where there is one of that name, else a theme's name.
    private static func check(_ target: String, _ shelf: ThemeShelf, json: Bool) throws(Failure) {
        let isName = shelf.entries().contains { $0.name == target } && !target.contains("/")
        let reading = Theme.read(try isName ? shelf.text(target) : TextFile.read(target))
        let check = reading.theme.map { ThemeCheck($0) }
        if json { Console.out(report(reading, check).serialized(indent: 1)) }
        guard let check else {
            if !json { for problem in reading.problems { Console.out("\(printable(target)), \(problem.sentence)") } }
            throw Failure("\(printable(target)) is no theme: \(counted(reading.problems.count, "problem")), named above")
        }
        if !json { check.text(name: printable(target)).forEach(Console.out) }
        guard check.passes else {
            throw Failure("\(printable(target)): \(counted(check.lines.count { !$0.passes }, "role")) cannot be read well")
        }
    }

    private static func report(_ reading: Theme.Reading, _ check: ThemeCheck?) -> JSON {
        let roles = (check?.lines ?? []).map { line in
            func ratio(_ value: Double?) -> JSON { value.map { .real(($0 * 100).rounded(.down) / 100) } ?? .null }
            return JSON.object([
                ("role", .text(line.role.rawValue)), ("colour", .text(line.colour.words)), ("contrast", ratio(line.ratio)),
                ("contrast256", ratio(line.ratio256)), ("passes", .bool(line.passes)),
            ])
        }
        return .object([
            ("passes", .bool(check?.passes ?? false)), ("problems", .list(reading.problems.map { .text($0.sentence) })),
            ("roles", .list(roles)), ("notes", .list((check?.notes ?? []).map(JSON.text))),
        ])
    }
}
