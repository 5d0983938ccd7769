import KeepersCore

/// How much a picture may cost: by the line's quality, and by how many bytes go in one piece.
struct Effort: Sendable, Equatable {
    var quality = LinkQuality.local
    /// Of one job; a job that has begun is always finished.
    var maxBytes = 12_288

    /// How many colours a whole picture has where its kind has a palette: 64 take half the bytes of 256, 32 of a thumbnail again a third less.
    func colours(_ picture: PictureKey) -> Int {
        let isSmall = picture.area < 60_000
        return quality == .low ? isSmall ? 32 : 64 : isSmall && quality == .normal ? 96 : 256
    }

    /// A large first look on a slow line has to pass before the next key.
    func factor(_ look: Look, _ picture: PictureKey) -> Int {
        if look == .half { return 2 }
        return quality == .low && picture.area > 300_000 ? 5 : 4
    }

    /// The steps in which a picture is sent.
    func looks(_ mode: PictureMode, _ depth: ColourDepth, _ picture: PictureKey) -> [Look] {
        switch (quality, mode) {
        case (.local, _), (_, .none): return [.whole]
        // The multiplexer would have to draw every look's characters again.
        case (_, .placeholders): return [.whole]
        // Shades of characters are small as they are.
        case (_, .symbols) where depth == .none || depth == .sixteen: return [.whole]
        case (.low, .kitty) where picture.area > 100_000: return [.first, .half, .whole]
        default: return [.first, .whole]
        }
    }
}
