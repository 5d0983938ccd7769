import KeepersCore

/// One moment in front of one camera: a single, a burst, a retry or a bracket, all of one scene.
struct Shot: Sendable {
    var index: Int
    var scene: SceneKind
    /// What varies between two portraits: who, where, which light.
    var seed: UInt64
    var body: Int
    var kind: String
    /// Held upright, the usual way, or upside down: EXIF 1, 3, 6 or 8.
    var orientation: Orientation
    /// A photograph that takes the rendered scene's place.
    var photo: Int?
    var frames: [Take]
}

/// One press of the shutter.
struct Take: Sendable {
    /// Hundredths of a second of true time (UTC+2) since 1970.
    var trueHundredths: Int64
    /// Varies pose, grain and framing.
    var seed: UInt64
    var blur: DemoFrameTruth.Blur = .none
    var blurLevel = 0
    var exposure: DemoFrameTruth.Exposure = .ok
    /// EV against the right exposure.
    var exposureStops: Float = 0
    var eyesClosed = false
    /// For photographs of a face: how far the mouth is drawn to a smile, 0...1, and out of true, -1...1.
    var smile: Float = 0
    var mouth: Float = 0
    var best: DemoFrameTruth.Best = .no
    /// Degrees that the horizon hangs.
    var roll: Float = 0
    var file = FileForm.raw
    var clock = Clock.set

    enum FileForm: Sendable { case raw, pair, jpegOnly }
    /// Two ways in which cameras write no date.
    enum Clock: Sendable { case set, zero, absent }
}
