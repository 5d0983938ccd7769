import KeepersCore

/// What is on the screen about a stack when a person chooses in it; the receipt counts by it.
extension SessionState {
    /// Asked before the step is applied.
    func advice(on step: Step) -> [Advice] {
        guard step.origin == .user || step.origin == .redo else { return [] }
        return step.changes.compactMap { change in
            guard change.change == .verdict(.pick) || change.change == .best(true), let stack = model.stack(of: change.frame),
                // What a person named the best is no suggestion of ours any more.
                stack.kind != .bracket, stack.userBest == nil
            else { return nil }
            let word: Advice.Word = stack.suggestedBest.map { .best($0) } ?? (stack.tie.count > 1 ? .tie : .nothing)
            return Advice(frame: change.frame, word: word, isBlind: isHidden(change.frame))
        }
    }
}
