import CPixels
import Foundation
import KeepersCore
import ScoringKit
import Testing

/// A picture in linear light that can be blurred, smeared, made noisy, exposed otherwise and turned: what goes wrong in a camera.
struct Negative {
    let width: Int
    let height: Int
    /// Red, green, blue and a fourth that the kernels carry along.
    private var planes: [Float]
    private var film = keepers_demo_film(
        gain: (1, 1, 1), vignette: 0, grain: 0, fade: 0, saturation: 1, seed: 7)

    private static let linear: [Float] = (0..<256).map { value in
        let v = Float(value) / 255
        return v <= 0.04045 ? v / 12.92 : powf((v + 0.055) / 1.055, 2.4)
    }

    init(_ picture: Picture) {
        (width, height) = (picture.width, picture.height)
        let count = width * height
        planes = [Float](unsafeUninitializedCapacity: 4 * count) { room, filled in
            let base = room.baseAddress!
            picture.bytes.withUnsafeBufferPointer { bytes in
                Self.linear.withUnsafeBufferPointer { linear in
                    var i = 0
                    while i < count {
                        base[i] = linear[Int(bytes[3 * i])]
                        base[count + i] = linear[Int(bytes[3 * i + 1])]
                        base[2 * count + i] = linear[Int(bytes[3 * i + 2])]
                        base[3 * count + i] = 1
                        i += 1
                    }
                }
            }
            filled = 4 * count
        }
    }

    /// Two box passes of 2 `radius` + 1 pixels each way: about a Gaussian of sigma 0.8 radius + 0.4.
    func blurred(_ radius: Int) -> Negative {
        var copy = self
        var scratch = [Float](repeating: 0, count: width * height)
        keepers_demo_blur(&copy.planes, Int32(width), Int32(height), Int32(radius), &scratch)
        return copy
    }

    /// Smeared over `length` pixels at `degrees` counterclockwise from horizontal.
    func smeared(_ length: Double, _ degrees: Double) -> Negative {
        var copy = self
        var scratch = [Float](repeating: 0, count: width * height)
        let angle = degrees * .pi / 180
        keepers_demo_smear(
            &copy.planes, Int32(width), Int32(height), Float(length * cos(angle)), Float(-length * sin(angle)),
            Int32(length) + 1, &scratch)
        return copy
    }

    /// By so many exposure steps.
    func exposed(_ steps: Double) -> Negative {
        var copy = self
        let gain = Float(exp2(steps))
        copy.film.gain = (gain, gain, gain)
        return copy
    }

    /// Noise of mid-grey, in 8-bit steps.
    func noisy(_ grain: Double) -> Negative {
        var copy = self
        copy.film.grain = Float(grain)
        return copy
    }

    /// `other`'s pixels inside a rectangle, this one's outside.
    func with(_ other: Negative, in rect: (x: Int, y: Int, width: Int, height: Int)) -> Negative {
        var copy = self
        for plane in 0..<3 {
            for y in max(0, rect.y)..<min(height, rect.y + rect.height) {
                let row = plane * width * height + y * width
                let part = (row + max(0, rect.x))..<(row + min(width, rect.x + rect.width))
                copy.planes.replaceSubrange(part, with: other.planes[part])
            }
        }
        return copy
    }

    func picture() -> Picture {
        var picture = Picture(width: width, height: 0) { _, _ in (0, 0, 0) }
        picture.height = height
        var film = film
        picture.bytes = [UInt8](unsafeUninitializedCapacity: 3 * width * height) { room, filled in
            keepers_demo_develop(planes, 0, Int32(height), Int32(width), Int32(height), &film, room.baseAddress!)
            filled = 3 * width * height
        }
        return picture
    }

    func jpeg(quality: Int32 = 90) throws -> [UInt8] { try picture().jpeg(quality: quality, subsampled: true) }
}

extension Picture {
    /// Discs of all sizes in front of each other, as leaves, stones and people are (the "dead leaves" model of natural pictures), below a
    /// plain sky.
    static func deadLeaves(seed: UInt64, width: Int = 1152, height: Int = 448, discs: Int = 4000) -> Picture {
        var dice = Dice(state: seed)
        var picture = Picture(width: width, height: height) { _, y in (170 + y / 16, 180 + y / 16, 200) }
        picture.bytes.withUnsafeMutableBufferPointer { bytes in
            for _ in 0..<discs {
                // A number of discs that falls with the cube of the radius keeps every scale equally covered.
                let least = 3.0
                let share = Double.random(in: 0..<1, using: &dice)
                let radius = min(90, least / (1 - share).squareRoot())
                let (cx, cy) = (Int.random(in: 0..<width, using: &dice), Int.random(in: height / 5..<height, using: &dice))
                let colour = (0..<3).map { _ in UInt8.random(in: 25...225, using: &dice) }
                let reach = Int(radius)
                var y = max(height / 6, cy - reach)
                while y < min(height, cy + reach + 1) {
                    let half = Int(max(0, radius * radius - Double((y - cy) * (y - cy))).squareRoot())
                    var x = max(0, cx - half)
                    while x < min(width, cx + half + 1) {
                        let at = 3 * (y * width + x)
                        bytes[at] = colour[0]
                        bytes[at + 1] = colour[1]
                        bytes[at + 2] = colour[2]
                        x += 1
                    }
                    y += 1
                }
            }
        }
        return picture
    }
}

/// Counts of steps that went the right way.
struct Tally {
    private(set) var right = 0
    private(set) var all = 0
    var share: Double { all == 0 ? 0 : Double(right) / Double(all) }

    mutating func count(_ isRight: Bool) {
        all += 1
        if isRight { right += 1 }
    }

    var text: String { "\(right) of \(all)" }
}

extension Picture {
    /// Turned clockwise about its middle and cut to the part without empty corners, by linear interpolation.
    func turned(_ degrees: Double) -> Picture {
        let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        let long = Double(max(width, height)) / Double(min(width, height))
        let share = 1 / (abs(c) + abs(s) * long)
        var result = Picture(width: Int(Double(width) * share) - 2, height: 0) { _, _ in (0, 0, 0) }
        result.height = Int(Double(height) * share) - 2
        let (wide, high) = (result.width, result.height)
        result.bytes = [UInt8](unsafeUninitializedCapacity: 3 * wide * high) { room, filled in
            bytes.withUnsafeBufferPointer { from in
                var y = 0
                while y < high {
                    let v = Double(y) - Double(high) / 2
                    var x = 0
                    while x < wide {
                        let u = Double(x) - Double(wide) / 2
                        let (px, py) = (u * c + v * s + Double(width) / 2, -u * s + v * c + Double(height) / 2)
                        let (left, top) = (min(width - 2, max(0, Int(px))), min(height - 2, max(0, Int(py))))
                        let (fx, fy) = (px - Double(left), py - Double(top))
                        let at = 3 * (top * width + left)
                        var channel = 0
                        while channel < 3 {
                            let upper = Double(from[at + channel]) * (1 - fx) + Double(from[at + 3 + channel]) * fx
                            let below = at + 3 * width + channel
                            let lower = Double(from[below]) * (1 - fx) + Double(from[below + 3]) * fx
                            room[3 * (y * wide + x) + channel] = UInt8(min(255, max(0, upper * (1 - fy) + lower * fy + 0.5)))
                            channel += 1
                        }
                        x += 1
                    }
                    y += 1
                }
            }
            filled = 3 * wide * high
        }
        return result
    }
}
