import KeepersCore

/// What several sources say together about each photo, the most trusted source first.
public struct History: Sendable {
    /// One photo, however many entries, copies and sources speak of it.
    public struct Photo: Sendable {
        /// The first source's name and path for it.
        public var decision: PastDecision
        /// Every place where it was said to lie.
        public var paths: [String]
        /// Its sources contradict each other, or one contradicts itself; then it has no verdict.
        public var conflict: String?
        public var virtualCopies = 0
        /// The number of the source that spoke of it first, as `add` was told.
        public var source = 0

        init(_ decision: PastDecision) {
            self.decision = decision
            paths = [decision.path]
            conflict = decision.conflict
            virtualCopies = decision.isVirtualCopy ? 1 : 0
        }
    }

    public private(set) var photos: [Photo] = []
    /// Entries taken, virtual copies and repetitions included.
    public private(set) var images = 0
    private var byPath: [String: Int] = [:]
    private var byMoment: [Moment: [Int]] = [:]

    private struct Moment: Hashable {
        var stem: String
        var seconds: Int64
    }

    public init() {}

    /// More places than this are not told of one photo; a catalog that claims so is broken.
    private static let mostPlaces = 64

    /// Adds what one source says; where it is the same photo as one that is known, by path or by name, time and serial, it is told together.
    public mutating func add(_ decisions: [PastDecision], from source: Int = 0) {
        images += decisions.count
        for var photo in History.renderings(decisions) {
            photo.source = source
            if let index = byPath[photo.decision.path] ?? known(photo.decision) {
                photos[index].add(photo)
                byPath[photo.decision.path] = index
            } else {
                insert(photo)
            }
        }
    }

    /// What one source says of one file is one word: the best of its renderings.
    private static func renderings(_ decisions: [PastDecision]) -> [Photo] {
        var photos: [Photo] = []
        var numbers: [String: Int] = [:]
        photos.reserveCapacity(decisions.count)
        for decision in decisions {
            if let number = numbers[decision.path] {
                photos[number].addRendering(decision)
            } else {
                numbers[decision.path] = photos.count
                photos.append(Photo(decision))
            }
        }
        return photos
    }

    private func known(_ decision: PastDecision) -> Int? {
        guard let moment = moment(of: decision) else { return nil }
        return byMoment[moment]?.prefix(History.mostPlaces).first { index in
            guard let one = photos[index].decision.serial, let other = decision.serial else { return true }
            return one == other
        }
    }

    private mutating func insert(_ photo: Photo) {
        let index = photos.count
        photos.append(photo)
        byPath[photo.decision.path] = index
        if let moment = moment(of: photo.decision) { byMoment[moment, default: []].append(index) }
    }

    private func moment(of decision: PastDecision) -> Moment? {
        guard let time = decision.capturedAt else { return nil }
        let name = decision.name.lowercased()
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        return Moment(stem: stem, seconds: time.wallSeconds)
    }
}

extension History.Photo {
    /// Another rendering of the same file in the same source: the best verdict and the most stars count.
    mutating func addRendering(_ other: PastDecision) {
        if other.isVirtualCopy { virtualCopies += 1 }
        conflict = conflict ?? other.conflict
        if other.verdict == .pick || decision.verdict == nil { decision.verdict = other.verdict ?? decision.verdict }
        if conflict != nil { decision.verdict = nil }
        decision.stars = [decision.stars, other.stars].compactMap { $0 }.max()
        fill(from: other)
    }

    /// Another source's or another file's word on it: a contradiction is a conflict, what was not known is filled in.
    mutating func add(_ other: History.Photo) {
        for path in other.paths where paths.count < 64 && !paths.contains(path) { paths.append(path) }
        virtualCopies += other.virtualCopies
        conflict = conflict ?? other.conflict
        let theirs = other.decision.verdict
        if let mine = decision.verdict, let theirs, mine != theirs, conflict == nil {
            conflict = "\(mine.rawValue) in one place, \(theirs.rawValue) in another (\(printable(other.decision.path)))"
        }
        decision.verdict = conflict == nil ? decision.verdict ?? theirs : nil
        decision.stars = decision.stars ?? other.decision.stars
        fill(from: other.decision)
    }

    private mutating func fill(from other: PastDecision) {
        if decision.labelText == nil { (decision.labelText, decision.label) = (other.labelText, other.label) }
        decision.capturedAt = decision.capturedAt ?? other.capturedAt
        decision.camera = decision.camera ?? other.camera
        decision.serial = decision.serial ?? other.serial
        if decision.preview == nil {
            (decision.preview, decision.previewOrientation) = (other.preview, other.previewOrientation)
        }
        decision.stack = decision.stack ?? other.stack
        decision.isEdited = decision.isEdited == true || other.isEdited == true ? true : decision.isEdited ?? other.isEdited
    }
}

extension History {
    /// How many photos of each kind; every photo is a pick, a reject, unknown or a conflict.
    public struct Counts: Equatable, Sendable {
        public var images = 0
        public var photos = 0
        public var virtualCopies = 0
        public var picks = 0
        public var rejects = 0
        /// Neither picked nor rejected.
        public var unknown = 0
        public var conflicts = 0
        /// Photos with stars, whatever else was decided.
        public var starred = 0
        public var labelled = 0
        public var edited = 0
    }

    public var counts: Counts {
        var counts = Counts(images: images, photos: photos.count)
        for photo in photos {
            counts.virtualCopies += photo.virtualCopies
            switch (photo.conflict, photo.decision.verdict) {
            case (.some, _): counts.conflicts += 1
            case (nil, .pick): counts.picks += 1
            case (nil, .reject): counts.rejects += 1
            default: counts.unknown += 1
            }
            counts.starred += photo.decision.stars == nil ? 0 : 1
            counts.labelled += photo.decision.labelText == nil ? 0 : 1
            counts.edited += photo.decision.isEdited == true ? 1 : 0
        }
        return counts
    }
}
