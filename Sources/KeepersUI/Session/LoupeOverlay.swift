import KeepersCore

/// What `o` draws over a large picture, one at a time.
enum LoupeOverlay: String, CaseIterable, Sendable {
    /// Faces with their badges, and the AF point.
    case faces
    /// Stripes where light or shadow is clipped.
    case clipping
    /// The sharpest edges coloured, and the AF point.
    case focus
    case off

    var aids: ViewingAids {
        switch self {
        case .clipping: .clipping
        case .focus: .peaking
        case .faces, .off: []
        }
    }

    fileprivate var words: String {
        switch self {
        case .faces: "overlay: faces, eyes, focus point"
        case .clipping: "overlay: clipping; red stripes: no detail left in the light, blue: none in the shadows"
        case .focus: "overlay: focus peaking; the sharpest edges are green, the cross is the AF point"
        case .off: "overlays off"
        }
    }
}

extension SessionState {
    mutating func nextOverlay() {
        if isMixing {
            let (mode, key) = (comparison?.together.mode.rawValue ?? "", hand.name("d"))
            notice = "\(mode) mixes two pictures and shows them bare; \(key) leads to a mode with overlays"
            return
        }
        if level == .faces {
            notice = "the strip shows faces as they are; Enter, then \(hand.name("o")) draws over one"
            return
        }
        let all = LoupeOverlay.allCases
        let at = all.firstIndex(of: overlay) ?? 0
        show(all[(at + 1) % all.count])
    }

    /// `:overlay clipping`
    mutating func runOverlay(_ argument: String) {
        guard let wanted = LoupeOverlay(rawValue: argument) else {
            notice = "overlays are " + LoupeOverlay.allCases.map(\.rawValue).joined(separator: ", ")
            return
        }
        show(wanted)
    }

    private mutating func show(_ wanted: LoupeOverlay) {
        overlay = wanted
        save("overlays", wanted == .faces ? nil : wanted.rawValue)
        notice = wanted.words
    }

    /// `:zoom 200`
    mutating func runZoom(_ argument: String) {
        switch argument.split(separator: " ").first {
        case "fit": zoom(to: 0)
        case "100", "100%": zoom(to: 100)
        case "200", "200%": zoom(to: 200)
        default: notice = "zoom to fit, 100 or 200"
        }
    }
}
