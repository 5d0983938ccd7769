public import KeepersCore

extension SessionState {
    /// Entries on each side of the focus that a person may reach in a moment.
    private static let reach = 24

    /// What should be measured first: the frame in focus, its stack, the others on the screen, then the neighbours, nearest first.
    public func wanted(shown: [FrameID]) -> [FrameID] {
        var order: [FrameID] = []
        if let focus { order = [focus] + (model.stack(of: focus)?.members ?? []) }
        order += shown
        if let index = focusIndex {
            for distance in 1...SessionState.reach {
                for neighbour in [index + distance, index - distance] where queue.visible.indices.contains(neighbour) {
                    order += queue.visible[neighbour].members
                }
            }
        }
        var seen: Set<FrameID> = []
        return order.filter { seen.insert($0).inserted }
    }
}
