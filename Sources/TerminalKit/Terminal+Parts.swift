import KeepersCore

// Pictures of which only some columns are in view: two under one slider. In kitty a move is one short command (`replace`);
// elsewhere only the columns that came into view are sent.
extension Terminal {
    /// What has to be encoded for a tile.
    func keys(of tile: Tile) -> [PictureKey] {
        guard tile.isInParts, encodesParts else { return [tile.placement.key] }
        return tile.missing.map { key(of: $0, tile).picture }
    }

    /// Symbols are cut from the whole picture's cells; pixels are encoded anew, as their pieces do not end where a slider stands.
    private var encodesParts: Bool { settings.mode == .sixel || settings.mode == .iterm2 }

    private func key(of part: Range<Int>, _ tile: Tile) -> LookKey {
        LookKey(picture: part == 0..<tile.placement.rect.width ? tile.placement.key : tile.placement.key.part(part))
    }

    /// After a clip has moved: what came into view is drawn.
    func follow(_ change: PictureStage.Change) {
        for old in change.reclipped {
            guard let tile = stage.tile(old.serial) else { continue }
            if case .failed = tile.state { continue }
            if settings.mode == .kitty {
                replace(tile)
            } else {
                if !old.isInParts { forgetUnsent(old) }
                if stage.tile(old.serial)?.missing.isEmpty == false { stage.reopen(tile.serial) }
            }
        }
        guard settings.mode != .kitty else { return }
        for old in change.reclipped { if let tile = stage.tile(old.serial) { start(tile) } }
    }

    /// What waits of a picture as a whole would cover what another one shows in its place by then.
    private func forgetUnsent(_ old: Tile) {
        guard old.queued != nil else { return }
        dropJobs { purpose in if case .tile(old.serial, _) = purpose { true } else { false } }
        symbols.forget(old.placement.visible)
        stage.undraw(old.serial)
    }

    /// Queues every missing part whose bytes are there; the tile goes on waiting while one is not.
    func startParts(_ tile: Tile) {
        guard !startFirstLook(tile), !isSparing(tile) else { return }
        for part in tile.missing {
            guard let pieces = pieces(of: part, tile) else { continue }
            draw(part, pieces, tile)
        }
    }

    /// True while the columns in view have nothing to show yet: they get cells of one colour first, where the line is slow.
    private func startFirstLook(_ tile: Tile) -> Bool {
        guard settings.mode != .iterm2, tile.look == nil, !tile.isTouchUp, tile.drawn?.isEmpty ?? true else { return false }
        guard looks(of: tile).contains(.first) else { return false }
        let shown = tile.placement.shownColumns
        guard !shown.isEmpty, let picture = encoded(LookKey(picture: tile.placement.key, look: .first)) else { return true }
        let jobs = jobs(tile, picture.pieces(of: shown) ?? [], columns: shown, lane(of: tile))
        guard !jobs.isEmpty else {
            show(.first, tile)
            return false
        }
        stage.set(queued: .first, for: tile.serial)
        for job in jobs { writer.add(job) }
        return true
    }

    /// Over its budget a picture that can be recognised stays as it is.
    private func isSparing(_ tile: Tile) -> Bool { tile.look == .first && writer.isOverBudget(now: clock()) }

    private func pieces(of part: Range<Int>, _ tile: Tile) -> [EncodedPicture.Piece]? {
        if encodesParts || part == 0..<tile.placement.rect.width { return encoded(key(of: part, tile))?.pieces }
        return encoded(LookKey(picture: tile.placement.key))?.pieces(of: part)
    }

    private func draw(_ part: Range<Int>, _ pieces: [EncodedPicture.Piece], _ tile: Tile) {
        let jobs = jobs(tile, pieces, columns: part, lane(of: tile))
        for job in jobs { writer.add(job) }
        stage.draw(part, of: tile.serial)
        guard let now = stage.tile(tile.serial), now.missing.isEmpty else { return }
        if jobs.isEmpty { show(.whole, now) } else { stage.set(queued: .whole, for: tile.serial) }
    }

    /// A part is encoded: it is drawn also where the slider has gone further meanwhile, as long as nothing would be left out before it.
    func take(part key: LookKey, for tile: Tile) {
        guard tile.isOpen, let part = key.picture.columns, tile.placement.key.part(part) == key.picture else { return }
        let fits = tile.missing.contains { gap in
            gap.lowerBound <= part.lowerBound && part.upperBound <= gap.upperBound
                && (gap == part || tile.drawn?.upperBound == part.lowerBound || tile.drawn?.lowerBound == part.upperBound)
        }
        if fits, !isSparing(tile), let picture = cache.value(for: key) { draw(part, picture.pieces, tile) }
        if let now = stage.tile(tile.serial) { start(now) }
    }
}

extension EncodedPicture {
    /// Symbols: some columns, row by row; nil where the rows are not of cells.
    fileprivate func pieces(of part: Range<Int>) -> [Piece]? {
        guard pieces.allSatisfy({ $0.column == 0 && !$0.cells.isEmpty }) else { return nil }
        return pieces.map { piece in
            let shown = part.clamped(to: 0..<piece.cells.count)
            return Piece(column: 0, row: piece.row, height: piece.height, cells: Array(piece.cells[shown]))
        }
    }
}
