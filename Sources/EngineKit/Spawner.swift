import CSandbox
import Glibc
import KeepersCore

/// The small process that starts all others, because a locked program cannot start a less locked committer.
public enum Spawner {
    /// The hidden first argument with which our own executable becomes a worker or committer.
    public static let workerVerb = "--worker"

    /// Forks the spawner; the first statement of `main`, before any thread, file or lock.
    ///
    /// The child never returns: it starts, watches, ends and reaps processes until the program is gone.
    /// `executable` is started again with `workerVerb` for each process; `clock` gives monotonic nanoseconds.
    public static func fork(
        executable: String = "/proc/self/exe", clock: @escaping () -> UInt64 = MonotonicClock.now
    ) throws(EngineError) -> SpawnerLink {
        var ends: [Int32] = [-1, -1]
        let paired = ks_pair(&ends)
        guard paired == 0 else { throw notStarted(paired) }
        let program = getpid()
        let child = ks_fork()
        guard child >= 0 else { throw notStarted(child) }
        if child == 0 {
            close(ends[0])
            serve(link: ends[1], executable: executable, program: program)
        }
        close(ends[1])
        return SpawnerLink(descriptor: ends[0], pid: child, clock: clock)
    }

    private static func notStarted(_ negative: Int32) -> EngineError {
        EngineError(
            "keepers could not start its helper process (\(errnoName(-negative))): close other programs and start it again",
            number: -negative)
    }

    private static func serve(link: Int32, executable: String, program: pid_t) -> Never {
        guard ks_die_with(program) == 0 else { exit(0) }
        setsid()
        ks_name("keepers-spawner")
        // Nothing of the terminal: a pipe that the program wrote to must close when the program ends.
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        for descriptor in 0...2 { dup2(null, Int32(descriptor)) }
        let signals = ks_child_signals()
        guard signals >= 0 else { exit(1) }
        var loop = SpawnerLoop(link: link, signals: signals, executable: executable)
        loop.run()
    }
}
