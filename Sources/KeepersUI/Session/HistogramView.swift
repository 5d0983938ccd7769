import KeepersCore

/// How light lies in the picture: luminance in three rows, each colour in one, and what is clipped on either side.
enum HistogramView {
    private static let lightRows = 3
    private static let height = lightRows + 4
    private static let glyphs: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// At the foot of `area`, where what stands in it leaves room.
    static func render(_ paper: inout Paper, _ histogram: Histogram, below area: CellRect) {
        let width = min(area.width, Histogram.steps)
        let top = area.y + area.height - height
        guard width >= 16, top > lastRow(paper.scene, area) + 1 else { return }
        let light = columns(histogram.luminance, width: width, rows: lightRows)
        for row in 0..<lightRows { line(&paper, light, row: row, of: lightRows, x: area.x, y: top + row, paper.text) }
        let colours = [
            (histogram.red, Colour(0xD0, 0x60, 0x58)), (histogram.green, Colour(0x68, 0xA8, 0x60)),
            (histogram.blue, Colour(0x60, 0x88, 0xD8)),
        ]
        for (index, (counts, colour)) in colours.enumerated() {
            line(
                &paper, columns(counts, width: width, rows: 1), row: 0, of: 1, x: area.x, y: top + lightRows + index,
                Style(colour, on: paper.theme.background))
        }
        let y = top + height - 1
        let start = paper.write("\(share(histogram.shadows)) black", x: area.x, y: y, paper.caption)
        paper.writeRight([("\(share(histogram.highlights)) clipped", paper.caption)], end: area.x + width, y: y, from: start + 1)
    }

    /// Heights in eighths of a row. The ends are cut off at the highest step between them: a black wall must not flatten all else.
    static func columns(_ counts: [UInt32], width: Int, rows: Int) -> [Int] {
        guard counts.count == Histogram.steps, width > 0 else { return [] }
        let sums = (0..<width).map { column -> Double in
            let from = Double(column * Histogram.steps) / Double(width)
            let to = Double((column + 1) * Histogram.steps) / Double(width)
            return (Int(from)..<min(Histogram.steps, Int(to.rounded(.up)))).reduce(0) { sum, step in
                let share = min(to, Double(step + 1)) - max(from, Double(step))
                return sum + share * Double(counts[step])
            }
        }
        let inner = sums.dropFirst().dropLast().max() ?? 0
        let most = max(inner, (sums.max() ?? 0) / 8)
        guard most > 0 else { return sums.map { _ in 0 } }
        let full = Double(rows * 8)
        return sums.map { $0 > 0 ? max(1, min(rows * 8, Int(($0 / most * full).rounded()))) : 0 }
    }

    private static func line(
        _ paper: inout Paper, _ heights: [Int], row: Int, of rows: Int, x: Int, y: Int, _ style: Style
    ) {
        let below = (rows - 1 - row) * 8
        let text = heights.map { glyphs[max(0, min(8, $0 - below))] }
        paper.write(String(text), x: x, y: y, style)
    }

    private static func share(_ share: Double) -> String {
        share == 0 ? "0 %" : share < 0.0005 ? "< 0.1 %" : "\(fixed(share * 100, 1)) %"
    }

    /// The lowest row in which something stands.
    private static func lastRow(_ scene: Scene, _ area: CellRect) -> Int {
        let rows = area.y..<min(scene.rows, area.y + area.height)
        return rows.last { y in
            (area.x..<min(scene.columns, area.x + area.width)).contains { x in
                let text = scene.cells[y * scene.columns + x].text
                return text != nil && text != " "
            }
        } ?? area.y
    }
}
