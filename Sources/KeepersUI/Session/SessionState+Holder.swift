import KeepersCore

/// A session that another keepers holds for writing.
extension SessionState {
    /// Who has it, and what to do.
    static func heldWords(_ holder: String) -> String {
        "read-only: \(holder) has it open; judge there, or leave it there (q) and y takes it over here"
    }

    static let freeWords = "whoever had this session open has ended: y makes it yours to write"

    mutating func take(holder: String?) {
        guard readOnly != nil else { return }
        guard let holder else {
            isFree = true
            notice = Self.freeWords
            return
        }
        if holder != readOnly || isFree { notice = Self.heldWords(holder) }
        readOnly = holder
        isFree = false
    }

    /// `y`, offered where the session is free; in no profile's way, as it is asked first.
    func takesOver(_ input: InputEvent) -> Bool {
        guard readOnly != nil, isFree, !isModal, case .key(let key) = input else { return false }
        return key == Key("y")
    }
}
