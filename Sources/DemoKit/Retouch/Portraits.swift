import KeepersCore

/// Frames made of real portraits: framed a little differently each time, blinking, smiling, blurred as their plan says.
enum Portraits {
    /// One photograph as a frame of a burst.
    static func posed(_ photo: Photo, _ take: Take, width: Int, height: Int) -> [UInt8] {
        var dice = Dice(take.seed, 5)
        var posed = photo
        posed.retouch(take, face: nil)
        let window = photo.window(width: width, height: height, &dice)
        return Lens.blurred(posed.cut(window).filling(width: width, height: height), width, height, take, &dice)
    }

    /// `count` faces in a grid; the first keeps its eyes as the plan says, the others blink now and then.
    static func side(
        by count: Int, of photos: [Photo], _ shot: Shot, _ take: Take, width: Int, height: Int
    ) -> [UInt8] {
        var choice = Dice(shot.seed, 6)
        var dice = Dice(take.seed, 7)
        let columns = (1...count).first { $0 * $0 >= count } ?? 1
        let rows = (count + columns - 1) / columns
        let (tileWidth, tileHeight) = (width / columns, height / rows)
        var out = [UInt8](repeating: 24, count: width * height * 3)
        let portraits = photos.filter { !$0.faces.isEmpty }
        for place in 0..<count {
            let photo = choice.pick(portraits)
            let face = choice.whole(0...photo.faces.count - 1)
            var posed = photo.cut(photo.window(around: face, width: tileWidth, height: tileHeight, &dice))
            var own = take
            if place > 0 { own.eyesClosed = dice.chance(0.2) }
            own.smile = dice.between(0, 1)
            posed.retouch(own, face: face)
            let tile = posed.filling(width: tileWidth, height: tileHeight)
            let start = (place / columns * tileHeight * width + place % columns * tileWidth) * 3
            for row in 0..<tileHeight {
                let from = row * tileWidth * 3
                out.replaceSubrange(
                    (start + row * width * 3)..<(start + row * width * 3 + tileWidth * 3), with: tile[from..<from + tileWidth * 3]
                )
            }
        }
        return Lens.blurred(out, width, height, take, &dice)
    }
}

/// A part of a photograph, in its pixels.
struct Window {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
}

extension Photo {
    /// Closes eyes and moves mouths as planned: of one face, or of all.
    mutating func retouch(_ take: Take, face: Int?) {
        for (index, points) in faces.enumerated() where face == nil || index == face {
            guard var retouch = Retouch(pixels, landmarks: points) else { continue }
            if take.eyesClosed { retouch.closeEyes(1) }
            retouch.smile(Double(take.smile))
            retouch.turnMouth(Double(take.mouth))
            rgb = retouch.picture.bytes
        }
    }

    /// The largest part of the wanted shape that keeps the main face away from its edges, moved and zoomed a little.
    func window(width: Int, height: Int, _ dice: inout Dice) -> Window {
        let zoom = 1 - 0.03 * dice.unit()
        let scale = min(Float(self.width) / Float(width), Float(self.height) / Float(height)) * zoom
        let middle = faces.first.map(Photo.middle) ?? (x: 0.5, y: 0.5)
        return placed(
            Float(width) * scale, Float(height) * scale, around: middle, (dice.around(0.01), dice.around(0.01)))
    }

    /// The face and half of its size around it.
    func window(around face: Int, width: Int, height: Int, _ dice: inout Dice) -> Window {
        let points = faces[face]
        let (xs, ys) = (points.map { Float($0.x) * Float(self.width) }, points.map { Float($0.y) * Float(self.height) })
        let size = max((xs.max() ?? 1) - (xs.min() ?? 0), (ys.max() ?? 1) - (ys.min() ?? 0)) * dice.between(1.9, 2.3)
        let scale = min(
            size / Float(min(width, height)), Float(self.width) / Float(width), Float(self.height) / Float(height))
        let middle = Photo.middle(points)
        return placed(
            Float(width) * scale, Float(height) * scale, around: middle, (dice.around(0.02), dice.around(0.02)))
    }

    private static func middle(_ points: [UnitPoint]) -> (x: Double, y: Double) {
        let count = Double(max(1, points.count))
        return (points.reduce(0) { $0 + $1.x } / count, points.reduce(0) { $0 + $1.y } / count)
    }

    private func placed(_ wide: Float, _ high: Float, around middle: (x: Double, y: Double), _ shift: (Float, Float)) -> Window {
        let (w, h) = (min(width, max(16, Int(wide))), min(height, max(16, Int(high))))
        let x = Float(middle.x) * Float(width) + (shift.0 - 0.5) * Float(w)
        let y = Float(middle.y) * Float(height) + (shift.1 - 0.5) * Float(h)
        return Window(
            x: min(max(0, Int(max(-1e6, min(1e6, x)))), width - w), y: min(max(0, Int(max(-1e6, min(1e6, y)))), height - h),
            width: w,
            height: h)
    }

    /// Only this part; its faces move along.
    func cut(_ window: Window) -> Photo {
        var part = self
        (part.width, part.height) = (window.width, window.height)
        part.rgb = (0..<window.height).flatMap { row in
            let start = ((window.y + row) * width + window.x) * 3
            return rgb[start..<start + window.width * 3]
        }
        part.faces = faces.map { points in
            points.map { point in
                UnitPoint(
                    x: (point.x * Double(width) - Double(window.x)) / Double(window.width),
                    y: (point.y * Double(height) - Double(window.y)) / Double(window.height))
            }
        }
        return part
    }
}
