import KeepersCore

/// Overlays as filled rectangles of pixels, drawn one after the other; the same for packed RGB and for palette indices.
struct Stencil {
    struct Fill: Equatable {
        var area: Area
        var colour: Colour
    }
    private(set) var fills: [Fill] = []
    private let whole: Area

    /// Behind lines and letters, so that they read on light and on dark skin.
    static let dark = Theme.plate

    static let empty = Stencil([], width: 0, height: 0)

    init(_ overlays: [Overlay], width: Int, height: Int) {
        whole = Area(left: 0, top: 0, right: max(0, width), bottom: max(0, height))
        guard !overlays.isEmpty, !whole.isEmpty else { return }
        let shortest = min(width, height)
        let scale = shortest < 400 ? 1 : shortest < 1400 ? 2 : 3
        let plan = OverlayPlan(overlays, width: width, height: height, gap: 2) { overlay in
            let letters = overlay.label.count
            return letters == 0
                ? (0, 0) : ((letters * OverlayFont.advance + 3) * scale, (OverlayFont.height + 4) * scale)
        }
        for item in plan.items { draw(item) }
        // Labels last: another face's corner must not cross out a number.
        for item in plan.items where !item.plate.isEmpty { drawLabel(item, scale) }
    }

    /// The colours in use, in the order of their first use; few, as a palette must keep room for the picture.
    var colours: [Colour] {
        var found: [Colour] = []
        for fill in fills where !found.contains(fill.colour) { found.append(fill.colour) }
        return found
    }

    private mutating func fill(_ area: Area, _ colour: Colour) {
        let inside = area.cut(to: whole)
        if !inside.isEmpty { fills.append(Fill(area: inside, colour: colour)) }
    }

    private mutating func draw(_ item: OverlayPlan.Item) {
        let lines = item.overlay.shape == .corners ? Self.corners(item.box) : Self.cross(item.box)
        for line in lines { fill(line.grown(by: 1), Self.dark) }
        for line in lines { fill(line, item.overlay.colour) }
    }

    /// Two lines at each corner, two pixels thick, inside the box.
    private static func corners(_ box: Area) -> [Area] {
        let arm = min(max(min(box.width, box.height) / 4, 4), 40)
        let (across, down) = (min(arm, box.width), min(arm, box.height))
        return [box.top, box.bottom - 2].flatMap { y in
            [
                Area(left: box.left, top: y, right: box.left + across, bottom: y + 2),
                Area(left: box.right - across, top: y, right: box.right, bottom: y + 2),
            ]
        }
            + [box.left, box.right - 2].flatMap { x in
                [
                    Area(left: x, top: box.top, right: x + 2, bottom: box.top + down),
                    Area(left: x, top: box.bottom - down, right: x + 2, bottom: box.bottom),
                ]
            }
    }

    private static func cross(_ box: Area) -> [Area] {
        let (x, y) = ((box.left + box.right) / 2, (box.top + box.bottom) / 2)
        let (across, down) = (max(6, box.width / 2), max(6, box.height / 2))
        return [
            Area(left: x - across, top: y - 1, right: x + across, bottom: y + 1),
            Area(left: x - 1, top: y - down, right: x + 1, bottom: y + down),
        ]
    }

    private mutating func drawLabel(_ item: OverlayPlan.Item, _ scale: Int) {
        fill(item.plate, Self.dark)
        for (index, character) in item.overlay.label.enumerated() {
            let left = item.plate.left + (2 + index * OverlayFont.advance) * scale
            guard left + OverlayFont.width * scale <= item.plate.right, let rows = OverlayFont.rows(of: character) else { break }
            for (row, bits) in rows.enumerated() { drawDots(bits, left, item.plate.top + (2 + row) * scale, scale, item) }
        }
    }

    /// Neighbouring dots of one row as one rectangle.
    private mutating func drawDots(_ bits: UInt8, _ left: Int, _ top: Int, _ scale: Int, _ item: OverlayPlan.Item) {
        var start: Int?
        for column in 0...OverlayFont.width {
            let isSet = column < OverlayFont.width && bits >> UInt8(OverlayFont.width - 1 - column) & 1 == 1
            if isSet {
                start = start ?? column
            } else if let first = start {
                fill(
                    Area(left: left + first * scale, top: top, right: left + column * scale, bottom: top + scale),
                    item.overlay.colour)
                start = nil
            }
        }
    }
}

extension Pixels {
    /// The picture with the stencil's rectangles drawn over it.
    func painted(_ stencil: Stencil) -> Pixels {
        guard !stencil.fills.isEmpty else { return self }
        var copy = bytes
        for fill in stencil.fills where fill.area.right <= width && fill.area.bottom <= height {
            for y in fill.area.top..<fill.area.bottom {
                for at in (y * width + fill.area.left)..<(y * width + fill.area.right) {
                    copy[at * 3] = fill.colour.red
                    copy[at * 3 + 1] = fill.colour.green
                    copy[at * 3 + 2] = fill.colour.blue
                }
            }
        }
        return Pixels(width: width, height: height, bytes: copy)
    }
}
