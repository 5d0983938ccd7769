public import KeepersCore

/// The screens as lines of text, for a screen reader or a braille display: what changed between two states, and nothing drawn.
///
/// Pure. The text that it returns is written as it stands: whole lines, and, while a prompt is open, the open line that a person types on.
public enum Spoken {
    /// One entry a row and all keys on one page: where nothing is drawn, rows and pages mean nothing.
    public static let geometry = Geometry(columns: 24, rows: 200)

    /// What to write after `event` has led from `old` to `new`; nil as `old` = the screens begin.
    public static func text(from old: AppState?, to new: AppState, after event: Event?) -> String {
        let lines = lines(from: old, to: new, after: event).map(plain).filter { !$0.isEmpty }
        return joined(lines, SpokenPrompt(old), SpokenPrompt(new, answers: event?.asksPrompt == true))
    }

    private static func lines(from old: AppState?, to new: AppState, after event: Event?) -> [String] {
        if new.isHelpOpen != (old?.isHelpOpen ?? false) {
            return new.isHelpOpen
                ? SpokenHelp.lines(new.bindings, new.helpPlace) : ["keys closed"] + SpokenFrame.focus(new.session)
        }
        switch new.screen {
        case .browser: return SpokenBrowser.lines(from: old?.browser, to: new.browser)
        case .session:
            guard let session = new.session else { return [] }
            return SpokenSession(old: old?.session, new: session, event: event).lines
        }
    }

    /// Lines and the prompt's open line; letters typed at its end are written alone, as a shell does.
    private static func joined(_ lines: [String], _ old: SpokenPrompt?, _ new: SpokenPrompt?) -> String {
        let said = lines.map { $0 + "\n" }.joined()
        guard let new else { return (old == nil ? "" : "\n") + said }
        guard let old, old.label == new.label else { return (old == nil ? "" : "\n") + said + new.line }
        if said.isEmpty, new.problem == nil || new.problem == old.problem, let typed = new.typed(after: old) { return typed }
        let problem = new.problem.map { $0 == old.problem ? "" : plain($0) + "\n" } ?? ""
        return "\n" + said + problem + new.line
    }

    /// Without the signs that are read aloud as nonsense, or not at all.
    static func plain(_ text: String) -> String {
        var out = ""
        var stars = 0
        var isDigitSaid = false
        func flush(_ next: Character?) {
            guard stars > 0 else { return }
            // `★4` and `★★★★` are both four stars.
            if stars == 1, let count = next?.wholeNumberValue { stars = count } else { isDigitSaid = false }
            out += counted(stars, "star")
            stars = 0
        }
        for character in printable(text) {
            if character == "★" {
                stars += 1
                continue
            }
            isDigitSaid = stars > 0
            flush(character)
            if isDigitSaid {
                isDigitSaid = false
                continue
            }
            switch character {
            case "◆", "✕", "▪", "▸", "━", "─": continue
            case "×": out += "times "
            case "…": out += "..."
            case "–": out += "-"
            case "±": out += "give or take "
            case "\u{2009}", "\u{202F}", "\t": out += " "
            default: out.append(character)
            }
        }
        flush(nil)
        return wholeNumbers(out.split(separator: " ")).joined(separator: " ")
    }

    /// `3 120` is one number and is read as one.
    private static func wholeNumbers(_ words: [Substring]) -> [String] {
        var out: [String] = []
        for word in words {
            let digits = word.prefix(while: \.isNumber)
            let isGroup = digits.count == 3 && !(word.dropFirst(3).first?.isLetter ?? false)
            if isGroup, let last = out.last, (1...6).contains(last.count), last.allSatisfy(\.isNumber) {
                out[out.count - 1] += word
            } else {
                out.append(String(word))
            }
        }
        return out
    }
}

extension Event {
    /// Enter and Tab ask what the line means; letters do not, or every key would be talked over.
    fileprivate var asksPrompt: Bool {
        guard case .input(.key(let key)) = self else { return false }
        return key.code == .enter || key.code == .tab
    }
}

/// The line that a person types on.
struct SpokenPrompt {
    var label: String
    var text: String
    var problem: String?
    private var cursor: Int

    init?(_ app: AppState?, answers: Bool = false) {
        guard let prompt = app?.session?.prompt, app?.screen == .session else { return nil }
        switch prompt.kind {
        case .filter: label = "filter or name: "
        case .command: label = "command: "
        case .folder(let kind): label = "\(kind.question): "
        case .confirm(let bulk): label = "\(bulk.forecast); Enter does it, Escape does not"
        }
        text = prompt.isQuestion ? "" : printable(prompt.text)
        problem = prompt.problem ?? (answers ? prompt.note?.said : nil)
        cursor = prompt.cursor
    }

    var line: String { label + text }

    /// What was typed at the end since `old`; nil where the line changed in another way.
    func typed(after old: SpokenPrompt) -> String? {
        guard text.hasPrefix(old.text), cursor == text.count, text != old.text || cursor == old.cursor else { return nil }
        return String(text.dropFirst(old.text.count))
    }
}

extension PromptNote {
    /// What Enter or Tab is answered with.
    fileprivate var said: String? {
        switch self {
        case .count(let count, let total): count == 0 ? "no frame matches" : "\(grouped(count)) of \(counted(total, "frame"))"
        case .pointer(let column, let message): "column \(column): \(message)"
        case .words(let words, _): words.said
        case .candidates(let all, let chosen):
            chosen.map { "choice \($0 + 1) of \(all.count)" } ?? "\(counted(all.count, "choice")): \(all.joined(separator: ", "))"
        case .text(let text): text
        }
    }
}

extension PlainWords {
    fileprivate var said: String {
        var out = "read as \(chips.map { $0.isAlternative ? "or \($0.shown)" : $0.shown }.joined(separator: ", "))"
        if !unknown.isEmpty { out += "; not understood: \(printable(unknown.map(\.words).joined(separator: " ")))" }
        return out
    }
}
