import KeepersCore

/// A card that was pulled, or a folder that went away, while the session is open.
extension SessionState {
    /// Back again, what could not be shown meanwhile is asked for once more.
    mutating func take(cardOut folders: [String]) -> [Effect] {
        let wasOut = !cardOut.isEmpty
        cardOut = folders
        if let first = folders.first {
            notice = "\(printable(first)) is gone: verdicts are kept, pictures and export wait until it is back"
            return []
        }
        guard wasOut else { return [] }
        notice = "the card is back"
        pictures.forgetTroubles()
        return [.redraw]
    }
}
