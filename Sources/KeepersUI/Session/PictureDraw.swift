import KeepersCore

extension Paper {
    /// Places `frame`'s picture in `pane`, with the overlays of `state` where one is given; returns the rectangle it takes.
    @discardableResult
    mutating func picture(
        _ frame: Frame, in pane: CellRect, quality: PictureRequest.Quality, overlaying state: SessionState? = nil
    ) -> CellRect {
        let size = Paper.uprightSize(frame)
        guard !frame.previews.isEmpty, frame.header.loupePreview != nil else {
            noPicture(frame, in: pane)
            return pane
        }
        let rect = PictureFit.contain(width: size.width, height: size.height, in: pane, cell: geometry)
        var request = Paper.request(frame, rect, geometry, quality)
        if let state { request.aids = state.overlay.aids }
        let overlays = state.map { FaceOverlays.of(frame, in: request, $0, theme) } ?? []
        scene.placements.append(Placement(request: request, rect: rect, overlays: overlays))
        return rect
    }

    static func request(_ frame: Frame, _ rect: CellRect, _ geometry: Geometry, _ quality: PictureRequest.Quality)
        -> PictureRequest
    {
        let size = uprightSize(frame)
        return PictureRequest(
            frame: frame.id, pixelWidth: rect.width * geometry.cellWidth, pixelHeight: rect.height * geometry.cellHeight,
            crop: PictureFit.crop(width: size.width, height: size.height, to: rect, cell: geometry), quality: quality)
    }

    /// The upright size of the best picture that can be shown.
    static func uprightSize(_ frame: Frame) -> (width: Int, height: Int) {
        guard let preview = frame.header.loupePreview else { return (3, 2) }
        return frame.shot.orientation.upright(width: preview.width, height: preview.height)
    }

    private mutating func noPicture(_ frame: Frame, in pane: CellRect) {
        let words = wrapped(frame.problem ?? "no picture inside this file", width: pane.width)
        let top = pane.y + max(0, (pane.height - words.count) / 2)
        for (index, line) in words.prefix(pane.height).enumerated() {
            write(truncated(line, pane.width), x: pane.x, y: top + index, caption)
        }
    }
}

/// Words broken into lines of at most `width` columns.
func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
        if !line.isEmpty, columns(of: line) + 1 + columns(of: String(word)) > width {
            lines.append(line)
            line = ""
        }
        line += (line.isEmpty ? "" : " ") + word
    }
    if !line.isEmpty { lines.append(line) }
    return lines
}
