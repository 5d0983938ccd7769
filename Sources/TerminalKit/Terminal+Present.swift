public import KeepersCore

// From scenes to bytes.
extension Terminal {
    /// Shows `scene`: text at once, pictures that are ready right behind it; the others become requests.
    public func present(_ scene: Scene) {
        guard isOpen, !device.isGone else { return }
        let fitted = scene.fitted(columns: geometry.columns, rows: geometry.rows)
        self.scene = fitted
        forgetProblems(fitted)
        let placements = settings.mode == .none ? [] : fitted.placements
        let change = stage.change(to: placements) { erases($0, $1) }
        dropStaleJobs()
        // A chrome that begins with a clear takes every picture off: what is shown before it would be gone again.
        let clears = chrome.needsRepaint
        if settings.mode == .kitty, !clears { showBeforeHiding(change) }
        for tile in change.added where problems[tile.placement.request] != nil { fail(tile) }
        draw()
        if settings.mode == .kitty, clears { showBeforeHiding(change) }
        for tile in change.added where stage.tile(tile.serial)?.state == .waiting { start(tile) }
        pump()
    }

    /// Clears and draws everything anew, pictures included.
    public func redraw() {
        chrome.repaint()
        dropJobs { $0 != .control }
        if settings.mode == .kitty { for tile in stage.tiles { hide(tile) } }
        stage.restart()
        guard scene != nil else { return }
        for tile in stage.tiles where problems[tile.placement.request] != nil { fail(tile) }
        draw()
        for tile in stage.tiles where tile.state == .waiting { start(tile) }
        pump()
    }

    /// Takes every picture off: they are of another size or kind now.
    func clearStage() {
        dropJobs { $0 != .control }
        if settings.mode == .kitty { for tile in stage.tiles { hide(tile) } }
        stage.reset(columns: geometry.columns, rows: geometry.rows)
        scene = nil
        asked.removeAll()
        chrome.repaint()
    }

    /// The frame: the changed text, between the marks of a whole frame where the terminal knows them.
    func draw() {
        guard let scene else { return }
        let (cells, marks) = stage.withProblems(scene.cells)
        let cursor = scene.visibleCursor
        var bytes = chrome.draw(cells, marks: marks, cursor: cursor)
        if (cursor != nil) != cursorIsShown {
            cursorIsShown.toggle()
            bytes += (cursorIsShown ? "\u{1B}[?25h" : "\u{1B}[?25l").utf8
        }
        guard !bytes.isEmpty else { return }
        if probe.findings.synchronised { bytes = Array("\u{1B}[?2026h".utf8) + bytes + Array("\u{1B}[?2026l".utf8) }
        writer.add(chrome: bytes)
    }

    /// Old pixels may stay until the new ones cover them where that takes no time to speak of: nothing flickers. Elsewhere they
    /// go at once: one photo's name must not stand under another's pixels.
    private func erases(_ placement: Placement, _ removed: [Tile]) -> Bool {
        guard settings.mode != .kitty else { return false }
        guard let picture = cache.picture(for: placement.request),
            let old = removed.first(where: { $0.placement.rect == placement.rect }), old.state == .shown,
            placement.request.pixelWidth >= old.placement.request.pixelWidth,
            placement.request.pixelHeight >= old.placement.request.pixelHeight
        else { return true }
        return Double(picture.cost) > writer.flow.rate * 0.1
    }

    private func forgetProblems(_ scene: Scene) {
        guard !problems.isEmpty else { return }
        let wanted = Set(scene.placements.map(\.request)).union(scene.prefetch)
        problems = problems.filter { wanted.contains($0.key) }
    }

    private func dropStaleJobs() {
        let serials = Set(stage.tiles.map(\.serial))
        let requests = Set(stage.tiles.map(\.placement.request))
        dropJobs { purpose in
            switch purpose {
            case .tile(let serial, _): !serials.contains(serial)
            case .transfer(let id, _): self.shelf.request(of: id).map { !requests.contains($0) } ?? true
            case .control: false
            }
        }
    }

    func dropJobs(where isStale: (PictureJob.Purpose) -> Bool) {
        for id in writer.drop(where: isStale) { if let request = shelf.request(of: id) { shelf.remove(request) } }
    }

    /// kitty: pictures that it holds are shown before the old ones are hidden, so that no frame lies between.
    private func showBeforeHiding(_ change: PictureStage.Change) {
        for tile in change.added where shelf.images[tile.placement.request]?.isWhole == true { start(tile) }
        for tile in change.removed { hide(tile) }
        for id in shelf.overflow(isShown: { request in self.stage.tiles.contains { $0.placement.request == request } }) {
            writer.add(command: KittyEncoder.delete(id: id, placement: nil, freeData: true, throughTmux: settings.throughTmux))
        }
    }

    func hide(_ tile: Tile) {
        guard tile.state == .shown || tile.state == .sending, let image = shelf.images[tile.placement.request] else { return }
        writer.add(
            command: KittyEncoder.delete(
                id: image.id, placement: UInt32(truncatingIfNeeded: tile.serial), freeData: false,
                throughTmux: settings.throughTmux))
    }

    func fail(_ tile: Tile) {
        if let text = problems[tile.placement.request] { stage.set(.failed(text), for: tile.serial) }
    }
}

extension Scene {
    /// The scene cut or filled to the terminal's size, which may have changed since it was made.
    func fitted(columns: Int, rows: Int) -> Scene {
        guard columns != self.columns || rows != self.rows || cells.count != columns * rows else { return self }
        let style = cells.first?.style ?? Style(Colour(255, 255, 255))
        var other = Scene(columns: columns, rows: rows, background: Style(style.foreground, on: style.background))
        for y in 0..<min(rows, self.rows) {
            for x in 0..<min(columns, self.columns) where y * self.columns + x < cells.count {
                other.cells[y * columns + x] = cells[y * self.columns + x]
            }
        }
        other.placements = placements
        other.prefetch = prefetch
        other.cursor = cursor
        return other
    }

    fileprivate var visibleCursor: (x: Int, y: Int)? {
        guard let cursor, cursor.x >= 0, cursor.y >= 0, cursor.x < columns, cursor.y < rows else { return nil }
        return cursor
    }
}
