import Glibc

extension Colour {
    /// From Oklch lightness (0...1), chroma and hue in degrees, clipped to sRGB (Ottosson 2020, "A perceptual color space").
    public static func oklch(_ lightness: Double, _ chroma: Double, _ hue: Double) -> Colour {
        let a = chroma * cos(hue * .pi / 180)
        let b = chroma * sin(hue * .pi / 180)
        let l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b)
        let m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b)
        let s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b)
        return Colour(
            encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
            encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
            encoded(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s))
    }

    /// WCAG 2 contrast ratio, 1...21.
    public func contrast(with other: Colour) -> Double {
        let a = luminance
        let b = other.luminance
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }

    private var luminance: Double {
        let (r, g, b) = linear
        return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    /// `#rrggbb` or CSS's `oklch(L C H)`: lightness 0...1 or in %, chroma 0...0.5, hue in degrees (`75` or `75deg`).
    public init?(_ text: String) {
        if text.hasPrefix("#"), text.count == 7, text.dropFirst().allSatisfy(\.isHexDigit),
            let value = UInt32(text.dropFirst(), radix: 16)
        {
            self.init(hex: value)
            return
        }
        guard text.hasPrefix("oklch("), text.hasSuffix(")") else { return nil }
        let parts = text.dropFirst(6).dropLast().split(separator: " ")
        guard parts.count == 3, let lightness = fraction(parts[0]), let chroma = Double(parts[1]),
            let hue = Double(parts[2].hasSuffix("deg") ? parts[2].dropLast(3) : parts[2]),
            (0...1).contains(lightness), (0...0.5).contains(chroma), hue.isFinite
        else { return nil }
        self = .oklch(lightness, chroma, hue)
    }

    /// Oklch's lightness of this colour, 0...1.
    public var lightness: Double {
        let (r, g, b) = linear
        let l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
        let m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
        let s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
        return 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s
    }

    /// The parts of linear sRGB light, 0...1.
    var linear: (red: Double, green: Double, blue: Double) { (decoded(red), decoded(green), decoded(blue)) }

    /// From linear sRGB light, clipped.
    init(linear red: Double, _ green: Double, _ blue: Double) { self.init(encoded(red), encoded(green), encoded(blue)) }
}

private func fraction(_ text: Substring) -> Double? {
    text.hasSuffix("%") ? Double(text.dropLast()).map { $0 / 100 } : Double(text)
}

private func decoded(_ byte: UInt8) -> Double {
    let value = Double(byte) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
}

private func cube(_ value: Double) -> Double { value * value * value }

private func encoded(_ linear: Double) -> UInt8 {
    let value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055
    return UInt8(min(255, max(0, (value * 255).rounded())))
}
