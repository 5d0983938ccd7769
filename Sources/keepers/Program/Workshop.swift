import EngineKit
import ExportKit
import Glibc
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
    /// Room for a thumbnail.
    private static let judgeSlotBytes = 4 << 20
    /// A file that takes longer is named and left.
    static let timeLimit = 4_000
    /// The same where models look at every face of a crowd.
    private static let judgeTimeLimit = 20_000

    /// Listings, headers, pictures and sidecars: always there, without models, so that the first row comes as fast as it can.
    let pool: WorkerPool
    /// Measuring: processes of their own, which take memory only while there is something to measure.
    private var judges: WorkerPool?
    /// Develops RAW files once somebody asks for one.
    let darkroom: Darkroom
    private let link: SpawnerLink
    private let roots: [String]
    private let count: Int
    /// Jobs asked for and not answered yet; counted before they start, so that "idle" is true.
    private(set) var outstanding = 0
    /// Those among them that wait for a judge.
    private(set) var judging = 0

    init(link: SpawnerLink, roots: [String], count: Int) {
        self.link = link
        self.roots = roots
        self.count = count
        darkroom = Darkroom(link: link, roots: roots)
        let configuration = WorkerConfiguration(roots: roots, slotBytes: Workshop.slotBytes, nice: 5)
        pool = WorkerPool(link: link, configuration: configuration, count: count)
    }

    /// Nobody waits for a picture, a header or a listing.
    var isQuiet: Bool { outstanding == judging }

    /// Everything that works for us, for telling our load from others'.
    var processIDs: [Int32] { pool.processIDs + (judges?.processIDs ?? []) + darkroom.processIDs }

    /// Sends a job; `done` gets a reader behind the answer's mark and the slot's bytes (valid during the call), or words for the person.
    func ask(
        _ job: WorkerJob, _ priority: Priority, tag: UInt64 = 0, limit: Int = Workshop.timeLimit,
        done: @escaping (Result<(reader: ByteReader, slot: UnsafeRawBufferPointer), Failure>) -> Void
    ) {
        outstanding += 1
        pool.submit(Job(body: job.wire, priority: priority.rawValue, timeLimitMilliseconds: limit, tag: tag)) {
            [weak self] outcome in
            self?.outstanding -= 1
            done(Workshop.checked(outcome, limit: limit))
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

    /// Reads a file of `size` bytes whole; one that has another size meanwhile is a failure.
    func read(_ file: FileToRead, size: Int64, done: @escaping (Result<FileReading, Failure>) -> Void) {
        // A slow card gives 2 MB a second.
        ask(.read(file), .gesture, limit: 30_000 + Int(clamping: size / 2_000)) { result in
            done(
                result.flatMap { answer in
                    var reader = answer.reader
                    guard let reading = try? FileReading(from: &reader) else {
                        return .failure(Failure("its answer does not read"))
                    }
                    guard reading.bytes == size else {
                        let (now, then) = (grouped(Int(reading.bytes)), grouped(Int(size)))
                        return .failure(Failure("it has \(now) bytes, not \(then): it is being written"))
                    }
                    return .success(reading)
                })
        }
    }

    func cancel(tag: UInt64) { pool.cancel(tag: tag) }

    func shutdown() {
        pool.shutdown()
        darkroom.close()
        endJudges()
    }

    // MARK: - Judges

    /// What came of measuring a frame.
    enum Judgement {
        /// The card, and the thumbnail (valid during the call); `broke` says that the models could not look at this frame, and why.
        case card(ScoreCard, thumbnail: UnsafeRawBufferPointer, broke: String?)
        case failed(Failure)
        /// The models cannot be used at all.
        case unusable(String)
    }

    /// Measures a frame with the models in `models`, or without any. A frame that breaks them is measured without.
    func judge(_ source: FrameSource, models: String?, done: @escaping (Judgement) -> Void) {
        let judges = self.judges ?? makeJudges(models)
        self.judges = judges
        outstanding += 1
        judging += 1
        let limit = models == nil ? Workshop.timeLimit : Workshop.judgeTimeLimit
        judges.submit(Job(body: WorkerJob.score(source).wire, timeLimitMilliseconds: limit)) { [weak self] outcome in
            self?.outstanding -= 1
            self?.judging -= 1
            switch outcome {
            case .crashed(let text) where models != nil: self?.judgeWithout(source, "they \(text)", done: done)
            case .outOfMemory where models != nil: self?.judgeWithout(source, "they ran out of memory", done: done)
            case .timedOut where models != nil:
                self?.judgeWithout(source, "they took longer than \(limit / 1000) s", done: done)
            case .unavailable(let text) where models != nil: self?.blame(text, source, done: done)
            default: done(Workshop.judgement(Workshop.checked(outcome, limit: limit), broke: nil))
            }
        }
    }

    private func judgeWithout(_ source: FrameSource, _ why: String, done: @escaping (Judgement) -> Void) {
        ask(.score(source), .background) { done(Workshop.judgement($0, broke: why)) }
    }

    /// No judge could be had. Only where a worker can do the same without models are they at fault, and not the card.
    private func blame(_ text: String, _ source: FrameSource, done: @escaping (Judgement) -> Void) {
        guard roots.allSatisfy({ access($0, R_OK | X_OK) == 0 }) else {
            return done(.failed(Failure(text, cause: .helpers)))
        }
        ask(.score(source), .background) { result in
            switch result {
            case .success: done(.unusable(text))
            case .failure(let failure): done(.failed(failure))
            }
        }
    }

    private static func judgement(
        _ result: Result<(reader: ByteReader, slot: UnsafeRawBufferPointer), Failure>, broke: String?
    ) -> Judgement {
        switch result {
        case .success(let answer):
            var reader = answer.reader
            guard let card = try? ScoreCard(from: &reader) else { return .failed(Failure("its score's answer does not read")) }
            return .card(card, thumbnail: answer.slot, broke: broke)
        case .failure(let failure): return .failed(failure)
        }
    }

    private func makeJudges(_ models: String?) -> WorkerPool {
        let configuration = WorkerConfiguration.measuring(
            roots: roots, slotBytes: Workshop.judgeSlotBytes, nice: 10, models: models)
        return WorkerPool(link: link, configuration: configuration, count: count)
    }

    /// Nothing is left to measure: the memory goes back to the machine.
    func endJudges() {
        judges?.shutdown()
        judges = nil
    }

    static func checked(
        _ outcome: JobOutcome, limit: Int
    ) -> Result<(reader: ByteReader, slot: UnsafeRawBufferPointer), Failure> {
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
                    "this file took longer than \(limit / 1000) s to read and was left; the file itself is untouched",
                    cause: .card))
        case .outOfMemory:
            return .failure(
                Failure("this file asked for more memory than it may have and was left; the file itself is untouched"))
        case .cancelled: return .failure(Failure("cancelled"))
        case .unavailable(let text): return .failure(Failure(text, cause: .helpers))
        }
    }
}
