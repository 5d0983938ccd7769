/// What can be measured on a frame; raw values are stable numbers in the store and on the wire.
public enum Measure: UInt8, Sendable, CaseIterable, Comparable {
    /// Noise-normalised detail of the sharpest tiles; unit-free, higher is sharper.
    case sharpness = 1
    /// Noise level: standard deviation of luma (0...255) in flat tiles.
    case noise = 2
    /// Share of pixels at black, 0...1.
    case clippedShadows = 3
    /// Share of pixels at white in any channel, 0...1.
    case clippedHighlights = 4
    /// Mean luma, 0...1.
    case brightness = 5
    /// RMS contrast of luma, 0...1.
    case contrast = 6
    /// Hasler and Suesstrunk (2003) colourfulness, about 0...110.
    case colourfulness = 7
    /// Ratio of detail energy along the strongest and the weakest direction; near 1 = no direction.
    case directionality = 8
    /// Detail of the subject, on the scale of `sharpness`; `ScoreCard.subject` says what it was taken from.
    case subjectSharpness = 9
    /// Detail of the sharpest tiles outside the subject, on the scale of `sharpness`; absent where there is no outside.
    case backgroundSharpness = 10
    /// Mean luma of the subject, 0...1.
    case subjectBrightness = 11
    /// Share of the subject burnt out, 0...1.
    case subjectHighlights = 12
    /// Share of the subject at black, 0...1.
    case subjectShadows = 13
    /// How surely the whole picture is smeared along one direction, 0...1.
    case motionBlur = 14
    /// Angle of that direction, degrees 0..<180 from horizontal, upright picture.
    case motionAngle = 15
    /// Degrees by which the horizon leans, > 0 clockwise; absent where no line tells.
    case tilt = 16
    /// How surely this is no photograph to keep (screenshot, receipt, document), 0...1.
    case utility = 17

    public static func < (left: Measure, right: Measure) -> Bool { left.rawValue < right.rawValue }

    /// The name in JSON and in the why panel.
    public var name: String {
        switch self {
        case .sharpness: "sharpness"
        case .noise: "noise"
        case .clippedShadows: "clippedShadows"
        case .clippedHighlights: "clippedHighlights"
        case .brightness: "brightness"
        case .contrast: "contrast"
        case .colourfulness: "colourfulness"
        case .directionality: "directionality"
        case .subjectSharpness: "subjectSharpness"
        case .backgroundSharpness: "backgroundSharpness"
        case .subjectBrightness: "subjectBrightness"
        case .subjectHighlights: "subjectHighlights"
        case .subjectShadows: "subjectShadows"
        case .motionBlur: "motionBlur"
        case .motionAngle: "motionAngle"
        case .tilt: "tilt"
        case .utility: "utility"
        }
    }
}

/// Raw measured values; what was not measured is absent, never 0.
public struct Measures: Equatable, Sendable {
    private var values: [Measure: Double] = [:]
    public init() {}
    public init(_ values: [Measure: Double]) { self.values = values.filter { $0.value.isFinite } }

    public subscript(measure: Measure) -> Double? {
        get { values[measure] }
        set { values[measure] = newValue.flatMap { $0.isFinite ? $0 : nil } }
    }
    /// In the order of `Measure`, so that every listing is the same.
    public var sorted: [(measure: Measure, value: Double)] {
        values.sorted { $0.key < $1.key }.map { (measure: $0.key, value: $0.value) }
    }
    public var isEmpty: Bool { values.isEmpty }
}

/// A small description of how a picture looks, for telling alike frames.
public struct Print: Hashable, Sendable {
    /// dHash of the upright picture: 8 rows of 8 left-to-right comparisons on 9 x 8 luma.
    public var hash: UInt64
    /// CIE Lab of a 4 x 4 grid, row by row: 48 values, L 0...100, a and b about -100...100.
    public var lab: [Float]
    /// A neural feature print: 1280 pooled activations, each 0...255 of the print's own largest; empty without the model.
    ///
    /// Its distance is 1 - cosine, so the scale of one print does not matter.
    public var features: [UInt8]

    public init(hash: UInt64, lab: [Float], features: [UInt8] = []) {
        self.hash = hash
        self.lab = lab
        self.features = features
    }
}

/// What one model version measured on one frame; appended, never rewritten.
public struct ScoreCard: Equatable, Sendable {
    /// Which code measured: cards of another version are kept but not mixed.
    public var model: String
    public var measures: Measures
    public var print: Print?
    /// Size of the picture that was measured, upright.
    public var width: Int
    public var height: Int
    /// Why sharpness could not be judged ("too small to judge"), or nil.
    public var caveat: String?
    /// Largest first; nil = not measured (no models, or the picture cannot show any), empty = looked and found none.
    public var faces: [Face]?
    /// What `subjectSharpness` was taken from.
    public var subject: Subject?

    public init(
        model: String, measures: Measures, print: Print?, width: Int, height: Int, caveat: String? = nil, faces: [Face]? = nil,
        subject: Subject? = nil
    ) {
        self.model = model
        self.measures = measures
        self.print = print
        self.width = width
        self.height = height
        self.caveat = caveat
        self.faces = faces
        self.subject = subject
    }
}

extension ScoreCard {
    /// Tried, and the decoder could make nothing of it: the caveat says why.
    public var isUnreadable: Bool { measures.isEmpty && width == 0 }
}
