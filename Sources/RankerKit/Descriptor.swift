import Glibc
import KeepersCore

/// What a taste may depend on: numbers of one frame, taken from its card; raw values are their places in a stored head.
enum Descriptor: Int, CaseIterable, Sendable {
    case sharpness, separation, noise, shadows, highlights, brightness, contrast, colour, direction
    case subjectBrightness, motion, tilt
    case faceCount, faceSize, closedShare, leastEAR, meanSmile, mostSmile, mouthOpen, faceQuality, turned, bowed, leaning
    case faceAside, faceHeight, headroom, faceSharpness, faceBrightness
    case warmth, tint, lightSpread, centreLight, topLight, sideLight
    case place
    case leastSmile, mainSmile, mainEAR, mainTurned, faceArea, shutShare
    /// How far the main face is from the nearest edge of the frame; the first steps count the most.
    case margin
    /// The base ranking once more, for what depends on it only sometimes.
    case composite

    static let count = allCases.count

    /// What a picture has without people in it too.
    static let withoutPeople: [Descriptor] = [
        .composite, .sharpness, .noise, .shadows, .highlights, .brightness, .contrast, .colour, .direction, .motion, .tilt,
        .warmth, .tint, .lightSpread, .centreLight, .topLight, .sideLight, .place,
    ]
}

/// One frame as a taste sees it; a value that was not measured is NaN, never 0.
struct Described: Sendable {
    /// The base ranking's composite, 0...100.
    var base: Double
    /// By `Descriptor.rawValue`.
    var values: [Double]
    /// A projection of the feature print; empty without one.
    var sketch: [Double]

    /// `place` is 0 for the first of a stack and 1 for the last; nil for a single.
    init(_ card: ScoreCard, base: Double, place: Double?) {
        self.base = base
        sketch = card.print.map { Sketch.of($0.features) } ?? []
        values = [Double](repeating: .nan, count: Descriptor.count)
        self[.place] = place
        self[.composite] = base
        addMeasures(card.measures)
        addFaces(card.faces)
        addColours(card.print?.lab ?? [])
    }

    subscript(descriptor: Descriptor) -> Double? {
        get {
            let value = values[descriptor.rawValue]
            return value.isNaN ? nil : value
        }
        set { values[descriptor.rawValue] = newValue.flatMap { $0.isFinite ? $0 : nil } ?? .nan }
    }

    // MARK: -

    private mutating func addMeasures(_ measures: Measures) {
        // Detail, noise and direction are ratios: their logarithms are what a step means to the eye.
        func logarithm(_ value: Double?) -> Double? { value.map { log(max($0, 1e-3)) } }
        self[.sharpness] = logarithm(measures[.subjectSharpness] ?? measures[.sharpness])
        if let subject = logarithm(measures[.subjectSharpness]), let rest = logarithm(measures[.backgroundSharpness]) {
            self[.separation] = subject - rest
        }
        self[.noise] = logarithm(measures[.noise].map { $0 + 0.1 })
        self[.shadows] = measures[.clippedShadows].map { max(0, $0).squareRoot() }
        self[.highlights] = measures[.clippedHighlights].map { max(0, $0).squareRoot() }
        self[.brightness] = measures[.brightness]
        self[.contrast] = measures[.contrast]
        self[.colour] = measures[.colourfulness]
        self[.direction] = logarithm(measures[.directionality])
        self[.subjectBrightness] = measures[.subjectBrightness]
        self[.motion] = measures[.motionBlur]
        self[.tilt] = measures[.tilt].map(abs)
    }

    private mutating func addFaces(_ faces: [Face]?) {
        guard let faces else { return }
        self[.faceCount] = log(1 + Double(faces.count))
        guard let main = faces.first else { return }
        // A large face says more about a picture than one in the last row.
        func mean(_ value: (Face) -> Double?) -> Double? {
            var sum = 0.0
            var total = 0.0
            for face in faces {
                guard let value = value(face) else { continue }
                let weight = max(1e-6, face.box.width * face.box.height)
                sum += weight * value
                total += weight
            }
            return total > 0 ? sum / total : nil
        }
        self[.faceSize] = main.box.height
        self[.closedShare] = mean { $0.eyes == .unsure ? nil : $0.eyes == .closed ? 1 : 0 }
        self[.leastEAR] = faces.compactMap(\.ear).min().map { min($0, 0.4) }
        self[.meanSmile] = mean(\.smile)
        self[.mostSmile] = faces.compactMap(\.smile).max()
        self[.mouthOpen] = mean(\.mouthOpen)
        self[.faceQuality] = mean(\.quality)
        self[.turned] = mean { $0.yaw.map(abs) }
        self[.bowed] = mean { $0.pitch.map(abs) }
        self[.leaning] = mean { $0.roll.map(abs) }
        self[.faceAside] = abs(main.box.x + main.box.width / 2 - 0.5)
        self[.faceHeight] = main.box.y + main.box.height / 2
        self[.headroom] = faces.map(\.box.y).min()
        self[.faceSharpness] = mean { $0.sharpness.map { log(max($0, 1e-3)) } }
        self[.faceBrightness] = mean(\.brightness)
        let box = main.box
        self[.margin] = max(0, min(box.x, box.y, 1 - box.x - box.width, 1 - box.y - box.height)).squareRoot()
        self[.leastSmile] = faces.compactMap(\.smile).min()
        self[.mainSmile] = main.smile
        self[.mainEAR] = main.ear.map { min($0, 0.4) }
        self[.mainTurned] = main.yaw.map(abs)
        self[.faceArea] = faces.reduce(0) { $0 + $1.box.width * $1.box.height }.squareRoot()
        self[.shutShare] = Double(faces.count { $0.eyes != .open }) / Double(faces.count)
    }

    /// From the 4 x 4 grid of Lab that every print has.
    private mutating func addColours(_ lab: [Float]) {
        guard lab.count == 48 else { return }
        func mean(_ channel: Int, _ isIn: (_ row: Int, _ column: Int) -> Bool) -> Double {
            var sum = 0.0
            var count = 0.0
            for cell in 0..<16 where isIn(cell / 4, cell % 4) {
                sum += Double(lab[cell * 3 + channel])
                count += 1
            }
            return sum / max(1, count)
        }
        func isCentre(_ row: Int, _ column: Int) -> Bool { (1...2).contains(row) && (1...2).contains(column) }
        let light = mean(0) { _, _ in true }
        self[.tint] = mean(1) { _, _ in true }
        self[.warmth] = mean(2) { _, _ in true }
        let square = (0..<16).reduce(0.0) { $0 + (Double(lab[$1 * 3]) - light) * (Double(lab[$1 * 3]) - light) }
        self[.lightSpread] = (square / 16).squareRoot()
        self[.centreLight] = mean(0, isCentre) - mean(0) { !isCentre($0, $1) }
        self[.topLight] = mean(0) { row, _ in row < 2 } - mean(0) { row, _ in row > 1 }
        self[.sideLight] = abs(mean(0) { $1 < 2 } - mean(0) { $1 > 1 })
    }
}

/// A feature print folded to a few numbers that keep its inner products on average.
///
/// Each activation is added to one bucket with a sign, both drawn once and for all (Charikar, Chen and Farach-Colton 2002).
enum Sketch {
    static let size = 48

    /// Of unit length, so that the distance of two is about that of their prints; empty for an empty or black print.
    static func of(_ features: [UInt8]) -> [Double] {
        guard !features.isEmpty else { return [] }
        var sums = [Int](repeating: 0, count: size)
        var square = 0
        var state: UInt32 = 0x9E37_79B9
        for feature in features {
            // xorshift32: any fixed sequence serves.
            state ^= state << 13
            state ^= state >> 17
            state ^= state << 5
            let value = Int(feature)
            sums[Int((state >> 8) % UInt32(size))] += state & 1 == 0 ? value : -value
            square += value * value
        }
        guard square > 0 else { return [] }
        let length = Double(square).squareRoot()
        return sums.map { Double($0) / length }
    }
}
