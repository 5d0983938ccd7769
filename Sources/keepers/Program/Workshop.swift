import EngineKit
import IngestKit
import KeepersCore

/// The workers of one session, and what comes back from them, checked.
final class Workshop {
    /// Higher first: a person's gesture, what is on the screen, its neighbours, then the background.
    enum Priority: Int {
        case background = 0, headers = 10, neighbour = 20, screen = 30, gesture = 40
    }

    /// Room for one loupe picture of 300 x 100 cells.
    static let slotBytes = 24 << 20
    /// A file that takes longer is named and left.
    static let timeLimit = 4_000

    let pool: WorkerPool
    private let link: SpawnerLink
    /// Jobs asked for and not answered yet; counted before they start, so that "idle" is true.
    private(set) var outstanding = 0

    init(link: SpawnerLink, roots: [String], count: Int) {
        self.link = link
        let configuration = WorkerConfiguration(roots: roots, slotBytes: Workshop.slotBytes, nice: 5)
        pool = WorkerPool(link: link, configuration: configuration, count: count)
    }

    /// Sends a job; `done` gets a reader behind the answer's mark and the slot's bytes (valid during the call), or words for the person.
    func ask(
        _ job: WorkerJob, _ priority: Priority, tag: UInt64 = 0, limit: Int = Workshop.timeLimit,
        done: @escaping (Result<(reader: ByteReader, slot: UnsafeRawBufferPointer), Failure>) -> Void
    ) {
        outstanding += 1
        pool.submit(Job(body: job.wire, priority: priority.rawValue, timeLimitMilliseconds: limit, tag: tag)) {
            [weak self] outcome in
            self?.outstanding -= 1
            done(Workshop.checked(outcome))
        }
    }

    /// Everything below a source folder, as it is now.
    func list(root: Int, done: @escaping (Result<Listing, Failure>) -> Void) {
        ask(.list(root: root), .gesture, limit: 60_000) { result in
            done(
                result.flatMap { answer in
                    var reader = answer.reader
                    guard let listing = try? Listing(from: &reader) else { return .failure(Failure("the listing does not read")) }
                    return .success(listing)
                })
        }
    }

    func cancel(tag: UInt64) { pool.cancel(tag: tag) }

    private static func checked(_ outcome: JobOutcome) -> Result<(reader: ByteReader, slot: UnsafeRawBufferPointer), Failure> {
        switch outcome {
        case .done(let reply, let slot):
            do throws(Failure) {
                return .success((try WorkerAnswer.read(reply), slot))
            } catch {
                return .failure(error)
            }
        case .crashed(let text):
            return .failure(Failure("this file broke its decoder, twice (the helper \(text)); the file itself is untouched"))
        case .timedOut:
            return .failure(
                Failure(
                    "this file took longer than \(timeLimit / 1000) s to read and was left; the file itself is untouched",
                    cause: .card))
        case .outOfMemory:
            return .failure(
                Failure("this file asked for more memory than it may have and was left; the file itself is untouched"))
        case .cancelled: return .failure(Failure("cancelled"))
        case .unavailable(let text): return .failure(Failure(text, cause: .helpers))
        }
    }
}
