import KeepersCore

/// A scene being drawn, with the theme's styles by role.
struct Paper {
    var scene: Scene
    let geometry: Geometry
    let theme: Theme

    init(geometry: Geometry, theme: Theme) {
        self.geometry = geometry
        self.theme = theme
        scene = Scene(
            columns: geometry.columns, rows: geometry.rows, background: Style(theme.text, on: theme.background))
    }

    var columns: Int { geometry.columns }
    var rows: Int { geometry.rows }

    func style(_ role: Theme.Role) -> Style {
        let attributes = theme.attributes(role)
        return Style(
            theme[role], on: theme.background, bold: attributes.contains(.bold), underline: attributes.contains(.underline),
            reverse: attributes.contains(.reverse))
    }

    var text: Style { style(.text) }
    var caption: Style { style(.caption) }
    var faint: Style { style(.faint) }
    var hairline: Style { style(.hairline) }
    var number: Style { style(.number) }
    var accent: Style { style(.accent) }
    /// Text that the next key takes the place of.
    var selected: Style {
        var style = number
        style.reverse.toggle()
        return style
    }
    var pick: Style { style(.pick) }
    var reject: Style { style(.reject) }
    var maybe: Style { style(.maybe) }
    /// For a verdict's sign beside a count: its colour, without what makes whole words stand out.
    func sign(_ role: Theme.Role) -> Style {
        Style(theme[role], on: theme.background, bold: theme.attributes(role).contains(.bold))
    }
    func label(_ label: ColourLabel) -> Style { style(Theme.role(of: label)) }

    @discardableResult
    mutating func write(_ text: String, x: Int, y: Int, _ style: Style, width: Int = .max) -> Int {
        scene.write(text, x: x, y: y, style: style, width: width)
    }

    /// Parts side by side, each with its style; returns the next free column.
    @discardableResult
    mutating func write(_ parts: [(String, Style)], x: Int, y: Int, limit: Int) -> Int {
        var column = x
        for (text, style) in parts where column < limit {
            column = write(truncated(text, limit - column), x: column, y: y, style)
        }
        return column
    }

    /// Parts that end at column `end` (exclusive); dropped from the left when they do not fit behind `from`.
    mutating func writeRight(_ parts: [(String, Style)], end: Int, y: Int, from: Int) {
        var kept = parts
        func width() -> Int { kept.reduce(0) { $0 + KeepersCore.columns(of: $1.0) } }
        while !kept.isEmpty, width() > end - from { kept.removeFirst() }
        write(kept, x: end - width(), y: y, limit: end)
    }

    mutating func rule(y: Int) { write(String(repeating: "─", count: columns), x: 0, y: y, hairline) }

    /// A heavy line filled to `share`, e.g. scoring progress.
    mutating func bar(x: Int, y: Int, width: Int, share: Double, _ style: Style) {
        guard width > 0 else { return }
        let filled = min(width, max(0, Int((share * Double(width)).rounded())))
        write(String(repeating: "━", count: filled), x: x, y: y, style)
        write(String(repeating: "─", count: width - filled), x: x + filled, y: y, hairline)
    }

    /// A thin frame hugging `rect` from the outside: a quarter of a cell high, half a cell wide, so that both are equally thick.
    mutating func frame(around rect: CellRect, _ style: Style, lowerEdge: Bool = true) {
        let right = rect.x + rect.width
        let bottom = rect.y + rect.height
        write(String(repeating: "▂", count: rect.width), x: rect.x, y: rect.y - 1, style)
        for y in rect.y..<bottom {
            write("▐", x: rect.x - 1, y: y, style)
            write("▌", x: right, y: y, style)
        }
        guard lowerEdge else { return }
        // No font has an upper quarter, but every font has the lower three, which reversed leave it.
        var reversed = style
        reversed.reverse.toggle()
        write(String(repeating: "▆", count: rect.width), x: rect.x, y: bottom, reversed)
    }

    /// Before the card has told what lies on it.
    func opening() -> Scene {
        var copy = self
        let end = copy.write("looking at the card   ", x: 1, y: rows - 1, faint)
        copy.write(truncated("q leaves", max(0, columns - end)), x: end, y: rows - 1, faint)
        return copy.scene
    }

    func tooSmall() -> Scene {
        var copy = self
        copy.write(truncated("keepers: make the window larger", max(0, columns)), x: 0, y: 0, text)
        return copy.scene
    }
}
