import KeepersCore

/// What the line below a prompt says about what was typed so far.
enum PromptNote: Equatable, Sendable {
    /// How many of all frames match.
    case count(Int, of: Int)
    /// Where it does not read: `column` counts characters of the prompt's text from 1.
    case pointer(column: Int, message: String)
    /// Plain words, and what they were read as; `column` of the first that was not understood.
    case words(PlainWords, column: Int?)
    /// What Tab can put here; the one that stands there now.
    case candidates([String], chosen: Int?)
    case text(String)
}

/// What Tab goes through.
struct PromptCycle: Equatable, Sendable {
    /// Characters of the prompt's text that the choice takes the place of.
    var range: Range<Int>
    var candidates: [String]
    var index: Int?
}
