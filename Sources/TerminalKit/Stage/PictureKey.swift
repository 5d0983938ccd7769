import KeepersCore

/// What is shown: a picture and what is drawn over it. Pixels are fetched by request alone.
struct PictureKey: Hashable, Sendable {
    var request: PictureRequest
    var overlays: [Overlay] = []
}

/// How much of a picture: every step covers the one before.
enum Look: Int, Comparable, CaseIterable, Sendable {
    /// Recognisable for a thirtieth of the bytes: a quarter of the size, or coarse cells.
    case first
    /// Half of the size.
    case half
    case whole

    static func < (left: Look, right: Look) -> Bool { left.rawValue < right.rawValue }
}

/// What is encoded, cached and kept by the terminal.
struct LookKey: Hashable, Sendable {
    var picture: PictureKey
    var look = Look.whole
}

extension Placement {
    var key: PictureKey { PictureKey(request: request, overlays: overlays) }
}

extension PictureRequest {
    /// As it will be shown, where it is only prepared yet.
    func key(in scene: Scene) -> PictureKey { PictureKey(request: self, overlays: scene.prefetchOverlays[self] ?? []) }
}
