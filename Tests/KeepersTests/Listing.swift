import Foundation
import Testing

/// `list --json` as these tests read it.
struct Listed {
    var frames: [[String: Any]]
    var all: [String: Any]

    init(_ json: [String: Any]) throws {
        all = json
        frames = try #require(json["frames"] as? [[String: Any]])
    }

    var paths: [String] { frames.compactMap { $0["path"] as? String } }

    func frame(_ path: String) throws -> [String: Any] {
        try #require(frames.first { $0["path"] as? String == path }, "\(path) is not listed")
    }

    /// `pick 3 red` for each frame by path.
    var marks: [String: String] {
        var marks: [String: String] = [:]
        for frame in frames {
            let verdict = frame["verdict"] as? String ?? "-"
            let label = frame["label"] as? String ?? "-"
            marks[frame["path"] as? String ?? ""] = "\(verdict) \(frame["stars"] as? Int ?? -1) \(label)"
        }
        return marks
    }
}

extension Desk {
    func list(_ words: String..., home: String? = nil) throws -> Listed {
        try Listed(try json(["list", "--json"] + words, home: home))
    }
}
