/// Where each photo is copied to: one folder without the card's tree, and no name twice.
///
/// The names depend on the session's frames and not on which of them are chosen, so that a later run finds what an earlier one copied.
public struct CopyNames: Sendable {
    private var stems: [FrameID: String] = [:]

    /// `frames` are all of the session. The first of a stem keeps it, the next get `-2`, `-3`: also RAWs that would share a sidecar.
    public init(_ frames: [Frame]) {
        let ordered = frames.sorted { ($0.source, $0.path) < ($1.source, $1.path) }
        var taken = Set(ordered.map { $0.stem.lowercased() })
        var used: Set<String> = []
        for frame in ordered {
            var stem = frame.stem
            if !used.insert(stem.lowercased()).inserted {
                var number = 2
                while taken.contains("\(frame.stem)-\(number)".lowercased()) { number += 1 }
                stem = "\(frame.stem)-\(number)"
                taken.insert(stem.lowercased())
            }
            stems[frame.id] = stem
        }
    }

    /// `DSC_8871.NEF`, or `DSC_8871-2.NEF` where another card has that name too.
    public func name(of frame: Frame) -> String { name(frame, frame.path) }

    /// The same for the JPEG of a pair.
    public func pairName(of frame: Frame) -> String? { frame.pair.map { name(frame, $0) } }

    private func name(_ frame: Frame, _ path: String) -> String {
        let end = fileExtension(path)
        return (stems[frame.id] ?? frame.stem) + (end.isEmpty ? "" : "." + end)
    }
}

/// What became of copying photos, in words.
public struct CopyReport: Equatable, Sendable {
    public enum End: Equatable, Sendable {
        case copied(sha256: String)
        /// Byte for byte the same, compared just now.
        case alreadyThere(sha256: String)
        case failed(String)
        /// The disk was full before its turn.
        case notTried
    }
    public struct Item: Equatable, Sendable {
        /// Relative to its source.
        public var path: String
        /// Relative to the folder.
        public var name: String
        public var size: Int64
        public var end: End
        public init(path: String, name: String, size: Int64, end: End) {
            self.path = path
            self.name = name
            self.size = size
            self.end = end
        }
    }

    public var items: [Item] = []
    public init() {}

    public var copied: Int { items.count { if case .copied = $0.end { true } else { false } } }
    public var alreadyThere: Int { items.count { if case .alreadyThere = $0.end { true } else { false } } }
    public var notTried: Int { items.count { $0.end == .notTried } }
    public var failed: Int { items.count - copied - alreadyThere - notTried }
    public var isComplete: Bool { failed + notTried == 0 }

    /// `412 copied, 3 already there and identical, 1 failed`, then each renamed and each failed one by name.
    public var lines: [String] {
        var head = "\(grouped(copied)) copied, \(grouped(alreadyThere)) already there and identical, \(grouped(failed)) failed"
        if notTried > 0 { head += ", \(grouped(notTried)) not tried: the disk is full" }
        let renamed = items.filter { lastComponent($0.path) != $0.name }.map {
            "\(printable($0.path)) is called \(printable($0.name)) there: its own name is taken by another frame"
        }
        let troubles = items.compactMap { item -> String? in
            guard case .failed(let why) = item.end else { return nil }
            return "\(printable(item.path)): \(why)"
        }
        let end = isComplete ? [] : ["Originals are as they were. The same command goes on where this one stopped."]
        return [head] + renamed.prefix(20)
            + (renamed.count > 20 ? ["and \(grouped(renamed.count - 20)) more have another name"] : [])
            + troubles + end
    }

    private func lastComponent(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}
