/// Joins RAW and JPEG files of one shot: strictly one of each with one stem in one folder (product.md, "RAW+JPEG").
public enum Pairing {
    /// One file that is about to become a frame.
    public struct Candidate: Sendable {
        public var source: Int
        public var path: String
        public var kind: FileKind
        public init(source: Int, path: String, kind: FileKind) {
            self.source = source
            self.path = path
            self.kind = kind
        }
    }

    /// For each candidate: the index of the JPEG it owns, or nil; and whether it is such a JPEG and thus no frame of its own.
    public static func pairs(_ candidates: [Candidate]) -> (jpegOf: [Int?], isPaired: [Bool]) {
        var groups: [Group: [Int]] = [:]
        for (index, candidate) in candidates.enumerated() { groups[Group(candidate), default: []].append(index) }
        var jpegOf = [Int?](repeating: nil, count: candidates.count)
        var isPaired = [Bool](repeating: false, count: candidates.count)
        for members in groups.values where members.count == 2 {
            let raws = members.filter { candidates[$0].kind.isRaw }
            let jpegs = members.filter { candidates[$0].kind == .jpeg }
            guard raws.count == 1, jpegs.count == 1 else { continue }
            jpegOf[raws[0]] = jpegs[0]
            isPaired[jpegs[0]] = true
        }
        return (jpegOf, isPaired)
    }

    private struct Group: Hashable {
        var source: Int
        var stem: String
        init(_ candidate: Candidate) {
            source = candidate.source
            stem = fileStem(candidate.path).lowercased()
        }
    }
}
