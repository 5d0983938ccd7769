import KeepersCore

/// `reject eyes=closed`, `stars 3 best`, `label red !picked`, `pick! tie`: a command for every frame that a filter names.
struct BulkCommand: Equatable {
    var action: BulkVerdict.Action
    /// `reject!`: what was judged the other way is changed too.
    var overrides: Bool
    /// Where the filter begins in the line, in characters.
    var start: Int
    var filter: String

    /// nil where the line is another command, or this one for the frame in focus (`label red`).
    init?(_ line: String) {
        let characters = Array(line)
        var position = 0
        func word() -> String? {
            while position < characters.count, characters[position] == " " { position += 1 }
            let start = position
            while position < characters.count, characters[position] != " " { position += 1 }
            return position > start ? String(characters[start..<position]) : nil
        }
        guard var verb = word() else { return nil }
        overrides = verb.hasSuffix("!")
        if overrides { verb.removeLast() }
        switch verb {
        case "pick": action = .verdict(.pick)
        case "reject": action = .verdict(.reject)
        case "maybe": action = .verdict(.maybe)
        case "clear": action = .verdict(nil)
        case "stars":
            guard let text = word(), let stars = Int(text), (0...5).contains(stars) else { return nil }
            action = .stars(stars)
        case "label":
            guard let text = word(), text == "none" || ColourLabel(rawValue: text) != nil else { return nil }
            action = .label(ColourLabel(rawValue: text))
        default: return nil
        }
        while position < characters.count, characters[position] == " " { position += 1 }
        start = position
        filter = String(characters[position...])
        if filter.isEmpty, verb == "label" || verb == "stars" { return nil }
    }
}
