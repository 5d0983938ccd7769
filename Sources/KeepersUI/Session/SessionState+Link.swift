import KeepersCore

/// `:meter`, `:quality`, `:budget`: the line between this program and the terminal.
extension SessionState {
    mutating func runLink(_ verb: String, _ argument: String) -> [Effect] {
        switch verb {
        case "meter":
            isMeterShown.toggle()
            return [.link(.meter(isMeterShown))]
        case "quality": return runQuality(argument)
        default: return runBudget(argument)
        }
    }

    private mutating func runQuality(_ argument: String) -> [Effect] {
        if argument == "auto" {
            notice = "quality: by what the line carries"
            return [.link(.quality(nil))]
        }
        guard let quality = LinkQuality(rawValue: argument) else {
            notice = "quality is low, normal, local or auto\(link.map { "; now \($0.quality.rawValue)" } ?? "")"
            return []
        }
        notice = "quality: \(quality.rawValue); :quality auto goes by the line again"
        return [.link(.quality(quality))]
    }

    private mutating func runBudget(_ argument: String) -> [Effect] {
        if argument == "off" {
            notice = "no budget: pictures are bettered whenever the line is free"
            return [.link(.budget(nil))]
        }
        guard let bytes = LinkText.bytesPerMinute(argument) else {
            notice = "a budget is bytes a minute: :budget 2M/min, :budget 500K/min; :budget off ends it"
            return []
        }
        notice = "budget: \(LinkText.size(bytes)) a minute; beyond it pictures stay coarse, keys and first looks go on"
        return [.link(.budget(bytes))]
    }
}

/// The line's state in words.
enum LinkText {
    /// `2M/min`, `500K/min`, `1.5M`; from ten thousand to ten thousand million bytes; nil for anything else.
    static func bytesPerMinute(_ text: String) -> Int? {
        var text = text[...]
        if text.hasSuffix("/min") { text = text.dropLast(4) }
        let unit: Double
        switch text.last {
        case "K", "k": unit = 1e3
        case "M", "m": unit = 1e6
        case "G", "g": unit = 1e9
        default: return nil
        }
        let digits = text.dropLast()
        guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }), let number = Double(digits) else {
            return nil
        }
        let bytes = number * unit
        return (1e4...1e10).contains(bytes) ? Int(bytes) : nil
    }

    /// `820 B`, `31 KB`, `1.4 MB`
    static func size(_ bytes: Int) -> String {
        switch bytes {
        case ..<1000: "\(bytes) B"
        case ..<1_000_000: "\(fixed(Double(bytes) / 1e3, 0)) KB"
        default: "\(fixed(Double(bytes) / 1e6, 1)) MB"
        }
    }

    /// `31 KB/s  1.4 MB in all  82/95 ms  11 KB under way  low`; `isNarrow`: without the total and what is under way.
    static func meter(_ link: LinkState, isNarrow: Bool) -> String {
        func trip(_ value: Double?) -> String { value.map { fixed($0, $0 < 10 ? 1 : 0) } ?? "–" }
        let quality = link.quality.rawValue + (link.isChosen ? " (chosen)" : "")
        let speed = "\(size(link.bytesPerSecond))/s"
        let trips = "\(trip(link.leastTrip))/\(trip(link.lastTrip)) ms"
        if isNarrow { return [speed, trips, quality].joined(separator: "  ") }
        let budget = link.budget.map { ["of \(size($0))/min"] } ?? []
        return ([speed] + budget + ["\(size(link.bytes)) in all", trips, "\(size(link.inFlight)) under way", quality])
            .joined(separator: "  ")
    }
}
