import KeepersCore

/// One line of truth: which session, how many frames, picks, rejects, open, by the verdicts that stand; picks from before are told.
enum HeaderView {
    static func render(_ paper: inout Paper, _ state: SessionState) {
        var x = paper.write("keepers", x: 1, y: 0, paper.accent) + 3
        let counts = state.model.counts
        let picks = state.goal.map { "\(grouped(counts.picks)) of \(grouped($0))" } ?? grouped(counts.picks)
        let maybes: [(String, Style)] =
            counts.maybes > 0 ? [(grouped(counts.maybes), paper.number), (" ?   ", paper.sign(.maybe))] : []
        let before: [(String, Style)] =
            counts.picksBefore > 0 && paper.columns >= 100 ? [("(\(grouped(counts.picksBefore)) before)   ", paper.caption)] : []
        let left: [(String, Style)] = [
            (grouped(counts.frames), paper.number), (counts.frames == 1 ? " frame   " : " frames   ", paper.caption),
            (picks, paper.number), (before.isEmpty ? " ◆   " : " ◆ ", paper.sign(.pick)),
        ]
        let rejects = [(grouped(counts.rejects), paper.number), (" ✕   ", paper.sign(.reject))]
        let right = left + before + rejects + maybes + [(grouped(counts.open), paper.number), (" open", paper.caption)]
        let rightWidth = right.reduce(0) { $0 + columns(of: $1.0) }
        let alarms = (state.isUnsaved ? ["NOT SAVED"] : []) + (state.cardOut.isEmpty ? [] : ["CARD OUT"])
        let taken = alarms.reduce(3) { $0 + $1.count + 2 }
        let name = truncated(printable(state.name), max(0, paper.columns - rightWidth - x - taken))
        x = paper.write(name, x: x, y: 0, paper.text) + 2
        for alarm in alarms { x = paper.write(alarm, x: x, y: 0, paper.sign(.reject)) + 2 }
        paper.writeRight(right, end: paper.columns - 1, y: 0, from: x)
        paper.rule(y: 1)
    }
}
