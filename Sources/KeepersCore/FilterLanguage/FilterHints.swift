/// Values that occur in a session, for completion and for plain words.
public struct FilterHints: Equatable, Sendable {
    public var cameras: [String] = []
    public var lenses: [String] = []
    public var serials: [String] = []
    public var folders: [String] = []
    public var formats: [String] = []
    public var dates: [String] = []
    public var labels: [String] = []
    /// Names of saved filters.
    public var saved: [String] = []

    public init() {}

    public init(_ model: SessionModel, saved: [String] = []) {
        self.saved = saved.sorted()
        var cameras = Seen<String>()
        var lenses = Seen<String>()
        var serials = Seen<String>()
        var folders = Seen<String>()
        var formats = Seen<FileKind>()
        var dates = Seen<Int>()
        let frames = model.frames
        let clock = SessionClock(frames: frames, clockOffsets: model.rules.clockOffsets)
        for index in frames.indices {
            if let camera = frames[index].header.shot.camera { cameras.insert(camera) }
            if let lens = frames[index].header.shot.lens { lenses.insert(lens) }
            if let serial = frames[index].header.shot.serial { serials.insert(serial) }
            folders.insert(frames[index].folder)
            formats.insert(frames[index].header.kind)
            if let date = clock.date(frames, index) { dates.insert(date) }
        }
        self.cameras = FilterHints.told(cameras.all)
        self.lenses = FilterHints.told(lenses.all)
        self.serials = FilterHints.told(serials.all)
        self.folders = FilterHints.told(folders.all)
        self.formats = formats.all.map(\.rawValue).sorted()
        self.dates = dates.all.sorted().map { FilterValue.days(first: $0, last: $0).printed(.date) }
        labels = ColourLabel.allCases.filter { label in model.marks.values.contains { $0.label == label } }.map(\.rawValue)
    }

    /// Foreign names, only those that can be typed and shown.
    private static func told(_ names: Set<String>) -> [String] {
        names.filter { !$0.isEmpty && printable($0) == $0 && $0.count <= 80 }.sorted(by: naturallyPrecedes)
    }

    func values(of field: FilterField) -> [String] {
        switch field {
        case .camera: return cameras
        case .lens: return lenses
        case .serial: return serials
        case .folder: return folders
        case .date: return dates
        case .kind: return ["raw", "jpeg", "pair"] + formats.filter { !["raw", "jpeg"].contains($0) }
        case .label:
            // What is used on this card comes first.
            return labels + ColourLabel.allCases.map(\.rawValue).filter { !labels.contains($0) } + ["none"]
        case .stars: return ["0", "1", "2", "3", "4", "5"]
        default:
            if case .choice(let choices) = field.shape { return choices }
            return []
        }
    }
}

/// A set of few values that come in runs, as those of frames do: most are the one before, and need no hash.
private struct Seen<Value: Hashable> {
    private(set) var all: Set<Value> = []
    private var last: Value?

    mutating func insert(_ value: Value) {
        guard value != last else { return }
        last = value
        all.insert(value)
    }
}
