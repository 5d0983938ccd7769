import Glibc
import KeepersCore
import Synchronization

/// Renders, encodes and writes all frames on several threads; each frame depends on its plan only, so the bytes do not know the thread.
struct Darkroom: Sendable {
    var options: DemoOptions
    var story: Story
    var photos: [Photo]
    var card: Manifest

    /// What the threads share.
    private final class Shared: Sendable {
        let darkroom: Darkroom
        /// The entries of each planned frame, in the order in which frames are rendered.
        let jobs: [[Manifest.Entry]]
        let next = Atomic<Int>(0)
        let done = Atomic<Int>(0)
        let failure = Mutex<DemoError?>(nil)

        init(_ darkroom: Darkroom) {
            self.darkroom = darkroom
            var byFrame: [[Int]: [Manifest.Entry]] = [:]
            for entry in darkroom.card.entries { byFrame[[entry.shot, entry.take], default: []].append(entry) }
            jobs = byFrame.values.sorted { ($0[0].shot, $0[0].take) < ($1[0].shot, $1[0].take) }
        }
    }

    func work(progress: (Int) -> Void) throws(DemoError) {
        let shared = Shared(self)
        let helpers = (1..<max(1, min(options.jobs, shared.jobs.count))).compactMap { _ in Darkroom.startThread(shared) }
        let studio = Studio()
        while Darkroom.takeOne(shared, studio) { progress(shared.done.load(ordering: .relaxed)) }
        for helper in helpers { pthread_join(helper, nil) }
        progress(shared.done.load(ordering: .relaxed))
        if let failure = shared.failure.withLock({ $0 }) { throw failure }
    }

    /// nil where no thread can be had: the calling thread then does the work.
    private static func startThread(_ shared: Shared) -> pthread_t? {
        var thread = pthread_t()
        let handle = Unmanaged.passRetained(shared)
        let status = pthread_create(
            &thread, nil,
            { handle in
                guard let handle else { return nil }
                let shared = Unmanaged<Shared>.fromOpaque(handle).takeRetainedValue()
                let studio = Studio()
                while Darkroom.takeOne(shared, studio) {}
                return nil
            }, handle.toOpaque())
        if status == 0 { return thread }
        handle.release()
        return nil
    }

    /// Makes the next frame's files; false when none is left or one failed.
    private static func takeOne(_ shared: Shared, _ studio: Studio) -> Bool {
        let index = shared.next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < shared.jobs.count, shared.failure.withLock({ $0 == nil }) else { return false }
        let entries = shared.jobs[index]
        do {
            try shared.darkroom.make(entries, studio)
        } catch {
            shared.failure.withLock { $0 = error }
            return false
        }
        shared.done.wrappingAdd(entries.count, ordering: .relaxed)
        return true
    }

    private func make(_ entries: [Manifest.Entry], _ studio: Studio) throws(DemoError) {
        guard let first = entries.first else { return }
        var negative = negative(first, studio)
        let shot = story.shots[first.shot]
        let take = shot.frames[first.take]
        for entry in entries {
            negative.capturedAt = card.capturedAt(entry)
            let (path, pair) = card.paths(entry)
            if take.file != .jpegOnly {
                try negative.container(sparseBytes: options.sparseBytes).write(to: options.directory + "/" + path)
            }
            if let jpeg = take.file == .jpegOnly ? path : pair {
                try FileImage(negative.cameraJPEG()).write(to: options.directory + "/" + jpeg)
            }
        }
    }

    /// Renders one planned frame and encodes all its pictures.
    private func negative(_ entry: Manifest.Entry, _ studio: Studio) -> Negative {
        let shot = story.shots[entry.shot]
        let take = shot.frames[entry.take]
        let sizes = FrameSizes(options)
        let body = story.bodies[shot.body]
        let pixels = Prints(rgb: rendered(shot, take, studio), sizes: sizes, sensor: .of(body.format))
        let exposure = shot.scene.exposure
        return Negative(
            body: body, capturedAt: nil, writesZeroDate: take.clock == .zero, orientation: shot.orientation,
            shutter: take.blur == .shake ? max(8, exposure.shutter / 8) : exposure.shutter, iso: exposure.iso,
            bias10: shot.kind == "bracket" ? Int(take.exposureStops * 10) : 0, thumbnail: pixels.thumbnail,
            thumbnailPixels: pixels.thumbnailPixels, preview: pixels.preview, full: pixels.full, mosaic: pixels.mosaic)
    }

    /// The full picture as the camera stores it: turned by its orientation.
    func rendered(_ shot: Shot, _ take: Take, _ studio: Studio) -> [UInt8] {
        let stored = FrameSizes.stored(long: options.fullLong)
        let (width, height) = shot.orientation.upright(width: stored.width, height: stored.height)
        let upright: [UInt8]
        if let faces = options.facesPerFrame {
            upright = Portraits.side(by: faces, of: photos, shot, take, width: width, height: height)
        } else if let photo = shot.photo {
            upright =
                photos[photo].faces.isEmpty || shot.frames.count < 2
                ? photos[photo].filling(width: width, height: height)
                : Portraits.posed(photos[photo], take, width: width, height: height)
        } else {
            var scene = SceneMaker(shot, take, wide: width > height, cast: options.seed)
            upright = studio.develop(scene.picture(), width: width, height: height)
        }
        // The viewer turns by the orientation; so the camera turned the other way.
        switch shot.orientation {
        case .turned180: return Prints.turned(upright, width: width, height: height, quarters: 2)
        case .turned90: return Prints.turned(upright, width: width, height: height, quarters: 3)
        case .turned270: return Prints.turned(upright, width: width, height: height, quarters: 1)
        default: return upright
        }
    }
}
