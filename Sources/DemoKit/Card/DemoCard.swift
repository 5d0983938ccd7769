public import KeepersCore

/// Makes a memory card of a wedding that never was: rendered scenes in real containers, with a `truth.csv` that says what each frame is.
public enum DemoCard {
    /// Makes the card in `options.directory`; `progress` hears on the calling thread how many frames are done.
    ///
    /// `findFaces` answers with the 478 mesh points (0...1) of each face of an added photograph: such photographs then blink and
    /// smile in bursts of their own.
    public static func make(
        _ options: DemoOptions, findFaces: (Pixels) -> [[UnitPoint]] = { _ in [] }, progress: (Int) -> Void
    ) throws(DemoError) -> DemoTruth {
        try options.check()
        var photos = try Photo.load(options.photos)
        for index in photos.indices { photos[index].faces = findFaces(photos[index].pixels) }
        if options.facesPerFrame != nil && !photos.contains(where: { !$0.faces.isEmpty }) {
            throw DemoError("none of the photographs shows a face, or the model pack is missing: name a folder of portraits")
        }
        let story = Story.plan(
            frames: min(options.frames, options.distinctFrames ?? options.frames), seed: options.seed,
            bodies: Body.all(for: options.formats),
            photos: options.facesPerFrame == nil ? photos.map { !$0.faces.isEmpty } : [])
        let card = Manifest(
            story: story, frames: options.frames, photos: photos, showsFacesOnly: options.facesPerFrame != nil)
        try card.makeFolders(in: options.directory)
        try Darkroom(options: options, story: story, photos: photos, card: card).work(progress: progress)
        let truth = card.truth(options: options)
        try card.writeOthers(in: options.directory, seed: options.seed)
        try FileImage(Array(truth.csv.utf8)).write(to: options.directory + "/truth.csv")
        return truth
    }
}

extension DemoOptions {
    fileprivate func check() throws(DemoError) {
        guard (1...100_000).contains(frames) else { throw DemoError("a demo card holds 1 to 100000 frames, not \(frames)") }
        guard !formats.isEmpty else { throw DemoError("a demo card needs at least one RAW format") }
        guard (240...8000).contains(fullLong), (240...fullLong).contains(previewLong), (240...previewLong).contains(mosaicLong)
        else {
            throw DemoError(
                "picture sizes must be 240 to 8000 pixels: mosaic, preview and full picture, each no larger than the next")
        }
        guard (1...16).contains(facesPerFrame ?? 1) else { throw DemoError("a frame shows 1 to 16 faces") }
        guard distinctFrames ?? 1 >= 1 else { throw DemoError("a demo card needs at least one distinct frame") }
        if let sparseBytes {
            guard (1_000_000...2_000_000_000).contains(sparseBytes) else {
                throw DemoError("files can be 1 to 2000 MB, not \(sparseBytes) bytes")
            }
        }
    }
}

/// The upright and stored sizes of every picture of a frame.
struct FrameSizes: Sendable {
    var fullLong: Int
    var previewLong: Int
    var mosaicLong: Int

    init(_ options: DemoOptions) {
        (fullLong, previewLong, mosaicLong) = (options.fullLong, options.previewLong, options.mosaicLong)
    }

    /// Stored pictures are landscape, 3:2, with even sides.
    static func stored(long: Int) -> (width: Int, height: Int) { (long / 2 * 2, long / 3 * 2 / 2 * 2) }
}
