public import KeepersCore

// Pictures: asked for, delivered, encoded, sent.
extension Terminal {
    /// While the terminal's first answers are awaited nothing is decoded: the cell's size may change, and so would every picture.
    var isHoldingPictures: Bool { probe.isAsking && clock() < startedAt &+ Probe.grace }

    /// Pictures that are shown and not there yet; when there is none of these, those to be prepared. Each is returned once.
    public func takeRequests() -> [PictureRequest] {
        guard let scene, !isHoldingPictures, settings.mode != .none else { return [] }
        let waiting = stage.tiles.filter { $0.state == .waiting }.flatMap(keys(of:))
        let wanted = waiting.isEmpty ? scene.prefetch.map { $0.key(in: scene) } : waiting
        return wanted.filter { !cache.contains($0) && !encoding.contains($0) }.flatMap(\.requests).filter { request in
            !pixels.contains(request) && problems[request] == nil && asked.insert(request).inserted
        }
    }

    /// Requests that were taken, are not delivered yet, and are not wanted any more. Each is returned once.
    public func takeCancelled() -> [PictureRequest] {
        let wanted = wantedRequests
        let cancelled = asked.filter { !wanted.contains($0) }
        asked.subtract(cancelled)
        let keys = Set(stage.tiles.flatMap(keys(of:))).union(
            scene.map { scene in scene.prefetch.map { $0.key(in: scene) } } ?? [])
        for key in encoder.cancel(except: { keys.contains($0) }) { encoding.remove(key) }
        return Array(cancelled)
    }

    private var wantedRequests: Set<PictureRequest> {
        Set(stage.tiles.flatMap(\.placement.requests)).union(scene?.prefetch ?? [])
    }

    /// Hands over the pixels for `request`; they are encoded on another thread and then sent.
    public func deliver(_ request: PictureRequest, pixels: Pixels) {
        asked.remove(request)
        guard !isClosed, wantedRequests.contains(request) else { return }
        self.pixels.insert(pixels, for: request, cost: pixels.bytes.count)
        let shown = stage.tiles.filter { $0.placement.requests.contains(request) }
        for key in shown.isEmpty
            ? [scene.map { request.key(in: $0) } ?? PictureKey(request: request)] : Set(shown.flatMap(keys(of:)))
        {
            encode(key)
        }
    }

    /// Begins to encode what is not being encoded yet, once all its pixels are here.
    func encode(_ key: PictureKey) {
        guard !encoding.contains(key), let first = pixels.value(for: key.request) else { return }
        let second = key.blend.flatMap { pixels.value(for: $0.with) }
        if key.blend != nil, second == nil { return }
        encoding.insert(key)
        let id = settings.mode == .placeholders ? PlaceholderEncoder.id(nextImageID / 2) : nextImageID
        nextImageID = nextImageID &+ 2
        encoder.submit(
            .init(
                key: key, pixels: first, second: second, settings: settings, effort: .init(isSlow: writer.flow.isSlow), id: id)
        )
    }

    /// Says in the picture's place why there is none.
    public func deliverFailed(_ request: PictureRequest, text: String) {
        asked.remove(request)
        problems[request] = text
        let failed = stage.tiles.filter { $0.placement.requests.contains(request) && $0.state == .waiting }
        guard !failed.isEmpty else { return }
        for tile in failed { fail(tile) }
        draw()
        pump()
    }

    func collectEncoded() {
        for result in encoder.takeResults() {
            encoding.remove(result.key)
            if result.settings == settings {
                guard !result.picture.isEmpty else {
                    deliverFailed(result.key.request, text: "this picture cannot be shown")
                    continue
                }
                cache.insert(result.picture, for: result.key, cost: result.picture.cost)
            }
            for tile in stage.tiles where tile.state == .waiting {
                if result.key.columns != nil {
                    take(part: result.key, for: tile)
                } else if tile.placement.key == result.key {
                    start(tile)
                }
            }
        }
    }

    /// Queues a tile's picture where its bytes are there; otherwise it goes on waiting.
    func start(_ tile: Tile) {
        guard !isLocating else { return }
        if settings.mode == .kitty { return startKitty(tile) }
        if settings.mode == .placeholders { return startPlaceholders(tile) }
        if tile.isInParts { return startParts(tile) }
        guard let picture = encoded(tile.placement.key) else { return }
        let jobs = jobs(tile, picture.pieces, columns: 0..<tile.placement.rect.width)
        for job in jobs { writer.add(job) }
        stage.set(jobs.isEmpty ? .shown : .sending, for: tile.serial)
    }

    /// nil while it is being encoded, or its pixels are not here.
    func encoded(_ key: PictureKey) -> EncodedPicture? {
        if let picture = cache.value(for: key) { return picture }
        if key.requests.allSatisfy({ problems[$0] == nil }) { encode(key) }
        return nil
    }

    func startKitty(_ tile: Tile) {
        let key = tile.placement.key
        if let image = shelf.image(for: key) {
            let place = place(image.id, tile)
            if image.isWhole {
                writer.add(command: place)
                stage.set(.shown, for: tile.serial)
                hideOutgoing(of: tile.serial)
            } else {
                writer.add(PictureJob(bytes: place, purpose: .tile(tile.serial, isLast: true)))
                stage.set(.sending, for: tile.serial)
            }
            return
        }
        guard let picture = encoded(key) else { return }
        shelf.begin(picture.id, firstLook: picture.firstLookID, for: key)
        sendFirstLook(picture, tile)
        send(picture.transfer, picture.id)
        writer.add(PictureJob(bytes: place(picture.id, tile), purpose: .tile(tile.serial, isLast: true)))
        if !picture.firstLook.isEmpty, tile.placement.isWhole {
            writer.add(PictureJob(bytes: forget(picture.firstLookID), purpose: .control))
        }
        stage.set(.sending, for: tile.serial)
    }

    /// A small copy, which the whole picture then covers.
    private func sendFirstLook(_ picture: EncodedPicture, _ tile: Tile) {
        // Its pixels are counted otherwise than the whole one's, and a part is soon there.
        guard !picture.firstLook.isEmpty, tile.placement.isWhole else { return }
        send(picture.firstLook, picture.firstLookID)
        writer.add(PictureJob(bytes: place(picture.firstLookID, tile), purpose: .tile(tile.serial, isLast: false)))
    }

    func send(_ chunks: [[UInt8]], _ id: UInt32) {
        for (index, chunk) in chunks.enumerated() {
            writer.add(PictureJob(bytes: chunk, purpose: .transfer(id, isLast: index == chunks.count - 1)))
        }
    }

    private func forget(_ id: UInt32) -> [UInt8] {
        KittyEncoder.delete(id: id, placement: nil, freeData: true, throughTmux: settings.throughTmux)
    }

    private func place(_ id: UInt32, _ tile: Tile) -> [UInt8] {
        let rect = tile.placement.rect
        let key = tile.placement.key
        let cells = settings.cells(of: key)
        let (columns, rows) = (min(cells.columns, rect.width), min(cells.rows, rect.height))
        let number = UInt32(truncatingIfNeeded: tile.serial)
        let shown = tile.placement.shownColumns.clamped(to: 0..<columns)
        guard shown != 0..<columns else {
            return located(
                KittyEncoder.place(id: id, placement: number, columns: columns, rows: rows, throughTmux: false), x: rect.x,
                y: rect.y)
        }
        let left = shown.lowerBound * settings.cellWidth
        let part = (
            x: left, y: 0, width: min(key.pixelWidth, shown.upperBound * settings.cellWidth) - left, height: key.pixelHeight
        )
        return located(
            KittyEncoder.place(
                id: id, placement: number, part: part, columns: shown.count, rows: rows, throughTmux: false),
            x: rect.x + shown.lowerBound, y: rect.y)
    }

    /// Cursor to the cell, the bytes, cursor back where ncurses left it.
    private func located(_ bytes: [UInt8], x: Int, y: Int) -> [UInt8] {
        let outside = settings.throughTmux ? locator : OriginLocator()
        let whole = Array("\u{1B}7\u{1B}[\(y + outside.y + 1);\(x + outside.x + 1)H".utf8) + bytes + [0x1B, UInt8(ascii: "8")]
        return passedThrough(whole, tmux: settings.throughTmux)
    }

    /// The pieces that lie inside `columns` of the tile and the screen, joined to jobs of a few KiB.
    func jobs(_ tile: Tile, _ pieces: [EncodedPicture.Piece], columns: Range<Int>) -> [PictureJob] {
        let rect = tile.placement.rect
        let left = rect.x + columns.lowerBound
        // Pixels in the last row would make xterm scroll.
        let bottom = settings.mode == .sixel ? min(rect.y + rect.height, geometry.rows - 1) : rect.y + rect.height
        let limit = EncodedPicture.Effort(isSlow: writer.flow.isSlow).maxBytes
        var jobs: [PictureJob] = []
        var bytes: [UInt8] = []
        for piece in pieces where piece.column < columns.count && rect.y + piece.row + piece.height <= bottom {
            if !bytes.isEmpty, bytes.count + piece.bytes.count > limit {
                jobs.append(PictureJob(bytes: bytes, purpose: .tile(tile.serial, isLast: false)))
                bytes = []
            }
            bytes += located(piece.bytes, x: left + piece.column, y: rect.y + piece.row)
        }
        if !bytes.isEmpty { jobs.append(PictureJob(bytes: bytes, purpose: .tile(tile.serial, isLast: true))) }
        return jobs
    }
}
