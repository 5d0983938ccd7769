import Glibc
import KeepersCore

/// A rectangle of pixels or cells; its right and bottom edges lie outside.
struct Area: Hashable {
    var left: Int
    var top: Int
    var right: Int
    var bottom: Int

    var width: Int { right - left }
    var height: Int { bottom - top }
    var isEmpty: Bool { right <= left || bottom <= top }

    func cut(to other: Area) -> Area {
        Area(
            left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
            bottom: min(bottom, other.bottom))
    }

    func grown(by amount: Int) -> Area {
        Area(left: left - amount, top: top - amount, right: right + amount, bottom: bottom + amount)
    }

    func shared(with other: Area) -> Int {
        let both = cut(to: other)
        return both.isEmpty ? 0 : both.width * both.height
    }
}

extension UnitRect {
    var isFinite: Bool { x.isFinite && y.isFinite && width.isFinite && height.isFinite }
}

/// Where overlays and their labels lie in a grid of pixels or cells.
struct OverlayPlan {
    struct Item {
        var overlay: Overlay
        /// May reach beyond the grid; touches it.
        var box: Area
        /// Inside the grid; empty where there is no text or no room for any.
        var plate: Area
    }
    private(set) var items: [Item] = []

    /// At most this many overlays are drawn, whatever a scene asks for.
    static let limit = 256

    /// `plate` says how large a label must be; `gap` lies between it and its box.
    init(_ overlays: [Overlay], width: Int, height: Int, gap: Int, plate: (Overlay) -> (width: Int, height: Int)) {
        let whole = Area(left: 0, top: 0, right: width, bottom: height)
        let placed = overlays.prefix(Self.limit).compactMap { overlay -> (Overlay, Area)? in
            guard let box = Self.box(overlay.rect, width, height), !box.cut(to: whole).isEmpty else { return nil }
            return (overlay, box)
        }
        var taken: [Area] = []
        for (index, (overlay, box)) in placed.enumerated() {
            var size = plate(overlay)
            size.width = min(size.width, width)
            let area =
                size.width > 0 && size.height <= height
                ? Self.place(
                    size, at: box, inside: whole, gap: gap, labels: taken,
                    others: placed.enumerated().compactMap { $0.offset == index ? nil : $0.element.1 })
                : Area(left: 0, top: 0, right: 0, bottom: 0)
            if !area.isEmpty { taken.append(area) }
            items.append(Item(overlay: overlay, box: box, plate: area))
        }
    }

    /// nil for what is no rectangle; what reaches far beyond the picture is cut a few widths outside.
    private static func box(_ rect: UnitRect, _ width: Int, _ height: Int) -> Area? {
        guard rect.isFinite, rect.width >= 0, rect.height >= 0 else { return nil }
        func edge(_ value: Double, _ size: Int) -> Int { Int((min(max(value, -4), 5) * Double(size)).rounded()) }
        let (left, top) = (edge(rect.x, width), edge(rect.y, height))
        return Area(
            left: left, top: top, right: max(left + 1, edge(rect.x + rect.width, width)),
            bottom: max(top + 1, edge(rect.y + rect.height, height)))
    }

    /// Above the box, else below it, else beside it, else inside: the first place in the picture that covers no other label and no other
    /// box; where there is none, the one that covers least. A label over a label is worse than one over a face.
    private static func place(
        _ size: (width: Int, height: Int), at box: Area, inside whole: Area, gap: Int, labels: [Area], others: [Area]
    ) -> Area {
        let seen = box.cut(to: whole)
        let (above, below) = (box.top - gap - size.height, box.bottom + gap)
        let (before, after) = (box.left - gap - size.width, box.right + gap)
        let ends = [box.left, box.right - size.width, (box.left + box.right - size.width) / 2]
        let outside =
            [above, below].flatMap { top in ends.map { (top, $0) } }
            + [before, after].flatMap { left in [seen.top, seen.bottom - size.height].map { ($0, left) } }
        let inside = [seen.top + gap, seen.bottom - gap - size.height].flatMap { top in ends.map { (top, $0) } }
        var best: (area: Area, cost: Int)?
        for (top, left) in outside + inside where top >= 0 && top + size.height <= whole.bottom {
            let left = min(max(left, 0), whole.right - size.width)
            let area = Area(left: left, top: top, right: left + size.width, bottom: top + size.height)
            let cost =
                4 * labels.reduce(0) { $0 + $1.shared(with: area) } + others.reduce(0) { $0 + $1.shared(with: area) }
                + seen.shared(with: area)
            if cost == 0 { return area }
            if cost < best?.cost ?? .max { best = (area, cost) }
        }
        return best?.area ?? Area(left: 0, top: 0, right: 0, bottom: 0)
    }
}
