import Glibc
import KeepersCore
import PersistenceKit

/// A process for tests to kill: it works on a store as the program does and says what was acknowledged.
///
/// `store-probe append DIR SESSION COUNT [LIMIT]` appends COUNT steps and prints `ok STEP FRAME VALUE` after each commit
/// returned; LIMIT caps the size of any file in bytes, which fails writes as a full disk does.
/// `store-probe cards DIR SESSION COUNT` appends batches of score cards and thumbnails, and prints `ok BATCH`.
/// `store-probe hold DIR SESSION` takes the session's lock, prints `held`, and waits to be killed.
/// `store-probe open DIR` opens the store and prints `opened`. A failure is printed as `error KIND MESSAGE`.
@main struct Probe {
    static func main() {
        let words = CommandLine.arguments
        guard words.count >= 3 else { exit(2) }
        let session = SessionID(words.count > 3 ? Int64(words[3]) ?? 0 : 0)
        let count = words.count > 4 ? Int(words[4]) ?? 0 : 0
        if words.count > 5, let limit = UInt(words[5]) { limitFiles(limit) }
        do throws(StoreError) {
            try act(words[1], data: words[2], session, count)
        } catch {
            say("error \(error.kind) \(error.message)")
            exit(1)
        }
    }

    static func act(_ verb: String, data: String, _ session: SessionID, _ count: Int) throws(StoreError) {
        switch verb {
        case "hold":
            let lock = try SessionLock.acquire(data: data, session: session, holder: "keepers UI, pid \(getpid()), since 23:04")
            say("held")
            withExtendedLifetime(lock) { while true { pause() } }
        case "append": try append(try open(data), session, count)
        case "cards": try cards(try open(data), session, count, cache: "\(data)/cache")
        default:
            _ = try open(data)
            say("opened")
        }
    }

    static func open(_ data: String) throws(StoreError) -> Store {
        var now: Int64 = 0
        return try Store(data: data, cache: "\(data)/cache") {
            now += 1
            return now
        }
    }

    static func append(_ store: Store, _ session: SessionID, _ count: Int) throws(StoreError) {
        let frames = try store.frames(in: session)
        for number in 0..<count {
            let frame = frames[number % frames.count].id
            let stars = 1 + number % 5
            try store.savePlace(Place(screen: .loupe, frame: frame, filter: "stars", zoom: 100), in: session)
            let step = Step(changes: [FrameChange(frame, .stars(stars))], place: Place(frame: frame))
            let stored = try store.commit(step, in: session)
            say("ok \(stored.id.rawValue) \(frame.rawValue) \(stars)")
            if number % 7 == 6 { try store.idleMaintenance() }
        }
    }

    static func cards(_ store: Store, _ session: SessionID, _ count: Int, cache: String) throws(StoreError) {
        let frames = try store.frames(in: session)
        let thumbnails = try ThumbnailCache(cache: cache, session: session)
        for number in 0..<count {
            let card = ScoreCard(
                model: "probe", measures: Measures([.sharpness: Double(number)]), print: nil, width: 1, height: 1)
            try store.appendCards(frames.map { ($0.id, card) })
            let jpeg = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 3000 + number)
            try thumbnails.put(frames.map { ($0, jpeg) })
            say("ok \(number)")
        }
    }

    /// Unbuffered: what was said must be in the pipe when the process is killed.
    static func say(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        _ = write(1, bytes, bytes.count)
    }

    /// Writes past the limit fail with EFBIG, once the signal that says so is ignored.
    static func limitFiles(_ bytes: UInt) {
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
        setrlimit(__rlimit_resource_t(UInt32(RLIMIT_FSIZE.rawValue)), &limit)
    }
}
