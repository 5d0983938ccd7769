import Glibc
import KeepersCore
import KeepersUI
import PersistenceKit

/// `keepers keys`: what each key does, as a file that can be edited; or what is wrong with such a file.
enum KeysCommand {
    static func run(_ invocation: Invocation, _ setting: Setting) throws(Failure) {
        let given = try KeySource.given(invocation)
        if let path = invocation["check"] { return try check(path, given) }
        let store: Store
        do throws(StoreError) {
            store = try Store(data: setting.places.data, cache: setting.places.cache, clock: Clock.wall)
        } catch {
            throw Failure(error.message)
        }
        let choice = KeySource.read(given, setting.places, store)
        let (bindings, problems) = choice.bindings()
        for problem in problems { Console.err("\(printable(choice.path)): \(problem.words)") }
        let made = choice.file == nil ? "not there yet: save this as it, and edit" : "read at each start"
        Console.raw("# keepers keys; yours are in \(printable(choice.path)), \(made)\n\(bindings.text)")
    }

    private static func check(_ path: String, _ given: (profile: Bindings.Profile?, layout: Bindings.Layout?)) throws(Failure) {
        let (bindings, problems) = Bindings.read(try TextFile.read(path), profile: given.profile, layout: given.layout)
        for problem in problems { Console.out("\(printable(path)): \(problem.words)") }
        let silent = bindings.withoutKey
        if !silent.isEmpty { Console.out("no key does: \(silent.joined(separator: ", "))") }
        guard problems.isEmpty else {
            throw Failure("\(counted(problems.count, "line")) ignored; all others hold")
        }
        Console.out("every line holds: profile \(bindings.profile.rawValue), layout \(bindings.layout.rawValue)")
    }
}
