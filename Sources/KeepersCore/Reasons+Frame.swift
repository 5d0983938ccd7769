/// What stands out on a frame by itself, the worst first.
struct FrameReasons {
    private let card: ScoreCard
    private let measures: Measures
    private let scores: Scores

    init(_ card: ScoreCard, _ scores: Scores) {
        self.card = card
        measures = card.measures
        self.scores = scores
    }

    var all: [Reason] {
        let caveat = card.caveat.map { [Reason(.caveat, "\($0) (\(card.width)x\(card.height))")] } ?? []
        return caveat + utility + closedEyes + exposure + subject + sharpness + noise + tilt + flatness + eyesInWords
    }

    private var utility: [Reason] {
        guard let value = measures[.utility], value >= 0.5 else { return [] }
        return [Reason(.utility, .utility, value: value, "looks like a screenshot or a receipt")]
    }

    private var closedEyes: [Reason] {
        let faces = card.faces ?? []
        return EyeFaults.closed(faces).prefix(3).map { index in
            let ear = faces[index].ear
            var reason = Reason(.eyes, value: ear, "face \(index + 1): eyes closed" + (ear.map { ", EAR \(ratio($0))" } ?? ""))
            reason.face = index
            return reason
        }
    }

    /// Eyes that are no fault, and eyes that nobody can tell.
    private var eyesInWords: [Reason] {
        let faces = card.faces ?? []
        var out: [Reason] = []
        let excused = faces.indices.lazy.filter { EyeFaults.told(faces[$0]) == .closed }
            .compactMap { index in EyeFaults.excuse(index, in: faces).map { (index, $0) } }
        for (index, excuse) in excused.prefix(3) {
            let words = excuse == .laugh ? "closed in a laugh" : "closed, touching another face"
            var reason = Reason(.eyes, value: faces[index].ear, "face \(index + 1): eyes \(words), no fault")
            reason.face = index
            out.append(reason)
        }
        // Of all faces, as the overlays number them: "all 3 faces" beside a picture with six would be a lie.
        let open = faces.count { EyeFaults.told($0) == .open }
        let unsure = faces.count { EyeFaults.told($0) == .unsure }
        if open > 0, open == faces.count {
            out.append(Reason(.eyes, open == 1 ? "eyes open" : "all \(open) faces with open eyes"))
        } else if unsure > 0 {
            let whom = faces.count == 1 ? "the eyes are" : "\(unsure) of \(faces.count) pairs of eyes are"
            out.append(Reason(.eyes, "can't tell whether \(whom) open"))
        }
        return out
    }

    private var exposure: [Reason] {
        let dark = measures[.clippedShadows] ?? 0
        let bright = measures[.clippedHighlights] ?? 0
        let mean = measures[.brightness]
        if let mean, mean < 0.03, dark > 0.5 {
            return [Reason(.exposure, .brightness, value: mean, "black: the lens was covered or no light came in")]
        }
        var out: [Reason] = []
        if bright >= 0.02 {
            out.append(Reason(.exposure, .clippedHighlights, value: bright, "\(percent(bright)) burnt out"))
        }
        if dark >= 0.15 { out.append(Reason(.exposure, .clippedShadows, value: dark, "\(percent(dark)) fully black")) }
        if let mean, mean < 0.14 { out.append(Reason(.exposure, .brightness, value: mean, "very dark (mean \(percent(mean)))")) }
        if let mean, mean > 0.82 {
            out.append(Reason(.exposure, .brightness, value: mean, "very bright (mean \(percent(mean)))"))
        }
        return out
    }

    /// Light on the subject, where faces or a focus point tell what that is.
    private var subject: [Reason] {
        guard card.subject == .faces || card.subject == .focusPoint else { return [] }
        let name = card.subject != .faces ? "subject" : (card.faces?.count ?? 0) > 1 ? "faces" : "face"
        var out: [Reason] = []
        if let burnt = measures[.subjectHighlights], burnt >= 0.05 {
            out.append(Reason(.exposure, .subjectHighlights, value: burnt, "\(name) \(percent(burnt)) burnt out"))
        }
        if let mean = measures[.subjectBrightness], mean < 0.2 {
            out.append(Reason(.exposure, .subjectBrightness, value: mean, "\(name) very dark (mean \(percent(mean)))"))
        }
        return out
    }

    private var sharpness: [Reason] {
        guard let mark = scores.sharpness else { return [] }
        let measure = measures[.subjectSharpness] == nil ? Measure.sharpness : .subjectSharpness
        let number = "sharpness \(fixed(mark, 0))"
        switch BlurKind.diagnose(measures, subject: card.subject) {
        case .softSubject:
            let behind = measures[.backgroundSharpness].map(Calibration.sharpness)
            let words =
                BlurKind.softSubject.rawValue + " (\(fixed(mark, 0))" + (behind.map { " against \(fixed($0, 0)))" } ?? ")")
            var reason = Reason(.sharpness, .backgroundSharpness, value: mark, words)
            reason.other = behind
            return [reason]
        case .motion: return [Reason(.sharpness, .motionBlur, value: mark, "\(BlurKind.motion.rawValue) (\(number))")]
        case .nothingSharp: return [Reason(.sharpness, measure, value: mark, "\(BlurKind.nothingSharp.rawValue) (\(number))")]
        case .none, .unknown:
            let word = mark < 55 ? "a little soft" : mark >= 80 ? "crisp" : "sharp"
            return [Reason(.sharpness, measure, value: mark, "\(word) (\(number))")]
        }
    }

    private var noise: [Reason] {
        guard let noise = measures[.noise], noise >= 8 else { return [] }
        return [Reason(.noise, .noise, value: noise, "noisy (\(fixed(noise, 0)) of 255)")]
    }

    private var tilt: [Reason] {
        guard let tilt = measures[.tilt], abs(tilt) >= 1.5 else { return [] }
        return [
            Reason(.tilt, .tilt, value: tilt, "leans \(fixed(abs(tilt), 1)) degrees \(tilt > 0 ? "clockwise" : "anticlockwise")")
        ]
    }

    private var flatness: [Reason] {
        var out: [Reason] = []
        if let contrast = measures[.contrast], contrast < 0.06 {
            out.append(Reason(.contrast, .contrast, value: contrast, "flat: contrast \(percent(contrast))"))
        }
        if let colour = measures[.colourfulness], colour < 5 {
            out.append(Reason(.colour, .colourfulness, value: colour, "hardly any colour"))
        }
        return out
    }

    private func percent(_ share: Double) -> String { "\(fixed(share * 100, 0)) %" }
}
