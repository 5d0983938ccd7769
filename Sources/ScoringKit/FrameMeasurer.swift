import CPixels
import Glibc
import KeepersCore

/// What is known about the frame whose picture is measured.
struct ShotFacts {
    var orientation: Orientation
    var iso: Int?
    /// 0...1 of the stored picture.
    var focus: UnitPoint?
    /// In the upright picture; nil = not looked for.
    var faces: [Face]?
    /// The camera named itself: screenshots and scans do not.
    var isFromCamera: Bool
}

/// Measures decoded pictures. It keeps its buffers from frame to frame.
struct FrameMeasurer: ~Copyable {
    private var luma = Scratch()
    private var half = Scratch()
    private var small = Scratch()
    private var tiles = Scratch()

    /// `look` is the same picture small, upright and in sRGB. Without `isJudgeable` nothing is said about sharpness.
    mutating func measure(
        _ picture: Bitmap, look: Bitmap, shot: ShotFacts, isJudgeable: Bool
    ) -> (measures: Measures, subject: Subject?) {
        let (width, height) = (Int32(picture.width), Int32(picture.height))
        let plane = luma.bytes(picture.width * picture.height).assumingMemoryBound(to: UInt8.self)
        let exposure = keepers_luma(picture.base, picture.stride, width, height, plane)
        var measures = Measures([
            .clippedShadows: exposure.shadows, .clippedHighlights: exposure.highlights, .brightness: exposure.mean / 255,
            .contrast: exposure.deviation / 255,
            .colourfulness: keepers_colourfulness(look.base, look.stride, Int32(look.width), Int32(look.height)),
        ])
        measures[.utility] = judgeUtility(
            keepers_page_counts(look.base, look.stride, Int32(look.width), Int32(look.height)), shot: shot,
            burntOut: exposure.highlights)
        let field = isJudgeable ? measureTiles(plane, width: width, height: height) : nil
        let detail = field.flatMap { judge($0.tiles, iso: shot.iso) }
        if let field, let detail {
            measures[.sharpness] = detail.sharpness
            measures[.noise] = detail.noise
            measures[.directionality] = detail.directionality
            if let tilt = tilt(field, width: width, height: height, orientation: shot.orientation) { measures[.tilt] = tilt }
            if detail.sharpness != nil, let smear = judgeSmear(gradients(field, width: width, height: height)) {
                measures[.motionBlur] = smear.sureness
                if smear.sureness > 0 { measures[.motionAngle] = shot.orientation.upright(angle: smear.angle) }
            }
        }
        let subject = measureSubject(picture, shot: shot, field: field, detail: detail, into: &measures)
        return (measures, subject)
    }

    /// Sharpness alone of a plane of luma.
    mutating func sharpness(of plane: UnsafePointer<UInt8>, width: Int, height: Int) -> Double? {
        judge(measureTiles(plane, width: Int32(width), height: Int32(height)).tiles, iso: nil)?.sharpness
    }
}

// MARK: detail

/// The tiles of a picture and the planes they were measured on; valid until the next picture.
private struct TileField {
    var plane: UnsafePointer<UInt8>
    var half: UnsafePointer<UInt8>
    var tiles: UnsafeBufferPointer<keepers_tile>
    var columns: Int

    func place(of tile: Int) -> PixelRect {
        let side = Int(keepers_tile_side)
        let (left, top) = (tile % columns * side + 1, tile / columns * side + 1)
        return PixelRect(left: left, top: top, right: left + side, bottom: top + side)
    }
}

extension FrameMeasurer {
    private mutating func measureTiles(_ plane: UnsafePointer<UInt8>, width: Int32, height: Int32) -> TileField {
        let columns = Int(keepers_tile_columns(width))
        let count = columns * Int(keepers_tile_columns(height))
        let room = tiles.bytes(count * MemoryLayout<keepers_tile>.stride).bindMemory(to: keepers_tile.self, capacity: count)
        let coarse = half.bytes(Int(width / 2) * Int(height / 2)).assumingMemoryBound(to: UInt8.self)
        keepers_half(plane, width, height, coarse)
        keepers_detail(plane, coarse, width, height, room)
        return TileField(plane: plane, half: coarse, tiles: UnsafeBufferPointer(start: room, count: count), columns: columns)
    }

    private mutating func gradients(_ field: TileField, width: Int32, height: Int32) -> GradientScales {
        let (quarterWidth, quarterHeight) = (width / 4, height / 4)
        let (eighthWidth, eighthHeight) = (width / 8, height / 8)
        let quarterBytes = Int(quarterWidth) * Int(quarterHeight)
        let quarter = small.bytes(quarterBytes + Int(eighthWidth) * Int(eighthHeight)).assumingMemoryBound(to: UInt8.self)
        keepers_half(field.half, width / 2, height / 2, quarter)
        let eighth = quarter + quarterBytes
        keepers_half(quarter, quarterWidth, quarterHeight, eighth)
        let side = Int32(GradientScales.side)
        let columns = max(0, min((width - 2) / side, (quarterWidth - 2) / (side / 4), (eighthWidth - 2) / (side / 8)))
        let rows = max(0, min((height - 2) / side, (quarterHeight - 2) / (side / 4), (eighthHeight - 2) / (side / 8)))
        func blocks(_ plane: UnsafePointer<UInt8>, _ width: Int32, _ side: Int32) -> [keepers_gradients] {
            let count = Int(columns) * Int(rows)
            return [keepers_gradients](unsafeUninitializedCapacity: count) { room, filled in
                if let base = room.baseAddress { keepers_gradient_blocks(plane, width, side, columns, rows, base) }
                filled = count
            }
        }
        return GradientScales(
            full: blocks(field.plane, width, side), quarter: blocks(quarter, quarterWidth, side / 4),
            eighth: blocks(eighth, eighthWidth, side / 8))
    }
}

extension FrameMeasurer {
    /// Degrees clockwise by which the upright picture leans.
    private mutating func tilt(_ field: TileField, width: Int32, height: Int32, orientation: Orientation) -> Double? {
        let quarter = small.bytes(Int(width / 4) * Int(height / 4)).assumingMemoryBound(to: UInt8.self)
        keepers_half(field.half, width / 2, height / 2, quarter)
        var leans = keepers_leans()
        keepers_lean(quarter, width / 4, height / 4, &leans)
        return judgeTilt(leans, pixels: Int(width / 4) * Int(height / 4), orientation: orientation)
    }
}

// MARK: subject

extension FrameMeasurer {
    /// Fills in what is told about the subject and says what it was taken from.
    private mutating func measureSubject(
        _ picture: Bitmap, shot: ShotFacts, field: TileField?, detail: Detail?, into measures: inout Measures
    ) -> Subject? {
        let area = subjectArea(
            faces: shot.faces, focus: shot.focus, orientation: shot.orientation, width: picture.width, height: picture.height)
        if let area {
            let own = field.flatMap { field in
                detail.flatMap { ScoringKit.sharpness(of: cells(area.keen, field, picture), share: 0.25, above: $0.flat) }
            }
            // A focus point on a plain wall tells nothing; a face is the subject even so.
            if own != nil || area.kind == .faces || field == nil {
                measures[.subjectSharpness] = own
                if let field, let detail { measures[.backgroundSharpness] = background(area, field, detail) }
                expose(picture, area.whole, into: &measures)
                return area.kind
            }
        }
        guard let field, let detail, let sharpness = detail.sharpness, !detail.sharpest.isEmpty else { return nil }
        measures[.subjectSharpness] = sharpness
        expose(picture, detail.sharpest.map(field.place), into: &measures)
        return .sharpestTiles
    }

    /// Cells of 16 pixels that cover `rects` as far as whole cells fit into the picture.
    private func cells(_ rects: [PixelRect], _ field: TileField, _ picture: Bitmap) -> [keepers_tile] {
        let side = Int(keepers_cell_side)
        return rects.flatMap { rect -> [keepers_tile] in
            let (left, top) = (max(4, rect.left / 2 * 2), max(4, rect.top / 2 * 2))
            let columns = (min(rect.right + side / 2, picture.width - 4) - left) / side
            let rows = (min(rect.bottom + side / 2, picture.height - 4) - top) / side
            guard columns > 0, rows > 0 else { return [] }
            return [keepers_tile](unsafeUninitializedCapacity: columns * rows) { room, filled in
                if let base = room.baseAddress {
                    keepers_detail_cells(
                        field.plane, field.half, Int32(picture.width), Int32(left), Int32(top), Int32(columns), Int32(rows), base)
                }
                filled = columns * rows
            }
        }
    }

    /// Of the sharpest twentieth of the tiles away from the subject; nil where hardly any are.
    private func background(_ area: SubjectArea, _ field: TileField, _ detail: Detail) -> Double? {
        let outside = field.tiles.indices.filter { tile in
            let place = field.place(of: tile)
            return !area.near.contains { $0.overlaps(place) }
        }
        guard outside.count >= 16 else { return nil }
        return ScoringKit.sharpness(of: outside.map { field.tiles[$0] }, share: 0.05, above: detail.flat)
    }

    /// Brightness and clipping over `rects`.
    private mutating func expose(_ picture: Bitmap, _ rects: [PixelRect], into measures: inout Measures) {
        var all = keepers_exposure()
        for rect in rects {
            let part = picture.part(x: rect.left, y: rect.top, width: rect.width, height: rect.height)
            let plane = small.bytes(rect.width * rect.height).assumingMemoryBound(to: UInt8.self)
            let one = keepers_luma(part.base, part.stride, Int32(part.width), Int32(part.height), plane)
            all.pixels += one.pixels
            all.lumaSum += one.lumaSum
            all.clippedShadows += one.clippedShadows
            all.clippedHighlights += one.clippedHighlights
        }
        guard all.pixels > 0 else { return }
        measures[.subjectBrightness] = all.mean / 255
        measures[.subjectShadows] = all.shadows
        measures[.subjectHighlights] = all.highlights
    }
}

extension keepers_exposure {
    var mean: Double { Double(lumaSum) / Double(pixels) }
    var deviation: Double { max(0, Double(lumaSquareSum) / Double(pixels) - mean * mean).squareRoot() }
    var shadows: Double { Double(clippedShadows) / Double(pixels) }
    var highlights: Double { Double(clippedHighlights) / Double(pixels) }
}

extension Orientation {
    /// An angle of the stored picture, degrees counterclockwise from horizontal, as it stands upright: 0..<180.
    func upright(angle: Double) -> Double {
        let (zero, tip) = (upright(x: 0, y: 0), upright(x: cos(angle * .pi / 180), y: -sin(angle * .pi / 180)))
        let turned = atan2(zero.y - tip.y, tip.x - zero.x) * 180 / .pi
        let positive = (turned + 360).truncatingRemainder(dividingBy: 180)
        return positive < 180 ? positive : 0
    }
}
