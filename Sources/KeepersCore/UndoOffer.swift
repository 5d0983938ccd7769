/// What taking back one export, or all of them, would do at one place; counted before anything is done.
public struct UndoOffer: Equatable, Sendable {
    public enum Reach: String, Equatable, Sendable {
        /// The newest export that still stands, and no other.
        case last
        /// Everything that we wrote or changed at this place.
        case all
    }

    /// When it was made, in words: "today 23:04"; nil for all of them.
    public var when: String?
    /// Files that get back what stood there before.
    public var putBack: Int
    /// Files that we made, which go.
    public var removed: Int
    public var files: Int { putBack + removed }

    public init(when: String? = nil, putBack: Int, removed: Int) {
        self.when = when
        self.putBack = putBack
        self.removed = removed
    }
}

/// Both ways of taking exports back at one place.
public struct UndoOffers: Equatable, Sendable {
    /// Exports that can be taken back one by one, newest first: the first is what undo takes back next.
    public var steps: [UndoOffer]
    /// nil where nothing of ours stands.
    public var all: UndoOffer?
    /// How many exports behind those are from before each was kept by itself: only all together can be taken back.
    public var unkept: Int

    public init(steps: [UndoOffer] = [], all: UndoOffer? = nil, unkept: Int = 0) {
        self.steps = steps
        self.all = all
        self.unkept = unkept
    }

    public func offer(_ reach: UndoOffer.Reach) -> UndoOffer? { reach == .all ? all : steps.first }

    /// `Take back the export of today 23:04: 6 sidecars`.
    public func title(_ reach: UndoOffer.Reach) -> String {
        guard let offer = offer(reach) else {
            return all == nil ? "Nothing that was exported stands here" : "Exports of an earlier Keepers stand here"
        }
        let what = reach == .all ? "everything" : offer.when.map { "the export of \($0)" } ?? "this export"
        return "Take back \(what): \(counted(offer.files, "sidecar"))"
    }

    /// What becomes of the files, what stays, and what else could be taken back.
    public func words(_ reach: UndoOffer.Reach) -> [String] {
        guard let offer = offer(reach) else { return all == nil ? [] : [unkeptWords] }
        var lines: [String] = []
        if offer.putBack > 0 {
            let before = reach == .all ? "before our first change" : "before it"
            lines.append(
                "\(grouped(offer.putBack)) \(offer.putBack == 1 ? "gets" : "get") back, bit for bit, what stood there \(before)")
        }
        if offer.removed > 0 {
            let made = reach == .all ? "that we made" : "that it made"
            lines.append("\(grouped(offer.removed)) \(made) \(offer.removed == 1 ? "goes" : "go")")
        }
        lines.append("What another program changed since stays as it is, and is named.")
        return lines + (reach == .last ? standing(steps.dropFirst()) : [])
    }

    /// After one was taken back, or an export came to its end: what stands still.
    public var left: [String] {
        guard !steps.isEmpty || unkept > 0 else { return ["No export stands here any more."] }
        return standing(steps[...])
    }

    /// `Still stands: the export of today 22:10, 101 sidecars`, three at most.
    private func standing(_ steps: ArraySlice<UndoOffer>) -> [String] {
        var lines = steps.prefix(3).map { step in
            "Still stands: the export\(step.when.map { " of \($0)" } ?? ""), \(counted(step.files, "sidecar"))"
        }
        if steps.count > 3 { lines.append("and \(counted(steps.count - 3, "export")) before") }
        if unkept > 0 { lines.append(unkeptWords) }
        return lines
    }

    private var unkeptWords: String {
        let exports =
            unkept == 1
            ? "1 export of an earlier Keepers stands"
            : "\(unkept > 0 ? grouped(unkept) + " exports" : "Exports") of an earlier Keepers stand"
        let files = all.map { " (\(counted($0.files, "sidecar")))" } ?? ""
        return "\(exports) here, from before each was kept by itself: only everything can be taken back\(files)."
    }
}
