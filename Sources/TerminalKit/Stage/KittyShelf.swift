import KeepersCore

/// The pictures that a kitty terminal holds for us, by request. It may drop any of them; it then says so when asked to show one.
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
    private(set) var images: [PictureRequest: Image] = [:]
    private var requests: [UInt32: PictureRequest] = [:]
    private var used = 0
    private var tick: UInt64 = 0

    func request(of id: UInt32) -> PictureRequest? { requests[id] }

    mutating func image(for request: PictureRequest) -> Image? {
        guard images[request] != nil else { return nil }
        tick += 1
        images[request]?.usedAt = tick
        return images[request]
    }

    /// `firstLook`: the id of a small copy that is sent before, or 0.
    mutating func begin(_ id: UInt32, firstLook: UInt32, for request: PictureRequest) {
        remove(request)
        tick += 1
        let bytes = request.pixelWidth * request.pixelHeight * 4
        images[request] = Image(id: id, isWhole: false, bytes: bytes, usedAt: tick)
        requests[id] = request
        if firstLook != 0 { requests[firstLook] = request }
        used += bytes
    }

    mutating func complete(_ id: UInt32) {
        if let request = requests[id], images[request]?.id == id { images[request]?.isWhole = true }
    }

    mutating func remove(_ request: PictureRequest) {
        guard let old = images.removeValue(forKey: request) else { return }
        requests[old.id] = nil
        requests[old.id &+ 1] = nil
        used -= old.bytes
    }

    mutating func removeAll() { self = KittyShelf() }

    /// Ids to be deleted in the terminal because the budget is spent; none that `isShown`.
    mutating func overflow(isShown: (PictureRequest) -> Bool) -> [UInt32] {
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
