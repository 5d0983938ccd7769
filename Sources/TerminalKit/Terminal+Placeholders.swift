import KeepersCore

// kitty's pictures as characters of text, inside tmux.
extension Terminal {
    /// Hands the picture over where kitty does not hold it yet, says its size, and writes the characters where it stands.
    func startPlaceholders(_ tile: Tile) {
        let key = tile.placement.key
        let image: UInt32
        if let held = shelf.image(for: key) {
            image = held.id
        } else {
            guard let picture = encoded(key) else { return }
            shelf.begin(picture.id, firstLook: 0, for: key)
            send(picture.transfer, picture.id)
            image = picture.id
            dropOldest()
        }
        let rect = tile.placement.rect
        let cells = settings.cells(of: key)
        let (columns, rows) = (min(cells.columns, rect.width), min(cells.rows, rect.height))
        let place = PlaceholderEncoder.place(id: image, columns: columns, rows: rows, throughTmux: settings.wrapsTransfers)
        writer.add(PictureJob(bytes: place, purpose: .tile(tile.serial, isLast: false)))
        for part in tile.missing {
            let characters = PlaceholderEncoder.pieces(
                id: image, columns: part.clamped(to: 0..<columns), rows: rows, background: background(of: rect))
            for job in jobs(tile, characters, columns: part) { writer.add(job) }
            if tile.isInParts { stage.draw(part, of: tile.serial) }
        }
        stage.set(.sending, for: tile.serial)
    }

    private func dropOldest() {
        for id in shelf.overflow(isShown: { key in self.stage.tiles.contains { $0.placement.key == key } }) {
            writer.add(command: KittyEncoder.delete(id: id, placement: nil, freeData: true, throughTmux: settings.wrapsTransfers))
        }
    }

    private func background(of rect: CellRect) -> Colour? {
        guard settings.depth == .direct, let scene, scene.cells.indices.contains(rect.y * scene.columns + rect.x) else {
            return nil
        }
        return scene.cells[rect.y * scene.columns + rect.x].style.background
    }

    /// Every picture that this window was handed; kitty's command for all of them overlooks those shown by characters.
    var forgettingPlaceholders: [UInt8] {
        guard settings.mode == .placeholders else { return [] }
        return shelf.images.values.flatMap {
            KittyEncoder.delete(id: $0.id, placement: nil, freeData: true, throughTmux: settings.wrapsTransfers)
        }
    }
}
