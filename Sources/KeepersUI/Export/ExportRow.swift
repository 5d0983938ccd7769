import KeepersCore

/// One line of the export's screens: parts at their columns, so that a screen longer than the window can be scrolled.
struct ExportRow: Equatable {
    struct Part: Equatable {
        var x: Int
        var text: String
        var role: Theme.Role
    }
    var parts: [Part]

    init(_ parts: [Part] = []) { self.parts = parts }
    init(_ text: String, x: Int, _ role: Theme.Role) { parts = [Part(x: x, text: text, role: role)] }

    /// A text broken at `width`; what follows the first line is indented, and a word longer than the line is cut in two.
    static func folded(_ text: String, x: Int, width: Int, indent: Int = 0, _ role: Theme.Role) -> [ExportRow] {
        // What is set in columns keeps them where it fits.
        if columns(of: text) <= width { return [ExportRow(text, x: x, role)] }
        let lead = text.prefix { $0 == " " }.count
        var rows: [ExportRow] = []
        for line in wrapped(text, width: max(8, width - lead - indent)) {
            var rest = Substring(line)
            repeat {
                let room = max(8, width - lead - (rows.isEmpty ? 0 : indent))
                let part = head(rest, room)
                rows.append(ExportRow(String(part), x: x + lead + (rows.isEmpty ? 0 : indent), role))
                rest = rest.dropFirst(part.count)
            } while !rest.isEmpty
        }
        return rows
    }

    /// As many characters as fit.
    private static func head(_ text: Substring, _ width: Int) -> Substring {
        var used = 0
        for index in text.indices {
            used += columns(of: String(text[index]))
            if used > width { return text[..<index] }
        }
        return text
    }
}

/// Which rows of the screen are the export's body, and what stands around it.
struct ExportLayout {
    /// A low window has no lines of air.
    let isLow: Bool
    let x: Int
    let titleY: Int
    /// The profile stands beside the title, not below it.
    let isTitleWide: Bool
    let top: Int
    /// Exclusive.
    let bottom: Int
    /// The row of the three destinations; nil where none is shown.
    let placeY: Int?

    init(_ geometry: Geometry, _ state: SessionState, _ export: ExportState) {
        isLow = geometry.rows < 20
        x = max(1, min(6, geometry.columns / 20))
        titleY = isLow ? 2 : 3
        let profile = columns(of: ExportView.profileWords(export).map(\.0).joined())
        let isDryRun = export.result == nil && export.asksUndo == nil
        isTitleWide = !isDryRun || x + columns(of: export.title) + 3 + profile <= geometry.columns - 2
        let head = 1 + (isTitleWide ? 0 : 1) + (export.showsFolder ? 1 : 0) + (isDryRun && export.choices.problem != nil ? 1 : 0)
        top = titleY + head + (isLow ? 0 : 1)
        let air = isLow ? 0 : 1
        if export.running != nil {
            (placeY, bottom) = (nil, geometry.rows - 3)
        } else if let prompt = state.prompt {
            (placeY, bottom) = (nil, geometry.rows - 2 - air - ExportView.promptProblem(prompt, geometry.columns).count)
        } else if isDryRun {
            (placeY, bottom) = (geometry.rows - 2, geometry.rows - 2 - air)
        } else {
            (placeY, bottom) = (nil, geometry.rows - 1 - air)
        }
    }

    var room: Int { max(0, bottom - top) }

    /// The first row shown: never so far down that the window is left empty.
    func first(_ wanted: Int, of count: Int) -> Int { count <= room ? 0 : max(0, min(wanted, count - page)) }
    /// Rows that fit beside the line that counts the others.
    var page: Int { max(1, room - 1) }
}

extension Paper {
    /// The body from the row that it is scrolled to; what does not fit is counted at its foot.
    mutating func body(_ rows: [ExportRow], _ layout: ExportLayout, from wanted: Int) {
        guard layout.room > 0 else { return }
        let first = layout.first(wanted, of: rows.count)
        let fits = rows.count <= layout.room
        for (index, row) in rows.dropFirst(first).prefix(fits ? layout.room : layout.page).enumerated() {
            for part in row.parts where part.x < columns {
                write(truncated(part.text, columns - part.x), x: part.x, y: layout.top + index, style(part.role))
            }
        }
        guard !fits else { return }
        let below = rows.count - first - layout.page
        var words: [(String, Style)] = []
        if below > 0 { words += [("↓", accent), (" \(counted(below, "more line"))", text)] }
        if first > 0 { words += [(words.isEmpty ? "↑" : "   ↑", accent), (" \(counted(first, "line")) above", caption)] }
        if layout.room > 1 { write(words, x: layout.x, y: layout.bottom - 1, limit: columns) }
    }
}

extension SessionState {
    /// The keys and the wheel of a screen that may be longer than the window; false where the key is none of them.
    mutating func scrollExport(_ key: Key, _ geometry: Geometry) -> Bool {
        guard let export else { return false }
        let page = ExportLayout(geometry, self, export).page
        switch key.code {
        case .down, .character("j"): scrollExport(by: 1, geometry)
        case .up, .character("k"): scrollExport(by: -1, geometry)
        case .pageDown, .character(" "): scrollExport(by: page, geometry)
        case .pageUp: scrollExport(by: -page, geometry)
        case .home, .character("g"): self.export?.top = 0
        case .end, .character("G"): scrollExport(by: 1 << 30, geometry)
        default: return false
        }
        return true
    }

    mutating func scrollExport(by rows: Int, _ geometry: Geometry) {
        guard let export else { return }
        let layout = ExportLayout(geometry, self, export)
        let count = ExportBody.rows(self, export, geometry.columns).count
        // From where it is shown: the window may have grown since.
        self.export?.top = layout.first(layout.first(export.top, of: count) + rows, of: count)
    }
}
