import KeepersCore

// Pictures: sent look by look, the best that is there at once.
extension Terminal {
    /// Shows the best look that the terminal holds, and queues the next one where its bytes are there; otherwise it goes on waiting.
    func start(_ tile: Tile) {
        guard !isLocating, !isHoldingPictures, let tile = stage.tile(tile.serial), tile.queued == nil, tile.isOpen else { return }
        let looks = looks(of: tile)
        if settings.mode == .kitty, let held = shelf.best(of: tile.placement.key, above: tile.look) {
            writer.add(command: place(held.image.id, tile))
            show(held.look, tile)
            guard held.look < looks[looks.count - 1], let again = stage.tile(tile.serial) else { return }
            return queue(again, looks)
        }
        queue(tile, looks)
    }

    private func looks(of tile: Tile) -> [Look] {
        var effort = effort
        // Over a budget something must be seen all the same.
        if writer.meter.budget != nil, effort.quality == .local { effort.quality = .normal }
        let looks = effort.looks(settings.mode, settings.depth, tile.placement.request)
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
        let lane: PictureJob.Lane = tile.look == nil && !tile.isTouchUp ? .first : .refine
        let jobs = settings.mode == .kitty ? kittyJobs(tile, key, picture, lane) : jobs(tile, picture, lane)
        guard !jobs.isEmpty else { return show(next, tile) }
        stage.set(queued: next, for: tile.serial)
        for job in jobs { writer.add(job) }
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

    // MARK: - kitty

    private func kittyJobs(_ tile: Tile, _ key: LookKey, _ picture: EncodedPicture, _ lane: PictureJob.Lane) -> [PictureJob] {
        var jobs: [PictureJob] = []
        // Another tile may be waiting for the same picture.
        if shelf.images[key] == nil { jobs = transfer(picture, key, lane) }
        let id = shelf.images[key]?.id ?? picture.id
        jobs.append(PictureJob(bytes: place(id, tile), purpose: .tile(tile.serial, isLast: true), lane: lane))
        return jobs
    }

    private func transfer(_ picture: EncodedPicture, _ key: LookKey, _ lane: PictureJob.Lane) -> [PictureJob] {
        shelf.begin(picture.id, for: key)
        let last = picture.transfer.count - 1
        return picture.transfer.enumerated().map { index, chunk in
            PictureJob(bytes: chunk, purpose: .transfer(picture.id, isLast: index == last), lane: lane)
        }
    }

    /// While nothing is missing on the screen the terminal gets what may be wanted next; then a key needs some forty bytes.
    func sendAhead() {
        guard settings.mode == .kitty, link.quality != .local, writer.isEmpty(.ahead), isOpen else { return }
        guard !isLocating, !isHoldingPictures, !stage.tiles.contains(where: \.isOpen), !stage.tiles.isEmpty else { return }
        let keys = aheadKeys
        for look in link.quality == .low ? [Look.first, .half] : [.first, .whole] {
            for key in keys.prefix(Self.mostAhead) where !shelf.looks(of: key).contains(where: { $0 >= look }) {
                guard effort.looks(settings.mode, settings.depth, key.request).contains(look) else { continue }
                let wanted = LookKey(picture: key, look: look)
                guard let picture = encoded(wanted) else { continue }
                for job in transfer(picture, wanted, .ahead) { writer.add(job) }
                return
            }
        }
    }

    private static let mostAhead = 24

    private func place(_ id: UInt32, _ tile: Tile) -> [UInt8] {
        let rect = tile.placement.rect
        let cells = settings.cells(of: tile.placement.request)
        return located(
            KittyEncoder.place(
                id: id, placement: UInt32(truncatingIfNeeded: tile.serial), columns: min(cells.columns, rect.width),
                rows: min(cells.rows, rect.height), throughTmux: false), x: rect.x, y: rect.y)
    }

    /// Cursor to the cell, the bytes, cursor back where ncurses left it.
    private func located(_ bytes: [UInt8], x: Int, y: Int) -> [UInt8] {
        let outside = settings.throughTmux ? locator : OriginLocator()
        let whole = Array("\u{1B}7\u{1B}[\(y + outside.y + 1);\(x + outside.x + 1)H".utf8) + bytes + [0x1B, UInt8(ascii: "8")]
        return passedThrough(whole, tmux: settings.throughTmux)
    }

    // MARK: - Other ways

    /// The pieces that lie inside the tile and the screen, joined to jobs of a limited size.
    private func jobs(_ tile: Tile, _ picture: EncodedPicture, _ lane: PictureJob.Lane) -> [PictureJob] {
        let rect = tile.placement.rect
        // Pixels in the last row would make xterm scroll.
        let bottom = settings.mode == .sixel ? min(rect.y + rect.height, geometry.rows - 1) : rect.y + rect.height
        let limit = effort.maxBytes
        var jobs: [PictureJob] = []
        var bytes: [UInt8] = []
        for piece in picture.pieces where piece.column < rect.width && rect.y + piece.row + piece.height <= bottom {
            let own = self.bytes(of: piece, in: rect)
            if !bytes.isEmpty, bytes.count + own.count > limit {
                jobs.append(PictureJob(bytes: bytes, purpose: .tile(tile.serial, isLast: false), lane: lane))
                bytes = []
            }
            bytes += own
        }
        if !bytes.isEmpty { jobs.append(PictureJob(bytes: bytes, purpose: .tile(tile.serial, isLast: true), lane: lane)) }
        return jobs
    }

    private func bytes(of piece: EncodedPicture.Piece, in rect: CellRect) -> [UInt8] {
        let (x, y) = (rect.x + piece.column, rect.y + piece.row)
        guard piece.bytes.isEmpty else { return located(piece.bytes, x: x, y: y) }
        let cells = piece.cells.prefix(rect.width - piece.column)
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
