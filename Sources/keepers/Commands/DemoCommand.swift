import DemoKit
import KeepersCore

/// `keepers demo`: a card to try things on.
enum DemoCommand {
    static func run(_ invocation: Invocation, _ setting: Setting) throws(Failure) {
        var options = DemoOptions(
            directory: Places.absolute(invocation.operands[0]), frames: invocation["frames"].flatMap { Int($0) } ?? 120,
            seed: invocation["seed"].flatMap { UInt64($0) } ?? 1)
        options.jobs = setting.workers
        if let megabytes = invocation["mb"].flatMap({ Int($0) }) { options.sparseBytes = megabytes * 1_000_000 }
        if invocation.has("sparse") { options.distinctFrames = 48 }
        if let folder = invocation["photos"] { options.photos = [Places.absolute(folder)] }
        let total = options.frames
        do throws(DemoError) {
            let truth = try DemoCard.make(options) { done in Console.progress("painting \(grouped(done)) of \(grouped(total))") }
            Console.progress(nil)
            Console.out("\(counted(truth.frames.count, "frame")) in \(printable(options.directory)); truth.csv says what each is")
        } catch {
            Console.progress(nil)
            throw Failure(error.message)
        }
    }
}
