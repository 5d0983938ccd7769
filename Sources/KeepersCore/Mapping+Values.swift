/// What a sidecar says about one picture; nil where it says nothing.
public struct SidecarValues: Equatable, Sendable {
    /// -1 (Bridge's reject) ... 5; nil where absent or not a whole number in that range.
    public var rating: Int?
    /// `xmp:Rating` as it is written: "5.0", "4".
    public var ratingText: String?
    /// `xmp:Label`: free text in the writer's language or label set.
    public var label: String?
    /// `photoshop:LabelColor`: red yellow green blue purple or #RRGGBB.
    public var labelColour: String?
    /// `darktable:colorlabels`: numbers from 0 (red) to 4 (purple), in order, with blanks between them.
    public var darktableLabels: String?
    /// `xmpDM:pick`: 1 pick, -1 reject, 0 unflagged.
    public var pick: Int?
    /// `xmpDM:good`.
    public var good: Bool?
    /// `digiKam:PickLabel`: 1 reject, 2 pending, 3 pick.
    public var digiKamPick: Int?
    /// `photomechanic:Tagged`.
    public var tagged: Bool?
    /// `photoshop:SidecarForExtension`, as it is written.
    public var forExtension: String?
    /// It holds Camera Raw develop settings: somebody edited this picture.
    public var hasDevelopSettings = false
    /// darktable wrote it (it holds its history): one star is then what it gives to every new photo.
    public var isDarktables = false
    /// Our properties that stand more than once with different values, by their XMP names.
    public var contradictory: [String] = []

    public init() {}

    public var isEmpty: Bool { self == SidecarValues() }
}

extension SidecarValues: Wired {
    /// No flag of the first form begins with this byte; the store still holds values of that form.
    private static let secondForm: UInt8 = 2

    public func write(to writer: inout ByteWriter) {
        writer.put(SidecarValues.secondForm)
        writer.put(darktableLabels) { $0.put($1) }
        writer.put(isDarktables)
        for number in [rating, pick, digiKamPick] { writer.put(number) { $0.put(Int64($1)) } }
        for text in [ratingText, label, labelColour, forExtension] { writer.put(text) { $0.put($1) } }
        for flag in [good, tagged] { writer.put(flag) { $0.put($1) } }
        writer.put(hasDevelopSettings)
        writer.put(list: contradictory) { $0.put($1) }
    }

    public init(from reader: inout ByteReader) throws(WireError) {
        self.init()
        func number(_ reader: inout ByteReader) throws(WireError) -> Int? {
            try reader.optional { (r) throws(WireError) in Int(try r.number(Int64.self)) }
        }
        func text(_ reader: inout ByteReader) throws(WireError) -> String? {
            try reader.optional { (r) throws(WireError) in try r.text() }
        }
        func flag(_ reader: inout ByteReader) throws(WireError) -> Bool? {
            try reader.optional { (r) throws(WireError) in try r.flag() }
        }
        var ahead = reader
        if try ahead.number(UInt8.self) == SidecarValues.secondForm {
            reader = ahead
            darktableLabels = try text(&reader)
            isDarktables = try reader.flag()
        }
        rating = try number(&reader)
        pick = try number(&reader)
        digiKamPick = try number(&reader)
        ratingText = try text(&reader)
        label = try text(&reader)
        labelColour = try text(&reader)
        forExtension = try text(&reader)
        good = try flag(&reader)
        tagged = try flag(&reader)
        hasDevelopSettings = try reader.flag()
        contradictory = try reader.list { (r) throws(WireError) in try r.text() }
    }
}

/// The six things that we may write into a sidecar.
public enum SidecarProperty: String, CaseIterable, Sendable {
    case rating = "xmp:Rating"
    case label = "xmp:Label"
    case labelColour = "photoshop:LabelColor"
    case pick = "xmpDM:pick"
    case good = "xmpDM:good"
    /// A list; all others are simple values.
    case darktableLabels = "darktable:colorlabels"

    public var isList: Bool { self == .darktableLabels }
}

/// What shall become of one property.
public enum SidecarChange: Hashable, Sendable {
    case leave
    case set(String)
    case remove
}

/// Which of our properties to set, to remove, to leave.
public struct SidecarWish: Equatable, Sendable {
    private var changes: [SidecarProperty: SidecarChange] = [:]

    public init() {}

    public subscript(property: SidecarProperty) -> SidecarChange {
        get { changes[property] ?? .leave }
        set { changes[property] = newValue == .leave ? nil : newValue }
    }

    /// Leaves everything as it is.
    public var isEmpty: Bool { changes.isEmpty }

    /// Sets at least one property: a wish that only removes needs no new file.
    public var setsSomething: Bool { changes.values.contains { if case .set = $0 { true } else { false } } }
}

extension SidecarWish: Wired {
    public func write(to writer: inout ByteWriter) {
        for property in SidecarProperty.allCases {
            switch self[property] {
            case .leave: writer.put(UInt8(0))
            case .remove: writer.put(UInt8(1))
            case .set(let value):
                writer.put(UInt8(2))
                writer.put(value)
            }
        }
    }

    public init(from reader: inout ByteReader) throws(WireError) {
        self.init()
        for property in SidecarProperty.allCases {
            switch try reader.number(UInt8.self) {
            case 0: self[property] = .leave
            case 1: self[property] = .remove
            case 2: self[property] = .set(try reader.text())
            default: throw WireError("unknown sidecar change")
            }
        }
    }
}
