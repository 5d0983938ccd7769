import KeepersCore

/// The faces of a frame as a small table: number, eyes, EAR, smile, sharpness, quality.
enum FaceTable {
    /// Column ends, from the left: number 1, eyes 3, then numbers moved to the right.
    private static let head = "face          EAR smile sharp qual"
    private static let narrowHead = "face          EAR smile  qual"

    /// Draws at most `area.height` rows and returns how many.
    static func render(_ paper: inout Paper, _ state: SessionState, _ id: FrameID, _ area: CellRect) -> Int {
        guard let card = state.model.cards[id], !card.isUnreadable, area.height > 1 else { return 0 }
        guard let faces = card.faces, !faces.isEmpty else {
            paper.write("faces", x: area.x, y: area.y, paper.caption)
            paper.write(card.faces == nil ? "not measured" : "none found", x: area.x + 11, y: area.y, paper.faint)
            return 1
        }
        let isWide = area.width >= 35
        paper.write(isWide ? head : narrowHead, x: area.x, y: area.y, paper.faint)
        let rows = min(faces.count, max(0, area.height - 1))
        let faults = Set(EyeFaults.closed(faces))
        // With more faces than rows those that speak against the frame come first, the last row counts the rest.
        let order = rows < faces.count ? telling(faces, faults) : Array(faces.indices)
        let shown = rows < faces.count ? max(0, rows - 1) : rows
        for (row, index) in order.prefix(shown).enumerated() {
            line(
                &paper, faces, index, isFocused: state.focusedFace == index && state.focus == id, isFault: faults.contains(index),
                isWide, area, y: area.y + 1 + row)
        }
        if rows < faces.count, rows > 0 {
            paper.write("… \(faces.count - shown) more", x: area.x, y: area.y + rows, paper.faint)
        }
        return 1 + rows
    }

    private static func telling(_ faces: [Face], _ faults: Set<Int>) -> [Int] {
        func weight(_ index: Int) -> Int {
            if faults.contains(index) { return 0 }
            switch EyeFaults.told(faces[index]) {
            case .closed: return 1
            case .unsure: return 2
            case .open: return 3
            }
        }
        return faces.indices.sorted { (weight($0), $0) < (weight($1), $1) }
    }

    private static func line(
        _ paper: inout Paper, _ faces: [Face], _ index: Int, isFocused: Bool, isFault: Bool, _ isWide: Bool, _ area: CellRect,
        y: Int
    ) {
        let face = faces[index]
        let style = isFocused ? paper.accent : paper.text
        paper.write(isFocused ? "▸" : " ", x: area.x - 1, y: y, paper.accent)
        paper.write(right(String(index + 1), 2), x: area.x, y: y, style)
        paper.write(FaceText.word(index, of: faces), x: area.x + 3, y: y, isFault ? paper.reject : style)
        func number(_ value: Double?, _ end: Int, _ text: (Double) -> String) {
            let words = value.map(text) ?? "–"
            paper.write(words, x: area.x + end - columns(of: words), y: y, value == nil ? paper.faint : paper.caption)
        }
        let ends = isWide ? (ear: 17, smile: 23, sharp: 29, quality: 34) : (ear: 17, smile: 23, sharp: 0, quality: 29)
        number(face.ear, ends.ear, FaceText.short)
        number(face.smile, ends.smile, FaceText.short)
        if ends.sharp > 0 { number(face.sharpness, ends.sharp) { fixed($0, 1) } }
        number(face.quality, ends.quality) { fixed($0, 0) }
    }
}
