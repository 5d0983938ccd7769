import KeepersCore

/// The pictures that a kitty terminal holds for us, with what is drawn over them. It may drop any of them; it then says so when asked to show one.
struct KittyShelf {
    struct Image: Equatable {
        var id: UInt32
        /// Of the look, which may be smaller than the picture.
        var width: Int
        var height: Int
        /// False while its chunks are still on their way.
        var isWhole: Bool
        var bytes: Int
        var usedAt: UInt64
    }

    /// Decoded bytes that we ask the terminal to hold at most (kitty's own limit is 320 MB a window).
    static let budget = 160 << 20
    private(set) var images: [LookKey: Image] = [:]
    private var keys: [UInt32: LookKey] = [:]
    private var used = 0
    private var tick: UInt64 = 0

    func key(of id: UInt32) -> LookKey? { keys[id] }

    mutating func image(for key: LookKey) -> Image? {
        guard images[key] != nil else { return nil }
        tick += 1
        images[key]?.usedAt = tick
        return images[key]
    }

    /// The best look of a picture that is there as a whole, if it is better than `look`.
    mutating func best(of picture: PictureKey, above look: Look?) -> (look: Look, image: Image)? {
        for better in Look.allCases.reversed() where look.map({ better > $0 }) ?? true {
            if let image = image(for: LookKey(picture: picture, look: better)), image.isWhole { return (better, image) }
        }
        return nil
    }

    /// The looks of a picture that it holds, or is getting.
    func looks(of picture: PictureKey) -> [Look] {
        Look.allCases.filter { images[LookKey(picture: picture, look: $0)] != nil }
    }

    mutating func begin(_ picture: EncodedPicture, for key: LookKey) {
        remove(key)
        tick += 1
        let bytes = picture.width * picture.height * 4
        images[key] = Image(
            id: picture.id, width: picture.width, height: picture.height, isWhole: false, bytes: bytes, usedAt: tick)
        keys[picture.id] = key
        used += bytes
    }

    mutating func complete(_ id: UInt32) {
        if let key = keys[id], images[key]?.id == id { images[key]?.isWhole = true }
    }

    mutating func remove(_ key: LookKey) {
        guard let old = images.removeValue(forKey: key) else { return }
        keys[old.id] = nil
        used -= old.bytes
    }

    mutating func removeAll() { self = KittyShelf() }

    /// Ids to be deleted in the terminal because the budget is spent; none that `isShown`.
    mutating func overflow(isShown: (PictureKey) -> Bool) -> [UInt32] {
        var ids: [UInt32] = []
        while used > Self.budget,
            let oldest = images.filter({ $0.value.isWhole && !isShown($0.key.picture) }).min(by: {
                $0.value.usedAt < $1.value.usedAt
            })
        {
            ids.append(oldest.value.id)
            remove(oldest.key)
        }
        return ids
    }
}
