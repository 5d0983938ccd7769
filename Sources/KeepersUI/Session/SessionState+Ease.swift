import KeepersCore

/// How the screens show themselves to this person, in every session.
extension SessionState {
    /// Settings of everybody, by their names in the store.
    public static let motionSetting = "motion"
    public static let screenReaderSetting = "screen-reader"

    mutating func setMotion(_ argument: String) -> [Effect] {
        switch argument {
        case "off": isMotionReduced = true
        case "on": isMotionReduced = false
        default:
            notice = "motion is \(isMotionReduced ? "off" : "on"); :motion off lets nothing glide, :motion on lets it again"
            return []
        }
        notice = isMotionReduced ? "motion off: nothing glides" : "motion on"
        return [.remember(Self.motionSetting, isMotionReduced ? "off" : nil)]
    }

    mutating func setScreenReader(_ argument: String) -> [Effect] {
        guard argument == "on" || argument == "off" else {
            notice = "with :screen-reader on keepers starts as lines of text, with :screen-reader off as screens"
            return []
        }
        notice = "from the next start on keepers shows \(argument == "on" ? "lines of text for a screen reader" : "its screens")"
        return [.remember(Self.screenReaderSetting, argument == "on" ? "on" : nil)]
    }
}
