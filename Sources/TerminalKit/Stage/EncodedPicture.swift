import KeepersCore

/// A picture in the bytes of one terminal, cut into pieces that are sent one by one.
struct EncodedPicture: Sendable, Equatable {
    /// Bytes that show one part of the picture at the cursor.
    struct Piece: Sendable, Equatable {
        /// Where the part starts, in cells from the picture's top left.
        var column: Int
        var row: Int
        /// Cell rows that it touches.
        var height: Int
        var bytes: [UInt8]
    }

    var pieces: [Piece] = []
    /// Symbols: what the pieces say, so that any of its columns can be said again alone.
    var cells: [Cell] = []
    /// kitty: the picture's id and the chunks that hand it over; it is then shown by a short command.
    var id: UInt32 = 0
    var transfer: [[UInt8]] = []
    /// kitty, on slow lines: a small copy under an id of its own, sent first.
    var firstLookID: UInt32 = 0
    var firstLook: [[UInt8]] = []

    var isEmpty: Bool { pieces.isEmpty && transfer.isEmpty }

    /// Bytes that it holds.
    var cost: Int {
        pieces.reduce(0) { $0 + $1.bytes.count } + cells.count * MemoryLayout<Cell>.stride + transfer.reduce(0) { $0 + $1.count }
            + firstLook.reduce(0) { $0 + $1.count }
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
    /// How it is to be cut: small pieces and few colours for a slow line.
    struct Effort: Sendable, Equatable {
        var isSlow = false
        var maxBytes: Int { isSlow ? 4096 : 12_288 }
    }

    /// Encodes `whole` for `wholeKey.request` with its overlays drawn over them. `id` and `id + 1` are kitty's ids for it.
    init(_ whole: Pixels, _ wholeKey: PictureKey, _ settings: EncodingSettings, _ effort: Effort, id: UInt32) {
        let (pixels, key) = wholeKey.columns.map { Self.part($0, of: whole, wholeKey, settings) } ?? (whole, wholeKey)
        let (columns, rows) = settings.cells(of: key)
        switch settings.mode {
        case .kitty:
            self.id = id
            let stencil = Stencil(key.overlays, width: pixels.width, height: pixels.height)
            transfer = KittyEncoder.transmit(
                id: id, pixels: pixels, stencil: stencil, colours: 256, chunkBytes: 4096, throughTmux: settings.throughTmux)
            if effort.isSlow, transfer.count > 4 {
                firstLookID = id &+ 1
                firstLook = KittyEncoder.firstLook(
                    id: firstLookID, pixels: pixels.painted(stencil), chunkBytes: 4096, throughTmux: settings.throughTmux)
            }
        case .placeholders:
            self.id = id
            let stencil = Stencil(key.overlays, width: pixels.width, height: pixels.height)
            transfer = KittyEncoder.transmit(
                id: id, pixels: pixels, stencil: stencil, colours: 256, chunkBytes: 4096, throughTmux: settings.wrapsTransfers)
        case .sixel: pieces = Self.sixel(pixels, key, settings, effort)
        case .iterm2:
            let stencil = Stencil(key.overlays, width: pixels.width, height: pixels.height)
            pieces = Self.iterm(pixels.painted(stencil), columns, rows, settings, effort)
        case .symbols:
            let cells =
                settings.depth == .none || settings.depth == .sixteen
                ? ShadeEncoder.encode(
                    pixels, columns: columns, rows: rows, greys: settings.depth == .sixteen, ascii: !settings.hasUTF8)
                : SymbolEncoder.encode(
                    pixels, columns: columns, rows: rows, truecolour: settings.mode == .symbols(truecolour: true),
                    ascii: !settings.hasUTF8)
            let drawn = CellOverlays.draw(key.overlays, over: cells, columns: columns, ascii: !settings.hasUTF8)
            let spelled = settings.hasUTF8 ? drawn : PlainText.spelled(drawn, in: .ascii)
            pieces = SymbolWriter.pieces(spelled, columns: columns, settings: settings)
            self.cells = spelled
        case .none: break
        }
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

    /// 64 colours on slow lines: half the bytes.
    private static func sixel(
        _ pixels: Pixels, _ key: PictureKey, _ settings: EncodingSettings, _ effort: Effort
    ) -> [Piece] {
        let exact = pixels.filling(key.pixelWidth, key.pixelHeight)
        let bands = SixelEncoder.encode(
            exact, stencil: Stencil(key.overlays, width: exact.width, height: exact.height),
            colours: effort.isSlow || key.pixelWidth <= narrow * settings.cellWidth ? 64 : 256,
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
                strip, columns: columns, rows: height, quality: effort.isSlow ? 70 : 82, throughTmux: settings.throughTmux)
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
