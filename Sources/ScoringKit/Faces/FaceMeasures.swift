import CPixels
import Glibc
import KeepersCore

/// What is measured on the pixels of one face.
struct FaceMeasures: ~Copyable {
    private var luma = Scratch()
    private var half = Scratch()
    /// The face as the mesh's crop has it, at half its size.
    private var aligned = Scratch()
    private static let alignedSide = 128

    /// Mean luma and burnt-out share of a box, 0...1 each; nil outside the picture.
    mutating func exposure(_ box: FoundFace, in picture: UprightPicture) -> (brightness: Double, clipped: Double)? {
        guard let part = picture.part(x: box.x, y: box.y, width: box.width, height: box.height) else { return nil }
        let sums = plane(of: part)
        let pixels = Double(sums.pixels)
        return (Double(sums.lumaSum) / pixels / 255, Double(sums.clippedHighlights) / pixels)
    }

    /// Detail of the strip over both eyes at the picture's own scale; nil below 16 pixels.
    ///
    /// Not turned and not scaled, because both would smooth it: the strip is the upright rectangle around the eyes.
    mutating func sharpness(_ mesh: FaceMesh, in picture: UprightPicture) -> Double? {
        let (left, right) = (mesh.leftEyeMiddle, mesh.rightEyeMiddle)
        let apart = left.distance(right)
        guard apart >= 4 else { return nil }
        let (x, y) = (min(left.x, right.x) - 0.55 * apart, min(left.y, right.y) - 0.45 * apart)
        let width = abs(left.x - right.x) + 1.1 * apart
        let height = abs(left.y - right.y) + 0.9 * apart
        guard let part = picture.part(x: x, y: y, width: width, height: height), part.width >= 16, part.height >= 16 else {
            return nil
        }
        _ = plane(of: part)
        let plane = luma.bytes(1).assumingMemoryBound(to: UInt8.self)
        let coarse = half.bytes(part.width / 2 * (part.height / 2)).assumingMemoryBound(to: UInt8.self)
        let strip = keepers_strip_detail(plane, Int32(part.width), Int32(part.height), coarse)
        return detail(strip)
    }

    private mutating func plane(of part: Bitmap) -> keepers_exposure {
        let plane = luma.bytes(part.width * part.height).assumingMemoryBound(to: UInt8.self)
        return keepers_luma(part.base, part.stride, Int32(part.width), Int32(part.height), plane)
    }

    /// Luma around the eyes against that of the cheeks: skin is skin, dark glasses are not.
    ///
    /// Patches lie on the lower lids and below the brows, where eyes and lashes do not reach.
    mutating func eyeSocketShare(_ mesh: FaceMesh, in picture: UprightPicture) -> Double {
        let side = Self.alignedSide
        let plane = aligned.bytes(side * side).assumingMemoryBound(to: UInt8.self)
        let place = mesh.crop.toUpright(pixels: Double(side)).then(picture.toStored)
        let bitmap = picture.bitmap
        keepers_crop_luma(
            bitmap.base, bitmap.stride, Int32(bitmap.width), Int32(bitmap.height), place.kernel, Int32(side), Int32(side), plane)
        func patch(_ index: Int) -> Double {
            let point = mesh.points[index]
            let (x, y) = (Int(min(255, max(0, point.x)) / 2), Int(min(255, max(0, point.y)) / 2))
            var sum = 0
            var count = 0
            for row in max(0, y - 1)...min(side - 1, y + 1) {
                for column in max(0, x - 1)...min(side - 1, x + 1) {
                    sum += Int(plane[row * side + column])
                    count += 1
                }
            }
            return Double(sum) / Double(count)
        }
        func mean(_ indices: [Int]) -> Double { indices.reduce(0) { $0 + patch($1) } / Double(indices.count) }
        let cheeks = (mean([50, 205, 101, 118]), mean([280, 425, 330, 347]))
        let sockets = (mean([230, 229, 231, 27, 28]), mean([450, 449, 451, 257, 258]))
        // A lamp from one side leaves the other half dark: each socket is held against its own cheek.
        return min(sockets.0 / max(1, cheeks.0), sockets.1 / max(1, cheeks.1))
    }
}

/// The formula of `judge(_:iso:)` over a strip instead of over the sharpest tiles.
private func detail(_ strip: keepers_strip) -> Double {
    let fine = max(0, strip.fineEnergy - 3 * strip.flatEnergy)
    let coarse = max(0, strip.coarseEnergy - 3 * strip.flatEnergy / 4)
    return (fine + coarse / 16) / (strip.variance + 30)
}
