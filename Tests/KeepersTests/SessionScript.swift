import Foundation
import Testing

/// A long evening at the keys, the same one for the same seed: walks, verdicts, stars, labels, the loupe, zooms and filters.
struct SessionScript {
    /// One line of the script each.
    private(set) var lines: [String] = []
    private var state: UInt64

    init(seed: UInt64, verdicts: Int) {
        state = seed
        var given = 0
        while given < verdicts {
            switch dice(12) {
            case 0: lines += ["key Space", "key Space"]
            case 1: lines.append("key Esc")
            case 2: lines.append("key z")
            case 3: lines += ["key /", "type \(pick(["stars<=3", "!label=red", "stars<=4 & !label=green"]))", "key Enter"]
            case 4: lines += ["key Esc", "key Esc", "key Esc"]
            case 5: lines.append("key Ctrl-Z")
            default: lines.append("key \(pick(["l", "h", "h", "Left", "Right", "Up", "Down", "Home", "G", "{", "}"]))")
            }
            lines.append("key \(pick(["p", "x", "m", "P", "X", "1", "2", "3", "4", "5", "0", "6", "8", "K"]))")
            given += 1
        }
    }

    var text: String { "wait idle\n" + lines.joined(separator: "\n") + "\n" }
    /// With the screen after every line, so that each place of the evening can be read.
    var told: String { "wait idle\nscreen\n" + lines.map { $0 + "\nscreen\n" }.joined() }

    private mutating func dice(_ sides: UInt64) -> UInt64 {
        // splitmix64 (Steele, Lea, Flood 2014)
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return (mixed ^ (mixed >> 31)) % sides
    }

    private mutating func pick(_ words: [String]) -> String { words[Int(dice(UInt64(words.count)))] }
}

/// Where the person stands, as the screen says it: the frame, the filter, and how large it is shown.
struct ShownPlace: Hashable, CustomStringConvertible {
    var frame: String
    var filter: String
    var view: String

    /// From the lines of a screen that are not empty.
    init(_ lines: [Substring]) {
        let shot = lines.last { $0.contains("ISO") } ?? ""
        frame = shot.split(separator: " ").first.map(String.init) ?? ""
        let footer = lines.last ?? ""
        let words = footer.split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) }
        filter = words.first { $0.hasPrefix("/") && !$0.hasPrefix("/ ") } ?? ""
        view = footer.contains("pan") ? "100 %" : footer.contains("z 100 %") ? "fit" : footer.contains("walk") ? "fan" : "grid"
    }

    var description: String { "\(frame) \(view) [\(filter)]" }
}

/// A told session: screens and acknowledged steps in the order in which they came.
struct Told {
    enum Event {
        case screen(ShownPlace)
        case step(AcknowledgedStep)
    }
    var events: [Event] = []

    /// From the output of `replay --log /dev/stdout`.
    init(_ output: String) {
        var screen: [Substring] = []
        func flush() {
            // While a filter is typed its line stands where the frame is told.
            let tells = !screen.isEmpty && !screen.contains { $0.hasPrefix(" filter or name / ") }
            if tells { events.append(.screen(ShownPlace(screen))) }
            screen = []
        }
        for line in output.split(separator: "\n") {
            if line.hasPrefix(" keepers ") { flush() }
            if line.hasPrefix("step ") {
                flush()
                if let step = AcknowledgedStep(line) { events.append(.step(step)) }
            } else {
                screen.append(line)
            }
        }
        flush()
    }

    var steps: [AcknowledgedStep] { events.compactMap { if case .step(let step) = $0 { step } else { nil } } }

    var places: [ShownPlace] { events.compactMap { if case .screen(let place) = $0 { place } else { nil } } }

    /// Every place in which the person stood from just before step `number` (counted from 1) to just after the next.
    func places(around number: Int) -> Set<ShownPlace> {
        var count = 0
        var places: [ShownPlace] = []
        var last: ShownPlace?
        for event in events {
            switch event {
            case .step:
                count += 1
                if count == number, let last { places.append(last) }
            case .screen(let place):
                last = place
                if count == number || count == number + 1 { places.append(place) }
                if count == number + 1 { return Set(places) }
            }
        }
        return Set(places)
    }
}

/// A line of `replay --log`: `step 12 41:verdict=pick 42:verdict=reject`.
struct AcknowledgedStep: Equatable {
    var number: Int
    var changes: [(frame: Int, verb: String, value: String)]

    init?(_ line: Substring) {
        let words = line.split(separator: " ")
        guard words.count > 2, words[0] == "step", let number = Int(words[1]) else { return nil }
        self.number = number
        changes = words.dropFirst(2).compactMap { word in
            let parts = word.split(whereSeparator: { $0 == ":" || $0 == "=" })
            guard parts.count >= 2, let frame = Int(parts[0]) else { return nil }
            return (frame, String(parts[1]), parts.count > 2 ? String(parts[2]) : "")
        }
    }

    static func == (a: Self, b: Self) -> Bool {
        a.number == b.number && a.changes.elementsEqual(b.changes) { $0 == $1 }
    }
}
