import KeepersCore

/// Faces and eyes in few words.
enum FaceText {
    /// `.08`: the leading zero is always the same and takes a column.
    static func short(_ value: Double) -> String {
        let text = fixed(value, 2)
        return text.hasPrefix("0.") ? String(text.dropFirst()) : text
    }

    static func word(_ eyes: EyeState) -> String {
        switch eyes {
        case .open: "open"
        case .closed: "closed"
        case .unsure: "can't tell"
        }
    }

    /// `2 closed .08`, `1 open .31`, `3 can't tell`: an unsure face has no number worth showing.
    static func badge(_ face: Face, number: Int) -> String {
        let ear = face.eyes == .unsure ? nil : face.ear
        return "\(number) \(word(face.eyes))" + (ear.map { " \(short($0))" } ?? "")
    }

    /// In a crowd: `2 closed .08`, `1`, `3 ?`.
    static func brief(_ face: Face, number: Int) -> String {
        switch face.eyes {
        case .open: String(number)
        case .unsure: "\(number) ?"
        case .closed: badge(face, number: number)
        }
    }

    /// `face 2 of 4: closed, EAR 0.08`
    static func sentence(_ face: Face, number: Int, of count: Int) -> String {
        "face \(number) of \(count): \(word(face.eyes))" + (face.ear.map { ", EAR \(fixed($0, 2))" } ?? "")
    }

    /// For under a sibling: `eyes ok`, `2 closed`, `eyes ?`, `no face`; nil where faces were not measured.
    static func eyes(_ faces: [Face]?) -> String? {
        guard let faces else { return nil }
        if faces.isEmpty { return "no face" }
        let closed = faces.count { $0.eyes == .closed }
        if closed > 0 { return "\(closed) closed" }
        return faces.allSatisfy { $0.eyes == .open } ? "eyes ok" : "eyes ?"
    }

    /// Open of all, `3/4`, for a column; nil where there is nothing to count.
    static func openCount(_ faces: [Face]?) -> String? {
        guard let faces, !faces.isEmpty else { return nil }
        return "\(faces.count { $0.eyes == .open })/\(faces.count)"
    }
}
