import KeepersCore

/// Faces and eyes in few words.
enum FaceText {
    /// `.08`: the leading zero is always the same and takes a column.
    static func short(_ value: Double) -> String {
        let text = fixed(value, 2)
        return text.hasPrefix("0.") ? String(text.dropFirst()) : text
    }

    /// Closed eyes of a laugh are named as one: "closed" beside a mark of 100 for the eyes would contradict it.
    static func word(_ index: Int, of faces: [Face]) -> String {
        switch EyeFaults.told(faces[index]) {
        case .open: "open"
        case .closed: EyeFaults.excuse(index, in: faces) == .laugh ? "laughing" : "closed"
        case .unsure: "can't tell"
        }
    }

    /// `2 closed .08`, `1 open .31`, `3 can't tell`: an unsure face has no number worth showing.
    static func badge(_ index: Int, of faces: [Face]) -> String {
        "\(index + 1) \(eye(index, of: faces))"
    }

    /// The same without the number, where each face stands alone: `closed .08`.
    static func eye(_ index: Int, of faces: [Face]) -> String {
        let ear = EyeFaults.told(faces[index]) == .unsure ? nil : faces[index].ear
        return word(index, of: faces) + (ear.map { " \(short($0))" } ?? "")
    }

    /// In a crowd: `2 closed .08`, `1`, `3 ?`.
    static func brief(_ index: Int, of faces: [Face]) -> String {
        switch EyeFaults.told(faces[index]) {
        case .open: String(index + 1)
        case .unsure: "\(index + 1) ?"
        case .closed: badge(index, of: faces)
        }
    }

    /// `face 2 of 4: closed, EAR 0.08`
    static func sentence(_ index: Int, of faces: [Face]) -> String {
        "face \(index + 1) of \(faces.count): \(word(index, of: faces))"
            + (faces[index].ear.map { ", EAR \(fixed($0, 2))" } ?? "")
    }

    /// For under a sibling: `eyes ok`, `2 closed`, `laughing`, `eyes ?`, `no face`; nil where faces were not measured.
    static func eyes(_ faces: [Face]?) -> String? {
        guard let faces else { return nil }
        if faces.isEmpty { return "no face" }
        let faults = EyeFaults.closed(faces).count
        if faults > 0 { return "\(faults) closed" }
        let shut = faces.indices.filter { EyeFaults.told(faces[$0]) == .closed }
        if !shut.isEmpty {
            return shut.allSatisfy { EyeFaults.excuse($0, in: faces) == .laugh } ? "laughing" : "\(shut.count) closed"
        }
        return faces.allSatisfy { EyeFaults.told($0) == .open } ? "eyes ok" : "eyes ?"
    }

    /// Open of all, `3/4`, for a column; nil where there is nothing to count.
    static func openCount(_ faces: [Face]?) -> String? {
        guard let faces, !faces.isEmpty else { return nil }
        return "\(faces.count { EyeFaults.told($0) == .open })/\(faces.count)"
    }
}
