import CPixels

/// The size of the whole frame as stored, whose shape a preview with bars baked in does not have.
struct FrameShape {
    var width: Int
    var height: Int

    /// The part of a `width` x `height` picture that has the frame's shape, centred; nil when the picture has that shape already.
    func content(width: Int, height: Int) -> (x: Int, y: Int, width: Int, height: Int)? {
        guard self.width > 0, self.height > 0, width > 1, height > 1 else { return nil }
        let shape = Double(self.width) / Double(self.height)
        let own = Double(width) / Double(height)
        // Rounding and cropped sensor edges move the shape by a percent; 4:3 against 3:2 is twelve.
        guard max(shape / own, own / shape) > 1.03 else { return nil }
        if shape > own {
            let bar = Int(((Double(height) - Double(width) / shape) / 2).rounded(.up))
            return height > 2 * bar ? (0, bar, width, height - 2 * bar) : nil
        }
        let bar = Int(((Double(width) - Double(height) * shape) / 2).rounded(.up))
        return width > 2 * bar ? (bar, 0, width - 2 * bar, height) : nil
    }
}

/// Black bars share JPEG blocks with the picture and carry its ringing: in 550 barred thumbnails at quality 50 to 92
/// the brightest value was 55 and the greatest mean 7.
private let brightestInBlack: Int32 = 64
private let meanOfBlack: Float = 10

/// A decoded picture without its bars, and the size it has in the file.
struct Content {
    var bitmap: Bitmap
    /// As stored, before the reduction in decoding: the shape of thumbnails comes from here.
    var width: Int
    var height: Int
}

/// Takes off the black bars that cameras bake into previews of another shape; a picture that is not black there stays whole.
/// `bitmap` is the `width` x `height` picture, perhaps reduced.
func withoutBars(_ bitmap: Bitmap, width: Int, height: Int, frame: FrameShape?) -> Content {
    guard let frame, let content = frame.content(width: bitmap.width, height: bitmap.height),
        let full = frame.content(width: width, height: height), hasBlackBars(bitmap, around: content)
    else { return Content(bitmap: bitmap, width: width, height: height) }
    let part = bitmap.part(x: content.x, y: content.y, width: content.width, height: content.height)
    return Content(bitmap: part, width: full.width, height: full.height)
}

private func hasBlackBars(_ bitmap: Bitmap, around content: (x: Int, y: Int, width: Int, height: Int)) -> Bool {
    // The rows next to the picture carry its ringing: they are not asked.
    let margin = 1
    if content.x == 0 {
        let top = max(1, content.y - margin)
        let bottom = min(bitmap.height - 1, content.y + content.height + margin)
        return isBlack(bitmap, 0, 0, bitmap.width, top) && isBlack(bitmap, 0, bottom, bitmap.width, bitmap.height)
    }
    let left = max(1, content.x - margin)
    let right = min(bitmap.width - 1, content.x + content.width + margin)
    return isBlack(bitmap, 0, 0, left, bitmap.height) && isBlack(bitmap, right, 0, bitmap.width, bitmap.height)
}

private func isBlack(_ bitmap: Bitmap, _ x0: Int, _ y0: Int, _ x1: Int, _ y1: Int) -> Bool {
    let brightest = keepers_brightest(bitmap.base, bitmap.stride, Int32(x0), Int32(y0), Int32(x1), Int32(y1))
    guard brightest <= brightestInBlack else { return false }
    let bar = bitmap.part(x: x0, y: y0, width: x1 - x0, height: y1 - y0)
    var means: [Float] = [0, 0, 0]
    keepers_cell_means(bar.base, bar.stride, Int32(bar.width), Int32(bar.height), 1, 1, &means)
    return means.allSatisfy { $0 <= meanOfBlack }
}
