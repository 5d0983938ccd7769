import KeepersCore

/// All keys that do something where the help was opened, from the bindings themselves; in a low window on more than one page.
enum HelpView {
    static func pages(_ geometry: Geometry, _ bindings: Bindings, _ place: HelpPlace) -> Int {
        (columns(geometry, bindings, place).count + wide(geometry) - 1) / wide(geometry)
    }

    static func render(_ blank: Paper, page: Int, _ bindings: Bindings, _ place: HelpPlace) -> Scene {
        var paper = blank
        let pages = pages(paper.geometry, bindings, place)
        let page = min(page, pages - 1)
        let end = paper.write(title(bindings, place, pages > 1 ? "\(page + 1) of \(pages)" : nil), x: 1, y: 0, paper.accent)
        let words = page + 1 < pages ? "any key turns the page, Esc closes" : "any key closes this"
        paper.writeRight([(words, paper.caption)], end: paper.columns - 1, y: 0, from: max(16, end + 2))
        paper.rule(y: 1)
        let all = columns(paper.geometry, bindings, place)
        let columns = all.dropFirst(page * wide(paper.geometry)).prefix(wide(paper.geometry))
        let width = max(20, paper.columns / max(1, min(all.count, wide(paper.geometry))))
        for (index, lines) in columns.enumerated() {
            for (row, line) in lines.enumerated() where 2 + row < paper.rows {
                draw(&paper, line, x: 1 + index * width, y: 2 + row, width: width)
            }
        }
        return paper.scene
    }

    /// `keys`, of which screen, and the profile and layout where they are not the usual ones.
    private static func title(_ bindings: Bindings, _ place: HelpPlace, _ page: String?) -> String {
        var words = [place.words.map { "keys \($0)" } ?? "keys"]
        if bindings.profile != .studio { words.append(bindings.profile.rawValue) }
        if bindings.layout != .qwerty { words.append(bindings.layout.rawValue) }
        return (words + (page.map { [$0] } ?? [])).joined(separator: ", ")
    }

    private static func wide(_ geometry: Geometry) -> Int { max(1, geometry.columns / 40) }

    private static func columns(_ geometry: Geometry, _ bindings: Bindings, _ place: HelpPlace) -> [[HelpText.Line]] {
        arrange(HelpText.sections(bindings, place), height: max(1, geometry.rows - 2), wide: wide(geometry))
    }

    private static func draw(_ paper: inout Paper, _ line: HelpText.Line, x: Int, y: Int, width: Int) {
        switch line {
        case .heading(let text): paper.write(truncated(text, width - 2), x: x, y: y, paper.number)
        case .key(let keys, let words):
            let keyWidth = width >= 38 ? 15 : 11
            paper.write(truncated(keys, keyWidth - 1), x: x, y: y, paper.accent)
            paper.write(truncated(words, width - keyWidth - 2), x: x + keyWidth, y: y, paper.text)
        case .gap: break
        }
    }

    /// Whole sections, balanced over the window where they all fit, else column after column; only a section higher than the window
    /// is broken.
    private static func arrange(_ sections: [[HelpText.Line]], height: Int, wide: Int) -> [[HelpText.Line]] {
        let total = sections.reduce(0) { $0 + $1.count + 1 }
        for high in stride(from: total / wide, through: height, by: 1) {
            let columns = pack(sections, height: high)
            if columns.count <= wide, columns.allSatisfy({ $0.count <= height }) { return columns }
        }
        let parts = sections.flatMap { section in
            stride(from: 0, to: section.count, by: height).map { Array(section[$0..<min(section.count, $0 + height)]) }
        }
        return pack(parts, height: height)
    }

    private static func pack(_ sections: [[HelpText.Line]], height: Int) -> [[HelpText.Line]] {
        var columns: [[HelpText.Line]] = []
        for section in sections {
            if let last = columns.indices.last, columns[last].count + 1 + section.count <= height {
                columns[last] += [.gap] + section
            } else {
                columns.append(section)
            }
        }
        return columns
    }
}
