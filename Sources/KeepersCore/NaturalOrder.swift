/// Compares names as people count: `DSC_999` before `DSC_1000`; case decides only between otherwise equal names.
public func naturallyPrecedes(_ left: String, _ right: String) -> Bool { naturalOrder(left, right) < 0 }

/// Negative, zero or positive as `left` stands before, with or after `right`.
public func naturalOrder(_ left: String, _ right: String) -> Int {
    let first = Array(left.utf8)
    let second = Array(right.utf8)
    var i = 0
    var j = 0
    while i < first.count, j < second.count {
        if isDigit(first[i]), isDigit(second[j]) {
            let order = compareNumbers(first, &i, second, &j)
            if order != 0 { return order }
        } else {
            let a = lowered(first[i])
            let b = lowered(second[j])
            if a != b { return a < b ? -1 : 1 }
            i += 1
            j += 1
        }
    }
    let rest = (first.count - i) - (second.count - j)
    if rest != 0 { return rest }
    return left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : (left == right ? 0 : 1)
}

private func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
private func lowered(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte + 32 : byte }

/// Compares the digit runs at `i` and `j` by value and moves behind both.
private func compareNumbers(_ first: [UInt8], _ i: inout Int, _ second: [UInt8], _ j: inout Int) -> Int {
    while i < first.count, first[i] == 48 { i += 1 }
    while j < second.count, second[j] == 48 { j += 1 }
    let startI = i
    let startJ = j
    while i < first.count, isDigit(first[i]) { i += 1 }
    while j < second.count, isDigit(second[j]) { j += 1 }
    if i - startI != j - startJ { return (i - startI) - (j - startJ) }
    for offset in 0..<(i - startI) where first[startI + offset] != second[startJ + offset] {
        return first[startI + offset] < second[startJ + offset] ? -1 : 1
    }
    return 0
}
