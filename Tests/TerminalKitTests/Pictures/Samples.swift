import Foundation
import KeepersCore
import Testing

@testable import TerminalKit

/// A drawn picture with what photographs have: a smooth sky, noise, hard edges, a skin tone. The same for the same size.
func sample(_ width: Int, _ height: Int) -> Pixels {
    var state: UInt32 = 12345
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 3)
    for y in 0..<height {
        for x in 0..<width {
            state = state &* 1_664_525 &+ 1_013_904_223
            let noise = Int(state >> 29) - 4
            let face = (x - width / 2) * (x - width / 2) + (y - height / 2) * (y - height / 2) < height * height / 16
            let base =
                face
                ? (205 - y / 4, 160 - y / 4, 130 - y / 4) : y < height / 3 ? (90 + y, 130 + y, 190 + y / 2) : (x / 2, 70, y / 2)
            let stripe = y > height * 2 / 3 && x / 5 % 2 == 0 ? 60 : 0
            for value in [base.0, base.1, base.2] { bytes.append(UInt8(min(max(value + noise + stripe, 0), 255))) }
        }
    }
    return Pixels(width: width, height: height, bytes: bytes)
}

/// Peak signal-to-noise ratio in dB over the three channels.
func psnr(_ left: [UInt8], _ right: [UInt8]) -> Double {
    guard left.count == right.count, !left.isEmpty else { return 0 }
    var sum = 0
    for i in left.indices {
        let difference = Int(left[i]) - Int(right[i])
        sum += difference * difference
    }
    return sum == 0 ? .infinity : 10 * log10(255 * 255 * Double(left.count) / Double(sum))
}

extension IndexedPicture {
    /// What an exact decoder must show.
    var rgb: [UInt8] { indices.flatMap { palette[Int($0) * 3..<Int($0) * 3 + 3] } }
}

/// Programs of other people that decode what we encode; a test that needs a missing one says so and is skipped.
enum Tool {
    static func isInstalled(_ name: String) -> Bool {
        let found = ["/usr/bin", "/usr/local/bin"].contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
        if !found { print("!!! SKIPPED: \(name) is not installed; a test that compares with it does not run") }
        return found
    }

    static func run(_ arguments: [String], input: Data = Data()) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try input.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        process.standardInput = try FileHandle(forReadingFrom: file)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return data
    }

    /// A binary PPM (what ImageMagick writes) as pixels.
    static func pixels(ppm: Data) -> Pixels? {
        let parts = ppm.prefix(64).split(separator: 0x0A, maxSplits: 3)
        guard parts.count == 4, parts[0].elementsEqual("P6".utf8) else { return nil }
        let size = String(decoding: parts[1], as: UTF8.self).split(separator: " ").compactMap { Int($0) }
        guard size.count == 2, ppm.count >= size[0] * size[1] * 3 else { return nil }
        return Pixels(width: size[0], height: size[1], bytes: Array(ppm.suffix(size[0] * size[1] * 3)))
    }
}

/// Photographs that are not part of the project: the folder is named by KEEPERS_REAL.
enum RealPhotos {
    static let folder: String? = {
        let folder = ProcessInfo.processInfo.environment["KEEPERS_REAL"]
        if folder == nil { print("!!! SKIPPED: KEEPERS_REAL is not set; no picture of a real camera is encoded") }
        return folder
    }()

    /// The photos scaled to fit 900x600, decoded by ImageMagick.
    static func scaled(_ subfolder: String, count: Int) throws -> [(name: String, pixels: Pixels)] {
        let path = (folder ?? "") + "/" + subfolder
        let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted().prefix(count)
        return try names.map { name in
            let ppm = try Tool.run([
                "convert", "\(path)/\(name)", "-auto-orient", "-strip", "-resize", "900x600", "-depth", "8", "ppm:-",
            ])
            return (name, try #require(Tool.pixels(ppm: ppm), "\(name) was not decoded"))
        }
    }
}
