import KeepersCore

/// What is encoded, cached and kept by the terminal: a picture, what is drawn over it and what is mixed into it. Pixels are fetched by
/// request alone.
struct PictureKey: Hashable, Sendable {
    var request: PictureRequest
    var overlays: [Overlay] = []
    var blend: Blend?
    /// Cell columns that are encoded for themselves, for a slider's part; nil = the whole picture.
    var columns: Range<Int>?

    var requests: [PictureRequest] { [request] + (blend.map { [$0.with] } ?? []) }

    /// Of the whole picture: of the canvas that two share.
    var pixelWidth: Int { max(request.pixelWidth, blend?.with.pixelWidth ?? 0) }
    var pixelHeight: Int { max(request.pixelHeight, blend?.with.pixelHeight ?? 0) }

    func part(_ columns: Range<Int>) -> PictureKey {
        var key = self
        key.columns = columns
        return key
    }
}

extension Placement {
    var key: PictureKey { PictureKey(request: request, overlays: overlays, blend: blend) }

    /// The columns in view, counted from the picture's left edge.
    var shownColumns: Range<Int> {
        let seen = visible
        return seen.x - rect.x..<seen.x - rect.x + seen.width
    }

    var isWhole: Bool { shownColumns == 0..<rect.width }

    /// The same picture in the same place, whatever the clip leaves of it.
    func isSame(butForClip other: Placement) -> Bool {
        var copy = other
        copy.clip = clip
        return copy == self
    }
}

extension PictureRequest {
    /// As it will be shown, where it is only prepared yet.
    func key(in scene: Scene) -> PictureKey { PictureKey(request: self, overlays: scene.prefetchOverlays[self] ?? []) }
}

extension PictureRequest {
    /// The same part of the same photo at the same size, from whichever of its pictures, with or without aids for the eye.
    func showsSameView(as other: PictureRequest) -> Bool {
        frame == other.frame && pixelWidth == other.pixelWidth && pixelHeight == other.pixelHeight && crop == other.crop
    }
}
