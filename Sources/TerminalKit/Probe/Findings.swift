import KeepersCore

/// What the environment and the terminal's answers have told so far.
struct Findings {
    var environment: Environment
    /// Abilities from DA1, of the terminal that shows the pixels (outside of tmux), and of tmux itself.
    var attributes: [Int] = []
    var multiplexerAttributes: [Int] = []
    var version: String?
    var multiplexer: String?
    var kittyGraphics = false
    /// kitty's graphics question with its key for pictures as characters was answered as well.
    var placeholderGraphics = false
    /// How far the cursor went over a letter of two bytes; nil = not asked, or no answer.
    var columnsOfLetter: Int?
    var kittyKeyboard = false
    var synchronised = false
    var passthrough = false
    var cellPixels: (width: Int, height: Int)?
    var windowPixels: (width: Int, height: Int)?
    var background: Colour?
    /// Something answered at all.
    var answered = false

    /// The variables that matter, read once.
    struct Environment: Equatable {
        var depth: ColourDepth
        var isTmux: Bool
        /// GNU screen or tmux seen through SSH: questions that other multiplexers misread are kept back.
        var isMultiplexed: Bool
        var repertoire: Repertoire
        var term: String
        var isRemote: Bool
        var isITerm: Bool
        var isDumb: Bool
        var override: PictureMode?

        init(_ variables: [String: String]) {
            let term = variables["TERM"] ?? ""
            depth = ColourDepth(environment: variables)
            repertoire = Repertoire(environment: variables)
            self.term = term
            let isInTmux = !(variables["TMUX"] ?? "").isEmpty
            let isInScreen = !(variables["STY"] ?? "").isEmpty
            // One within the other: only the terminal's own answer tells which is nearer.
            isTmux = isInTmux && !isInScreen
            isMultiplexed = isInTmux || isInScreen || term.hasPrefix("screen") || term.hasPrefix("tmux")
            isRemote = !(variables["SSH_CONNECTION"] ?? "").isEmpty || !(variables["SSH_TTY"] ?? "").isEmpty
            isITerm = variables["TERM_PROGRAM"] == "iTerm.app" || variables["LC_TERMINAL"] == "iTerm2"
            isDumb = term == "dumb"
            override = PictureMode(named: variables["KEEPERS_PICTURES"] ?? "")
        }
    }

    /// Colours of text: better than the environment says where the terminal is known to do better.
    var depth: ColourDepth {
        guard environment.depth == .indexed else { return environment.depth }
        let name = (multiplexer ?? version ?? "").lowercased()
        let able = [
            "xterm", "kitty", "foot", "wezterm", "iterm2", "mlterm", "vte", "tmux", "ghostty", "konsole", "contour", "rio",
            "alacritty",
        ]
        return kittyGraphics || able.contains(where: name.hasPrefix) ? .direct : .indexed
    }

    /// Characters that arrive as such: the terminal's answer counts for more than a locale that SSH did not carry over.
    var repertoire: Repertoire {
        switch (environment.repertoire, columnsOfLetter) {
        case (.ascii, 1?): environment.term == "linux" ? .console : .all
        case (let told, _): told
        }
    }

    /// Pictures as characters: other terminals skip the key that they do not know and answer the question all the same, and tmux
    /// before 3.4 drops a character's third mark.
    var knowsPlaceholders: Bool {
        guard kittyGraphics, placeholderGraphics, let name = version?.lowercased() else { return false }
        let isAble = name.hasPrefix("ghostty") || name.hasPrefix("kitty(") && Version(in: name) >= Version(0, 28)
        return isAble && multiplexer.map { Version(in: $0) >= Version(3, 4) } == true
    }

    var isInsideMultiplexer: Bool { multiplexer != nil || environment.isMultiplexed }

    /// The best way to show pictures, and why.
    var pictures: (mode: PictureMode, reason: String) {
        if let override = environment.override { return (override, "KEEPERS_PICTURES asks for it") }
        if environment.isDumb { return (.none, "TERM is dumb") }
        let symbols = PictureMode.symbols(truecolour: depth == .direct)
        if isInsideMultiplexer { return picturesInMultiplexer(symbols) }
        if kittyGraphics { return (.kitty, "the terminal answers kitty's graphics question") }
        let name = version ?? ""
        if ["iTerm2", "WezTerm", "mlterm"].contains(where: name.hasPrefix) { return (.iterm2, "the terminal is \(name)") }
        if attributes.contains(4) { return (.sixel, "the terminal's attributes name sixel") }
        if environment.isITerm { return (.iterm2, "the environment names iTerm2") }
        return (symbols, answered ? "the terminal offers no pictures" : "the terminal does not answer")
    }

    private func picturesInMultiplexer(_ symbols: PictureMode) -> (mode: PictureMode, reason: String) {
        guard multiplexer != nil || environment.isTmux else { return (symbols, "a multiplexer hides the terminal") }
        if knowsPlaceholders { return (.placeholders, "the terminal outside tmux shows kitty's pictures as characters of text") }
        if kittyGraphics { return (.kitty, "the terminal outside tmux answers kitty's graphics question") }
        if multiplexerAttributes.contains(4), attributes.contains(4) {
            return (.sixel, "tmux and the terminal outside know sixel")
        }
        if multiplexerAttributes.contains(4), !passthrough {
            return (
                symbols, "tmux knows sixel, but whether the terminal outside does is told only with: set -g allow-passthrough on"
            )
        }
        return (
            symbols,
            passthrough
                ? "tmux cannot pass this terminal's pictures on" : "tmux passes no pictures on (set -g allow-passthrough on)"
        )
    }

    /// The cell's size and where it is known from; `size`: the kernel's idea.
    func cell(_ size: Device.Size) -> (width: Int, height: Int, source: String) {
        let candidates: [((width: Int, height: Int)?, String)] = [
            (cellPixels, "the terminal's answer"),
            (Self.quotient(size.pixelWidth, size.pixelHeight, size), "the kernel's window size"),
            (windowPixels.flatMap { Self.quotient($0.width, $0.height, size) }, "the terminal's window size"),
        ]
        for (pixels, source) in candidates {
            if let pixels, (3...256).contains(pixels.width), (5...512).contains(pixels.height) {
                return (pixels.width, pixels.height, source)
            }
        }
        return (10, 20, "a guess")
    }

    private static func quotient(_ width: Int, _ height: Int, _ size: Device.Size) -> (width: Int, height: Int)? {
        size.columns > 0 && size.rows > 0 ? (width / size.columns, height / size.rows) : nil
    }

    func report(size: Device.Size) -> ProbeReport {
        let (mode, reason) = pictures
        let (width, height, source) = cell(size)
        return ProbeReport(
            pictureMode: mode, reason: reason, terminal: version, multiplexer: multiplexer, colours: depth,
            cellWidth: width, cellHeight: height, cellSource: source, background: background, answered: answered,
            passthrough: passthrough, synchronisedOutput: synchronised, keyboardProtocol: kittyKeyboard,
            repertoire: repertoire, repertoireSource: repertoireSource, isRemote: environment.isRemote,
            multiplexerKnowsSixel: multiplexerAttributes.contains(4), knowsPlaceholders: knowsPlaceholders)
    }
}

extension Findings {
    private var repertoireSource: String {
        if environment.repertoire == .ascii, columnsOfLetter == 1 { return "the locale does not say so, the terminal does" }
        if environment.repertoire == .ascii { return columnsOfLetter == nil ? "the locale" : "the locale and the terminal" }
        return repertoire == .console ? "TERM is linux" : "the locale"
    }
}

/// Two numbers of a version, found in a terminal's name such as `kitty(0.26.5)` or `tmux 3.3a`.
struct Version: Comparable {
    var major: Int
    var minor: Int

    init(_ major: Int, _ minor: Int) { (self.major, self.minor) = (major, minor) }

    init(in name: String) {
        let numbers = name.drop { !$0.isNumber }.prefix { $0.isNumber || $0 == "." }.split(separator: ".").map { Int($0) ?? 0 }
        self.init(numbers.first ?? 0, numbers.count > 1 ? numbers[1] : 0)
    }

    static func < (left: Version, right: Version) -> Bool { (left.major, left.minor) < (right.major, right.minor) }
}

extension PictureMode {
    /// The values of KEEPERS_PICTURES.
    public init?(named name: String) {
        switch name {
        case "kitty": self = .kitty
        case "placeholders": self = .placeholders
        case "sixel": self = .sixel
        case "iterm2": self = .iterm2
        case "symbols": self = .symbols(truecolour: true)
        case "symbols256": self = .symbols(truecolour: false)
        case "none": self = .none
        default: return nil
        }
    }

    public var name: String {
        switch self {
        case .kitty: "kitty"
        case .placeholders: "placeholders"
        case .sixel: "sixel"
        case .iterm2: "iterm2"
        case .symbols(let truecolour): truecolour ? "symbols" : "symbols256"
        case .none: "none"
        }
    }
}
