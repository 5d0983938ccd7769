import KeepersCore

// kitty: pictures are handed over look by look, then shown by short commands.
extension Terminal {
    func kittyJobs(_ tile: Tile, _ key: LookKey, _ picture: EncodedPicture, _ lane: PictureJob.Lane) -> [PictureJob] {
        var jobs: [PictureJob] = []
        // Another tile may be waiting for the same picture.
        if shelf.images[key] == nil { jobs = transfer(picture, key, lane) }
        guard let image = shelf.images[key] else { return [] }
        jobs.append(PictureJob(bytes: place(image, tile), purpose: .tile(tile.serial, isLast: true), lane: lane))
        return jobs
    }

    func transfer(_ picture: EncodedPicture, _ key: LookKey, _ lane: PictureJob.Lane) -> [PictureJob] {
        shelf.begin(picture, for: key)
        let last = picture.transfer.count - 1
        return picture.transfer.enumerated().map { index, chunk in
            PictureJob(bytes: chunk, purpose: .transfer(picture.id, isLast: index == last), lane: lane)
        }
    }

    /// A clip has moved: what the terminal holds is shown through it at once, what is under way once it is there.
    func replace(_ tile: Tile) {
        if let look = tile.look, let image = shelf.images[LookKey(picture: tile.placement.key, look: look)], image.isWhole {
            writer.add(command: place(image, tile))
        }
        guard let queued = tile.queued, let image = shelf.images[LookKey(picture: tile.placement.key, look: queued)] else {
            return
        }
        writer.add(PictureJob(bytes: place(image, tile), purpose: .tile(tile.serial, isLast: true), lane: lane(of: tile)))
    }

    /// While nothing is missing on the screen the terminal gets what may be wanted next; then a key needs some forty bytes.
    func sendAhead() {
        guard settings.mode == .kitty, link.quality != .local, writer.isEmpty(.ahead), isOpen else { return }
        guard !isLocating, !isHoldingPictures, !stage.tiles.contains(where: \.isOpen), !stage.tiles.isEmpty else { return }
        let keys = aheadKeys
        for look in link.quality == .low ? [Look.first, .half] : [.first, .whole] {
            for key in keys.prefix(Self.mostAhead) where !shelf.looks(of: key).contains(where: { $0 >= look }) {
                guard effort.looks(settings.mode, settings.depth, key).contains(look) else { continue }
                let wanted = LookKey(picture: key, look: look)
                guard let picture = encoded(wanted) else { continue }
                for job in transfer(picture, wanted, .ahead) { writer.add(job) }
                return
            }
        }
    }

    private static let mostAhead = 24

    /// Shows the part of a look that is in view. Smaller looks are stretched, and cut in their own pixels.
    func place(_ image: KittyShelf.Image, _ tile: Tile) -> [UInt8] {
        let rect = tile.placement.rect
        let key = tile.placement.key
        let cells = settings.cells(of: key)
        let (columns, rows) = (min(cells.columns, rect.width), min(cells.rows, rect.height))
        let number = UInt32(truncatingIfNeeded: tile.serial)
        let shown = tile.placement.shownColumns.clamped(to: 0..<columns)
        guard shown != 0..<columns else {
            return located(
                KittyEncoder.place(id: image.id, placement: number, columns: columns, rows: rows, throughTmux: false), x: rect.x,
                y: rect.y)
        }
        let whole = max(1, key.pixelWidth)
        let left = shown.lowerBound * settings.cellWidth * image.width / whole
        let right = min(key.pixelWidth, shown.upperBound * settings.cellWidth) * image.width / whole
        let part = (x: left, y: 0, width: max(1, right - left), height: image.height)
        return located(
            KittyEncoder.place(
                id: image.id, placement: number, part: part, columns: shown.count, rows: rows, throughTmux: false),
            x: rect.x + shown.lowerBound, y: rect.y)
    }
}
