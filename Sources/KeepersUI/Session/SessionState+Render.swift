import KeepersCore

extension SessionState {
    func render(_ blank: Paper) -> Scene {
        var paper = blank
        if let conflicts {
            ConflictView.render(&paper, self, conflicts)
            return paper.scene
        }
        if let export {
            ExportView.render(&paper, self, export)
            return paper.scene
        }
        if let proposal = clock?.current {
            ClockView.render(&paper, self, proposal)
            return paper.scene
        }
        if let filterList {
            FilterListView.render(&paper, self, filterList)
            return paper.scene
        }
        switch level {
        case .grid: GridView.render(&paper, self)
        case .fan: FanView.render(&paper, self)
        case .loupe: LoupeView.render(&paper, self)
        case .compare: CompareView.render(&paper, self)
        case .survey: SurveyView.render(&paper, self)
        case .faces: FaceStripView.render(&paper, self)
        }
        if isChromeOff {
            chromeOffLine(&paper)
        } else {
            HeaderView.render(&paper, self)
            FooterView.render(&paper, self)
        }
        return paper.scene
    }

    /// With the chrome off one quiet line remains: which frame, which verdict, and any word to the person.
    private func chromeOffLine(_ paper: inout Paper) {
        guard let focus, let frame = model.frame(focus) else { return }
        let y = paper.rows - 1
        var x = paper.write(truncatedHead(frame.stem, 24), x: 1, y: y, paper.caption) + 2
        x = paper.write(MarkText.parts(focus, model, paper), x: x, y: y, limit: paper.columns) + 2
        if !hand.typed.isEmpty { x = paper.write("\(hand.typed)…", x: x, y: y, paper.number) + 2 }
        if let notice { paper.write(truncated(notice, max(0, paper.columns - x - 1)), x: x, y: y, paper.accent) }
    }
}
