/// Finds exposure brackets: one scene at several exposures on purpose, to be kept together and never judged against each other.
///
/// Evidence is the camera's own word, a bias that changes from shot to shot, or an even ladder of settings that the pictures follow.
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
        var found: [[Int]] = []
        var start = 0
        while start < scene.count - 1 {
            let most = min(longest, scene.count - start)
            let length = (2...most).reversed().first { isBracket(Array(scene[start..<start + $0]), line) }
            if let length { found.append(Array(scene[start..<start + length])) }
            start += length ?? 1
        }
        return found
    }

    private static func isBracket(_ run: [Int], _ line: Timeline) -> Bool {
        let shots = run.map { line.frames[$0].shot }
        let biases = shots.compactMap(\.exposureBias)
        if biases.count == run.count, areApart(biases) { return true }
        let stops = shots.compactMap(\.stops)
        guard stops.count == run.count, areApart(stops) else { return false }
        // The bias tells the shots of two brackets apart where the light changes between them; settings alone must not overrule it.
        if shots.allSatisfy(\.saysBracket) { return !repeats(biases, run.count) }
        return isLadder(stops, shots) && pictures(of: run, follow: stops, line)
    }

    private static func areApart(_ values: [Double]) -> Bool {
        let sorted = values.sorted()
        return zip(sorted, sorted.dropFirst()).allSatisfy { $1 - $0 >= step }
    }

    /// Some biases differ and some come again: more than one bracket.
    private static func repeats(_ biases: [Double], _ count: Int) -> Bool {
        guard biases.count == count, let low = biases.min(), let high = biases.max() else { return false }
        return high - low >= step
    }

    /// Three, five, seven or nine even steps of one setting, begun in the middle or at an end.
    private static func isLadder(_ stops: [Double], _ shots: [ShotData]) -> Bool {
        guard stops.count >= 3, stops.count % 2 == 1, Set(shots.map(\.aperture)).count == 1 else { return false }
        guard Set(shots.map(\.iso)).count == 1 || Set(shots.map(\.exposureTime)).count == 1 else { return false }
        let sorted = stops.sorted()
        let steps = zip(sorted, sorted.dropFirst()).map { $1 - $0 }
        guard let least = steps.min(), let most = steps.max(), most - least <= max(0.15, 0.2 * least) else { return false }
        return [sorted[0], sorted[sorted.count / 2], sorted[sorted.count - 1]].contains(stops[0])
    }

    /// Each brighter setting gave a brighter picture: automatic exposure that follows the light does not.
    private static func pictures(of run: [Int], follow stops: [Double], _ line: Timeline) -> Bool {
        let light = run.map { line.looks.lightness($0) ?? 0 }
        let rising = zip(stops, light).sorted { $0.0 < $1.0 }.map(\.1)
        return zip(rising, rising.dropFirst()).allSatisfy { $1 - $0 >= 1 }
    }
}
