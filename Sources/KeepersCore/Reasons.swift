/// Why a frame stands where it stands, in words; each sentence comes from the measure that decided it.
extension SessionModel {
    /// The most telling first; never empty.
    public func reasons(_ id: FrameID) -> [Reason] {
        guard let frame = frame(id) else { return [] }
        var out: [Reason] = []
        let problem = problem(id)
        if let problem { out.append(Reason(nil, problem)) }
        guard let card = cards[id], let scores = scores[id], !card.isUnreadable else {
            if problem == nil {
                out.append(Reason(nil, frame.header.scoringPreview == nil ? "no picture inside to measure" : "not measured yet"))
            }
            return out
        }
        if let stack = stack(of: id) { out.append(contentsOf: stackReason(id, in: stack)) }
        out.append(contentsOf: Reasons.single(card: card, scores: scores))
        return out
    }

    /// One line for captions and status rows.
    public func reasonLine(_ id: FrameID) -> String { reasons(id).first?.text ?? "" }

    private func stackReason(_ id: FrameID, in stack: Stack) -> [Reason] {
        guard stack.kind == .burst, let place = StackJudge.places(stack, scores: scores)[id] else { return [] }
        let count = stack.members.count
        if stack.tie.contains(id) {
            let others = stack.tie.count
            return [Reason(nil, "tie of \(others): these \(others == 2 ? "two" : String(others)) are too close to call")]
        }
        let rival = place == 1 ? runnerUp(in: stack, but: id) : stack.suggestedBest ?? stack.tie.first
        guard let rival, let own = scores[id], let other = scores[rival] else { return [] }
        return [Reasons.comparison(place: place, count: count, own: own, other: other)]
    }

    private func runnerUp(in stack: Stack, but id: FrameID) -> FrameID? {
        stack.members.filter { $0 != id }.max { (composite($0) ?? -1) < (composite($1) ?? -1) }
    }
}

enum Reasons {
    /// "2nd of 7: softer (sharpness 71 against 94)": the part that moved the composite most between the two.
    static func comparison(place: Int, count: Int, own: Scores, other: Scores) -> Reason {
        var best: (measure: Measure, gap: Double, text: String)?
        for part in Scores.Part.allCases {
            guard let mine = own[part], let theirs = other[part] else { continue }
            let gap = (mine - theirs) * Calibration.weight(part)
            let wanted = place == 1 ? gap : -gap
            guard wanted > 0, wanted > (best?.gap ?? 0) else { continue }
            let (measure, better, worse) = words(part)
            let word = place == 1 ? better : worse
            best = (measure, wanted, "\(word) (\(part.rawValue) \(fixed(mine, 0)) against \(fixed(theirs, 0)))")
        }
        guard let best else { return Reason(nil, "\(ordinal(place)) of \(count)") }
        return Reason(best.measure, "\(ordinal(place)) of \(count): \(best.text)")
    }

    private static func words(_ part: Scores.Part) -> (Measure, better: String, worse: String) {
        switch part {
        case .sharpness: (.sharpness, "sharper", "softer")
        case .exposure: (.clippedHighlights, "better exposed", "worse exposed")
        case .contrast: (.contrast, "more contrast", "flatter")
        case .colour: (.colourfulness, "more colour", "paler")
        }
    }

    /// What stands out on the frame by itself.
    static func single(card: ScoreCard, scores: Scores) -> [Reason] {
        var out: [Reason] = []
        if let caveat = card.caveat { out.append(Reason(nil, "\(caveat) (\(card.width)x\(card.height))")) }
        out.append(contentsOf: exposure(card.measures))
        if let sharpness = scores.sharpness { out.append(self.sharpness(sharpness, card.measures)) }
        if let contrast = scores.contrast, contrast < 25 { out.append(Reason(.contrast, "flat: contrast \(fixed(contrast, 0))")) }
        if let colour = scores.colour, colour < 8 { out.append(Reason(.colourfulness, "hardly any colour")) }
        return out
    }

    private static func sharpness(_ mark: Double, _ measures: Measures) -> Reason {
        let number = fixed(mark, 0)
        // Shake leaves detail across its direction, so it shows at higher marks than missed focus.
        if mark < 75, let direction = measures[.directionality], direction > 2.5 {
            return Reason(.directionality, "blurred along one direction, as by shake (sharpness \(number))")
        }
        if mark < 30 { return Reason(.sharpness, "nothing sharp (sharpness \(number))") }
        if mark < 55 { return Reason(.sharpness, "a little soft (sharpness \(number))") }
        return Reason(.sharpness, mark >= 80 ? "crisp (sharpness \(number))" : "sharp (sharpness \(number))")
    }

    private static func exposure(_ measures: Measures) -> [Reason] {
        var out: [Reason] = []
        let dark = measures[.clippedShadows] ?? 0
        let bright = measures[.clippedHighlights] ?? 0
        if let mean = measures[.brightness], mean < 0.03, dark > 0.5 {
            return [Reason(.brightness, "black: the lens was covered or no light came in")]
        }
        if bright >= 0.02 { out.append(Reason(.clippedHighlights, "\(fixed(bright * 100, 0)) % burnt out")) }
        if dark >= 0.15 { out.append(Reason(.clippedShadows, "\(fixed(dark * 100, 0)) % fully black")) }
        if let mean = measures[.brightness] {
            if mean < 0.14 { out.append(Reason(.brightness, "very dark (mean \(fixed(mean * 100, 0)) %)")) }
            if mean > 0.82 { out.append(Reason(.brightness, "very bright (mean \(fixed(mean * 100, 0)) %)")) }
        }
        return out
    }

    static func ordinal(_ number: Int) -> String {
        switch (number % 10, number % 100) {
        case (1, let tens) where tens != 11: "\(number)st"
        case (2, let tens) where tens != 12: "\(number)nd"
        case (3, let tens) where tens != 13: "\(number)rd"
        default: "\(number)th"
        }
    }
}
