/// Finds every stack of a session: brackets before bursts before retries, so that a frame is in at most one.
public enum StackFinder {
    /// Members in time order, stacks numbered from 1 in time order of their first member; nothing depends on the order of `frames`.
    public static func find(frames: [Frame], order: TimeOrder, prints: [FrameID: Print], rules: StackRules) -> [Stack] {
        find(Timeline(frames: frames, order: order, prints: prints), rules)
    }

    static func find(_ line: Timeline, _ rules: StackRules) -> [Stack] {
        let brackets = Brackets.find(line, gap: rules.gap)
        var taken = Set(brackets.joined())
        let bursts = Bursts.find(line, gap: rules.gap, taken: taken)
        taken.formUnion(bursts.joined())
        let retries = Retries.find(line, taken: taken)
        return Stack.numbered([(.bracket, brackets), (.burst, bursts), (.retry, retries)], line)
    }
}
