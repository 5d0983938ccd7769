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
        func linear(_ byte: UInt8) -> Double {
            let value = Double(byte) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// `#rrggbb` or `oklch(L C H)`.
    public init?(_ text: String) {
        if text.hasPrefix("#"), text.count == 7, let value = UInt32(text.dropFirst(), radix: 16) {
            self.init(hex: value)
            return
        }
        guard text.hasPrefix("oklch("), text.hasSuffix(")") else { return nil }
        let numbers = text.dropFirst(6).dropLast().split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 3, (0...1).contains(numbers[0]), (0...0.5).contains(numbers[1]), numbers[2].isFinite else {
            return nil
        }
        self = .oklch(numbers[0], numbers[1], numbers[2])
    }
}

private func cube(_ value: Double) -> Double { value * value * value }

private func encoded(_ linear: Double) -> UInt8 {
    let value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055
    return UInt8(min(255, max(0, (value * 255).rounded())))
}
