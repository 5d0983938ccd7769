import KeepersCore

/// Lines that were entered come back with the arrows; filters also after a restart.
extension SessionState {
    private static let historyName = "filter.history"
    private static let longestHistory = 30

    static func history(_ settings: [String: String]) -> [String] {
        (settings[historyName] ?? "").split(separator: "\n").map(String.init)
    }

    /// Puts an entered line at the end of its history, once.
    mutating func remember(_ line: String, _ kind: Prompt.Kind) {
        let line = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !line.isEmpty else { return }
        if kind == .filter {
            filterHistory = Array((filterHistory.filter { $0 != line } + [line]).suffix(Self.longestHistory))
            save(Self.historyName, filterHistory.joined(separator: "\n"))
        } else {
            commandHistory = Array((commandHistory.filter { $0 != line } + [line]).suffix(Self.longestHistory))
        }
    }

    /// The line entered before, or the one after it; the line being typed waits behind them.
    mutating func recall(by step: Int) {
        guard let current = prompt else { return }
        let lines = current.kind == .filter ? filterHistory : commandHistory
        let back = current.back + step
        guard (0...lines.count).contains(back) else { return }
        if current.back == 0 { prompt?.draft = current.text }
        prompt?.back = back
        let draft = current.back == 0 ? current.text : current.draft
        prompt?.replaceAll(by: back == 0 ? draft : lines[lines.count - back])
        prompt?.problem = nil
        previewPrompt()
    }
}
