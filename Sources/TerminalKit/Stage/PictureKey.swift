import KeepersCore

/// What is encoded, cached and kept by the terminal: a picture and what is drawn over it. Pixels are fetched by request alone.
struct PictureKey: Hashable, Sendable {
    var request: PictureRequest
    var overlays: [Overlay] = []
}

extension Placement {
    var key: PictureKey { PictureKey(request: request, overlays: overlays) }
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
