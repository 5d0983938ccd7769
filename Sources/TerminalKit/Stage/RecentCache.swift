/// Values of known cost, the least recently used given up first when the budget is spent.
struct RecentCache<Key: Hashable, Value> {
    /// Bytes that are kept; the newest value is kept however large it is.
    let budget: Int
    private(set) var used = 0
    private var entries: [Key: Entry] = [:]
    private var tick: UInt64 = 0

    private struct Entry {
        var value: Value
        var cost: Int
        var usedAt: UInt64
    }

    init(budget: Int) { self.budget = budget }

    func contains(_ key: Key) -> Bool { entries[key] != nil }

    mutating func value(for key: Key) -> Value? {
        guard entries[key] != nil else { return nil }
        tick += 1
        entries[key]?.usedAt = tick
        return entries[key]?.value
    }

    mutating func insert(_ value: Value, for key: Key, cost: Int) {
        remove(key)
        tick += 1
        entries[key] = Entry(value: value, cost: cost + 256, usedAt: tick)
        used += cost + 256
        while used > budget, entries.count > 1, let oldest = entries.min(by: { $0.value.usedAt < $1.value.usedAt }) {
            remove(oldest.key)
        }
    }

    mutating func remove(_ key: Key) {
        if let old = entries.removeValue(forKey: key) { used -= old.cost }
    }

    mutating func removeAll() {
        entries.removeAll()
        used = 0
    }
}
