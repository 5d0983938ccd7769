/// Filters that a person keeps under a name, for every session.
public enum SavedFilters {
    /// Longest name.
    public static let longestName = 32

    /// Why `name` cannot be one; nil when it can.
    ///
    /// One word, and none that is a filter already, so that a name never changes what a filter means.
    public static func objection(to name: String) -> String? {
        guard !name.isEmpty, name.count <= longestName,
            name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }), name.contains(where: \.isLetter)
        else { return "a name is one word of letters, digits, - and _, at most \(longestName) long" }
        if (try? Filter.parse(name)) != nil { return "'\(name)' is a filter already; choose another name" }
        if FilterField.byName[name.lowercased()] != nil { return "'\(name)' is a field; choose another name" }
        return nil
    }

    /// The filter that `text` is, or that is kept under this name.
    public static func parse(_ text: String, saved: [String: String]) throws(Filter.Problem) -> Filter {
        do throws(Filter.Problem) {
            return try Filter.parse(text)
        } catch {
            guard let kept = named(text, saved) else { throw error }
            return try Filter.parse(kept)
        }
    }

    /// Whatever the case of the letters.
    public static func named(_ name: String, _ saved: [String: String]) -> String? {
        let wanted = trimmedBlanks(name).lowercased()
        return saved.first { $0.key.lowercased() == wanted }?.value
    }

    /// Settings of the whole program that hold them begin like this.
    public static let settingPrefix = "filter "

    public static func from(settings: [String: String]) -> [String: String] {
        var saved: [String: String] = [:]
        for (key, value) in settings where key.hasPrefix(settingPrefix) { saved[String(key.dropFirst(settingPrefix.count))] = value }
        return saved
    }
}
