import Foundation

/// A grey scene of flat, textured and edged parts, large enough to be judged, that can be blurred, made noisy and exposed otherwise.
struct Texture {
    let width = 1024
    let height = 128
    var luma: [Double]

    /// Each seed is another scene: plain stretches between stripes, spots and fine grain of random strength.
    init(seed: UInt64) {
        var dice = Dice(state: seed)
        let kinds = (0..<16).map { _ in Int.random(in: 0..<4, using: &dice) }
        let contrasts = (0..<16).map { _ in Double.random(in: 20...60, using: &dice) }
        let levels = (0..<16).map { _ in Double.random(in: 80...170, using: &dice) }
        let angle = Double.random(in: 0...3, using: &dice)
        luma = []
        luma.reserveCapacity(width * height)
        for y in 0..<height {
            for x in 0..<width {
                let part = x / 64
                var value = levels[part]
                // At least every fourth part is plain, as skies, walls and skin are.
                switch part % 4 == 0 ? 0 : kinds[part] {
                case 1: value += sin(Double(x) * cos(angle) * 0.5 + Double(y) * sin(angle) * 0.5) > 0 ? contrasts[part] : 0
                case 2: value += (x / 9 + y / 7) % 2 == 0 ? contrasts[part] : 0
                case 3: value += contrasts[part] * dice.normal() / 2
                default: break
                }
                luma.append(value)
            }
        }
    }

    /// Gaussian, with the picture going on at its edges.
    func blurred(_ sigma: Double) -> Texture {
        let reach = Int((3 * sigma).rounded(.up))
        var kernel = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let sum = kernel.reduce(0, +)
        kernel = kernel.map { $0 / sum }
        var result = self
        result.luma = Self.pass(Self.pass(luma, width, height, kernel), height, width, kernel)
        return result
    }

    /// Blurs the rows and gives the picture back with its sides swapped.
    private static func pass(_ source: [Double], _ width: Int, _ height: Int, _ kernel: [Double]) -> [Double] {
        let count = kernel.count
        let reach = count / 2
        var result = [Double](repeating: 0, count: source.count)
        source.withUnsafeBufferPointer { source in
            result.withUnsafeMutableBufferPointer { result in
                for y in 0..<height {
                    for x in 0..<width {
                        var value = 0.0
                        var k = 0
                        if x >= reach, x + reach < width {
                            let first = y * width + x - reach
                            while k < count {
                                value += kernel[k] * source[first + k]
                                k += 1
                            }
                        }
                        while k < count {
                            value += kernel[k] * source[y * width + min(width - 1, max(0, x + k - reach))]
                            k += 1
                        }
                        result[x * height + y] = value
                    }
                }
            }
        }
        return result
    }

    func noisy(_ deviation: Double) -> Texture {
        var dice = Dice(state: 5)
        var result = self
        result.luma = luma.map { $0 + deviation * dice.normal() }
        return result
    }

    /// Exposed by so many steps more, in linear light (gamma 2.2 stands for sRGB).
    func exposed(_ steps: Double) -> Texture {
        var result = self
        let gain = pow(2, steps / 2.2)
        result.luma = luma.map { $0 * gain }
        return result
    }

    /// As after a camera movement of `length` pixels to the side.
    func moved(_ length: Int) -> Texture {
        var result = self
        for y in 0..<height {
            for x in 0..<width {
                let from = max(0, x - length + 1)
                result.luma[y * width + x] = luma[(y * width + from)...(y * width + x)].reduce(0, +) / Double(x - from + 1)
            }
        }
        return result
    }

    func jpeg(quality: Int32 = 92) throws -> [UInt8] {
        var picture = Picture(width: width, height: 0) { _, _ in (0, 0, 0) }
        picture.height = height
        picture.bytes = luma.flatMap { value in
            let byte = UInt8(min(255, max(0, value)).rounded())
            return [byte, byte, byte]
        }
        return try picture.jpeg(quality: quality)
    }
}
