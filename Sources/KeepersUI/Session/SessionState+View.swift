import KeepersCore

/// The view's switches and the list that is open, kept with the session: a dropped link must not turn any of them back unseen.
extension SessionState {
    static let viewName = "view"

    /// `auto no-info raw list=dupes goal=400`; nil where all stand as at first.
    var viewSetting: String? {
        var words: [String] = []
        if autoAdvance { words.append("auto") }
        if !isInfoShown { words.append("no-info") }
        if !isWhyShown { words.append("no-why") }
        if isChromeOff { words.append("no-chrome") }
        if pictures.choice != .preview { words.append(pictures.choice.rawValue) }
        if level == .loupe, isInStack { words.append(Self.inStack) }
        if let scope = queue.scope { words.append(Self.listKey + scope.kind.rawValue) }
        if let goal { words.append("\(Self.goalKey)\(goal)") }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    mutating func show(view: String?) {
        let words = (view ?? "").split(separator: " ")
        autoAdvance = words.contains("auto")
        isInfoShown = !words.contains("no-info")
        isWhyShown = !words.contains("no-why")
        isChromeOff = words.contains("no-chrome")
        pictures.choice = words.lazy.compactMap { LargePictures.Choice(rawValue: String($0)) }.first ?? .preview
        goal = value(of: Self.goalKey, in: words).flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    }

    /// `:dupes` or `:audit` as it was left; what it lists is found anew, so that frames which are gone are not among it.
    mutating func reopenList(view: String?) {
        let words = (view ?? "").split(separator: " ")
        let entries: [Entry]
        let kind = value(of: Self.listKey, in: words).flatMap { Scope.Kind(rawValue: String($0)) }
        switch kind {
        case .audit: entries = auditEntries
        case .duplicates: entries = duplicateEntries()
        case nil: return
        }
        if let kind, !entries.isEmpty { queue.enter(Scope(kind: kind, entries: entries), model) }
    }

    /// The loupe opened inside a stack walks the stack, and Esc leads back to its fan.
    mutating func returnIntoStack(view: String?) {
        let words = (view ?? "").split(separator: " ")
        if level == .loupe { isInStack = focusedMembers.count > 1 && words.contains(Self.inStack[...]) }
    }

    private static let inStack = "in-stack"
    private static let listKey = "list="
    private static let goalKey = "goal="

    private func value(of key: String, in words: [Substring]) -> Substring? {
        words.first { $0.hasPrefix(key) }?.dropFirst(key.count)
    }

    /// For tests and for what is said: which switches are on, and whether a person types.
    public var isInfoOn: Bool { isInfoShown }
    public var isWhyOn: Bool { isWhyShown }
    public var isTyping: Bool { takesText }
}
