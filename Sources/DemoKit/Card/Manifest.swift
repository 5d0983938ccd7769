import Glibc
import KeepersCore

/// Which file of the card shows which planned frame: names, folders, clocks.
struct Manifest: Sendable {
    /// One file (or RAW+JPEG pair) on the card.
    struct Entry: Sendable {
        var shot: Int
        var take: Int
        /// How often the plan was repeated before: shifts time and stack numbers.
        var turn: Int
        /// `DCIM/100NIKON/DSC_9962`
        var stem: String
        var trueHundredths: Int64
    }

    var entries: [Entry] = []
    private var story: Story
    private var photos: [(name: String, hasFace: Bool)]
    private var showsFacesOnly: Bool

    /// Gap between two repetitions of one plan: a day, so that moments never meet.
    private static let dayHundredths: Int64 = 86400 * 100

    init(story: Story, frames: Int, photos: [Photo], showsFacesOnly: Bool) {
        self.story = story
        self.photos = photos.map { ($0.name, !$0.faces.isEmpty) }
        self.showsFacesOnly = showsFacesOnly
        var counters = [Int](repeating: 0, count: story.bodies.count)
        let order = Manifest.takesInTime(story)
        var turn = 0
        while entries.count < frames && !order.isEmpty {
            for (shot, take) in order.prefix(frames - entries.count) {
                let body = story.shots[shot].body
                let time = story.shots[shot].frames[take].trueHundredths + Int64(turn) * Manifest.dayHundredths
                entries.append(
                    Entry(
                        shot: shot, take: take, turn: turn, stem: story.bodies[body].stem(count: counters[body]),
                        trueHundredths: time))
                counters[body] += 1
            }
            turn += 1
        }
    }

    private static func takesInTime(_ story: Story) -> [(Int, Int)] {
        var takes: [(shot: Int, take: Int, time: Int64)] = []
        for (shot, moment) in story.shots.enumerated() {
            for (take, frame) in moment.frames.enumerated() { takes.append((shot: shot, take: take, time: frame.trueHundredths)) }
        }
        takes.sort { ($0.time, $0.shot, $0.take) < ($1.time, $1.shot, $1.take) }
        return takes.map { ($0.shot, $0.take) }
    }

    /// The time as this frame's camera wrote it, or nil where its clock was never set.
    func capturedAt(_ entry: Entry) -> CaptureTime? {
        let shot = story.shots[entry.shot]
        guard shot.frames[entry.take].clock == .set else { return nil }
        let body = story.bodies[shot.body]
        let zone = (body.offsetMinutes ?? Manifest.trueOffset) - Manifest.trueOffset
        let hundredths = entry.trueHundredths + Int64(body.aheadSeconds + zone * 60) * 100
        return CaptureTime(hundredths: hundredths, offsetMinutes: body.offsetMinutes)
    }

    /// The wedding's own zone, in minutes.
    static let trueOffset = 120

    func paths(_ entry: Entry) -> (path: String, pair: String?) {
        let shot = story.shots[entry.shot]
        let raw = entry.stem + "." + story.bodies[shot.body].format.rawValue.uppercased()
        switch shot.frames[entry.take].file {
        case .raw: return (raw, nil)
        case .pair: return (raw, entry.stem + ".JPG")
        case .jpegOnly: return (entry.stem + ".JPG", nil)
        }
    }

    func truth(options: DemoOptions) -> DemoTruth {
        DemoTruth(frames: entries.map { truth($0, options) }, others: others.map(\.path))
    }

    private func truth(_ entry: Entry, _ options: DemoOptions) -> DemoFrameTruth {
        let shot = story.shots[entry.shot]
        let take = shot.frames[entry.take]
        let body = story.bodies[shot.body]
        let (path, pair) = paths(entry)
        let full = FrameSizes.stored(long: options.fullLong)
        let isPosed = showsFacesOnly || shot.photo.map { photos[$0].hasFace && shot.frames.count > 1 } ?? false
        let hasFaces = isPosed || (shot.photo == nil && shot.scene.hasFaces && take.exposure != .black)
        let scene = showsFacesOnly ? "faces" : shot.photo.map { "photo:" + photos[$0].name } ?? shot.scene.rawValue
        return DemoFrameTruth(
            path: path, pair: pair, camera: body.model, serial: body.serial, capturedAt: capturedAt(entry),
            trueTime: CaptureTime(hundredths: entry.trueHundredths, offsetMinutes: Manifest.trueOffset),
            orientation: shot.orientation, stack: entry.turn * story.shots.count + entry.shot + 1, kind: shot.kind,
            scene: scene, blur: take.blur,
            blurLevel: take.blurLevel,
            exposure: take.exposure, eyes: hasFaces ? (take.eyesClosed ? .closed : .open) : .none, best: take.best,
            fullWidth: full.width, fullHeight: full.height, smile: isPosed ? Double(take.smile) : nil)
    }

    func makeFolders(in directory: String) throws(DemoError) {
        if mkdir(directory, 0o755) != 0 && errno != EEXIST { throw DemoError.file("make", directory) }
        if access(directory + "/DCIM", F_OK) == 0 || access(directory + "/truth.csv", F_OK) == 0 {
            throw DemoError(
                "\(directory) already holds a card; nothing was changed. Choose a new folder, or remove that one first")
        }
        var made: Set<String> = []
        for path in ["DCIM/x"] + entries.map(\.stem) + others.map(\.path) {
            let folder = path.split(separator: "/").dropLast().joined(separator: "/")
            guard made.insert(folder).inserted else { continue }
            if mkdir(directory + "/" + folder, 0o755) != 0 && errno != EEXIST {
                throw DemoError.file("make", directory + "/" + folder)
            }
        }
    }

    /// Films, their thumbnails and voice notes, beside some frames as cameras put them.
    var others: [(path: String, bytes: [UInt8])] {
        guard let first = entries.first else { return [] }
        var others: [(path: String, bytes: [UInt8])] = []
        if let noted = entries.dropFirst(entries.count / 3).first { others.append((noted.stem + ".WAV", OtherFiles.voiceNote)) }
        if entries.count >= 8 {
            let folder = first.stem.split(separator: "/").dropLast().joined(separator: "/")
            others.append((folder + "/MVI_0001.MOV", OtherFiles.film))
            others.append((folder + "/MVI_0001.THM", OtherFiles.filmThumbnail))
        }
        return others
    }

    func writeOthers(in directory: String, seed: UInt64) throws(DemoError) {
        for other in others { try FileImage(other.bytes).write(to: directory + "/" + other.path) }
    }
}

extension CaptureTime {
    /// From hundredths of a second of a wall clock.
    init(hundredths: Int64, offsetMinutes: Int?) {
        self.init(
            wallSeconds: hundredths / 100, nanoseconds: Int32(hundredths % 100) * 10_000_000, subsecondDigits: 2,
            offsetMinutes: offsetMinutes.map { Int16($0) })
    }
}
