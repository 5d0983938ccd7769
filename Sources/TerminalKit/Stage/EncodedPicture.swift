import KeepersCore

/// One look of a picture in the bytes of one terminal, cut into pieces that are sent one by one.
struct EncodedPicture: Sendable, Equatable {
    /// What shows one part of the picture at the cursor.
    struct Piece: Sendable, Equatable {
        /// Where the part starts, in cells from the picture's top left.
        var column: Int
        var row: Int
        /// Cell rows that it touches.
        var height: Int
        var bytes: [UInt8] = []
        /// A row in symbols instead of bytes: only those that change are sent.
        var cells: [Cell] = []
    }

    var pieces: [Piece] = []
    /// kitty: the picture's id, its pixels, and the chunks that hand it over; it is then shown by a short command.
    var id: UInt32 = 0
    var width = 0
    var height = 0
    var transfer: [[UInt8]] = []

    var isEmpty: Bool { pieces.isEmpty && transfer.isEmpty }

    /// Bytes that it takes, in memory and roughly on the line.
    var cost: Int {
        pieces.reduce(0) { $0 + $1.bytes.count + $1.cells.count * 20 } + transfer.reduce(0) { $0 + $1.count }
    }
}

/// What an encoder must know about the terminal; a picture encoded for other settings is of no use.
struct EncodingSettings: Sendable, Equatable {
    var mode: PictureMode
    var depth: ColourDepth
    var cellWidth: Int
    var cellHeight: Int
    var throughTmux = false
    /// kitty's commands must be wrapped for tmux, wherever the picture is placed.
    var wrapsTransfers = false
    var hasUTF8 = true

    /// Cells that a picture of this size touches.
    func cells(of key: PictureKey) -> (columns: Int, rows: Int) {
        (
            max(1, (key.pixelWidth + cellWidth - 1) / cellWidth),
            max(1, (key.pixelHeight + cellHeight - 1) / cellHeight)
        )
    }
}

extension EncodedPicture {
    /// Encodes `whole` for `key` with its overlays drawn over them; some columns of it where the key names them. `id` is kitty's for it.
    init(_ whole: Pixels, _ key: LookKey, _ settings: EncodingSettings, _ effort: Effort, id: UInt32) {
        let part = key.picture.columns.map { Self.part($0, of: whole, key.picture, settings) }
        let (pixels, picture) = part ?? (whole, key.picture)
        let (columns, rows) = settings.cells(of: picture)
        let overlays = picture.overlays
        switch settings.mode {
        case .kitty:
            self.id = id
            transfer =
                key.look == .whole
                ? hand(pixels, picture, settings, effort, throughTmux: settings.throughTmux)
                : handSmaller(pixels, key, settings, effort)
        case .sixel:
            if key.look == .whole {
                pieces = Self.sixel(pixels, picture, settings, effort)
            } else {
                pieces = Self.coarse(pixels, overlays, columns, rows, settings)
            }
        case .placeholders:
            self.id = id
            transfer = hand(pixels, picture, settings, effort, throughTmux: settings.wrapsTransfers)
        case .iterm2:
            let stencil = Stencil(overlays, width: pixels.width, height: pixels.height)
            let painted = pixels.painted(stencil)
            let small = key.look == .first ? painted.shrunk(by: 4) : painted
            pieces = Self.iterm(small ?? painted, columns, rows, settings, effort)
        case .symbols:
            if key.look == .first {
                pieces = Self.coarse(pixels, overlays, columns, rows, settings)
                return
            }
            let cells =
                settings.depth == .none || settings.depth == .sixteen
                ? ShadeEncoder.encode(
                    pixels, columns: columns, rows: rows, greys: settings.depth == .sixteen, ascii: !settings.hasUTF8)
                : SymbolEncoder.encode(
                    pixels, columns: columns, rows: rows, truecolour: settings.mode == .symbols(truecolour: true),
                    ascii: !settings.hasUTF8)
            let drawn = CellOverlays.draw(overlays, over: cells, columns: columns, ascii: !settings.hasUTF8)
            pieces = SymbolWriter.pieces(settings.hasUTF8 ? drawn : PlainText.spelled(drawn, in: .ascii), columns: columns)
        case .none: break
        }
    }

    /// kitty's picture in full size.
    private mutating func hand(
        _ pixels: Pixels, _ picture: PictureKey, _ settings: EncodingSettings, _ effort: Effort, throughTmux: Bool
    ) -> [[UInt8]] {
        (width, height) = (pixels.width, pixels.height)
        let stencil = Stencil(picture.overlays, width: pixels.width, height: pixels.height)
        return KittyEncoder.transmit(
            id: id, pixels: pixels, stencil: stencil, colours: effort.colours(picture), chunkBytes: min(4096, effort.maxBytes),
            throughTmux: throughTmux, isTight: effort.quality == .low)
    }

    private mutating func handSmaller(
        _ pixels: Pixels, _ key: LookKey, _ settings: EncodingSettings, _ effort: Effort
    ) -> [[UInt8]] {
        let factor = effort.factor(key.look, key.picture)
        (width, height) = ((pixels.width + factor - 1) / factor, (pixels.height + factor - 1) / factor)
        let stencil = Stencil(key.picture.overlays, width: pixels.width, height: pixels.height)
        return KittyEncoder.smaller(
            id: id, pixels: pixels.painted(stencil), by: factor, chunkBytes: min(4096, effort.maxBytes),
            throughTmux: settings.throughTmux)
    }

    /// One colour a cell, in xterm's fixed colours: the fewest bytes by which a picture is recognised.
    private static func coarse(
        _ pixels: Pixels, _ overlays: [Overlay], _ columns: Int, _ rows: Int, _ settings: EncodingSettings
    ) -> [Piece] {
        let cells = CoarseEncoder.encode(pixels, columns: columns, rows: rows)
        let drawn = CellOverlays.draw(overlays, over: cells, columns: columns, ascii: !settings.hasUTF8)
        return SymbolWriter.pieces(settings.hasUTF8 ? drawn : PlainText.spelled(drawn, in: .ascii), columns: columns)
    }

    /// Some columns as a picture of their own, in colours of their own, overlays drawn in.
    private static func part(_ part: Range<Int>, of pixels: Pixels, _ key: PictureKey, _ settings: EncodingSettings)
        -> (Pixels, PictureKey)
    {
        let whole = pixels.filling(key.pixelWidth, key.pixelHeight)
        let painted = whole.painted(Stencil(key.overlays, width: whole.width, height: whole.height))
        let slice = painted.slice(from: part.lowerBound * settings.cellWidth, to: part.upperBound * settings.cellWidth)
        let request = PictureRequest(
            frame: key.request.frame, pixelWidth: slice.width, pixelHeight: slice.height, quality: key.request.quality)
        return (slice, PictureKey(request: request))
    }

    /// So few cells wide a strip has few colours of its own, and to define them costs more than its pixels.
    private static let narrow = 8

    private static func sixel(
        _ pixels: Pixels, _ key: PictureKey, _ settings: EncodingSettings, _ effort: Effort
    ) -> [Piece] {
        let exact = pixels.filling(key.pixelWidth, key.pixelHeight)
        let bands = SixelEncoder.encode(
            exact, stencil: Stencil(key.overlays, width: exact.width, height: exact.height),
            colours: min(effort.colours(key), key.pixelWidth <= narrow * settings.cellWidth ? 64 : 256),
            cellWidth: settings.cellWidth, cellHeight: settings.cellHeight,
            maxBytes: effort.maxBytes)
        return bands.map { band in
            let row = band.pixelRow / settings.cellHeight
            let end = bands.first { $0.pixelRow > band.pixelRow }?.pixelRow ?? exact.height
            let height = (end - band.pixelRow + settings.cellHeight - 1) / settings.cellHeight
            return Piece(column: band.pixelColumn / settings.cellWidth, row: row, height: height, bytes: band.bytes)
        }
    }

    /// JPEGs of a few cell rows each.
    private static func iterm(
        _ pixels: Pixels, _ columns: Int, _ rows: Int, _ settings: EncodingSettings, _ effort: Effort
    ) -> [Piece] {
        // A photograph at quality 80 takes about a quarter of a byte a pixel, a third more in base64.
        let bytesPerRow = max(1, pixels.width * settings.cellHeight / 3)
        let rowsPerStrip = max(2, effort.maxBytes / bytesPerRow)
        return stride(from: 0, to: rows, by: rowsPerStrip).compactMap { row in
            let height = min(rowsPerStrip, rows - row)
            let strip = pixels.strip(from: row * pixels.height / rows, to: (row + height) * pixels.height / rows)
            let bytes = ITermEncoder.encode(
                strip, columns: columns, rows: height, quality: effort.quality == .low ? 70 : 82,
                throughTmux: settings.throughTmux)
            return bytes.isEmpty ? nil : Piece(column: 0, row: row, height: height, bytes: bytes)
        }
    }
}

extension Pixels {
    /// Rows `from` up to, not including, `to`.
    func strip(from: Int, to: Int) -> Pixels {
        let (start, end) = (min(max(0, from), height), min(max(0, to), height))
        guard start < end else { return Pixels(width: 0, height: 0, bytes: []) }
        return Pixels(width: width, height: end - start, bytes: Array(bytes[start * width * 3..<end * width * 3]))
    }

    /// The same picture in exactly this size (nearest pixels); what arrives in the wanted size is passed on as it is.
    func filling(_ wantedWidth: Int, _ wantedHeight: Int) -> Pixels {
        guard width > 0, height > 0, (1...16_384).contains(wantedWidth), (1...16_384).contains(wantedHeight),
            (width, height) != (wantedWidth, wantedHeight)
        else { return self }
        var out: [UInt8] = []
        out.reserveCapacity(wantedWidth * wantedHeight * 3)
        for y in 0..<wantedHeight {
            let row = y * height / wantedHeight * width
            for x in 0..<wantedWidth {
                let at = (row + x * width / wantedWidth) * 3
                out += bytes[at..<at + 3]
            }
        }
        return Pixels(width: wantedWidth, height: wantedHeight, bytes: out)
    }
}
