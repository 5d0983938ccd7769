import Foundation

/// sRGB of an Adobe RGB (1998) colour by the two standards' own matrices: the independent answer.
func sRGB(fromAdobe colour: (Int, Int, Int)) -> (Int, Int, Int) {
    let linear = [colour.0, colour.1, colour.2].map { pow(Double($0) / 255, 563.0 / 256) }
    let x = 0.57667 * linear[0] + 0.18556 * linear[1] + 0.18823 * linear[2]
    let y = 0.29734 * linear[0] + 0.62736 * linear[1] + 0.07529 * linear[2]
    let z = 0.02703 * linear[0] + 0.07069 * linear[1] + 0.99134 * linear[2]
    func channel(_ value: Double) -> Int {
        let held = min(1, max(0, value))
        let coded = held <= 0.0031308 ? 12.92 * held : 1.055 * pow(held, 1 / 2.4) - 0.055
        return Int((coded * 255).rounded())
    }
    return (
        channel(3.2404542 * x - 1.5371385 * y - 0.4985314 * z), channel(-0.9692660 * x + 1.8760108 * y + 0.0415560 * z),
        channel(0.0556434 * x - 0.2040259 * y + 1.0572252 * z)
    )
}
