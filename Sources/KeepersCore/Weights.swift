/// What each part weighs in the composite: the one place to change.
public struct Weights: Equatable, Sendable {
    /// How a part moves the composite.
    public enum Role: Equatable, Sendable {
        /// Its share in the weighted mean; a part that was not measured leaves the mean.
        case share(Double)
        /// The points that it takes off at a mark of 0; a part that was not measured takes nothing.
        case cost(Double)
    }

    /// By their order of magnitude the rules for the best of a stack: no faults first (the subject's blur, exposure and clipping,
    /// closed eyes, movement), then the faces, the expression, most people present, the widest framing.
    public static let standard = Weights([
        .sharpness: .share(0.60), .exposure: .share(0.28), .contrast: .share(0.07), .colour: .share(0.05),
        .eyes: .cost(30), .steadiness: .cost(10), .clean: .cost(6), .photograph: .cost(40),
        .faces: .cost(16), .expression: .cost(9), .people: .cost(8), .framing: .cost(7),
    ])

    private var roles: [Scores.Part: Role]

    private init(_ roles: [Scores.Part: Role]) { self.roles = roles }

    public subscript(part: Scores.Part) -> Role {
        get { roles[part] ?? .cost(0) }
        set { roles[part] = newValue }
    }

    /// Weighted mean of what was measured, less what the faults and the better siblings cost.
    ///
    /// Without sharpness there is none, because good light alone must not lead a ranking; but a frame with nothing to see is 0,
    /// however little else could be told.
    func composite(_ scores: Scores) -> Double? {
        guard scores.sharpness != nil else { return scores.exposure == 0 ? 0 : nil }
        var sum = 0.0
        var total = 0.0
        var lost = 0.0
        for part in Scores.Part.allCases {
            guard let mark = scores[part] else { continue }
            switch self[part] {
            case .share(let share):
                sum += mark * share
                total += share
            case .cost(let points): lost += points * (100 - mark) / 100
            }
        }
        return total > 0 ? Calibration.rounded(max(0, sum / total - lost)) : nil
    }

    /// Points by which `own` stands before `other` for this part alone; nil where nothing tells.
    func lead(_ part: Scores.Part, _ own: Scores, over other: Scores) -> Double? {
        switch (self[part], own[part], other[part]) {
        case (.share(let share), let mine?, let theirs?): (mine - theirs) * share
        case (.share, _, _), (.cost, nil, nil): nil
        // What was not measured costs nothing.
        case (.cost(let points), let mine, let theirs): ((mine ?? 100) - (theirs ?? 100)) / 100 * points
        }
    }
}
