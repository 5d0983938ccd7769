public import KeepersCore

extension Store {
    /// Inside the transaction of the step that it belongs to.
    func append(_ advice: [Advice], of step: Int64, in session: SessionID) throws(StoreError) {
        for item in advice {
            var values: [Value] = [.integer(session.rawValue), .integer(step), .integer(item.frame.rawValue)]
            switch item.word {
            case .best(let best): values += [.text("best"), .integer(best.rawValue)]
            case .tie: values += [.text("tie"), .null]
            case .nothing: values += [.text("nothing"), .null]
            }
            values.append(.integer(item.isBlind ? 1 : 0))
            // A key that picks a frame and names it the best tells the same twice.
            try connection.run(
                "INSERT OR IGNORE INTO advice (session, step, frame, word, best, blind) VALUES (?, ?, ?, ?, ?, ?)", values)
        }
    }

    /// What had been suggested when frames of stacks were chosen, by step.
    public func advice(in session: SessionID) throws(StoreError) -> [StepID: [Advice]] {
        var found: [StepID: [Advice]] = [:]
        let sql = "SELECT step, frame, word, best, blind FROM advice WHERE session = ? ORDER BY step, frame"
        try connection.forEach(sql, [.integer(session.rawValue)]) { row in
            let word: Advice.Word
            switch (row.text(2), row.optionalInteger(3)) {
            case ("best", let best?): word = .best(FrameID(best))
            case ("tie", _): word = .tie
            default: word = .nothing
            }
            found[StepID(row.integer(0)), default: []].append(
                Advice(frame: FrameID(row.integer(1)), word: word, isBlind: row.flag(4)))
        }
        return found
    }
}
