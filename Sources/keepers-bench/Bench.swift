import EngineKit
import Glibc
import KeepersCore

/// Prints how fast Keepers is, as ratios within one run, and exits with 1 when a limit is exceeded.
@main
struct Bench {
    /// Every part by its name, in the order in which they run.
    static let parts: [(name: String, about: String, run: @Sendable (Setting) throws -> [Figure])] = [
        ("walk", "listing EXIF and previews of RAW files, against LibRaw and bare reads", WalkBench.run),
        ("thumbnail", "a preview to a 360 px picture, against bare TurboJPEG", PictureBench.thumbnail),
        ("sharpness", "sharpness of three megapixels", PictureBench.sharpness),
        ("store", "a durable verdict, against pwrite + fdatasync; loads", StoreBench.run),
        ("measures", "all first measures and the thumbnail of a frame", PictureBench.measures),
        ("taste", "what simulated photographers teach: agreement on scenes held out, training time", TasteBench.run),
        ("isolation", "the same work through spawner and worker", IsolationBench.run),
        ("score", "`keepers score` on a whole card: frames a second, memory, growth on disk", ScoreBench.run),
        ("faces", "frames of four real faces, everything on: frames a second, CPU a stage, memory", FaceBench.run),
        ("raw", "a RAW of 24 megapixels under the loupe, against dcraw_emu; the same as a JPEG", RawBench.run),
        ("export", "3,000 new and 3,000 merged sidecars: CPU, time with fsync, the screen meanwhile", ExportBench.run),
        ("history", "`keepers learn` on a catalog of 100,000 photos: seconds, memory", HistoryBench.run),
        ("safe", "`keepers safe` on 4 GB, against bare reading", SafeBench.run),
        ("screen", "the program on a terminal: first pictures, keys, loupe, session list", ScreenBench.run),
        ("fan", "a stack fanned out and walked, to its last picture", FanBench.run),
        ("filter", "the filter line on 5,000 frames, key by key", FilterBench.run),
        ("sustain", "30 keys a second through 500 frames, verdicts among them, and a kill", SustainedBench.run),
        ("link", "the program through ssh on a slow line; `make bench-ssh` gives the server that it needs", LinkBench.run),
    ]

    static func main() {
        // A worker of the isolation part is this executable again.
        if CommandLine.arguments.dropFirst().first == Spawner.workerVerb { BenchWorker.serve() }
        signal(SIGPIPE, SIG_IGN)
        if CommandLine.arguments.dropFirst().first == Relay.verb { Relay.serve(Array(CommandLine.arguments.dropFirst(2))) }
        do {
            // Before any thread.
            let link = try Spawner.fork()
            let options = try Options(Array(CommandLine.arguments.dropFirst()))
            let setting = try Setting(options, link: link)
            let held = run(setting, names: options.names)
            setting.clearUp()
            exit(held ? 0 : 1)
        } catch {
            print("keepers-bench: \(error)")
            exit(2)
        }
    }

    /// Runs the parts that were asked for; true when every limit held.
    private static func run(_ setting: Setting, names: [String]) -> Bool {
        print(Setting.machine)
        var failed: [String] = []
        for part in parts where names.isEmpty ? part.name != "link" : names.contains(part.name) {
            print("\n\(part.name): \(part.about)")
            do {
                for figure in try part.run(setting) {
                    print(figure.line)
                    if !figure.holds { failed.append("\(part.name): \(figure.name)") }
                }
            } catch {
                print("  FAILED  \(error)")
                failed.append("\(part.name): \(error)")
            }
        }
        print(failed.isEmpty ? "\nall limits held" : "\n\(counted(failed.count, "limit")) exceeded:")
        for line in failed { print("  \(line)") }
        return failed.isEmpty
    }
}

/// Why a part could not be measured.
struct BenchError: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
}
