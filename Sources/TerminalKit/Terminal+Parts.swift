import KeepersCore

// Pictures of which only some columns are in view: two under one slider. In kitty a move is one short command (`startKitty`);
// elsewhere only the columns that came into view are sent.
extension Terminal {
    /// What has to be encoded for a tile.
    func keys(of tile: Tile) -> [PictureKey] {
        guard tile.isInParts, encodesParts else { return [tile.placement.key] }
        return tile.missing.map { key(of: $0, tile) }
    }

    /// Symbols are cut from the whole picture's cells; pixels are encoded anew, as their pieces do not end where a slider stands.
    private var encodesParts: Bool { settings.mode == .sixel || settings.mode == .iterm2 }

    /// Its last job has begun, but another part is still being encoded.
    func waitsForParts(_ tile: Tile) -> Bool { settings.mode != .kitty && tile.isInParts && !tile.missing.isEmpty }

    private func key(of part: Range<Int>, _ tile: Tile) -> PictureKey {
        part == 0..<tile.placement.rect.width ? tile.placement.key : tile.placement.key.part(part)
    }

    /// After a clip has moved: what came into view is drawn.
    func follow(_ change: PictureStage.Change) {
        for old in change.reclipped {
            guard let tile = stage.tile(old.serial) else { continue }
            if case .failed = tile.state { continue }
            if settings.mode == .kitty {
                if tile.state != .waiting { startKitty(tile) }
            } else if !tile.missing.isEmpty {
                stage.set(.waiting, for: tile.serial)
            }
        }
        guard settings.mode != .kitty else { return }
        for old in change.reclipped { if let tile = stage.tile(old.serial), tile.state == .waiting { start(tile) } }
    }

    /// Queues every missing part whose bytes are there; the tile goes on waiting while one is not.
    func startParts(_ tile: Tile) {
        for part in tile.missing {
            guard let pieces = pieces(of: part, tile) else { continue }
            draw(part, pieces, tile)
        }
    }

    private func pieces(of part: Range<Int>, _ tile: Tile) -> [EncodedPicture.Piece]? {
        if encodesParts || part == 0..<tile.placement.rect.width { return encoded(key(of: part, tile))?.pieces }
        return encoded(tile.placement.key)?.pieces(of: part, settings)
    }

    private func draw(_ part: Range<Int>, _ pieces: [EncodedPicture.Piece], _ tile: Tile) {
        let jobs = jobs(tile, pieces, columns: part)
        for job in jobs { writer.add(job) }
        stage.draw(part, of: tile.serial)
        guard stage.tile(tile.serial)?.missing.isEmpty == true else { return }
        stage.set(jobs.isEmpty ? .shown : .sending, for: tile.serial)
    }

    /// A part is encoded: it is drawn also where the slider has gone further meanwhile, as long as nothing would be left out before it.
    func take(part key: PictureKey, for tile: Tile) {
        guard let part = key.columns, tile.placement.key.part(part) == key else { return }
        let fits = tile.missing.contains { gap in
            gap.lowerBound <= part.lowerBound && part.upperBound <= gap.upperBound
                && (gap == part || tile.drawn?.upperBound == part.lowerBound || tile.drawn?.lowerBound == part.upperBound)
        }
        if fits, let picture = cache.value(for: key) { draw(part, picture.pieces, tile) }
        if let now = stage.tile(tile.serial), now.state == .waiting { start(now) }
    }
}

extension EncodedPicture {
    /// Symbols: some columns, row by row.
    fileprivate func pieces(of part: Range<Int>, _ settings: EncodingSettings) -> [Piece]? {
        guard let rows = pieces.last.map({ $0.row + 1 }), rows > 0, cells.count % rows == 0 else { return nil }
        let columns = cells.count / rows
        let shown = part.clamped(to: 0..<columns)
        let cut = (0..<rows).flatMap { cells[$0 * columns + shown.lowerBound..<$0 * columns + shown.upperBound] }
        return SymbolWriter.pieces(cut, columns: shown.count, settings: settings)
    }
}
