import CPixels

/// Things at one distance from the camera, drawn back to front; the distance decides how blurred they are.
struct Layer {
    /// Radius of the blur, in picture heights (short sides).
    var blur: Float
    /// Way that the subject moves while the shutter is open.
    var smear: (Float, Float) = (0, 0)
    private(set) var blobs: [keepers_demo_blob] = []
    private(set) var parts: [keepers_demo_part] = []

    init(blur: Float = 0) { self.blur = blur }

    /// Draws shapes joined into one outline; no shapes = the whole picture.
    mutating func draw(_ shapes: [Shape], at pose: Pose, _ surface: Surface) {
        var blob = keepers_demo_blob()
        let scale = pose.scale
        (blob.originX, blob.originY, blob.cosine, blob.sine) = (pose.x, pose.y, pose.cosine, pose.sine)
        (blob.bend, blob.bulge, blob.softness) = (surface.bend / scale, surface.bulge * scale, surface.softness * scale)
        (blob.opacity, blob.mode) = (surface.opacity, surface.mode.rawValue)
        blob.colour = surface.colour.values
        blob.colourEnd = (surface.end ?? surface.colour).values
        let gradient = surface.gradient
        blob.gradient = (gradient.0 * scale, gradient.1 * scale, gradient.2 * scale, gradient.3 * scale)
        (blob.texture, blob.frequencyX, blob.frequencyY) = (
            surface.texture.rawValue, surface.grain.0 / scale, surface.grain.1 / scale
        )
        (blob.textureCosine, blob.textureSine) = turn(surface.grainDegrees)
        (blob.contrast, blob.bump, blob.ragged) = (surface.contrast, surface.bump, surface.ragged * scale)
        (blob.gloss, blob.subsurface, blob.ring) = (surface.gloss, surface.subsurface, surface.ring / scale)
        (blob.firstPart, blob.partCount) = (Int32(parts.count), Int32(shapes.count))
        for shape in shapes { parts.append(shape.part(scale: scale)) }
        blobs.append(blob)
    }
}

extension Shape {
    fileprivate func part(scale: Float) -> keepers_demo_part {
        var part = keepers_demo_part()
        (part.shape, part.join, part.smooth) = (kind.rawValue, join.rawValue, smooth * scale)
        (part.a, part.b, part.c, part.d) = (values.0 * scale, values.1 * scale, values.2 * scale, values.3 * scale)
        let turned = kind == .ellipse
        (part.e, part.f) = turned ? (values.4, values.5) : (values.4 * scale, values.5 * scale)
        return part
    }
}
