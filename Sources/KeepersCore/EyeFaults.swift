/// Which closed eyes are a fault, and how bad.
public enum EyeFaults {
    /// Why closed eyes are none.
    public enum Excuse: String, Sendable { case laugh, kiss }

    /// Indices of the faces whose eyes are closed without an excuse; largest first, as the faces are.
    public static func closed(_ faces: [Face]) -> [Int] {
        faces.indices.filter { faces[$0].eyes == .closed && isSure(faces[$0]) && excuse($0, in: faces) == nil }
    }

    /// What may be said of a face's eyes: nothing where it may be no face, or where its mesh may lie beside it.
    public static func told(_ face: Face) -> EyeState { isSure(face) ? face.eyes : .unsure }

    /// A laugh, or a face that touches another, may well have its eyes closed.
    public static func excuse(_ index: Int, in faces: [Face]) -> Excuse? {
        let face = faces[index]
        guard face.eyes == .closed else { return nil }
        if let smile = face.smile, smile >= 0.5 { return .laugh }
        let others = faces.indices.filter { $0 != index && isSure(faces[$0]) }
        return others.contains { touches(face.box, faces[$0].box) } ? .kiss : nil
    }

    /// 100 = every face that can be told has open eyes, 0 = the only one has them closed; nil where nothing can be told.
    ///
    /// A face weighs by its area. What can't be told, and what has an excuse, counts neither way. The first blink of a crowd costs more
    /// than its share, because one is enough to spoil a group.
    static func mark(_ faces: [Face]) -> Double? {
        let shut = Set(closed(faces))
        let judged = faces.indices.filter { isSure(faces[$0]) && (faces[$0].eyes == .open || shut.contains($0)) }
        guard !judged.isEmpty else { return nil }
        let sizes = judged.map { area(faces[$0]) }
        let total = sizes.reduce(0, +)
        let largest = sizes.max() ?? 0
        guard total > 0 else { return nil }
        var closedShare = 0.0
        var unspoilt = 1.0
        for (index, size) in zip(judged, sizes) where shut.contains(index) {
            closedShare += size / total
            unspoilt *= 1 - 0.35 * size / largest
        }
        let bad = closedShare + (1 - closedShare) * (1 - unspoilt)
        return Calibration.rounded(100 * (1 - min(1, bad)))
    }

    /// Detected and laid a mesh on with confidence.
    static func isSure(_ face: Face) -> Bool { face.confidence >= 0.5 && (face.presence ?? 1) >= 0.5 }

    static func area(_ face: Face) -> Double { max(0, face.box.width) * max(0, face.box.height) }

    /// Of like size, and no more than a twentieth of a face apart.
    private static func touches(_ one: UnitRect, _ other: UnitRect) -> Bool {
        let sizes = (one.width * one.height, other.width * other.height)
        guard sizes.0 > 0, sizes.1 > 0, max(sizes.0, sizes.1) <= 3 * min(sizes.0, sizes.1) else { return false }
        let reach = (x: 0.05 * min(one.width, other.width), y: 0.05 * min(one.height, other.height))
        return one.x < other.x + other.width + reach.x && other.x < one.x + one.width + reach.x
            && one.y < other.y + other.height + reach.y && other.y < one.y + one.height + reach.y
    }
}
