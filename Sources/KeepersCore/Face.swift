/// A point of an upright picture, 0...1 from the top left.
public struct UnitPoint: Hashable, Sendable {
    public var x: Double
    public var y: Double
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// Whether a face looks at us; `unsure` is an answer ("can't tell"), not a failure.
public enum EyeState: String, Sendable, CaseIterable { case open, closed, unsure }

/// One face of a frame, in coordinates of the upright picture; what was not measured is nil, never 0.
public struct Face: Equatable, Sendable {
    /// The detector's box, 0...1.
    public var box: UnitRect
    /// Of the box in the picture that was measured, in pixels.
    public var width: Int
    /// The detector's score, 0...1.
    public var confidence: Double
    /// The mesh's own word that a face is there, 0...1; nil where no mesh was laid (too small, or too many faces).
    public var presence: Double?
    /// Centres of the eyes; "left" and "right" as seen in the picture.
    public var leftEye: UnitPoint
    public var rightEye: UnitPoint
    /// Degrees: yaw > 0 turns to the picture's right, pitch > 0 looks down, roll > 0 leans clockwise.
    public var yaw: Double?
    public var pitch: Double?
    public var roll: Double?
    /// Eye aspect ratio of each eye (Soukupova and Cech 2016), left and right as seen in the picture.
    public var leftEAR: Double?
    public var rightEAR: Double?
    /// The mesh's blendshape for closed eyes, the lower of the two, 0...1.
    public var blink: Double?
    public var eyes: EyeState
    /// 0...1
    public var smile: Double?
    /// 0...1
    public var mouthOpen: Double?
    /// Detail of the aligned strip of the eyes, on the scale of `Measure.sharpness`.
    public var sharpness: Double?
    /// Mean luma of the box, 0...1.
    public var brightness: Double?
    /// Share of the box burnt out, 0...1.
    public var clipped: Double?
    /// Capture quality, 0...100; comparable only within one stack.
    public var quality: Double?

    public init(
        box: UnitRect, width: Int, confidence: Double, leftEye: UnitPoint, rightEye: UnitPoint, eyes: EyeState = .unsure
    ) {
        self.box = box
        self.width = width
        self.confidence = confidence
        self.leftEye = leftEye
        self.rightEye = rightEye
        self.eyes = eyes
    }

    /// The larger eye's ratio decides; nil where neither was measured.
    public var ear: Double? {
        switch (leftEAR, rightEAR) {
        case (let left?, let right?): max(left, right)
        case (let one, let other): one ?? other
        }
    }
}

/// What the sharpness of a subject was taken from.
public enum Subject: String, Sendable, CaseIterable { case faces, focusPoint = "focus point", sharpestTiles = "sharpest tiles" }

extension Face: Wired {
    public func write(to writer: inout ByteWriter) {
        for number in [box.x, box.y, box.width, box.height, confidence, leftEye.x, leftEye.y, rightEye.x, rightEye.y] {
            writer.put(number)
        }
        writer.put(Int32(clamping: width))
        writer.put(eyes.rawValue)
        for number in optionals { writer.put(number) { $0.put($1) } }
    }

    private var optionals: [Double?] {
        [
            presence, yaw, pitch, roll, leftEAR, rightEAR, blink, smile, mouthOpen, sharpness, brightness, clipped, quality,
        ]
    }

    public init(from reader: inout ByteReader) throws(WireError) {
        var numbers: [Double] = []
        for _ in 0..<9 { numbers.append(try reader.double()) }
        let width = Int(try reader.number(Int32.self))
        guard let eyes = EyeState(rawValue: try reader.text()) else { throw WireError("unknown state of eyes") }
        self.init(
            box: UnitRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]), width: width,
            confidence: numbers[4], leftEye: UnitPoint(x: numbers[5], y: numbers[6]),
            rightEye: UnitPoint(x: numbers[7], y: numbers[8]), eyes: eyes)
        func real(_ reader: inout ByteReader) throws(WireError) -> Double? {
            try reader.optional { (r) throws(WireError) in try r.double() }
        }
        presence = try real(&reader)
        yaw = try real(&reader)
        pitch = try real(&reader)
        roll = try real(&reader)
        leftEAR = try real(&reader)
        rightEAR = try real(&reader)
        blink = try real(&reader)
        smile = try real(&reader)
        mouthOpen = try real(&reader)
        sharpness = try real(&reader)
        brightness = try real(&reader)
        clipped = try real(&reader)
        quality = try real(&reader)
    }
}
