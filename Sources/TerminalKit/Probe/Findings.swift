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
        var isRemote: Bool
        var isITerm: Bool
        var isDumb: Bool
        var override: PictureMode?

        init(_ variables: [String: String]) {
            let term = variables["TERM"] ?? ""
            depth = ColourDepth(environment: variables)
            isTmux = !(variables["TMUX"] ?? "").isEmpty
            isMultiplexed = isTmux || term.hasPrefix("screen") || term.hasPrefix("tmux") || variables["STY"] != nil
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
        if kittyGraphics { return (.kitty, "the terminal outside tmux answers kitty's graphics question") }
        if multiplexerAttributes.contains(4), attributes.contains(4) {
            return (.sixel, "tmux and the terminal outside know sixel")
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
            passthrough: passthrough, synchronisedOutput: synchronised, keyboardProtocol: kittyKeyboard)
    }
}

extension PictureMode {
    /// The values of KEEPERS_PICTURES.
    public init?(named name: String) {
        switch name {
        case "kitty": self = .kitty
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
        case .sixel: "sixel"
        case .iterm2: "iterm2"
        case .symbols(let truecolour): truecolour ? "symbols" : "symbols256"
        case .none: "none"
        }
    }
}
