import KeepersCore

// Pictures: sent look by look, the best that is there at once.
extension Terminal {
    /// Shows the best look that the terminal holds, and queues the next one where its bytes are there; otherwise it goes on waiting.
    func start(_ tile: Tile) {
        guard !isLocating, !isHoldingPictures, let tile = stage.tile(tile.serial), tile.queued == nil, tile.isOpen else { return }
        if settings.mode == .placeholders { return startPlaceholders(tile) }
        if settings.mode != .kitty, tile.isInParts { return startParts(tile) }
        let looks = looks(of: tile)
        if settings.mode == .kitty, let held = shelf.best(of: tile.placement.key, above: tile.look) {
            writer.add(command: place(held.image, tile))
            show(held.look, tile)
            guard held.look < looks[looks.count - 1], let again = stage.tile(tile.serial) else { return }
            return queue(again, looks)
        }
        queue(tile, looks)
    }

    func looks(of tile: Tile) -> [Look] {
        var effort = effort
        // Over a budget something must be seen all the same.
        if writer.meter.budget != nil, effort.quality == .local { effort.quality = .normal }
        let looks = effort.looks(settings.mode, settings.depth, tile.placement.key)
        return tile.isTouchUp ? [looks[looks.count - 1]] : looks
    }

    private func queue(_ tile: Tile, _ looks: [Look]) {
        guard let next = looks.first(where: { look in tile.look.map { look > $0 } ?? true }) else {
            if let look = tile.look { stage.show(look, isFinal: true, for: tile.serial) }
            return
        }
        guard !awaitsMeasurement(next) else { return }
        let key = LookKey(picture: tile.placement.key, look: next)
        guard let picture = encoded(key) else { return }
        let jobs =
            settings.mode == .kitty
            ? kittyJobs(tile, key, picture, lane(of: tile))
            : jobs(tile, picture.pieces, columns: 0..<tile.placement.rect.width, lane(of: tile))
        guard !jobs.isEmpty else { return show(next, tile) }
        stage.set(queued: next, for: tile.serial)
        for job in jobs { writer.add(job) }
    }

    /// First something to see; parts under a slider stay in the order in which they cover each other.
    func lane(of tile: Tile) -> PictureJob.Lane {
        let isNew = tile.look == nil && !tile.isTouchUp
        return isNew || tile.isInParts && settings.mode != .kitty ? .first : .refine
    }

    /// The last byte of a look was begun, or nothing of it lies on the screen.
    func show(_ look: Look, _ tile: Tile) {
        let looks = looks(of: tile)
        stage.show(look, isFinal: look >= looks[looks.count - 1], for: tile.serial)
        hideOutgoing(of: tile.serial)
        guard settings.mode == .kitty else { return }
        // A better look covers them.
        for smaller in shelf.looks(of: tile.placement.key) where smaller < look {
            let key = LookKey(picture: tile.placement.key, look: smaller)
            guard let image = shelf.images[key], image.isWhole else { continue }
            writer.add(
                command: KittyEncoder.delete(id: image.id, placement: nil, freeData: true, throughTmux: settings.throughTmux))
            shelf.remove(key)
        }
    }

    /// Cursor to the cell, the bytes, cursor back where ncurses left it.
    func located(_ bytes: [UInt8], x: Int, y: Int) -> [UInt8] {
        let outside = settings.throughTmux ? locator : OriginLocator()
        let whole = Array("\u{1B}7\u{1B}[\(y + outside.y + 1);\(x + outside.x + 1)H".utf8) + bytes + [0x1B, UInt8(ascii: "8")]
        return passedThrough(whole, tmux: settings.throughTmux)
    }

    // MARK: - Other ways

    /// The pieces that lie inside `columns` of the tile and the screen, joined to jobs of a limited size.
    func jobs(_ tile: Tile, _ pieces: [EncodedPicture.Piece], columns: Range<Int>, _ lane: PictureJob.Lane) -> [PictureJob] {
        let rect = tile.placement.rect
        let left = rect.x + columns.lowerBound
        // Pixels in the last row would make xterm scroll.
        let bottom = settings.mode == .sixel ? min(rect.y + rect.height, geometry.rows - 1) : rect.y + rect.height
        let limit = effort.maxBytes
        var jobs: [PictureJob] = []
        var bytes: [UInt8] = []
        for piece in pieces where piece.column < columns.count && rect.y + piece.row + piece.height <= bottom {
            let own = self.bytes(of: piece, x: left + piece.column, y: rect.y + piece.row, width: columns.count - piece.column)
            if !bytes.isEmpty, bytes.count + own.count > limit {
                jobs.append(PictureJob(bytes: bytes, purpose: .tile(tile.serial, isLast: false), lane: lane))
                bytes = []
            }
            bytes += own
        }
        if !bytes.isEmpty { jobs.append(PictureJob(bytes: bytes, purpose: .tile(tile.serial, isLast: true), lane: lane)) }
        return jobs
    }

    private func bytes(of piece: EncodedPicture.Piece, x: Int, y: Int, width: Int) -> [UInt8] {
        guard piece.bytes.isEmpty else { return located(piece.bytes, x: x, y: y) }
        let cells = piece.cells.prefix(width)
        // Sixel covers what its first look left.
        let remembers = settings.mode != .sixel
        let known = remembers ? symbols.known(x: x, y: y, count: cells.count) : Array(repeating: nil, count: cells.count)
        let row = SymbolWriter.bytes(cells, known: known, x: x, y: y, settings: settings)
        if remembers { symbols.note(cells, x: x, y: y) }
        return row.isEmpty ? [] : [0x1B, UInt8(ascii: "7")] + row + [0x1B, UInt8(ascii: "8")]
    }

    /// Clears a tile's cells, and the sixel pixels on them, without writing each.
    func erase(_ rect: CellRect, _ background: Colour) -> [UInt8] {
        var writer = SymbolWriter(depth: settings.depth)
        var bytes = [0x1B, UInt8(ascii: "7")] + writer.colour(of: background)
        for y in rect.y..<rect.y + rect.height { bytes += "\u{1B}[\(y + 1);\(rect.x + 1)H\u{1B}[\(rect.width)X".utf8 }
        return bytes + Array("\u{1B}[m\u{1B}8".utf8)
    }
}

extension Tile {
    /// Something is still to come.
    var isOpen: Bool { state == .waiting || state == .sending }
}
