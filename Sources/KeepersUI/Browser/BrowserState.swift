import KeepersCore

/// The session browser: what `keepers` without a path shows.
public struct BrowserState: Equatable, Sendable {
    public private(set) var lines: [SessionLine] = []
    public private(set) var selected = 0
    public internal(set) var notice: String?
    private var isLoaded = false

    public init() {}

    mutating func show(_ lines: [SessionLine]) {
        self.lines = lines
        isLoaded = true
        selected = min(selected, max(0, lines.count - 1))
    }

    mutating func update(_ input: InputEvent) -> [Effect] {
        guard case .key(let key) = input else { return [] }
        notice = nil
        switch key.code {
        case .down, .character("j"): selected = min(lines.count - 1, selected + 1)
        case .up, .character("k"): selected = max(0, selected - 1)
        case .home, .character("g"): selected = 0
        case .end, .character("G"): selected = max(0, lines.count - 1)
        case .enter, .character("l"), .right: return open()
        case .character("l") where key.control: return [.redraw]
        case .character("q"), .escape: return [.quit]
        case .character("c") where key.control: return [.quit]
        default: break
        }
        selected = max(0, selected)
        return []
    }

    private mutating func open() -> [Effect] {
        guard lines.indices.contains(selected) else { return [] }
        guard lines[selected].isMounted else {
            notice =
                "not mounted: \(lines[selected].summary.sources.first ?? "its card"); its verdicts are safe, put the card in and press Enter again"
            return [.loadSessions]
        }
        return [.open(lines[selected].summary.id)]
    }

    func render(_ blank: Paper) -> Scene {
        var paper = blank
        paper.write("keepers", x: 1, y: 0, paper.accent)
        paper.write("sessions", x: 11, y: 0, paper.text)
        paper.rule(y: 1)
        if lines.isEmpty { renderEmpty(&paper) } else { renderList(&paper) }
        if let notice { paper.write(truncated(notice, paper.columns - 2), x: 1, y: paper.rows - 2, paper.accent) }
        var x = 1
        for (key, word) in [("Enter", "open"), ("↑ ↓", "choose"), ("q", "leave")] {
            x = paper.write(key, x: x, y: paper.rows - 1, paper.accent) + 1
            x = paper.write(word, x: x, y: paper.rows - 1, paper.caption) + 2
        }
        return paper.scene
    }

    private func renderEmpty(_ paper: inout Paper) {
        guard isLoaded else { return }
        paper.write("no sessions yet", x: 3, y: 4, paper.text)
        paper.write("start one:  keepers /media/card", x: 3, y: 6, paper.caption)
        paper.write("or look round first:  keepers demo /tmp/card && keepers /tmp/card", x: 3, y: 7, paper.caption)
    }

    private func renderList(_ paper: inout Paper) {
        let height = max(1, (paper.rows - 5) / 2)
        let first = max(0, min(selected - height / 2, lines.count - height))
        for (row, index) in (first..<min(lines.count, first + height)).enumerated() {
            let line = lines[index]
            let y = 3 + row * 2
            let isSelected = index == selected
            paper.write(isSelected ? "▸" : " ", x: 1, y: y, paper.accent)
            let numbers: [(String, Style)] = [
                (right(grouped(line.summary.frames), 7), paper.number), (" frames", paper.caption),
                (right(grouped(line.summary.picks), 7), paper.number),
                (" ◆", paper.sign(.pick)), (right(grouped(line.summary.rejects), 7), paper.number), (" ✕", paper.sign(.reject)),
                (right(grouped(line.summary.open), 7), paper.number), (" open", paper.caption),
            ]
            let width = numbers.reduce(0) { $0 + columns(of: $1.0) }
            paper.write(
                truncated(printable(line.summary.name), max(0, paper.columns - width - 6)), x: 3, y: y,
                isSelected ? paper.accent : paper.text)
            paper.writeRight(numbers, end: paper.columns - 1, y: y, from: 24)
            let place =
                (line.isMounted ? "" : "not mounted   ") + line.summary.sources.map(printable).joined(separator: ", ") + "   "
                + line.when
            paper.write(truncated(place, paper.columns - 5), x: 3, y: y + 1, paper.faint)
        }
    }
}
