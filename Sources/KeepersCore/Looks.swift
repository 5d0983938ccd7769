/// How frames look, laid out for comparing many of them: rows of feature prints with their norms.
///
/// Distances are 1 - cosine of integers: the same on every machine.
struct Looks: Sendable {
    /// Activations of one feature print; one of another length counts as none.
    static let width = 1280
    /// A comparison may stop after each of these many activations.
    static let block = 160
    private static let blocks = width / block

    private let prints: [Print?]
    private let isFlat: [Bool]
    /// dHash of each, apart from the prints: copying those would cost more than comparing.
    private let hashes: [UInt64]
    /// Row of each print among `values`; nil without features.
    private let rows: [Int?]
    private let values: [Int16]
    /// Of each row the norms from block 0, 1, 2, ... to its end, and 0.
    private let norms: [Double]

    init(_ prints: [Print?]) {
        self.prints = prints
        isFlat = prints.map { $0?.isFlat ?? true }
        hashes = prints.map { $0?.hash ?? 0 }
        var rows: [Int?] = []
        var values: [Int16] = []
        var norms: [Double] = []
        values.reserveCapacity(prints.count * Looks.width)
        for print in prints {
            guard let features = print?.features, features.count == Looks.width, features.contains(where: { $0 > 0 }) else {
                rows.append(nil)
                continue
            }
            rows.append(norms.count / (Looks.blocks + 1))
            norms += Looks.norms(features)
            features.withUnsafeBufferPointer { values.append(contentsOf: $0.lazy.map(Int16.init)) }
        }
        self.rows = rows
        self.values = values
        self.norms = norms
    }

    var count: Int { prints.count }

    /// Measured, and something to see.
    func isTelling(_ index: Int) -> Bool { !isFlat[index] }
    func isMeasured(_ index: Int) -> Bool { prints[index] != nil }
    func lightness(_ index: Int) -> Double? { prints[index]?.meanLightness }

    /// Neither is black or flat, and they differ by no more than `likeness`.
    func isAlike(_ left: Int, _ right: Int, _ likeness: Likeness) -> Bool {
        guard !isFlat[left], !isFlat[right] else { return false }
        if let a = rows[left], let b = rows[right] { return distance(a, b, upTo: likeness.distance) != nil }
        guard let first = prints[left], let second = prints[right] else { return false }
        return first.bits(to: second) <= likeness.bits && first.colourDistance(to: second) <= likeness.colour
    }

    /// How far apart two telling pictures are, as a cosine distance; nil beyond `limit`.
    ///
    /// Where one has no features, dHash and colours stand for it on the same scale, never beyond `Looks.roughest`.
    func difference(_ left: Int, _ right: Int, upTo limit: Double) -> Double? {
        guard !isFlat[left], !isFlat[right] else { return nil }
        if let a = rows[left], let b = rows[right] { return distance(a, b, upTo: limit) }
        let limit = min(limit, Looks.roughest)
        let differing = (hashes[left] ^ hashes[right]).nonzeroBitCount
        let bits = Likeness.same.distance * Double(differing) / Double(Likeness.same.bits)
        guard bits <= limit, let first = prints[left], let second = prints[right] else { return nil }
        let colour = Likeness.same.distance * first.colourDistance(to: second) / Likeness.same.colour
        return colour <= limit ? max(bits, colour) : nil
    }

    /// dHash and colours say nothing about pictures farther apart than this.
    private static let roughest = 0.21

    /// Every pair up to `limit` apart, by its earlier and then its later frame.
    func pairs(upTo limit: Double) -> [(left: Int, right: Int, distance: Double)] {
        let telling = (0..<count).filter { !isFlat[$0] }
        return telling.indices.flatMap { place in
            telling[(place + 1)...].compactMap { right in
                difference(telling[place], right, upTo: limit).map { (left: telling[place], right: right, distance: $0) }
            }
        }
    }

    /// Cosine distance of two rows, or nil as soon as it must be more than `limit`: what is left of a dot product is at most the product of
    /// the norms that are left (Cauchy and Schwarz).
    private func distance(_ left: Int, _ right: Int, upTo limit: Double) -> Double? {
        values.withUnsafeBufferPointer { values in
            norms.withUnsafeBufferPointer { norms in
                let (mine, its) = (left * (Looks.blocks + 1), right * (Looks.blocks + 1))
                let whole = norms[mine] * norms[its]
                let needed = (1 - limit) * whole * (1 - 1e-12)
                var dot: Int32 = 0
                for block in 0..<Looks.blocks {
                    let start = block * Looks.block
                    dot &+= Looks.product(values, left * Looks.width + start, right * Looks.width + start)
                    if Double(dot) + norms[mine + block + 1] * norms[its + block + 1] < needed { return nil }
                }
                let distance = max(0, 1 - Double(dot) / whole)
                return distance <= limit ? distance : nil
            }
        }
    }

    /// The part of a dot product that one block gives; all blocks together are at most 1280 x 255², far inside 32 bits.
    private static func product(_ values: UnsafeBufferPointer<Int16>, _ left: Int, _ right: Int) -> Int32 {
        guard let base = values.baseAddress else { return 0 }
        let (a, b) = (base + left, base + right)
        var sum: Int32 = 0
        for index in 0..<block { sum &+= Int32(a[index]) &* Int32(b[index]) }
        return sum
    }

    private static func norms(_ features: [UInt8]) -> [Double] {
        var squares = [Int](repeating: 0, count: blocks + 1)
        for block in (0..<blocks).reversed() {
            squares[block] = squares[block + 1]
            for index in block * Looks.block..<(block + 1) * Looks.block {
                squares[block] += Int(features[index]) * Int(features[index])
            }
        }
        return squares.map { Double($0).squareRoot() }
    }
}

extension Print {
    /// Cosine distance of the feature prints, 0...1; nil where one has none.
    public func distance(to other: Print) -> Double? {
        guard features.count == Looks.width, other.features.count == Looks.width else { return nil }
        var (dot, own, its) = (0, 0, 0)
        for (a, b) in zip(features, other.features) {
            dot += Int(a) * Int(b)
            own += Int(a) * Int(a)
            its += Int(b) * Int(b)
        }
        guard own > 0, its > 0 else { return nil }
        return max(0, 1 - Double(dot) / (Double(own).squareRoot() * Double(its).squareRoot()))
    }
}
