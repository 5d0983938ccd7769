/// Finds exposure brackets: one scene at several exposures on purpose, to be kept together and never judged against each other.
///
/// Evidence is the camera's own word, or an even ladder of the bias, or one of a setting that the pictures follow.
enum Brackets {
    /// The most nanoseconds between two shots of a bracket, beside the exposure itself.
    static let gap: Int64 = 2_000_000_000
    /// Stops closer than this are one exposure; cameras bracket in thirds and round.
    static let step = 0.25
    static let longest = 9

    /// Runs of indices, each one bracket.
    static func find(_ line: Timeline, gap: Int64) -> [[Int]] {
        line.bodies.flatMap { body in
            scenes(body, line, max(gap, Brackets.gap)).flatMap { brackets(in: $0, line) }
        }
    }

    /// Neighbours in time that may show one scene.
    private static func scenes(_ body: [Int], _ line: Timeline, _ gap: Int64) -> [[Int]] {
        var scenes: [[Int]] = []
        for index in body where line.looks.isMeasured(index) && !line.isCoarse[index] {
            if let last = scenes.last?.last, isOneScene(last, index, line, gap) {
                scenes[scenes.count - 1].append(index)
            } else {
                scenes.append([index])
            }
        }
        return scenes.filter { $0.count > 1 }
    }

    private static func isOneScene(_ last: Int, _ next: Int, _ line: Timeline, _ gap: Int64) -> Bool {
        let shot = line.frames[last].shot
        let seconds = shot.exposureTime.flatMap { (0...600).contains($0) ? $0 : nil } ?? 0
        let exposure = Int64(seconds * 1e9)
        guard let between = line.gap(last, next), between <= gap &+ exposure else { return false }
        if line.looks.isAlike(last, next, .scene) { return true }
        // The dark end of a bracket may be black; then only the camera's word tells.
        let isBlind = !line.looks.isTelling(last) || !line.looks.isTelling(next)
        return isBlind && shot.saysBracket && line.frames[next].shot.saysBracket
    }

    /// Cuts a scene into brackets, the longest first; what is none is left out.
    private static func brackets(in scene: [Int], _ line: Timeline) -> [[Int]] {
        let steps = Steps(scene.map { line.frames[$0].shot }, scene.map { line.looks.lightness($0) ?? 0 })
        var found: [[Int]] = []
        var start = 0
        while start < scene.count - 1 {
            let most = min(longest, scene.count - start)
            let length = (2...most).reversed().first { steps.isBracket(start..<start + $0) }
            if let length { found.append(Array(scene[start..<start + length])) }
            start += length ?? 1
        }
        return found
    }
}

/// The exposures of one scene's frames.
private struct Steps {
    private let shots: [ShotData]
    private let lightness: [Double]
    /// Stops, more is brighter: the bias where it differs within the scene (it tells two brackets apart while the light changes), else what
    /// the settings let through; empty where neither is known.
    private let stops: [Double]
    private let isBias: Bool

    init(_ shots: [ShotData], _ lightness: [Double]) {
        self.shots = shots
        self.lightness = lightness
        let biases = shots.compactMap(\.exposureBias).filter(\.isFinite)
        isBias = biases.count == shots.count && (biases.max() ?? 0) - (biases.min() ?? 0) >= Brackets.step
        let settings = shots.compactMap(\.stops)
        stops = isBias ? biases : settings.count == shots.count ? settings : []
    }

    func isBracket(_ run: Range<Int>) -> Bool {
        guard stops.indices.contains(run.upperBound - 1), areApart(run) else { return false }
        if shots[run].allSatisfy(\.saysBracket) { return true }
        return isLadder(run) && standsAlone(run) && (isBias || (isOneSetting(run) && picturesFollow(run)))
    }

    private func areApart(_ run: Range<Int>) -> Bool {
        let sorted = stops[run].sorted()
        return zip(sorted, sorted.dropFirst()).allSatisfy { $1 - $0 >= Brackets.step }
    }

    /// Three, five, seven or nine even steps, begun in the middle or at an end.
    private func isLadder(_ run: Range<Int>) -> Bool {
        guard run.count >= 3, run.count % 2 == 1 else { return false }
        let sorted = stops[run].sorted()
        let steps = zip(sorted, sorted.dropFirst()).map { $1 - $0 }
        guard let least = steps.min(), let most = steps.max(), most - least <= max(0.15, 0.2 * least) else { return false }
        return [sorted[0], sorted[sorted.count / 2], sorted[sorted.count - 1]].contains(stops[run.lowerBound])
    }

    /// No neighbour goes on with the exposure at an end: a wheel turned during a burst is no bracket.
    private func standsAlone(_ run: Range<Int>) -> Bool {
        let (first, last) = (run.lowerBound, run.upperBound - 1)
        let isBegun = first == 0 || abs(stops[first - 1] - stops[first]) >= Brackets.step
        return isBegun && (last == stops.count - 1 || abs(stops[last + 1] - stops[last]) >= Brackets.step)
    }

    private func isOneSetting(_ run: Range<Int>) -> Bool {
        let shots = shots[run]
        return Set(shots.map(\.aperture)).count == 1
            && (Set(shots.map(\.iso)).count == 1 || Set(shots.map(\.exposureTime)).count == 1)
    }

    /// Each brighter setting gave a brighter picture: automatic exposure that follows the light does not.
    private func picturesFollow(_ run: Range<Int>) -> Bool {
        let rising = zip(stops[run], lightness[run]).sorted { $0.0 < $1.0 }.map(\.1)
        return zip(rising, rising.dropFirst()).allSatisfy { $1 - $0 >= 1 }
    }
}
