import CPixels
public import KeepersCore

/// A picture that was drawn, and what was learned on the way.
public struct Drawing {
    /// Pixels of the drawing.
    public var width: Int
    public var height: Int
    public var facts: PictureFacts
}

/// Peaking, zebra and histogram: measured on a source's own pixels, painted over a drawing of it, never into the source.
struct EyeAids: ~Copyable {
    /// A histogram looks at so many pixels: enough for a tenth of a percent, and a millisecond's work.
    private static let samples = 90_000

    private var mask = Scratch()
    private var rows = Scratch()
    private var sample = Scratch()

    /// `part` is in the upright picture, as for `Painter.draw`; `target` holds the finished drawing.
    mutating func paint(
        _ aids: ViewingAids, _ part: UnitRect, of picture: Bitmap, turned orientation: Orientation, width: Int, height: Int,
        into target: UnsafeMutablePointer<UInt8>
    ) {
        guard !aids.isEmpty else { return }
        let stored = orientation.upright(width: width, height: height)
        let box = orientation.stored(part).clamped.box(width: picture.width, height: picture.height)
        let marks = mask.bytes(stored.width * stored.height).assumingMemoryBound(to: UInt8.self)
        let scratch = rows.bytes(keepers_aids_scratch(box.width)).assumingMemoryBound(to: UInt8.self)
        // So few that the picture is still seen below: a screen pixel is marked for any of the source's below it.
        let shown = Double(stored.width * stored.height) / (Double(box.width) * Double(box.height))
        let share = min(0.03, max(0.002, 0.04 * shown))
        let threshold =
            aids.contains(.peaking)
            ? keepers_peaking_threshold(picture.base, picture.stride, Int32(picture.height), box, share, scratch) : 0
        keepers_aids_mask(
            picture.base, picture.stride, Int32(picture.height), box, Int32(aids.rawValue), threshold, marks,
            Int32(stored.width), Int32(stored.height), scratch)
        keepers_aids_paint(target, Int32(width), Int32(height), marks, Int32(orientation.rawValue))
    }

    /// Of the whole picture, from evenly spread pixels; `convert` brings them to sRGB in place.
    mutating func histogram(
        of picture: Bitmap, convert: (UnsafeMutablePointer<UInt8>, Int) -> Void
    ) -> Histogram {
        let ratio = Double(picture.width * picture.height) / Double(Self.samples)
        let step = max(1, Int(ratio.squareRoot().rounded(.up)))
        // The first is taken in the middle of its step, so this is how many there are.
        func count(_ side: Int) -> Int { side > step / 2 ? (side - step / 2 + step - 1) / step : 0 }
        let pixels = count(picture.width) * count(picture.height)
        let taken = sample.bytes(max(1, pixels) * 3).assumingMemoryBound(to: UInt8.self)
        keepers_sample(picture.base, picture.stride, Int32(picture.width), Int32(picture.height), Int32(step), taken)
        convert(taken, pixels)
        var counts = keepers_histogram()
        keepers_histogram_of(taken, pixels, &counts)
        return Histogram(counts)
    }
}

extension Histogram {
    fileprivate init(_ counts: keepers_histogram) {
        func list<Counts>(_ counts: Counts) -> [UInt32] {
            withUnsafeBytes(of: counts) { Array($0.bindMemory(to: UInt32.self)) }
        }
        let all = Double(max(1, counts.pixels))
        self.init(
            luminance: list(counts.luminance), red: list(counts.red), green: list(counts.green), blue: list(counts.blue),
            shadows: Double(counts.shadows) / all, highlights: Double(counts.highlights) / all)
    }
}

extension UnitRect {
    /// The whole pixels that a part covers, at least one.
    fileprivate func box(width: Int, height: Int) -> keepers_box {
        let left = min(width - 1, max(0, Int(x * Double(width))))
        let top = min(height - 1, max(0, Int(y * Double(height))))
        let right = min(width, max(left + 1, Int(((x + self.width) * Double(width)).rounded())))
        let bottom = min(height, max(top + 1, Int(((y + self.height) * Double(height)).rounded())))
        return keepers_box(x: Int32(left), y: Int32(top), width: Int32(right - left), height: Int32(bottom - top))
    }
}
