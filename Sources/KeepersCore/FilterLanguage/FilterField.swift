/// What a condition can compare. The raw value is the name that is printed; `names` are all that are read.
public enum FilterField: String, CaseIterable, Sendable {
    case verdict, stars, label
    case iso
    case aperture = "f"
    case shutter, focal
    case camera, lens, serial, name, folder
    case time, date
    case kind, orientation, source, stack, place
    case faces, eyes, smile, blur
    case score, sharp, exposure, contrast, colourfulness, eyescore, steady, clean, noise, photograph
    case facescore, expression, people, framing
    case brightness, burnt, blocked, tilt, taste

    /// What stands behind the comparison.
    enum Shape: Equatable {
        case number(ClosedRange<Double>, whole: Bool)
        case shutter
        case text
        case choice([String])
        case clock
        case date
    }

    var shape: Shape {
        switch self {
        case .verdict: .choice(Verdict.allCases.map(\.rawValue) + ["none"])
        case .label: .choice(ColourLabel.allCases.map(\.rawValue) + ["none"])
        case .eyes: .choice(["open", "closed", "unsure", "excused"])
        case .blur: .choice(["shake", "missed", "soft", "none"])
        case .kind: .choice(["raw", "jpeg", "heic", "pair"] + FilterField.formats)
        case .orientation: .choice(["portrait", "landscape", "square"])
        case .stars: .number(0...5, whole: true)
        case .iso: .number(0...10_000_000, whole: true)
        case .aperture: .number(0.5...128, whole: false)
        case .focal: .number(1...10_000, whole: false)
        case .shutter: .shutter
        case .source, .stack, .place, .faces: .number(0...100_000, whole: true)
        case .tilt: .number(0...90, whole: false)
        case .taste: .number(-100...100, whole: false)
        case .camera, .lens, .serial, .name, .folder: .text
        case .time: .clock
        case .date: .date
        case .smile, .score, .sharp, .exposure, .contrast, .colourfulness, .eyescore, .steady, .clean, .noise, .photograph,
            .facescore, .expression, .people, .framing, .brightness, .burnt, .blocked:
            .number(0...100, whole: false)
        }
    }

    /// RAW formats by their own name; `raw` itself is all of them.
    static let formats = FileKind.allCases.filter { $0.isRaw && $0 != .raw }.map(\.rawValue)

    /// Other names that are read.
    var aliases: [String] {
        switch self {
        case .verdict: ["flag"]
        case .stars: ["rating", "star"]
        case .label: ["colour", "color"]
        case .aperture: ["aperture", "fnumber"]
        case .shutter: ["exposuretime"]
        case .focal: ["mm", "focallength"]
        case .folder: ["path"]
        case .name: ["file"]
        case .source: ["card"]
        case .sharp: ["sharpness"]
        case .colourfulness: ["colorfulness", "saturation"]
        case .steady: ["steadiness"]
        case .score: ["mark", "composite"]
        case .kind: ["format", "type"]
        case .burnt: ["highlights"]
        case .blocked: ["shadows"]
        default: []
        }
    }

    static let byName: [String: FilterField] = {
        var table: [String: FilterField] = [:]
        for field in allCases { for name in [field.rawValue] + field.aliases { table[name] = field } }
        return table
    }()

    /// It says what the program thinks of the picture, so that blind mode must not show it.
    var tells: Bool {
        switch self {
        case .verdict, .stars, .label, .iso, .aperture, .shutter, .focal, .camera, .lens, .serial, .name, .folder, .time, .date,
            .kind, .orientation, .source, .stack, .faces:
            false
        default: true
        }
    }

    /// How far two values may differ and still be the same: cameras write f/2.8 as 2.83 and 1/500 as 1/512.
    func tolerance(at value: Double) -> Double {
        switch self {
        case .aperture: value * 0.03
        case .shutter: value * 0.05
        case .focal: 0.5
        default: 0
        }
    }

    /// Marks are shown without decimals: `sharp=91` is what reads 91.
    func equalTolerance(at value: Double) -> Double {
        switch self {
        case .aperture, .shutter, .focal: tolerance(at: value)
        case .stars, .iso, .source, .stack, .place, .faces: 0
        default: 0.5
        }
    }

    /// What it needs, for an error: `stars are 0 to 5`.
    var demand: String {
        switch self {
        case .stars: "stars are 0 to 5"
        case .verdict: "a verdict is pick, reject, maybe or none"
        case .label: "a label is red, yellow, green, blue, purple or none"
        case .eyes: "eyes are open, closed, unsure or excused (a laugh, a kiss)"
        case .blur: "blur is shake, missed, soft or none"
        case .kind: "a kind is raw, jpeg, heic, pair or a format such as nef"
        case .orientation: "an orientation is portrait, landscape or square"
        case .iso: "iso is a whole number, as in iso>=3200"
        case .aperture: "an aperture is a number, as in f<=2.8"
        case .shutter: "a shutter time is 1/500, 0.5 or 2s"
        case .focal: "a focal length is in mm, as in focal>=85"
        case .source: "a source is the number of a card, 1 for the first"
        case .stack: "a stack has a number of frames, as in stack>=5"
        case .place: "a place in the stack is a number, 1 for the best"
        case .faces: "faces are counted, as in faces>=2"
        case .tilt: "tilt is in degrees, 0 to 90"
        case .taste: "taste is in points, as in taste>0"
        case .time: "a time is 22:00, 22h or 10pm"
        case .date: "a date is 2026-06-13, 2026-06 or 2026"
        case .camera, .lens, .serial, .name, .folder: "\(rawValue) needs some text, as in \(rawValue):X"
        default: "\(rawValue) is 0 to 100"
        }
    }

    /// What stands behind it, for the help and the completion.
    public var help: String {
        switch self {
        case .verdict: "pick, reject, maybe or none"
        case .stars: "stars, yours or from before, 0 to 5"
        case .label: "red, yellow, green, blue, purple or none"
        case .iso: "as the camera wrote it"
        case .aperture: "f-number: f<=2.8, f/2.8"
        case .shutter: "seconds the shutter was open: shutter<1/500 is faster than 1/500"
        case .focal: "focal length in mm"
        case .camera: "the camera's name: camera:R6"
        case .lens: "the lens's name: lens:85"
        case .serial: "the camera body's serial number"
        case .name: "the file's name"
        case .folder: "the folder on the card"
        case .time: "the clock, through midnight to the end of the evening"
        case .date: "the calendar day, month or year"
        case .kind: "raw, jpeg, heic, pair or a format"
        case .orientation: "portrait, landscape or square"
        case .source: "which card, 1 for the first"
        case .stack: "how many frames its stack has, 1 for a single frame"
        case .place: "the place in its stack, 1 for the best"
        case .faces: "how many faces were found"
        case .eyes: "open: every face; closed: one without an excuse; unsure: one; excused: closed in a laugh or a kiss"
        case .smile: "the widest smile in it"
        case .blur: "shake, missed focus, soft (nothing sharp) or none"
        case .score: "the mark that it is ranked by"
        case .sharp: "sharpness of the subject"
        case .exposure: "how well it is exposed"
        case .contrast: "contrast, against the session"
        case .colourfulness: "colour, against the session"
        case .eyescore: "100: no closed eyes"
        case .steady: "100: no movement"
        case .clean: "100: no noise"
        case .noise: "100 less clean: higher is noisier"
        case .photograph: "low: a screenshot or a receipt"
        case .facescore: "how clear the faces are among siblings"
        case .expression: "smiles among siblings"
        case .people: "how much of the group is in view among siblings"
        case .framing: "100: the widest view among siblings"
        case .brightness: "mean brightness in percent"
        case .burnt: "percent burnt out"
        case .blocked: "percent fully black"
        case .tilt: "degrees the horizon leans, either way"
        case .taste: "points your learned taste adds or takes"
        }
    }
}
