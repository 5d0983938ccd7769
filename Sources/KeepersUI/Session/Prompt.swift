import KeepersCore

/// The line at the bottom that takes a filter or a command.
struct Prompt: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        case filter, command
        /// The counted dry run of a command for many frames: Enter does it, Esc does not.
        case confirm(BulkVerdict)
        /// Where an export shall go.
        case folder(ExportPlace.Kind)
    }
    /// It is about places outside keepers: no history and nothing to complete.
    var isFolder: Bool {
        if case .folder = kind { true } else { false }
    }

    /// Characters: more than any filter needs, and a key held down (or a book pasted) costs the same at every press.
    static let limit = 500
    var kind: Kind
    var text: String
    var cursor: Int
    var problem: String?
    var note: PromptNote?
    var cycle: PromptCycle?
    /// Steps back in the history; 0 = the line being typed, which waits in `draft`.
    var back = 0
    var draft = ""
    /// The text stood there before a key was pressed: typing takes its place, moving in it keeps it.
    private(set) var isSelected = false

    /// It waits for Enter or Esc and takes no text.
    var isQuestion: Bool {
        if case .confirm = kind { true } else { false }
    }

    init(kind: Kind, text: String, isSelected: Bool = false) {
        self.kind = kind
        self.text = text
        self.isSelected = isSelected && !text.isEmpty
        cursor = text.count
    }

    mutating func insert(_ new: String) {
        if isSelected { clear() }
        let room = Prompt.limit - text.count
        let clean = new.lazy.filter { $0 != "\n" && $0 != "\r" && columns(of: $0) > 0 }.prefix(max(0, room))
        let at = text.index(text.startIndex, offsetBy: cursor)
        text.insert(contentsOf: clean, at: at)
        cursor += clean.count
        problem = nil
    }

    private mutating func clear() {
        (text, cursor, isSelected) = ("", 0, false)
    }

    /// Takes the place of `range`, and the cursor stands behind it.
    mutating func replace(_ range: Range<Int>, by new: String) {
        let characters = Array(text)
        guard range.upperBound <= characters.count else { return }
        isSelected = false
        text = String(characters[..<range.lowerBound]) + new + String(characters[range.upperBound...])
        cursor = range.lowerBound + new.count
    }

    mutating func replaceAll(by new: String) {
        text = String(new.prefix(Prompt.limit))
        cursor = text.count
        isSelected = false
    }

    /// Plain line editing, as in a shell.
    mutating func edit(_ key: Key) {
        problem = nil
        let wasSelected = isSelected
        defer { if wasSelected { isSelected = false } }
        switch key.code {
        case .backspace where isSelected, .delete where isSelected: clear()
        case .character(let character) where !key.control && !key.alt: insert(String(character))
        case .keypad(let digit): insert(String(digit))
        case .character("u") where key.control:
            text.removeFirst(cursor)
            cursor = 0
        case .character("a") where key.control: cursor = 0
        case .character("e") where key.control: cursor = text.count
        case .character("w") where key.control: deleteWord()
        case .backspace where cursor > 0:
            cursor -= 1
            text.remove(at: text.index(text.startIndex, offsetBy: cursor))
        case .delete where cursor < text.count: text.remove(at: text.index(text.startIndex, offsetBy: cursor))
        case .left: cursor = max(0, cursor - 1)
        case .right: cursor = min(text.count, cursor + 1)
        case .home: cursor = 0
        case .end: cursor = text.count
        default: break
        }
    }

    private mutating func deleteWord() {
        var head = Array(text.prefix(cursor))
        let tail = text.dropFirst(cursor)
        while head.last == " " { head.removeLast() }
        while let last = head.last, last != " " { head.removeLast() }
        cursor = head.count
        text = String(head) + tail
    }
}
