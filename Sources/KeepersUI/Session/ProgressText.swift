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
        case .scoring(let done, let total):
            var words = "scoring \(grouped(done)) of \(grouped(total))"
            if let rate = progress.rate { words += ", \(fixed(rate, rate < 10 ? 1 : 0))/s" }
            if let finish = progress.finish { words += "   shortlist usable now, all done \(finish)" }
            return (share(done, total), words)
        }
    }

    private static func share(_ done: Int, _ total: Int) -> Double { total > 0 ? Double(done) / Double(total) : 0 }
}
