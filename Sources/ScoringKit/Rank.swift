extension [Double] {
    /// The value that would stand at `rank` (0 = the smallest) if they were sorted; leaves them partly sorted.
    /// Hoare's selection, because sorting thousands of tiles takes longer than measuring them. Needs a rank inside and no NaN.
    mutating func select(_ rank: Int) -> Double {
        var (low, high) = (startIndex, endIndex - 1)
        while low < high {
            let pivot = self[(low + high) / 2]
            var (left, right) = (low, high)
            while left <= right {
                while self[left] < pivot { left += 1 }
                while self[right] > pivot { right -= 1 }
                if left <= right {
                    swapAt(left, right)
                    left += 1
                    right -= 1
                }
            }
            if rank <= right {
                high = right
            } else if rank >= left {
                low = left
            } else {
                break
            }
        }
        return self[rank]
    }

    /// The places of the `count` greatest values, in order of place; of equal ones the first.
    func greatest(_ count: Int) -> [Int] {
        guard count < self.count else { return Array<Int>(indices) }
        guard count > 0 else { return [] }
        var copy = self
        let least = copy.select(self.count - count)
        var spare = count - reduce(0) { $0 + ($1 > least ? 1 : 0) }
        return indices.filter { place in
            if self[place] > least { return true }
            guard self[place] == least, spare > 0 else { return false }
            spare -= 1
            return true
        }
    }
}
