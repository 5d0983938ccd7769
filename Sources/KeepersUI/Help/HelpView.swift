import KeepersCore

/// All keys, from the bindings themselves; any key closes it.
enum HelpView {
    static func render(_ blank: Paper) -> Scene {
        var paper = blank
        paper.write("keys", x: 1, y: 0, paper.accent)
        paper.writeRight([("any key closes this", paper.caption)], end: paper.columns - 1, y: 0, from: 8)
        paper.rule(y: 1)
        let columns = arrange(HelpText.sections, height: max(1, paper.rows - 3), wide: max(1, paper.columns / 48))
        let width = max(20, paper.columns / max(1, columns.count))
        for (index, lines) in columns.enumerated() {
            for (row, line) in lines.enumerated() where 2 + row < paper.rows {
                draw(&paper, line, x: 1 + index * width, y: 2 + row, width: width)
            }
        }
        return paper.scene
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

    /// Whole sections side by side where the window is wide enough; in a low one sections are broken where a column ends.
    private static func arrange(_ sections: [[HelpText.Line]], height: Int, wide: Int) -> [[HelpText.Line]] {
        var columns: [[HelpText.Line]] = []
        let total = sections.reduce(0) { $0 + $1.count + 1 }
        let target = min(height, (total + wide - 1) / wide + 2)
        for section in sections {
            if let last = columns.indices.last, columns[last].count + 1 + section.count <= target {
                columns[last] += [.gap] + section
            } else {
                columns.append(section)
            }
        }
        if columns.count <= wide, columns.allSatisfy({ $0.count <= height }) { return columns }
        let flat = sections.enumerated().flatMap { ($0.offset > 0 ? [.gap] : []) + $0.element }
        return stride(from: 0, to: flat.count, by: height).map { start in
            let part = flat[start..<min(flat.count, start + height)]
            return part.first == .gap ? Array(part.dropFirst()) : Array(part)
        }
    }
}
