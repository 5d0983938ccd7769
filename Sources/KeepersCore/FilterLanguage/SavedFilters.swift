/// Filters that a person keeps under a name, for every session.
public enum SavedFilters {
    /// Longest name.
    public static let longestName = 32

    /// Why `name` cannot be one; nil when it can.
    ///
    /// One word, and none that is a filter already, so that a name never changes what a filter means.
    public static func objection(to name: String) -> String? {
        guard isName(name)
        else { return "a name is one word of letters, digits, - and _, at most \(longestName) long" }
        if (try? Filter.parse(name)) != nil { return "'\(name)' is a filter already; choose another name" }
        if FilterField.byName[name.lowercased()] != nil { return "'\(name)' is a field; choose another name" }
        return nil
    }

    static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.count <= longestName
            && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" } && name.contains(where: \.isLetter)
    }

    /// The filter that `text` is, where words may be names of saved filters; with one inside, its text is what it came to.
    ///
    /// A saved filter names no other, so nothing goes in circles.
    public static func parse(_ text: String, saved: [String: String]) throws(Filter.Problem) -> Filter {
        if let kept = named(text, saved), (try? Filter.parse(text)) == nil, let filter = try? Filter.parse(kept) { return filter }
        var trees: [String: FilterTree] = [:]
        for (name, kept) in saved { trees[name.lowercased()] = (try? Filter.parse(kept))?.tree }
        var parser = try FilterParser(text, saved: trees)
        let tree = try parser.whole()
        return Filter(text: parser.usesSaved ? tree.printed : trimmedBlanks(text), tree: tree)
    }

    /// Whatever the case of the letters.
    private static func named(_ name: String, _ saved: [String: String]) -> String? {
        let wanted = trimmedBlanks(name).lowercased()
        return saved.first { $0.key.lowercased() == wanted }?.value
    }

    /// Settings of the whole program that hold them begin like this.
    public static let settingPrefix = "filter "

    public static func from(settings: [String: String]) -> [String: String] {
        var saved: [String: String] = [:]
        for (key, value) in settings where key.hasPrefix(settingPrefix) {
            saved[String(key.dropFirst(settingPrefix.count))] = value
        }
        return saved
    }
}
