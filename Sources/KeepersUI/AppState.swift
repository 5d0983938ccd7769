public import KeepersCore

/// Everything the screens show. Pure: `update` takes an event and asks for work, `render` draws.
public struct AppState: Equatable, Sendable {
    public enum Screen: Equatable, Sendable { case browser, session }

    public var geometry: Geometry
    public var theme: Theme
    /// Nothing moves by itself and nothing glides: a person asked for that (`:motion off`, KEEPERS_REDUCED_MOTION).
    public var isMotionReduced = false {
        didSet { session?.isMotionReduced = isMotionReduced }
    }
    public var screen: Screen
    public var browser = BrowserState()
    public var session: SessionState?
    public var isHelpOpen: Bool { helpPage != nil }
    /// Which page of the keys is open; nil = none.
    var helpPage: Int?
    var keys: KeyReader
    var bindings: Bindings
    /// Where the keys in force come from.
    var keyChoice: KeyChoice
    /// Lines of the key file that were ignored: said once a session is open.
    var keyProblems: [Bindings.Problem]
    var macros = Macros()

    public init(geometry: Geometry, theme: Theme, screen: Screen, keys choice: KeyChoice = KeyChoice()) {
        self.geometry = geometry
        self.theme = theme
        self.screen = screen
        keyChoice = choice
        (bindings, keyProblems) = choice.bindings()
        keys = KeyReader(bindings)
    }

    public mutating func update(_ event: Event) -> [Effect] {
        switch event {
        case .input(.resize(let geometry)):
            self.geometry = geometry
            session?.settle(geometry)
            return []
        case .input(let input): return updateInput(input)
        case .sessions(let lines):
            browser.show(lines)
            return []
        case .opened(var opening):
            let before = session
            // A session that became ours stays as it was looked at.
            if let before, before.id == opening.id { opening.settings[SessionState.viewName] = before.viewSetting }
            session = SessionState(opening, geometry: geometry)
            session?.isMotionReduced = isMotionReduced
            screen = .session
            giveHand(after: before)
            return []
        case .theme(let theme, let notice):
            self.theme = theme
            if let notice { session?.notice = notice }
            return []
        case .notice(let text):
            session?.notice = text
            browser.notice = text
            return []
        case .unlisted(let problems):
            guard let first = problems.first else { return [] }
            let more = problems.count > 1 ? "\(grouped(problems.count - 1)) more, keepers list names them; " : ""
            session?.notice = "not everything could be listed: \(more)\(first)"
            return []
        case .proceed: return proceed()
        case .commitFailed:
            macros.stop()
            return session?.update(event, geometry: geometry) ?? []
        default: return session?.update(event, geometry: geometry) ?? []
        }
    }

    /// A time box runs: the clock is wanted once a second.
    public var wantsClock: Bool { session?.timeBox.map { !$0.isOver } ?? false }

    /// Two frames blink: `.blink` is wanted whenever one has stood whole for a moment.
    public var wantsBlink: Bool {
        guard let session, screen == .session, !isMotionReduced, !isHelpOpen, !session.isModal, showsAnything else {
            return false
        }
        return session.level == .compare && session.comparison?.together.mode == .blink
    }

    private mutating func updateInput(_ input: InputEvent) -> [Effect] {
        // On a slow line, and in tmux, Esc and the next key arrive as one: where no binding holds Alt, they are two.
        if case .key(var key) = input, key.alt, !keys.wantsAlt(key) || session?.isModal == true {
            key.alt = false
            return updateInput(.key(Key(.escape))) + updateInput(.key(key))
        }
        guard showsAnything, screen == .browser || session != nil else { return updateUnseen(input) }
        if isHelpOpen { return updateHelp(input) }
        switch screen {
        case .browser: return browser.update(input)
        case .session: return updateSession(input)
        }
    }

    /// In a smaller window nothing is shown, so no key may judge anything; nor before the first frames are.
    private var showsAnything: Bool { geometry.columns >= 20 && geometry.rows >= 6 }

    private func updateUnseen(_ input: InputEvent) -> [Effect] {
        guard case .key(let key) = input else { return [] }
        if key == Key("q") || key == Key(.character("c"), control: true) { return [.quit] }
        return key == Key(.character("l"), control: true) ? [.redraw] : []
    }

    /// The screen that stands behind the help.
    var helpPlace: HelpPlace { session.map { HelpPlace($0, geometry) } ?? HelpPlace() }

    private mutating func updateHelp(_ input: InputEvent) -> [Effect] {
        if case .key(let key) = input {
            let next = (helpPage ?? 0) + 1
            let turns = key != Key(.escape) && key != Key("q") && next < HelpView.pages(geometry, bindings, helpPlace)
            helpPage = turns ? next : nil
            if key == Key(.character("l"), control: true) { return [.redraw] }
        }
        return []
    }

    private mutating func updateSession(_ input: InputEvent) -> [Effect] {
        if session?.isModal == true {
            macros.note(input)
            let effects = heard(session?.updateModal(input, geometry: geometry) ?? [])
            isMotionReduced = session?.isMotionReduced ?? isMotionReduced
            return effects
        }
        if session?.takesOver(input) == true {
            session?.notice = nil
            return [.claim]
        }
        switch input {
        case .key(let key): return press(key)
        case .mouse(let mouse): return session?.updateMouse(mouse, geometry: geometry) ?? []
        case .paste, .focus, .resize: return []
        }
    }

    public func render() -> Scene {
        let paper = Paper(geometry: geometry, theme: theme)
        guard showsAnything else { return paper.tooSmall() }
        if let helpPage { return HelpView.render(paper, page: helpPage, bindings, helpPlace) }
        switch screen {
        case .browser: return browser.render(paper)
        case .session: return session?.render(paper) ?? paper.opening()
        }
    }
}
