import Glibc

/// Why a terminal cannot be used, in words for the person in front of it.
public enum TerminalError: Error, Equatable, CustomStringConvertible {
    case noTerminal(String, Int32)
    case noRawMode(Int32)
    case noScreen
    case noWakeUp(Int32)

    public var description: String {
        switch self {
        case .noTerminal(let path, let code):
            "There is no terminal at \(path) (\(reason(code))). Your photos and verdicts are safe. "
                + "Start keepers in a terminal window, or use `keepers list` in scripts."
        case .noRawMode(let code):
            "The terminal refused to hand over single keys (\(reason(code))). Nothing was changed. Try another terminal window."
        case .noScreen:
            "The screen could not be set up: ncurses refused the built-in terminal description. Nothing was changed. "
                + "Run `keepers doctor`, which checks the ncurses library."
        case .noWakeUp(let code):
            "The system gave no descriptor for signals (\(reason(code))). Nothing was changed. Close other programs and start again."
        }
    }

    private func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
