import KeepersCore

/// All keys, from the bindings themselves; any key closes it.
enum HelpView {
    static func render(_ blank: Paper) -> Scene {
        var paper = blank
        paper.write("keys", x: 1, y: 0, paper.accent)
        paper.writeRight([("any key closes this", paper.caption)], end: paper.columns - 1, y: 0, from: 8)
        paper.rule(y: 1)
        let rows = max(1, paper.rows - 3)
        let lines = HelpText.lines
        let columnCount = max(1, (lines.count + rows - 1) / rows)
        let width = max(20, paper.columns / columnCount)
        for (index, line) in lines.enumerated() {
            let x = 1 + index / rows * width
            let y = 2 + index % rows
            guard x < paper.columns else { break }
            switch line {
            case .heading(let text): paper.write(truncated(text, width - 2), x: x, y: y, paper.number)
            case .key(let keys, let words):
                let keyWidth = width >= 38 ? 14 : 11
                paper.write(truncated(keys, keyWidth - 1), x: x, y: y, paper.accent)
                paper.write(truncated(words, width - keyWidth - 2), x: x + keyWidth, y: y, paper.text)
            case .gap: break
            }
        }
        return paper.scene
    }
}
