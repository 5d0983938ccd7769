import CBench
import KeepersCore
import PersistenceKit

/// The store's speed: a durable verdict against a bare pwrite + fdatasync, and the loads that a warm start waits for.
enum StoreBench {
    static func run(_ setting: Setting) throws -> [Figure] {
        let folder = try setting.makeFolder("store")
        guard keepers_is_on_disk(folder) == 1 else {
            throw BenchError("\(folder) lies in memory, where fdatasync is free: set XDG_CACHE_HOME to a folder on a disk")
        }
        let disk = try BareDisk(in: folder)
        do throws(StoreError) { return try measure(in: folder, disk) } catch { throw BenchError(error.message) }
    }

    /// Works in `folder` on the disk that is to be measured.
    private static func measure(in folder: String, _ disk: BareDisk) throws(StoreError) -> [Figure] {
        var tick: Int64 = 0
        let clock = {
            tick += 1
            return tick
        }
        let store = try Store(data: folder, cache: folder, clock: clock)
        let source = SourceVolume(path: "/media/card", volumeID: "BENCH", pathInVolume: "/DCIM")
        let session = try store.create(name: "bench", sources: [source])
        var results = try loads(store, session)
        results.insert(try verdict(store, session, disk), at: 0)
        try results.append(thumbnails(folder, session, store.frames(in: session)))
        return results
    }

    private static func loads(_ store: Store, _ session: SessionID) throws(StoreError) -> [Figure] {
        let files = (0..<3000).map { number in
            FileStamp(
                source: 0, path: "100NIKON/DSC_\(padded(number, 4)).NEF", size: 25_000_000 + Int64(number),
                modified: 1_699_000_000_123_456_789 + Int64(number) * 5_000_000_000)
        }
        var frames: [Frame] = []
        let insert = try best(of: 1) { () throws(StoreError) in
            for start in stride(from: 0, to: files.count, by: 250) {
                frames += try store.merge(files[start..<min(files.count, start + 250)].map { ($0, header) }, in: session)
            }
        }
        var append = Double.infinity
        for start in stride(from: 0, to: frames.count, by: 32) {
            let batch = frames[start..<min(frames.count, start + 32)].map { ($0.id, card) }
            append = min(append, try best(of: 1) { () throws(StoreError) in try store.appendCards(batch) })
        }
        for frame in frames { try store.commitUnmeasured(frame, in: session) }
        let load = try best(of: 5) { () throws(StoreError) in
            _ = try (store.frames(in: session), store.marks(in: session), store.cards(in: session, model: card.model))
        }
        let steps = try best(of: 5) { () throws(StoreError) in _ = UndoHistory(log: try store.steps(in: session)) }
        let sessions = try best(of: 5) { () throws(StoreError) in _ = try store.sessions() }
        let reconcile = try best(of: 5) { () throws(StoreError) in _ = try store.reconcile(files, positions: [0], in: session) }
        let here = SourceVolume(path: "/x", volumeID: "OTHER", pathInVolume: "/")
        let recognise = try best(of: 5) { () throws(StoreError) in _ = try store.recognise(sources: [here], listing: files) }
        return [
            Figure(name: "3,000 frames inserted", value: insert, unit: "ms", limit: .none),
            Figure(name: "32 score cards appended", value: append, unit: "ms", limit: .none),
            Figure(name: "3,000 frames, marks and cards loaded", value: load, unit: "ms", limit: .none),
            Figure(name: "undo history of 3,000 steps", value: steps, unit: "ms", limit: .none),
            Figure(name: "session list", value: sessions, unit: "ms", limit: .none),
            Figure(name: "listing of 3,000 compared", value: reconcile, unit: "ms", limit: .none),
            Figure(name: "session recognised by its frames", value: recognise, unit: "ms", limit: .none),
        ]
    }

    /// Interleaved, so that both meet the same disk: the median of each. Says nothing on tmpfs, where fdatasync is free.
    private static func verdict(_ store: Store, _ session: SessionID, _ disk: BareDisk) throws(StoreError) -> Figure {
        try store.idleMaintenance()
        let frame = try store.frames(in: session)[0].id
        var bare: [Double] = []
        var durable: [Double] = []
        for number in 0..<600 {
            bare.append(disk.write())
            let step = Step(changes: [FrameChange(frame, .stars(1 + number % 5))], reason: "3 stars", place: Place(frame: frame))
            durable.append(try best(of: 1) { () throws(StoreError) in try store.commit(step, in: session) })
        }
        let (durably, barely) = (Spread(durable).median, Spread(bare).median)
        return Figure(
            name: "durable verdict / bare pwrite + fdatasync", value: durably / barely, unit: "x", limit: .atMost(2),
            note: "medians of 600: \(fixed(durably, 2)) and \(fixed(barely, 2)) ms")
    }

    private static func thumbnails(_ cache: String, _ session: SessionID, _ frames: [Frame]) throws(StoreError) -> Figure {
        let jpeg = [UInt8](repeating: 9, count: 20_000)
        for start in stride(from: 0, to: frames.count, by: 32) {
            let pictures = try ThumbnailCache(cache: cache, session: session)
            try pictures.put(frames[start..<min(frames.count, start + 32)].map { ($0, jpeg) })
        }
        let read = try best(of: 5) { () throws(StoreError) in
            let pictures = try ThumbnailCache(cache: cache, session: session)
            precondition(frames.prefix(60).allSatisfy { pictures.jpeg(of: $0) != nil }, "a picture was lost")
        }
        return Figure(name: "thumbnail index opened and 60 pictures read", value: read, unit: "ms", limit: .none)
    }

    private static let header: FrameHeader = {
        var shot = ShotData()
        shot.capturedAt = CaptureTime(wallSeconds: 1_699_000_000, nanoseconds: 350_000_000, subsecondDigits: 2)
        (shot.make, shot.camera, shot.serial, shot.lens) = ("NIKON CORPORATION", "NIKON Z 8", "6012345", "NIKKOR Z 85mm f/1.8 S")
        (shot.exposureTime, shot.aperture, shot.iso, shot.focalLength) = (0.002, 1.8, 800, 85)
        let previews = [160, 1620, 8256].map { width in
            Preview(width: width, height: width * 2 / 3, source: "SubIFD 1", offset: 1 << 20, length: 1 << 20, intact: true)
        }
        return FrameHeader(kind: .nef, shot: shot, previews: previews)
    }()

    private static let card = ScoreCard(
        model: "first measures 1", measures: Measures(Dictionary(uniqueKeysWithValues: Measure.allCases.map { ($0, 1.5) })),
        print: Print(hash: 0x1234_5678_9ABC_DEF0, lab: [Float](repeating: 12.5, count: 48)), width: 1620, height: 1080)

    private static func best<Value>(of rounds: Int, _ body: () throws(StoreError) -> Value) throws(StoreError) -> Double {
        var best = Double.infinity
        for _ in 0..<rounds {
            let start = Stopwatch.wall()
            _ = try body()
            best = min(best, Stopwatch.wall() - start)
        }
        return best
    }
}

extension Store {
    fileprivate func commitUnmeasured(_ frame: Frame, in session: SessionID) throws(StoreError) {
        try commit(Step(changes: [FrameChange(frame.id, .verdict(.pick))], place: Place(frame: frame.id)), in: session)
    }
}
