import KeepersCore

/// Encoded pictures, the least recently used given up first when the budget is spent.
struct PictureCache {
    /// Bytes of encoded pictures that are kept.
    let budget: Int
    private(set) var used = 0
    private var entries: [PictureRequest: Entry] = [:]
    private var tick: UInt64 = 0

    private struct Entry {
        var picture: EncodedPicture
        var cost: Int
        var usedAt: UInt64
    }

    init(budget: Int) { self.budget = budget }

    func contains(_ request: PictureRequest) -> Bool { entries[request] != nil }

    mutating func picture(for request: PictureRequest) -> EncodedPicture? {
        guard entries[request] != nil else { return nil }
        tick += 1
        entries[request]?.usedAt = tick
        return entries[request]?.picture
    }

    mutating func insert(_ picture: EncodedPicture, for request: PictureRequest) {
        remove(request)
        tick += 1
        let cost = picture.cost + 256
        entries[request] = Entry(picture: picture, cost: cost, usedAt: tick)
        used += cost
        while used > budget, entries.count > 1, let oldest = entries.min(by: { $0.value.usedAt < $1.value.usedAt }) {
            remove(oldest.key)
        }
    }

    mutating func remove(_ request: PictureRequest) {
        if let old = entries.removeValue(forKey: request) { used -= old.cost }
    }

    mutating func removeAll() {
        entries.removeAll()
        used = 0
    }
}
