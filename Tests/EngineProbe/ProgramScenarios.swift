import CSandbox
import EngineKit
import Glibc

/// Locks itself like the program does, then tries what it must still be able to do and what not.
func lockProgram(_ link: SpawnerLink, _ options: Options) throws(EngineError) {
    let own = options.text("own") ?? ""
    let original = options.text("original") ?? ""
    let sandbox = try ProgramLock.apply(writable: [options.text("data") ?? own])
    say("sandbox \(sandbox.summary)")
    say("own folder \(useAsStore(own))")
    say("thread \(startThread())")
    say("terminal \(attempt(open("/dev/null", O_RDWR)))")
    say("read original \(attempt(open(original, O_RDONLY)))")
    say("write original \(attempt(open(original, O_WRONLY)))")
    say("empty original \(attempt(open(original, O_RDONLY | O_TRUNC)))")
    say("hard link \(attempt(hardLink(original, own + "/stolen")))")
    say("folder elsewhere \(attempt(mkdir(original + ".d", 0o700)))")
    say("kill another \(attempt(kill(getppid(), 0)))")
    say("stop itself \(attempt(kill(getpid(), 0)))")
    say("worker \(askWorker(link, options))")
}

/// Locks itself while a second thread runs, which the lock would not bind.
func lockLate(_ link: SpawnerLink, _ options: Options) throws(EngineError) {
    var thread = pthread_t()
    pthread_create(&thread, nil, { _ in while true { sleep(1) } }, nil)
    say("locked \(try ProgramLock.apply(writable: [options.text("own") ?? ""]).summary)")
}

/// A worker can still be had from a locked program.
private func askWorker(_ link: SpawnerLink, _ options: Options) -> String {
    let pool = WorkerPool(link: link, configuration: options.configuration, count: 1)
    var answer: String?
    pool.submit(Job(body: Array("echo hello".utf8), timeLimitMilliseconds: 20_000)) { answer = describe($0) }
    while answer == nil { link.wait(milliseconds: 1_000) }
    return answer ?? ""
}

/// What a database does: a file, a lock on it, shared memory beside it, growing and shrinking, renaming, removing.
private func useAsStore(_ folder: String) -> String {
    let file = open(folder + "/store.db", O_RDWR | O_CREAT, 0o600)
    guard file >= 0 else { return attempt(-1) }
    var whole = flock(l_type: Int16(F_WRLCK), l_whence: 0, l_start: 0, l_len: 0, l_pid: 0)
    guard fcntl(file, F_SETLK, &whole) == 0, pwrite(file, "verdict", 7, 0) == 7, ftruncate(file, 32_768) == 0,
        fdatasync(file) == 0
    else { return attempt(-1) }
    let shared = mmap(nil, 32_768, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    guard shared != MAP_FAILED, mkdir(folder + "/cache", 0o700) == 0,
        rename(folder + "/store.db", folder + "/cache/moved.db") == 0, unlink(folder + "/cache/moved.db") == 0,
        rmdir(folder + "/cache") == 0
    else { return attempt(-1) }
    return "ok"
}

func startThread() -> String {
    var thread = pthread_t()
    let result = pthread_create(&thread, nil, { _ in nil }, nil)
    guard result == 0 else { return errnoName(result) }
    pthread_join(thread, nil)
    return "ok"
}

func attempt(_ result: Int32) -> String { result < 0 ? errnoName(errno) : "ok" }

private func hardLink(_ from: String, _ to: String) -> Int32 { link(from, to) }

/// Tries every act in the program, a worker and the committer, each on an original and a copy of its own.
func privacy(_ link: SpawnerLink, _ options: Options) throws(EngineError) {
    let probes = ["program", "worker", "committer"].map { role in
        (role, PrivacyProbe(original: options.text("original"), expendable: options.text(role)))
    }
    var worker = options.configuration
    worker.role = .worker
    let pool = WorkerPool(link: link, configuration: worker, count: 1)
    let committer = CommitterLink(
        link: link, roots: worker.roots, targets: worker.targets, replaces: worker.replacesSidecars)
    var left = 2
    func tell(_ role: String) -> ([PrivacyResult]?) -> Void {
        { results in
            for result in results ?? [] { say("\(role) \(result.act) \(result.outcome) \(result.isRefused)") }
            left -= 1
        }
    }
    if options.text("lock") != "no" { _ = try ProgramLock.apply(writable: [options.text("own") ?? "."]) }
    pool.probe(probes[1].1, completion: tell("worker"))
    committer.probe(probes[2].1, completion: tell("committer"))
    while left > 0 { link.wait(milliseconds: 1_000) }
    tell("program")(probes[0].1.run())
}
