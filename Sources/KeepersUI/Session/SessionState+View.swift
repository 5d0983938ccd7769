/// The view's switches, kept with the session: a dropped link must not turn any of them back unseen.
extension SessionState {
    static let viewName = "view"

    /// `auto no-info`; nil where all stand as at first.
    var viewSetting: String? {
        var words: [String] = []
        if autoAdvance { words.append("auto") }
        if !isInfoShown { words.append("no-info") }
        if !isWhyShown { words.append("no-why") }
        if isChromeOff { words.append("no-chrome") }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    mutating func show(view: String?) {
        let words = (view ?? "").split(separator: " ")
        autoAdvance = words.contains("auto")
        isInfoShown = !words.contains("no-info")
        isWhyShown = !words.contains("no-why")
        isChromeOff = words.contains("no-chrome")
    }

    /// For tests and for what is said: which switches are on, and whether a person types.
    public var isInfoOn: Bool { isInfoShown }
    public var isWhyOn: Bool { isWhyShown }
    public var isTyping: Bool { takesText }
}
