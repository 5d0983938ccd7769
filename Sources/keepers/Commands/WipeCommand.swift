import Glibc
import KeepersCore
import PersistenceKit

/// `keepers wipe`: asks, then removes everything that is ours.
enum WipeCommand {
    static func run(_ invocation: Invocation, _ setting: Setting) throws(Failure) {
        if !invocation.has("yes") {
            guard isatty(0) == 1 else { throw Failure("this removes every session and verdict; say --yes to mean it") }
            Console.err(
                "This removes every session, verdict and thumbnail in \(setting.places.data) and \(setting.places.cache).")
            Console.err("Photos and sidecars stay. Type yes to go on:")
            guard readLine() == "yes" else { throw Failure("nothing was removed") }
        }
        do throws(StoreError) {
            try Store.wipe(data: setting.places.data, cache: setting.places.cache)
        } catch {
            throw Failure(error.message)
        }
        Console.out("removed; photos and sidecars are as they were")
    }
}
