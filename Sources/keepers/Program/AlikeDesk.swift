import KeepersCore
import KeepersUI

/// Compares all prints of a measured session while nothing else is under way, so that `:dupes` and `duplicate` answer at once.
final class AlikeDesk {
    /// Fewer are compared in the moment when they are asked for.
    private static let least = 500

    var report: (Event) -> Void = { _ in }
    private var thread: IdleThread<AlikeFrames>?
    /// Cards that were compared, or are just now.
    private var compared = 0

    func open() { (thread, compared) = (nil, 0) }

    /// One turn of the loop; `isQuiet` = nothing else is under way.
    func pump(_ session: CardSession, isQuiet: Bool, mayWork: () -> Bool) {
        if let found = thread?.result {
            thread = nil
            // The model takes it only if no other frame was measured meanwhile.
            report(.alike(found))
        }
        let (cards, frames) = (session.cards, session.frames.keys)
        guard thread == nil, isQuiet, cards.count >= AlikeDesk.least, cards.count != compared, mayWork() else { return }
        compared = cards.count
        thread = IdleThread { AlikeFrames(frames.sorted { $0.rawValue < $1.rawValue }, cards, threshold: AlikeFrames.usual) }
    }
}
