import Glibc

/// One piece of work on a thread of its own that runs when nobody else wants the processor; asked, never waited for.
final class IdleThread<Value: Sendable>: @unchecked Sendable {
    // `value` is guarded by `mutex`.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value?

    /// Begins at once; without a thread to be had it runs here and now.
    init(_ work: @escaping @Sendable () -> Value) {
        pthread_mutex_init(mutex, nil)
        // The thread keeps this object alive until the work is done.
        let body = Unmanaged.passRetained(Body { self.end(work()) })
        var thread = pthread_t()
        // Signals are the loop's: a thread begins with the mask of the one that makes it.
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        let failure = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                runWhenIdle()
                Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().work()
                return nil
            }, body.toOpaque())
        pthread_sigmask(SIG_SETMASK, &before, nil)
        if failure == 0 { pthread_detach(thread) } else { body.takeRetainedValue().work() }
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// What came of it; nil while it runs.
    var result: Value? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return value
    }

    private func end(_ result: Value) {
        pthread_mutex_lock(mutex)
        value = result
        pthread_mutex_unlock(mutex)
    }
}

/// A C function takes one pointer; this is what it points to.
private final class Body: Sendable {
    let work: @Sendable () -> Void
    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
}

/// Linux schedules and nices threads, not processes: 0 is the calling one. What is refused costs only politeness.
private func runWhenIdle() {
    var parameters = sched_param()
    // SCHED_IDLE, which Glibc's headers hide from Swift (sched.h).
    _ = sched_setscheduler(0, 5, &parameters)
    _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
}
