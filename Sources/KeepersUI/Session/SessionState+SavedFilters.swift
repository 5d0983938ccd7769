import KeepersCore

/// The list of saved filters, with how many frames each shows.
struct FilterListState: Equatable, Sendable {
    struct Row: Equatable, Sendable {
        var name: String
        var filter: String
        /// nil where it does not read, or would tell in blind mode.
        var count: Int?
    }
    var rows: [Row]
    var index = 0
    var top = 0
}

/// `:save`, `:forget`, `:filters`; a name stands for its filter wherever one is typed.
extension SessionState {
    /// `save evening` keeps the filter that is set, `save evening time>22:00` another one.
    mutating func saveFilter(_ argument: String) -> [Effect] {
        let parts = argument.split(separator: " ", maxSplits: 1).map(String.init)
        let text = parts.count > 1 ? parts[1] : queue.filter.text
        guard let name = parts.first else {
            notice = "save under which name? :save evening"
            return []
        }
        if let objection = SavedFilters.objection(to: name) {
            notice = objection
            return []
        }
        guard !text.isEmpty else {
            notice = "no filter is set: :save \(name) stars>=3"
            return []
        }
        do throws(Filter.Problem) { _ = try Filter.parse(text) } catch {
            openPrompt(.command, "save \(name) \(text)")
            prompt?.note = .pointer(column: "save \(name) ".count + error.column, message: error.message)
            return []
        }
        let old = savedFilters.keys.first { $0.lowercased() == name.lowercased() }
        if let old { savedFilters[old] = nil }
        savedFilters[name] = text
        notice = "\(old == nil ? "saved" : "saved anew"): :show \(name) is \(text)"
        let effects = [Effect.remember(SavedFilters.settingPrefix + name, text)]
        return old.map { $0 == name ? effects : [.remember(SavedFilters.settingPrefix + $0, nil)] + effects } ?? effects
    }

    mutating func forgetFilter(_ name: String) -> [Effect] {
        guard let known = savedFilters.keys.first(where: { $0.lowercased() == name.lowercased() }) else {
            notice =
                savedFilters.isEmpty ? "no filter is saved; :save NAME keeps one" : "no filter is called '\(printable(name))'"
            return []
        }
        savedFilters[known] = nil
        notice = "forgotten: \(known)"
        return [.remember(SavedFilters.settingPrefix + known, nil)]
    }

    mutating func openFilterList() {
        guard !savedFilters.isEmpty else {
            notice = "no filter is saved; set one with / and keep it with :save NAME"
            return
        }
        filterList = FilterListState(rows: filterRows())
    }

    private mutating func filterRows() -> [FilterListState.Row] {
        savedFilters.sorted { naturallyPrecedes($0.key, $1.key) }.map { name, text in
            guard let filter = try? Filter.parse(text), blindObjection(filter) == nil, queue.isQuick(filter, model) else {
                return FilterListState.Row(name: name, filter: text)
            }
            return FilterListState.Row(name: name, filter: text, count: queue.matcher(filter, model).count)
        }
    }

    mutating func updateFilterList(_ key: Key) -> [Effect] {
        guard var list = filterList else { return [] }
        switch key.code {
        case .down, .character("j"): list.index = min(list.rows.count - 1, list.index + 1)
        case .up, .character("k"): list.index = max(0, list.index - 1)
        case .home: list.index = 0
        case .end: list.index = list.rows.count - 1
        case .escape, .character("q"):
            filterList = nil
            return []
        case .enter:
            filterList = nil
            openPrompt(.filter, list.rows[list.index].name)
            return applyFilter(list.rows[list.index].name)
        case .delete, .backspace:
            let effects = forgetFilter(list.rows[list.index].name)
            let rows = filterRows()
            filterList = rows.isEmpty ? nil : FilterListState(rows: rows, index: min(list.index, rows.count - 1))
            return effects
        default: return []
        }
        filterList = list
        return []
    }
}
