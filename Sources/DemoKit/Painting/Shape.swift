/// One simple outline; a blob joins several.
struct Shape: Sendable {
    enum Join: Int32, Sendable { case union, subtract, intersect, crop }
    enum Kind: Int32, Sendable { case ellipse, capsule, box }

    var kind: Kind
    var values: (Float, Float, Float, Float, Float, Float)
    var join = Join.union
    var smooth: Float = 0

    static func ellipse(_ x: Float, _ y: Float, _ rx: Float, _ ry: Float, degrees: Float = 0) -> Shape {
        let (c, s) = turn(degrees)
        return Shape(kind: .ellipse, values: (x, y, rx, ry, c, s))
    }
    static func circle(_ x: Float, _ y: Float, _ radius: Float) -> Shape { .ellipse(x, y, radius, radius) }
    /// From one rounded end to the other, each with its own radius.
    static func capsule(_ ax: Float, _ ay: Float, _ bx: Float, _ by: Float, _ ra: Float, _ rb: Float? = nil) -> Shape {
        Shape(kind: .capsule, values: (ax, ay, bx, by, ra, rb ?? ra))
    }
    static func box(_ x: Float, _ y: Float, _ halfWidth: Float, _ halfHeight: Float, corner: Float = 0) -> Shape {
        Shape(kind: .box, values: (x, y, halfWidth, halfHeight, corner, 0))
    }

    func joined(_ smooth: Float) -> Shape {
        var shape = self
        shape.smooth = smooth
        return shape
    }
    func cut(_ smooth: Float = 0) -> Shape {
        var shape = self
        (shape.join, shape.smooth) = (.subtract, smooth)
        return shape
    }
    /// Keeps what lies inside, without rounding the body off at the cut.
    func cropping() -> Shape {
        var shape = self
        shape.join = .crop
        return shape
    }
    func within(_ smooth: Float = 0) -> Shape {
        var shape = self
        (shape.join, shape.smooth) = (.intersect, smooth)
        return shape
    }
}

/// What a surface looks like; lengths are in the pose's units.
struct Surface: Sendable {
    enum Mode: Int32, Sendable { case over, add, multiply }
    enum Texture: Int32, Sendable { case none, noise, bricks }

    var colour: Colour
    /// Another colour at the far end of `gradient`.
    var end: Colour?
    var gradient: (Float, Float, Float, Float) = (0, 0, 0, 0)
    var bulge: Float = 0
    var softness: Float = 0
    var opacity: Float = 1
    var mode = Mode.over
    var bend: Float = 0
    var texture = Texture.none
    /// Grains of texture to one unit, along and across the texture's own direction.
    var grain: (Float, Float) = (1, 1)
    var grainDegrees: Float = 0
    var contrast: Float = 0
    var bump: Float = 0
    var ragged: Float = 0
    var gloss: Float = 0
    var subsurface: Float = 0
    var ring: Float = 0

    init(_ colour: Colour, bulge: Float = 0, softness: Float = 0, opacity: Float = 1, mode: Mode = .over, bend: Float = 0) {
        (self.colour, self.bulge, self.softness, self.opacity) = (colour, bulge, softness, opacity)
        (self.mode, self.bend) = (mode, bend)
    }

    func fading(to end: Colour, from: (Float, Float), _ to: (Float, Float)) -> Surface {
        var surface = self
        surface.end = end
        surface.gradient = (from.0, from.1, to.0, to.1)
        return surface
    }

    func textured(
        _ x: Float, _ y: Float, degrees: Float = 0, contrast: Float, bump: Float = 0, ragged: Float = 0,
        _ texture: Texture = .noise
    ) -> Surface {
        var surface = self
        (surface.texture, surface.grain, surface.grainDegrees) = (texture, (x, y), degrees)
        (surface.contrast, surface.bump, surface.ragged) = (contrast, bump, ragged)
        return surface
    }

    func shiny(_ gloss: Float) -> Surface {
        var surface = self
        surface.gloss = gloss
        return surface
    }

    func skin() -> Surface {
        var surface = self
        surface.subsurface = 1
        return surface
    }

    func ringed(_ ring: Float) -> Surface {
        var surface = self
        surface.ring = ring
        return surface
    }
}
