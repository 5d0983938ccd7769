public import KeepersCore

// From scenes to bytes.
extension Terminal {
    /// Shows `scene`: text at once, pictures that are ready right behind it; the others become requests.
    public func present(_ scene: Scene) {
        guard isOpen, !device.isGone else { return }
        var fitted = scene.fitted(columns: geometry.columns, rows: geometry.rows)
        fitted.dropMeaninglessOverlays()
        self.scene = fitted
        forgetProblems(fitted)
        let placements = settings.mode == .none ? [] : fitted.placements
        var erased: [CellRect] = []
        let standing = stage.tiles
        let change = stage.change(to: placements) { placement, removed in
            guard erases(placement, removed, standing) else { return false }
            symbols.forget(placement.visible)
            // tmux keeps no pixels of its own and must see another cell.
            guard !probe.findings.isInsideMultiplexer else { return true }
            erased.append(placement.visible)
            return false
        }
        // What was noted of them may never have been sent, or is text now.
        for tile in change.removed
        where tile.state != .shown || !change.added.contains(where: { $0.placement.visible == tile.placement.visible }) {
            symbols.forget(tile.placement.rect)
        }
        if !change.added.isEmpty { presentedAt = clock() }
        dropStaleJobs(isNew: !change.added.isEmpty)
        // A chrome that begins with a clear takes every picture off: what is shown before it would be gone again.
        let clears = chrome.needsRepaint
        if settings.mode == .kitty, !clears { showBeforeHiding(change) }
        for tile in change.added where problem(of: tile) != nil { fail(tile) }
        draw(erasing: clears ? [] : erased)
        if settings.mode == .kitty, clears { showBeforeHiding(change) }
        follow(change)
        for tile in change.added { start(tile) }
        pump()
    }

    /// Asks again for pictures that failed, and draws everything anew.
    public func tryAgain() {
        problems.removeAll()
        redraw()
    }

    /// Clears and draws everything anew, pictures included.
    public func redraw() {
        chrome.repaint()
        dropJobs { $0 != .control }
        if settings.mode == .kitty { hideAll() }
        stage.restart()
        symbols.reset(columns: geometry.columns, rows: geometry.rows)
        guard scene != nil else { return }
        for tile in stage.tiles where problem(of: tile) != nil { fail(tile) }
        draw()
        for tile in stage.tiles { start(tile) }
        pump()
    }

    /// Takes every picture off: they are of another size or kind now.
    func clearStage() {
        dropJobs { $0 != .control }
        if settings.mode == .kitty { hideAll() }
        stage.reset(columns: geometry.columns, rows: geometry.rows)
        symbols.reset(columns: geometry.columns, rows: geometry.rows)
        scene = nil
        asked.removeAll()
        chrome.repaint()
    }

    /// The frame: the changed text, between the marks of a whole frame where the terminal knows them.
    func draw(erasing rects: [CellRect] = []) {
        guard let scene, !isHoldingText else { return }
        let (written, marks) = stage.withProblems(scene.cells)
        let cells = PlainText.spelled(written, in: repertoire)
        let cursor = scene.visibleCursor
        var bytes = chrome.draw(cells, marks: marks, cursor: cursor)
        if (cursor != nil) != cursorIsShown {
            cursorIsShown.toggle()
            bytes += (cursorIsShown ? "\u{1B}[?25h" : "\u{1B}[?25l").utf8
        }
        let erasures = rects.flatMap { rect in erase(rect, cells[rect.y * scene.columns + rect.x].style.background) }
        if RepeatedText.isUnderstood(by: probe.findings.version), !probe.findings.isInsideMultiplexer {
            bytes = RepeatedText.shortened(bytes)
        }
        bytes = erasures + bytes
        guard !bytes.isEmpty else { return }
        if probe.findings.synchronised { bytes = Array("\u{1B}[?2026h".utf8) + bytes + Array("\u{1B}[?2026l".utf8) }
        writer.add(chrome: bytes)
    }

    /// Old pixels may stay until the new ones cover them where that takes no time to speak of: nothing flickers. Elsewhere they
    /// go at once: one photo's name must not stand under another's pixels.
    private func erases(_ placement: Placement, _ removed: [Tile], _ standing: [Tile]) -> Bool {
        guard settings.mode != .kitty else { return false }
        // Pictures that are laid over each other: the new one covers what it takes.
        let isOver = standing.contains { $0.placement.rect == placement.rect && $0.placement.clip != nil }
        if placement.clip != nil, isOver { return false }
        let old = removed.first { $0.placement.rect == placement.rect }
        // The same photo with other overlays, or developed meanwhile: every pixel will be covered, and none of them is wrong.
        if let old, old.placement.request.showsSameView(as: placement.request) { return false }
        guard let picture = cache.value(for: LookKey(picture: placement.key)), let old, old.look != nil,
            placement.key.pixelWidth >= old.placement.key.pixelWidth, placement.key.pixelHeight >= old.placement.key.pixelHeight
        else { return true }
        return Double(picture.cost) > max(writer.flow.capacity, writer.flow.rate) * 0.1
    }

    private func forgetProblems(_ scene: Scene) {
        guard !problems.isEmpty else { return }
        let wanted = Set(scene.placements.flatMap(\.requests)).union(scene.prefetch)
        problems = problems.filter { wanted.contains($0.key) }
    }

    /// `isNew`: other pictures came, so that what was prepared for has to wait.
    private func dropStaleJobs(isNew: Bool) {
        let serials = Set(stage.tiles.map(\.serial))
        let keys = Set(stage.tiles.map(\.placement.key))
        let ahead = isNew ? [] : Set(aheadKeys)
        dropJobs { purpose in
            switch purpose {
            case .tile(let serial, _): !serials.contains(serial)
            case .transfer(let id, _):
                self.shelf.key(of: id).map { key in
                    let isShown = self.stage.tiles.contains { $0.placement.key == key.picture && $0.queued == key.look }
                    return !(isShown && keys.contains(key.picture)) && !ahead.contains(key.picture)
                } ?? true
            case .control: false
            }
        }
    }

    func dropJobs(where isStale: (PictureJob.Purpose) -> Bool) {
        for id in writer.drop(where: isStale) { if let key = shelf.key(of: id) { shelf.remove(key) } }
    }

    /// kitty: pictures that it holds are shown before the old ones are hidden, so that no frame lies between.
    private func showBeforeHiding(_ change: PictureStage.Change) {
        for tile in change.added where shelf.best(of: tile.placement.key, above: nil) != nil { start(tile) }
        for tile in change.removed { retire(tile, change.added) }
        for id in shelf.overflow(isShown: { key in self.stage.tiles.contains { $0.placement.key == key } }) {
            writer.add(command: KittyEncoder.delete(id: id, placement: nil, freeData: true, throughTmux: settings.throughTmux))
        }
    }

    /// Hides a tile that is gone, or keeps it until the same view of the photo stands in its place.
    private func retire(_ tile: Tile, _ added: [Tile]) {
        let leaving = (outgoing.removeValue(forKey: tile.serial) ?? []) + [tile]
        let next = added.first {
            $0.placement.rect == tile.placement.rect && $0.placement.request.showsSameView(as: tile.placement.request)
        }
        if let next, let now = stage.tile(next.serial), now.look == nil, now.isOpen {
            outgoing[next.serial, default: []] += leaving
        } else {
            for tile in leaving { hide(tile) }
        }
    }

    func hideOutgoing(of serial: Int) {
        for tile in outgoing.removeValue(forKey: serial) ?? [] { hide(tile) }
    }

    private func hideAll() {
        for tile in stage.tiles + outgoing.values.joined() { hide(tile) }
        outgoing.removeAll()
    }

    private func hide(_ tile: Tile) {
        for look in shelf.looks(of: tile.placement.key) where tile.look.map({ look <= $0 }) ?? false {
            guard let image = shelf.images[LookKey(picture: tile.placement.key, look: look)] else { continue }
            writer.add(
                command: KittyEncoder.delete(
                    id: image.id, placement: UInt32(truncatingIfNeeded: tile.serial), freeData: false,
                    throughTmux: settings.throughTmux))
        }
    }

    private func problem(of tile: Tile) -> String? { tile.placement.requests.lazy.compactMap { self.problems[$0] }.first }

    func fail(_ tile: Tile) {
        guard let text = problem(of: tile) else { return }
        stage.set(.failed(text), for: tile.serial)
        hideOutgoing(of: tile.serial)
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

    /// What is not a number equals nothing, itself included: such a picture would never be found again.
    fileprivate mutating func dropMeaninglessOverlays() {
        for at in placements.indices where !placements[at].overlays.isEmpty {
            placements[at].overlays = placements[at].overlays.filter(\.rect.isFinite)
        }
    }

    fileprivate var visibleCursor: (x: Int, y: Int)? {
        guard let cursor, cursor.x >= 0, cursor.y >= 0, cursor.x < columns, cursor.y < rows else { return nil }
        return cursor
    }
}
