/// A session's decisions as plain text: to read, to keep, to bring onto a restored card, to compare with another person's.
///
///     keepers journal 1
///     session<TAB>wedding
///     frame<TAB>DCIM/100NIKON/DSC_8871.NEF<TAB>25000123<TAB>2026-06-13T20:14:07.35
///     step<TAB>12<TAB>2026-06-13T23:05:01+02:00<TAB>user<TAB><TAB>K keeps DSC_8871
///     <TAB>DCIM/100NIKON/DSC_8871.NEF<TAB>verdict<TAB>pick
///
/// A frame stands before the first step that names it: its path, bytes, capture time. A step: number, time, by whom, the step that it takes
/// back, reason. Below it one line a change: frame, verb, value. Tabs, line ends and backslashes in names are written `\t`, `\n`, `\\`.
public struct Journal: Equatable, Sendable {
    /// What a frame is known by on another card.
    public struct Subject: Hashable, Sendable {
        public var path: String
        public var size: Int64
        /// As `CaptureTime.iso8601`; empty for none.
        public var capturedAt: String

        public init(path: String, size: Int64, capturedAt: String) {
            self.path = path
            self.size = size
            self.capturedAt = capturedAt
        }
        public init(_ frame: Frame) {
            self.init(path: frame.path, size: frame.size, capturedAt: frame.shot.capturedAt?.iso8601 ?? "")
        }
        var fileName: Substring { path.split(separator: "/").last ?? Substring(path) }
    }

    public struct Entry: Equatable, Sendable {
        public var step: Int64
        /// ISO 8601 with zone.
        public var at: String
        public var by: Step.Origin
        public var undoOf: Int64?
        public var reason: String
        public var changes: [Line]
    }

    public struct Line: Equatable, Sendable {
        public var path: String
        public var verb: String
        public var value: String
    }

    public var name: String
    public var subjects: [Subject]
    public var entries: [Entry]

    /// Where a journal does not read.
    public struct Problem: Error, Equatable {
        public var line: Int
        public var message: String
    }

    /// From the log of a session; `time` writes a step's time. Frames that the session no longer knows are left out of their steps.
    public init(name: String, log: [StoredStep], frames: [FrameID: Frame], time: (Int64) -> String) {
        self.name = name
        subjects = []
        entries = []
        var known: Set<FrameID> = []
        for stored in log {
            var lines: [Line] = []
            for change in stored.step.changes {
                guard let frame = frames[change.frame] else { continue }
                if known.insert(frame.id).inserted { subjects.append(Subject(frame)) }
                let words = change.change.stored
                var value = words.value
                if case .group(let group?) = change.change { value = frames[group]?.path ?? "" }
                lines.append(Line(path: frame.path, verb: words.verb, value: value))
            }
            entries.append(
                Entry(
                    step: stored.id.rawValue, at: time(stored.at), by: stored.step.origin, undoOf: stored.undoOf?.rawValue,
                    reason: stored.step.reason, changes: lines))
        }
    }

    // MARK: - Text

    public var text: String {
        var text = "\(Journal.title)\nsession\t\(escaped(name))\n"
        var byPath: [String: Subject] = [:]
        for subject in subjects { byPath[subject.path] = subject }
        for entry in entries {
            for line in entry.changes {
                guard let subject = byPath.removeValue(forKey: line.path) else { continue }
                text += "frame\t\(escaped(subject.path))\t\(subject.size)\t\(subject.capturedAt)\n"
            }
            let undo = entry.undoOf.map(String.init) ?? ""
            text += "step\t\(entry.step)\t\(entry.at)\t\(entry.by.rawValue)\t\(undo)\t\(escaped(entry.reason))\n"
            for line in entry.changes { text += "\t\(escaped(line.path))\t\(line.verb)\t\(escaped(line.value))\n" }
        }
        return text
    }

    private static let title = "keepers journal 1"

    public init(text: String) throws(Problem) {
        name = ""
        subjects = []
        entries = []
        // By bytes: to Swift "\r\n" is one character, and no "\n".
        for (index, bytes) in text.utf8.split(separator: 10, omittingEmptySubsequences: false).enumerated() {
            let line = Substring(bytes.last == 13 ? bytes.dropLast() : bytes)
            if index == 0 {
                guard line.unicodeScalars.drop(while: { $0 == "\u{FEFF}" }).elementsEqual(Journal.title.unicodeScalars) else {
                    throw Problem(line: 1, message: Journal.complaint(text))
                }
            } else if !line.isEmpty, !line.hasPrefix("#") {
                try take(line.split(separator: "\t", omittingEmptySubsequences: false).map(unescaped), number: index + 1)
            }
        }
    }

    /// Some editors save text as UTF-16, which looks right in them.
    private static func complaint(_ text: String) -> String {
        text.utf8.prefix(64).contains(0)
            ? "it is not saved as UTF-8 but, it seems, as UTF-16: save it as UTF-8 in your editor"
            : "this is no journal of keepers (version 1)"
    }

    private mutating func take(_ fields: [String], number: Int) throws(Problem) {
        func problem(_ message: String) -> Problem { Problem(line: number, message: message) }
        switch (fields[0], fields.count) {
        case ("session", 2): name = fields[1]
        case ("frame", 4):
            guard let size = Int64(fields[2]) else { throw problem("'\(printable(fields[2]))' is no size in bytes") }
            subjects.append(Subject(path: fields[1], size: size, capturedAt: fields[3]))
        case ("step", 6):
            guard let step = Int64(fields[1]), let by = Step.Origin(rawValue: fields[3]) else {
                throw problem("a step needs a number and who took it")
            }
            entries.append(
                Entry(step: step, at: fields[2], by: by, undoOf: Int64(fields[4]), reason: fields[5], changes: []))
        case ("", 4):
            guard !entries.isEmpty else { throw problem("a change stands before the first step") }
            guard fields[2] == "group" || Change(verb: fields[2], value: fields[3]) != nil else {
                throw problem("'\(printable(fields[2]))' is no decision")
            }
            entries[entries.count - 1].changes.append(Line(path: fields[1], verb: fields[2], value: fields[3]))
        default: throw problem("neither session, frame, step nor a change")
        }
    }

    // MARK: - What it comes to

    /// The marks at its end, by path; undos are steps like any other.
    public var marks: [String: Mark] {
        var marks: [String: Mark] = [:]
        for line in entries.lazy.flatMap(\.changes) {
            guard let change = Change(verb: line.verb, value: line.verb == "group" ? "" : line.value) else { continue }
            let mark = change.applied(to: marks[line.path] ?? Mark())
            marks[line.path] = mark.isEmpty ? nil : mark
        }
        return marks
    }

    /// Its entries without those that were undone and what undid them: they come to nothing, and on another card they must decide nothing
    /// against what stands there from before.
    public var lasting: [Entry] {
        let known = Set(entries.map(\.step))
        // A redo stands for the step that it brings back, an undo for the one that it takes back.
        var original: [Int64: Int64] = [:]
        var dropped: Set<Int64> = []
        for entry in entries {
            guard entry.by == .undo || entry.by == .redo, let of = entry.undoOf, known.contains(of) else { continue }
            let step = original[of] ?? of
            original[entry.step] = step
            dropped.insert(entry.step)
            if entry.by == .undo { dropped.insert(step) } else { dropped.remove(step) }
        }
        return entries.filter { !dropped.contains($0.step) }
    }

    /// Frames, by path, of which a part was set or cleared in it.
    public var decided: [String: Set<SidecarAspect>] {
        var decided: [String: Set<SidecarAspect>] = [:]
        for line in lasting.filter({ $0.by != .sidecar }).flatMap(\.changes) {
            if let aspect = Change(verb: line.verb, value: "")?.aspect { decided[line.path, default: []].insert(aspect) }
        }
        return decided
    }

    /// Finds each frame of the journal on another card: by path and size, else the only one of its name, size and time.
    public func match(_ frames: [Frame]) -> [String: FrameID] {
        var exact: [Subject: FrameID] = [:]
        var loose: [Subject: [FrameID]] = [:]
        for frame in frames {
            exact[Subject(path: frame.path, size: frame.size, capturedAt: "")] = frame.id
            loose[key(Subject(frame)), default: []].append(frame.id)
        }
        var found: [String: FrameID] = [:]
        for subject in subjects {
            if let frame = exact[Subject(path: subject.path, size: subject.size, capturedAt: "")] {
                found[subject.path] = frame
            } else if let only = loose[key(subject)], only.count == 1 {
                found[subject.path] = only[0]
            }
        }
        return found
    }

    private func key(_ subject: Subject) -> Subject {
        Subject(path: subject.fileName.lowercased(), size: subject.size, capturedAt: subject.capturedAt)
    }
}

private func escaped(_ text: String) -> String {
    guard text.contains(where: { "\\\t\n\r".contains($0) }) || text.unicodeScalars.contains("\r") else { return text }
    var out = ""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\\": out += "\\\\"
        case "\t": out += "\\t"
        case "\n": out += "\\n"
        case "\r": out += "\\r"
        default: out.unicodeScalars.append(scalar)
        }
    }
    return out
}

private func unescaped(_ text: Substring) -> String {
    guard text.contains("\\") else { return String(text) }
    var out = ""
    var isEscape = false
    for scalar in text.unicodeScalars {
        if isEscape {
            isEscape = false
            out.unicodeScalars.append(scalar == "t" ? "\t" : scalar == "n" ? "\n" : scalar == "r" ? "\r" : scalar)
        } else if scalar == "\\" {
            isEscape = true
        } else {
            out.unicodeScalars.append(scalar)
        }
    }
    return out
}

/// How two people (or one on two evenings) judged the same frames.
public struct JournalDifference: Equatable, Sendable {
    public struct Row: Equatable, Sendable {
        public var path: String
        public var mine: Mark
        public var theirs: Mark
    }
    /// Frames on which both gave a verdict.
    public var bothJudged = 0
    /// Those on which the verdicts differ.
    public var verdicts: [Row] = []
    /// Same verdict (or none), other stars or label.
    public var details: [Row] = []
    public var onlyMine = 0
    public var onlyTheirs = 0
    /// Their frames that are not on this card.
    public var unknown = 0

    /// `mine` by frame; `theirs` matched onto the same frames.
    public init(mine: SessionModel, theirs: Journal) {
        let places = theirs.match(mine.frames)
        var other: [FrameID: Mark] = [:]
        for (path, mark) in theirs.marks {
            if let frame = places[path] { other[frame] = mark.decision } else { unknown += 1 }
        }
        for frame in mine.frames {
            let (own, their) = (mine.mark(frame.id).decision, other[frame.id] ?? Mark())
            let row = Row(path: frame.path, mine: own, theirs: their)
            switch (own.verdict, their.verdict) {
            case (nil, nil): break
            case (_?, nil): onlyMine += 1
            case (nil, _?): onlyTheirs += 1
            case (let left?, let right?):
                bothJudged += 1
                if left != right { verdicts.append(row) }
            }
            if own.verdict == their.verdict, own.stars != their.stars || own.label != their.label { details.append(row) }
        }
    }
}
