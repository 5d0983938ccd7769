public import KeepersCore

// Pictures: asked for, delivered, encoded.
extension Terminal {
    /// While the terminal's first answers are awaited nothing is encoded: the way of showing may change, and so would every picture.
    var isHoldingPictures: Bool { probe.isAsking && clock() < startedAt &+ Probe.grace }

    /// Far away text waits as well: what the answers change would be drawn twice.
    var isHoldingText: Bool { isHoldingPictures && writer.isRemote && probe.isAsking }

    /// Where the kernel names a cell's size it is nearly always the terminal's own: pictures of that size can be fetched meanwhile.
    private var knowsCellEarly: Bool { size.pixelWidth > 0 && !probe.findings.isInsideMultiplexer }

    /// Pictures that are shown and not there yet; when there is none of these, those to be prepared. Each is returned once.
    public func takeRequests() -> [PictureRequest] {
        guard let scene, !isHoldingPictures || knowsCellEarly, settings.mode != .none else { return [] }
        let waiting = stage.tiles.filter { $0.state == .waiting || $0.state == .sending && $0.queued == nil }
            .flatMap(keys(of:)).filter { !isHere($0) }
        let isWaiting = stage.tiles.contains { $0.state == .waiting }
        let wanted = isWaiting ? waiting : waiting + scene.prefetch.map { $0.key(in: scene) }.filter { !isHere($0) }
        return wanted.flatMap(\.requests).filter { request in
            !pixels.contains(request) && problems[request] == nil && asked.insert(request).inserted
        }
    }

    private func isHere(_ key: PictureKey) -> Bool {
        let whole = LookKey(picture: key)
        return cache.contains(whole) || encoding.contains(whole) || key.requests.allSatisfy(pixels.contains)
            || shelf.images[whole]?.isWhole == true
    }

    /// Requests that were taken, are not delivered yet, and are not wanted any more. Each is returned once.
    public func takeCancelled() -> [PictureRequest] {
        let wanted = wantedRequests
        let cancelled = asked.filter { !wanted.contains($0) }
        asked.subtract(cancelled)
        // A slider's first look is one of the whole picture.
        let needed = Set(stage.tiles.flatMap { keys(of: $0) + [$0.placement.key] }).union(aheadKeys)
        for thread in [sketcher, encoder] {
            for key in thread.cancel(except: { needed.contains($0.picture) }) { encoding.remove(key) }
        }
        return Array(cancelled)
    }

    private var wantedRequests: Set<PictureRequest> {
        Set(stage.tiles.flatMap(\.placement.requests)).union(scene?.prefetch ?? [])
    }

    /// What may be wanted next, most likely first.
    var aheadKeys: [PictureKey] { scene.map { scene in scene.prefetch.map { $0.key(in: scene) } } ?? [] }

    /// Hands over the pixels for `request`; they are encoded on another thread and then sent.
    public func deliver(_ request: PictureRequest, pixels: Pixels) {
        asked.remove(request)
        guard !isClosed, wantedRequests.contains(request) else { return }
        self.pixels.insert(pixels, for: request, cost: pixels.bytes.count)
        guard !isHoldingPictures else { return }
        let shown = stage.tiles.filter { $0.placement.requests.contains(request) }
        for tile in shown { start(tile) }
        if shown.isEmpty { encodeAhead(scene.map { request.key(in: $0) } ?? PictureKey(request: request)) }
    }

    /// A neighbour: its bytes are made now, so that a key needs only send them.
    private func encodeAhead(_ key: PictureKey) {
        let looks = effort.looks(settings.mode, settings.depth, key)
        for look in Set([looks.first, looks.last].compactMap(\.self)) { _ = encoded(LookKey(picture: key, look: look)) }
    }

    var effort: Effort { Effort(quality: link.quality, maxBytes: link.quality == .local ? 12_288 : writer.flow.quantum) }

    /// nil while it is being encoded, or its pixels are not here.
    func encoded(_ key: LookKey) -> EncodedPicture? {
        if let picture = cache.value(for: key) { return picture }
        guard !encoding.contains(key), key.picture.requests.allSatisfy({ problems[$0] == nil }) else { return nil }
        guard let first = pixels.value(for: key.picture.request) else { return nil }
        let second = key.picture.blend.flatMap { pixels.value(for: $0.with) }
        if key.picture.blend != nil, second == nil { return nil }
        encoding.insert(key)
        let id = settings.mode == .placeholders ? PlaceholderEncoder.id(nextImageID) : nextImageID
        nextImageID = nextImageID &+ 1
        let isShown = stage.tiles.contains { $0.placement.requests.contains(key.picture.request) }
        let thread = key.look == .first ? sketcher : encoder
        thread.submit(
            .init(key: key, pixels: first, second: second, settings: settings, effort: effort, id: id), isAhead: !isShown)
        return nil
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
        for result in sketcher.takeResults() + encoder.takeResults() {
            encoding.remove(result.key)
            if result.settings == settings {
                guard !result.picture.isEmpty else {
                    deliverFailed(result.key.picture.request, text: "this picture cannot be shown")
                    continue
                }
                cache.insert(result.picture, for: result.key, cost: result.picture.cost)
            }
            for tile in stage.tiles {
                if result.key.picture.columns != nil {
                    take(part: result.key, for: tile)
                } else if tile.placement.key == result.key.picture {
                    start(tile)
                }
            }
        }
    }
}
