import CColour
import CJPEG
import CPixels
import Glibc
public import KeepersCore

/// Measures and draws embedded pictures. One per worker: it keeps its buffers from frame to frame and is not for two threads.
public final class FrameScorer {
    /// Which code measured without models; changes whenever a measure would come out different.
    public static let model = "measures-2"
    /// Which code measures, with the model pack or without: their cards are not mixed.
    public static func model(withFaces: Bool) -> String { withFaces ? "\(model)+\(FaceJudge.model)" : model }
    /// Below this long side, in pixels, sharpness is not judged: a 24-megapixel frame is then reduced more than six times,
    /// so that a blur of six pixels in the frame has become one and looks sharp.
    public static let leastLongSideToJudge = 1000

    /// Prints and colourfulness are taken from a picture of this long side, whatever size the thumbnail has.
    private static let lookLongSide = 360

    private var decoder = PictureDecoder()
    private var colours = ColourCache()
    private var painter = Painter()
    private var measurer = FrameMeasurer()
    private var look = Scratch()
    private var small = Scratch()
    private var aids = EyeAids()
    private let faceJudge: FaceJudge?

    /// Without a judge, faces and the neural print are not measured.
    public init(judge: FaceJudge? = nil) { faceJudge = judge }

    /// An embedded JPEG in memory and what the file around it says.
    public struct Input {
        public var jpeg: UnsafeRawBufferPointer
        /// The only orientation that counts: what the JPEG's own EXIF says is ignored, so that nothing is turned twice.
        public var orientation: Orientation
        public var iso: Int?
        /// The whole frame's size as stored, whose shape tells bars baked into the preview; nil = unknown.
        public var fullWidth: Int?
        public var fullHeight: Int?
        /// Centre of the focus point, 0...1 of the stored picture; nil = unknown.
        public var focus: UnitPoint?
        /// The file names its camera: screenshots and scans do not.
        public var isFromCamera: Bool
        /// The camera was set to Adobe RGB; an embedded ICC profile overrules it.
        public var isAdobeRGB: Bool
        /// Show what there is of a cut or damaged picture instead of throwing; its card then holds no measures, and the damage as caveat.
        public var acceptsDamage: Bool

        public init(
            jpeg: UnsafeRawBufferPointer, orientation: Orientation = .upright, iso: Int? = nil, fullWidth: Int? = nil,
            fullHeight: Int? = nil, focus: UnitPoint? = nil, isFromCamera: Bool = true, isAdobeRGB: Bool = false,
            acceptsDamage: Bool = false
        ) {
            self.jpeg = jpeg
            self.orientation = orientation
            self.iso = iso
            self.fullWidth = fullWidth
            self.fullHeight = fullHeight
            self.focus = focus
            self.isFromCamera = isFromCamera
            self.isAdobeRGB = isAdobeRGB
            self.acceptsDamage = acceptsDamage
        }

        var frameShape: FrameShape? {
            guard let fullWidth, let fullHeight else { return nil }
            return FrameShape(width: fullWidth, height: fullHeight)
        }
    }

    /// Measures a picture and makes its thumbnail, from one decode.
    ///
    /// The thumbnail is a JPEG, upright, sRGB, at most `thumbnailLongSide` pixels long and never larger than the picture.
    public func score(
        _ input: Input, thumbnailLongSide: Int = 360
    ) throws(ScoringError) -> (card: ScoreCard, thumbnail: [UInt8]) {
        defer { decoder.trim() }
        let header = try decoder.header(of: input.jpeg)
        let eighths = measuringEighths(width: Int(header.width), height: Int(header.height))
        let isLarge = max(header.width, header.height) * Int32(eighths) / 8 >= 2 * Int32(Self.lookLongSide)
        let (whole, damage) = try decoder.decode(
            input.jpeg, header: header, eighths: eighths, quick: isLarge, acceptsDamage: input.acceptsDamage)
        let content = withoutBars(whole, width: Int(header.width), height: Int(header.height), frame: input.frameShape)
        let picture = content.bitmap
        let colour = colours.colour(for: input.jpeg, isAdobeRGB: input.isAdobeRGB)
        let seen = paint(content, longSide: Self.lookLongSide, input: input, colour: colour, memory: &look)
        let size = input.orientation.upright(width: picture.width, height: picture.height)
        var card = ScoreCard(
            model: Self.model(withFaces: faceJudge != nil), measures: Measures(), print: nil, width: size.width,
            height: size.height, caveat: damage)
        if damage == nil {
            // Judged by the preview's own size, not by the size it was decoded at.
            let isJudgeable = max(header.width, header.height) >= Self.leastLongSideToJudge
            let seenByModels = try faceJudge?.judge(picture, orientation: input.orientation) { pixels, count in
                if let colour { keepers_colour_convert(colour, pixels, count) }
            }
            card.faces = seenByModels?.faces
            let shot = ShotFacts(
                orientation: input.orientation, iso: input.iso, focus: input.focus, faces: card.faces,
                isFromCamera: input.isFromCamera)
            (card.measures, card.subject) = measurer.measure(picture, look: seen, shot: shot, isJudgeable: isJudgeable)
            card.print = Print(of: seen)
            if let features = seenByModels?.features { card.print?.features = features }
            if !isJudgeable {
                card.caveat = "too small to judge"
            } else if card.measures[.sharpness] == nil {
                card.caveat = "noise and texture look alike: sharpness cannot be told"
            }
        }
        if fitted(content, longSide: thumbnailLongSide) == fitted(content, longSide: Self.lookLongSide) {
            return (card, try encode(seen))
        }
        return (card, try encode(paint(content, longSide: thumbnailLongSide, input: input, colour: colour, memory: &small)))
    }

    /// The grid's first look, without measures: a JPEG like `score` makes.
    public func thumbnail(_ input: Input, longSide: Int) throws(ScoringError) -> [UInt8] {
        defer { decoder.trim() }
        let header = try decoder.header(of: input.jpeg)
        let (width, height) = (Int(header.width), Int(header.height))
        let shape = input.frameShape?.content(width: width, height: height)
        let size = fitted(width: shape?.width ?? width, height: shape?.height ?? height, longSide: longSide)
        let content = try decode(input, header: header, part: .whole, storedWidth: size.width, storedHeight: size.height)
        let colour = colours.colour(for: input.jpeg, isAdobeRGB: input.isAdobeRGB)
        return try encode(paint(content, longSide: longSide, input: input, colour: colour, memory: &small))
    }

    /// Draws `request.crop` of the upright picture at exactly `request.pixelWidth` x `request.pixelHeight`, sRGB, rows packed.
    public func draw(
        _ input: Input, request: PictureRequest, into target: UnsafeMutableRawBufferPointer
    ) throws(ScoringError) -> Drawing {
        defer { decoder.trim() }
        let (width, height) = (request.pixelWidth, request.pixelHeight)
        let base = try request.room(in: target)
        let header = try decoder.header(of: input.jpeg)
        let stored = input.orientation.upright(width: width, height: height)
        let part = input.orientation.stored(request.crop)
        let content = try decode(
            input, header: header, part: part, storedWidth: stored.width, storedHeight: stored.height,
            isWhole: !request.aids.isEmpty)
        let picture = content.bitmap
        painter.draw(request.crop, of: picture, turned: input.orientation, width: width, height: height, into: base)
        let colour = colours.colour(for: input.jpeg, isAdobeRGB: input.isAdobeRGB)
        if let colour { keepers_colour_convert(colour, base, width * height) }
        aids.paint(
            request.aids, request.crop, of: picture, turned: input.orientation, width: width, height: height, into: base)
        let size = input.orientation.upright(width: content.width, height: content.height)
        var facts = PictureFacts(width: size.width, height: size.height)
        if request.quality == .large {
            facts.histogram = aids.histogram(of: picture) { pixels, count in
                if let colour { keepers_colour_convert(colour, pixels, count) }
            }
        }
        return Drawing(width: width, height: height, facts: facts)
    }
}

// MARK: decoding

extension FrameScorer {
    /// Decodes at the smallest power of two at which `part` still has the wanted pixels, or `isWhole`; bars taken off.
    private func decode(
        _ input: Input, header: keepers_jpeg_header, part: UnitRect, storedWidth: Int, storedHeight: Int, isWhole: Bool = false
    ) throws(ScoringError) -> Content {
        let (width, height) = (Int(header.width), Int(header.height))
        let content = input.frameShape?.content(width: width, height: height)
        let across = part.width * Double(content?.width ?? width) / Double(storedWidth)
        let down = part.height * Double(content?.height ?? height) / Double(storedHeight)
        let reduction = min(across, down)
        // The other powers of two have fast code in TurboJPEG; the thirds do not.
        let eighths = isWhole ? 8 : reduction >= 8 ? 1 : reduction >= 4 ? 2 : reduction >= 2 ? 4 : 8
        let bitmap = try decoder.decode(
            input.jpeg, header: header, eighths: eighths, quick: false, acceptsDamage: input.acceptsDamage
        ).bitmap
        return withoutBars(bitmap, width: width, height: height, frame: input.frameShape)
    }
}

extension PictureRequest {
    /// Where its pixels go, when they fit.
    func room(in target: UnsafeMutableRawBufferPointer) throws(ScoringError) -> UnsafeMutablePointer<UInt8> {
        guard pixelWidth >= 1, pixelHeight >= 1, pixelWidth <= 65_535, pixelHeight <= 65_535,
            pixelWidth * pixelHeight * 3 <= target.count, let base = target.assumingMemoryBound(to: UInt8.self).baseAddress
        else { throw ScoringError("\(pixelWidth) x \(pixelHeight) pixels do not fit the memory they are to be drawn in") }
        return base
    }
}

/// The eighths at which a picture is measured: whole up to 3.2 megapixels, else nearest to 1.5 megapixels (6000 x 4000: 1500 x 1000).
func measuringEighths(width: Int, height: Int) -> Int {
    let pixels = Double(width) * Double(height)
    guard pixels > 3_200_000 else { return 8 }
    func distance(_ eighths: Int) -> Double { abs(log(pixels * Double(eighths * eighths) / 64 / 1_500_000)) }
    return [1, 2, 3, 4].min { distance($0) < distance($1) } ?? 1
}

/// The size of a picture whose long side is `longSide` at most; never larger than it is, never empty.
func fitted(width: Int, height: Int, longSide: Int) -> (width: Int, height: Int) {
    let long = max(width, height)
    guard long > longSide, longSide > 0 else { return (width, height) }
    func side(_ length: Int) -> Int { max(1, (length * longSide + long / 2) / long) }
    return (side(width), side(height))
}

/// The stored size of a picture's thumbnail.
private func fitted(_ content: Content, longSide: Int) -> (width: Int, height: Int) {
    fitted(width: content.width, height: content.height, longSide: longSide)
}

// MARK: measures

extension FrameScorer {
    /// Sharpness alone of a plane of luma, row by row, one byte a pixel: what the bench times. nil where it cannot be told.
    public func sharpness(ofLuma plane: UnsafeBufferPointer<UInt8>, width: Int, height: Int) -> Double? {
        guard let base = plane.baseAddress, (1...65_535).contains(width), (1...65_535).contains(height),
            plane.count >= width * height
        else { return nil }
        return measurer.sharpness(of: base, width: width, height: height)
    }
}

// MARK: thumbnails

extension FrameScorer {
    /// The whole picture, small, upright and in sRGB; it stays in `memory`.
    private func paint(
        _ content: Content, longSide: Int, input: Input, colour: OpaquePointer?, memory: inout Scratch
    ) -> Bitmap {
        let stored = fitted(content, longSide: longSide)
        let (width, height) = input.orientation.upright(width: stored.width, height: stored.height)
        let base = memory.bytes(width * height * 3).assumingMemoryBound(to: UInt8.self)
        painter.draw(.whole, of: content.bitmap, turned: input.orientation, width: width, height: height, into: base)
        if let colour { keepers_colour_convert(colour, base, width * height) }
        return Bitmap(base: base, stride: 3 * width, width: width, height: height)
    }

    /// At quality 82; noise that would take a grid thumbnail beyond 60 KB costs it quality.
    private func encode(_ picture: Bitmap) throws(ScoringError) -> [UInt8] {
        let isForGrid = max(picture.width, picture.height) <= 480
        var bytes: [UInt8] = []
        for quality in [82, 70, 55, 40, 25] as [Int32] {
            var jpeg: UnsafeMutablePointer<UInt8>?
            var size = 0
            let failed = keepers_jpeg_encode(
                picture.base, Int32(picture.width), Int32(picture.height), Int32(picture.stride), quality, 1, &jpeg, &size)
            defer { keepers_jpeg_free(jpeg) }
            guard failed == 0 else { throw ScoringError("no thumbnail could be made of the picture") }
            bytes = Array(UnsafeBufferPointer(start: jpeg, count: size))
            if bytes.count < 60_000 || !isForGrid { break }
        }
        return bytes
    }
}
