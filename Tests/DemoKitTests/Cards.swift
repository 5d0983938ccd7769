import Foundation
import Testing

@testable import DemoKit

/// A folder that goes when the test ends, and small cards in it.
struct Cards: ~Copyable {
    let root = NSTemporaryDirectory() + "keepers-demo-" + UUID().uuidString

    init() throws { try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: root) }

    /// Small pictures: debug Swift and a shared machine shall not wait.
    func options(_ name: String, frames: Int, seed: UInt64 = 7) -> DemoOptions {
        var options = DemoOptions(directory: root + "/" + name, frames: frames, seed: seed)
        (options.fullLong, options.previewLong, options.mosaicLong) = (360, 240, 240)
        return options
    }

    /// Every file of a card by its relative path.
    static func files(in directory: String) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: directory) {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: directory + "/" + path, isDirectory: &isFolder) else { continue }
            if !isFolder.boolValue { files[path] = try Data(contentsOf: URL(fileURLWithPath: directory + "/" + path)) }
        }
        return files
    }
}
