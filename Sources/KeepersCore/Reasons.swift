/// Why a frame stands where it stands, in words; each sentence comes from the measure that decided it.
extension SessionModel {
    /// The most telling first; never empty.
    public func reasons(_ id: FrameID) -> [Reason] {
        guard let frame = frame(id) else { return [] }
        var out: [Reason] = []
        let problem = problem(id)
        if let problem { out.append(Reason(.problem, problem)) }
        let stack = stack(of: id)
        guard let card = cards[id], let scores = scores[id], !card.isUnreadable else {
            if let stack, let kept = StackReasons(self, stack).kept(id) { out.append(kept) }
            if problem == nil {
                out.append(
                    Reason(.unmeasured, frame.header.scoringPreview == nil ? "no picture inside to measure" : "not measured yet"))
            }
            return out
        }
        var single = FrameReasons(card, scores).all
        if let stack {
            let place = StackReasons(self, stack).all(id)
            // What the place says already is not said twice.
            single.removeAll { sentence in
                sentence.kind == .eyes && place.contains { $0.part == .eyes && $0.face == sentence.face }
            }
            out.append(contentsOf: place)
        }
        return out + single
    }

    /// One line for captions and status rows.
    public func reasonLine(_ id: FrameID) -> String { reasons(id).first?.text ?? "" }
}

/// "1st", "2nd", "3rd", "11th".
public func ordinal(_ number: Int) -> String {
    switch (number % 10, number % 100) {
    case (1, let tens) where tens != 11: "\(number)st"
    case (2, let tens) where tens != 12: "\(number)nd"
    case (3, let tens) where tens != 13: "\(number)rd"
    default: "\(number)th"
    }
}

/// "face 2", "faces 2 and 4", "faces 1, 2 and 5", "6 faces": numbered as over the picture.
func faceNumbers(_ indices: [Int]) -> String {
    let numbers = indices.map { String($0 + 1) }
    switch numbers.count {
    case 1: return "face \(numbers[0])"
    case 2...3: return "faces \(numbers.dropLast().joined(separator: ", ")) and \(numbers[numbers.count - 1])"
    default: return "\(numbers.count) faces"
    }
}

/// ".08": two decimals, as eye ratios and smiles are written over pictures.
func ratio(_ value: Double) -> String { fixed(value, 2) }
