import KeepersCore

/// The pictures that a kitty terminal holds for us, with what is drawn over them. It may drop any of them; it then says so when asked to show one.
struct KittyShelf {
    struct Image: Equatable {
        var id: UInt32
        /// False while its chunks are still on their way.
        var isWhole: Bool
        var bytes: Int
        var usedAt: UInt64
    }

    /// Decoded bytes that we ask the terminal to hold at most (kitty's own limit is 320 MB a window).
    static let budget = 160 << 20
    private(set) var images: [PictureKey: Image] = [:]
    private var keys: [UInt32: PictureKey] = [:]
    private var used = 0
    private var tick: UInt64 = 0

    func key(of id: UInt32) -> PictureKey? { keys[id] }

    mutating func image(for key: PictureKey) -> Image? {
        guard images[key] != nil else { return nil }
        tick += 1
        images[key]?.usedAt = tick
        return images[key]
    }

    /// `firstLook`: the id of a small copy that is sent before, or 0.
    mutating func begin(_ id: UInt32, firstLook: UInt32, for key: PictureKey) {
        remove(key)
        tick += 1
        let bytes = key.pixelWidth * key.pixelHeight * 4
        images[key] = Image(id: id, isWhole: false, bytes: bytes, usedAt: tick)
        keys[id] = key
        if firstLook != 0 { keys[firstLook] = key }
        used += bytes
    }

    mutating func complete(_ id: UInt32) {
        if let key = keys[id], images[key]?.id == id { images[key]?.isWhole = true }
    }

    mutating func remove(_ key: PictureKey) {
        guard let old = images.removeValue(forKey: key) else { return }
        keys[old.id] = nil
        keys[old.id &+ 1] = nil
        used -= old.bytes
    }

    mutating func removeAll() { self = KittyShelf() }

    /// Ids to be deleted in the terminal because the budget is spent; none that `isShown`.
    mutating func overflow(isShown: (PictureKey) -> Bool) -> [UInt32] {
        var ids: [UInt32] = []
        while used > Self.budget,
            let oldest = images.filter({ $0.value.isWhole && !isShown($0.key) }).min(by: { $0.value.usedAt < $1.value.usedAt })
        {
            ids.append(oldest.value.id)
            remove(oldest.key)
        }
        return ids
    }
}
