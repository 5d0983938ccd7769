import KeepersCore

/// Background work in words, from what was counted just now.
enum ProgressText {
    /// Share done and the words beside the bar; nil when nothing is going on.
    static func describe(_ progress: Progress) -> (share: Double, words: String)? {
        switch progress.stage {
        case .idle: return nil
        case .listing: return (0, "looking for frames")
        case .reading(let done, let total):
            return (share(done, total), "reading \(grouped(done)) of \(grouped(total)) headers")
        case .scoring(let done, let total): return (share(done, total), scoring(progress, done, total))
        }
    }

    /// `scoring 312 of 3,120, 14/s   shortlist usable now, done about 23:31 ± 2 min   fair: 84 °C, one worker`
    private static func scoring(_ progress: Progress, _ done: Int, _ total: Int) -> String {
        let isPaused = progress.heat?.workers == 0
        var words = "\(isPaused ? "paused at" : "scoring") \(grouped(done)) of \(grouped(total))"
        if let rate = progress.rate { words += ", \(fixed(rate, rate < 10 ? 1 : 0))/s" }
        // What cannot be told, `doctor` says; here it would only push the rest away.
        let heat = progress.heat.map { $0.hasSensor || $0.state != .nominal ? "   \($0.words)" : "" } ?? ""
        if isPaused { return words + "\(heat)   goes on by itself; shortlist usable now" }
        words += "   shortlist usable now"
        if let finish = progress.finish { words += ", done about \(finish)\(progress.spread.map { " \($0)" } ?? "")" }
        return words + heat
    }

    /// What the first screen says once, until a person begins: what is not measured here, and which files are no frames.
    static func note(_ progress: Progress) -> String? {
        let notes = [progress.modelsMissing, progress.note].compactMap { $0 }
        return notes.isEmpty ? nil : notes.joined(separator: "; ")
    }

    private static func share(_ done: Int, _ total: Int) -> Double { total > 0 ? Double(done) / Double(total) : 0 }
}
