/// Every scene asked before it is taught: each block of scenes is foretold from those before it.
///
/// Nothing that a scene says can have led to what is foretold of it, so whoever decides by chance is foretold no better than by
/// chance: to lead by n nats, at whatever moment one looks, has a probability of e^-n at most (Ville 1939; Dawid 1984, "the
/// prequential approach"). Folds share their luck: a coincidence in all of them foretells each from the others.
struct Foretelling {
    private(set) var heldOut = HeldOut.none
    /// What all scenes but the last block taught.
    private(set) var weights: [Double]?
    private(set) var rows: ChoiceRows
    /// The bound on the curvature of all choices.
    private(set) var bound: [Double]

    /// Frames passed over that are learned from; with more scenes, fewer of each.
    static let mostRows = 3000
    /// Scenes that are taught before any is asked.
    static let first = 20
    /// Scenes up to a block's end over scenes before it, and the same once there are many.
    static let growth = 1.25
    static let growthOfMany = 1.6
    static let many = 200

    /// `expanded` holds the columns of each scene's frames; nil where the numbers are no numbers.
    init?(_ scenes: [TasteScene], _ expanded: [[[Double]]], _ basis: Basis) {
        let size = basis.columns.count
        rows = ChoiceRows(size: size)
        bound = [Double](repeating: 0, count: size * size)
        let each = max(1, Foretelling.mostRows / max(1, scenes.count))
        var count = HeldOutCount()
        for block in Foretelling.blocks(scenes.count) {
            if block.lowerBound > 0 {
                guard let fit = TasteFit.fit(rows, bound: bound, basis, start: weights, precision: 2e-3) else { return nil }
                weights = fit.weights
                for scene in block where scenes[scene].isStack {
                    let bases = scenes[scene].frames.map(\.base)
                    count.ask(scenes[scene], points: TasteHead.points(expanded[scene], bases: bases, weights: fit.weights))
                }
            }
            let own = ChoiceRows(scenes[block], expanded[block], size: size, most: each)
            rows.append(own)
            for (place, value) in ChoiceFit.bound(own).enumerated() { bound[place] += value }
        }
        heldOut = count.result
    }

    /// Where a block ends depends on nothing but its number, so that a later training asks the same again.
    static func blocks(_ count: Int) -> [Range<Int>] {
        var blocks: [Range<Int>] = []
        var (start, end) = (0, first)
        while start < count {
            blocks.append(start..<min(end, count))
            (start, end) = (end, Int((Double(end) * (end < many ? growth : growthOfMany)).rounded()))
        }
        return blocks
    }
}

extension ChoiceRows {
    /// What was chosen over what in these scenes; of each at most so many frames that were passed over.
    init(_ scenes: ArraySlice<TasteScene>, _ expanded: ArraySlice<[[Double]]>, size: Int, most: Int) {
        self.init(size: size)
        for (scene, columns) in zip(scenes, expanded) {
            let preferences = scene.preferences.prefix(most)
            for winner in Set(preferences.map(\.winner)).sorted() {
                let own = preferences.filter { $0.winner == winner }
                append(
                    columns[winner], over: own.map { columns[$0.loser] },
                    weight: own.reduce(0) { $0 + $1.weight } / Double(own.count))
            }
        }
    }
}
