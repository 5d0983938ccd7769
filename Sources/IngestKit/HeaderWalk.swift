import KeepersCore

/// Everything the walk through one file has found so far; the formats are extensions of it, a file each.
///
/// One value serves file after file, so that its buffers are made once.
struct HeaderWalk: ~Copyable {
    var bytes = FileBytes()
    var kind = FileKind.raw
    var suggested: FileKind?
    var shot = ShotData()
    var times = TimeParts()
    var candidates: [Candidate] = []
    var tasks: [Task] = []
    /// Directories already entered, to notice loops.
    var entered: [UInt64] = []
    var trouble: Trouble = []
    /// The furthest byte that the file's own structure names.
    var furthest: UInt64 = 0
    /// Where an XMP packet lies, for the camera's rating.
    var packet: (at: UInt64, count: UInt64)?
    var make = Maker.other
    /// Largest picture among the RAW directories, in pixels.
    var rawWidth = 0
    var rawHeight = 0
    var isDNG = false
    var isUncalibrated = false
    var subjectX: Double?
    var subjectY: Double?
    var entriesLeft = 0
    /// Base of the file's main TIFF structure, from which some maker notes count.
    var tiffBase: UInt64 = 0
    /// Maker notes lose their places whenever a program rewrites a file: that is no damage to name.
    var isForgiving = false
    /// An Exif, GPS or Interoperability directory is being read.
    var isAboutShot = false

    /// A picture that the structure names; `JPEGHead` decides later whether it is one.
    struct Candidate {
        var at: UInt64
        var count: UInt64
        var source: Source
        /// Only for bitmaps, whose size nothing but the directory tells.
        var bitmap: (width: Int, height: Int)?
        /// Where the markers were read already.
        var head: JPEGHead?
    }

    /// Where a picture was found; words are made only for those that are kept.
    enum Source {
        case directory(Int), subdirectory(Int), named(StaticString)

        var words: String {
            switch self {
            case .directory(let index): "IFD\(index)"
            case .subdirectory(let index): "SubIFD \(index)"
            case .named(let name): "\(name)"
            }
        }
    }

    /// A directory still to be read.
    struct Task {
        var block: TIFFBlock
        /// Offset in the file.
        var at: UInt64
        var role: Role
    }

    enum Role {
        case image(Source), exif, place, interop
        case makerNote(count: UInt64)
        case note(Note)
        /// The preview directory inside Nikon's and Samsung's maker notes.
        case notePreview

        var isPublic: Bool {
            switch self {
            case .image, .exif, .place, .interop: true
            case .makerNote, .note, .notePreview: false
            }
        }

        var isAboutShot: Bool {
            switch self {
            case .exif, .place, .interop: true
            default: false
            }
        }
    }

    /// The maker-note dictionaries that hold what we want.
    enum Note {
        case canon, nikon, sony, olympus, olympusEquipment, olympusSettings, pentax, fuji, panasonic, minolta, samsung, sigma
    }

    enum Maker { case canon, nikon, sony, pentax, samsung, minolta, leica, hasselblad, phaseOne, kodak, other }

    /// What is wrong with the file's structure.
    struct Trouble: OptionSet {
        let rawValue: Int
        static let loop = Trouble(rawValue: 1)
        /// Something lies beyond the file's end.
        static let outside = Trouble(rawValue: 2)
        static let overfull = Trouble(rawValue: 4)
        /// A part of what is said about the shot lies beyond the file's end, which takes no picture away.
        static let metadata = Trouble(rawValue: 8)
    }

    mutating func reset(suggested: FileKind?) {
        kind = suggested ?? .raw
        self.suggested = suggested
        shot = ShotData()
        times = TimeParts()
        candidates.removeAll(keepingCapacity: true)
        tasks.removeAll(keepingCapacity: true)
        entered.removeAll(keepingCapacity: true)
        trouble = []
        furthest = 0
        packet = nil
        make = .other
        rawWidth = 0
        rawHeight = 0
        isDNG = false
        isUncalibrated = false
        subjectX = nil
        subjectY = nil
        entriesLeft = 20_000
        tiffBase = 0
        isForgiving = false
        isAboutShot = false
    }

    /// Notes that the structure names the range, and tells whether the file has it.
    mutating func claims(_ at: UInt64, _ count: UInt64) -> Bool {
        let (end, overflow) = at.addingReportingOverflow(count)
        if bytes.holds(at, count) { return true }
        if isForgiving { return false }
        if isAboutShot || kind == .jpeg {
            trouble.insert(.metadata)
            return false
        }
        trouble.insert(.outside)
        // A length of terabytes is a lie, not the size that the file once had.
        if !overflow, end < 1 << 40 { furthest = max(furthest, end) }
        return false
    }

    /// The maker decides which dictionary an unmarked maker note follows, and the kind of a TIFF without a telling name.
    mutating func takeMake(_ text: String?) {
        guard let text, shot.make == nil else { return }
        shot.make = text
        let known: [(StaticString, Maker)] = [
            ("canon", .canon), ("nikon", .nikon), ("sony", .sony), ("pentax", .pentax), ("ricoh", .pentax), ("samsung", .samsung),
            ("minolta", .minolta), ("konica", .minolta), ("leica", .leica), ("hasselblad", .hasselblad), ("phase one", .phaseOne),
            ("leaf", .phaseOne), ("kodak", .kodak), ("eastman", .kodak),
        ]
        for (name, maker) in known where text.startsLowercased(with: name) { make = maker }
    }

    /// Remembers a picture; more than a camera ever writes are not remembered.
    mutating func add(
        at: UInt64, count: UInt64, _ source: Source, bitmap: (width: Int, height: Int)? = nil, head: JPEGHead? = nil
    ) {
        guard count > 0, at > 0 || kind == .jpeg else { return }
        for known in candidates where known.at == at && known.count == count { return }
        guard candidates.count < 24 else {
            trouble.insert(.overfull)
            return
        }
        candidates.append(Candidate(at: at, count: count, source: source, bitmap: bitmap, head: head))
    }
}

/// The three times of EXIF with their fractions and zones, kept apart until all are read.
struct TimeParts {
    struct Part {
        var time: CaptureTime?
        var fraction: String?
        var zone: Int16?

        var whole: CaptureTime? {
            guard var time else { return nil }
            if let fraction { time.setSubsecond(digits: fraction) }
            time.offsetMinutes = zone
            return time
        }
    }
    /// When the shutter opened.
    var original = Part()
    /// When the picture became digital; the same moment in a camera.
    var digitized = Part()
    /// When the file was last changed.
    var modified = Part()

    var best: CaptureTime? { original.whole ?? digitized.whole ?? modified.whole }
}

extension String {
    /// Whether the text begins with an ASCII word, in capitals or not.
    func startsLowercased(with word: StaticString) -> Bool {
        var place = 0
        for byte in utf8 {
            if place == word.utf8CodeUnitCount { return true }
            let small = byte >= 0x41 && byte <= 0x5A ? byte + 0x20 : byte
            guard small == word.utf8Start[place] else { return false }
            place += 1
        }
        return place == word.utf8CodeUnitCount
    }
}
