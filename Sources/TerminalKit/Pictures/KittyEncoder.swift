import KeepersCore

/// The kitty graphics protocol: pictures are sent once under an id, then shown and hidden by sequences of some 40 bytes.
/// Source: https://sw.kovidgoyal.net/kitty/graphics-protocol/
enum KittyEncoder {
    /// The escapes that hand a picture to the terminal as PNG8 without showing it; nothing else of this protocol may be sent
    /// between them. `chunkBytes`: base64 per escape, 4...4096.
    static func transmit(
        id: UInt32, pixels: Pixels, stencil: Stencil = .empty, colours: Int, chunkBytes: Int, throughTmux: Bool
    ) -> [[UInt8]] {
        guard let picture = IndexedPicture(pixels, stencil: stencil, colours: colours) else { return [] }
        return chunks(id: id, IndexedPNG.encode(picture), chunkBytes, throughTmux)
    }

    /// A quarter of the width and height in 64 colours: recognisable for a thirtieth of the bytes; placed like the whole one.
    static func firstLook(id: UInt32, pixels: Pixels, chunkBytes: Int, throughTmux: Bool) -> [[UInt8]] {
        guard let small = pixels.quartered, let picture = IndexedPicture(small, colours: 64) else { return [] }
        return chunks(id: id, IndexedPNG.encode(picture), chunkBytes, throughTmux)
    }

    /// Shows picture `id` at the cursor, stretched over the cells; the cursor stays. The terminal answers only with an error
    /// (ENOENT: it has dropped the picture, send it again).
    static func place(id: UInt32, placement: UInt32, columns: Int, rows: Int, throughTmux: Bool) -> [UInt8] {
        command("a=p,i=\(id),p=\(placement),c=\(columns),r=\(rows),C=1,q=1", [], throughTmux)
    }

    /// Shows a rectangle of pixels of picture `id` over the cells; a placement of the same number is replaced, nothing else is sent.
    static func place(
        id: UInt32, placement: UInt32, part: (x: Int, y: Int, width: Int, height: Int), columns: Int, rows: Int,
        throughTmux: Bool
    ) -> [UInt8] {
        command(
            "a=p,i=\(id),p=\(placement),x=\(part.x),y=\(part.y),w=\(part.width),h=\(part.height),c=\(columns),r=\(rows),C=1,q=1",
            [],
            throughTmux)
    }

    /// Takes one placement (nil: all of this picture) off the screen; `freeData` also forgets the picture.
    static func delete(id: UInt32, placement: UInt32?, freeData: Bool, throughTmux: Bool) -> [UInt8] {
        let which = placement.map { ",p=\($0)" } ?? ""
        return command("a=d,d=\(freeData ? "I" : "i"),i=\(id)\(which),q=2", [], throughTmux)
    }

    /// Ends a transmission that was cut short: the terminal then drops what it has (an `a=d` here would break the next picture).
    static func abort(id: UInt32, throughTmux: Bool) -> [UInt8] { command("m=0,q=2", [], throughTmux) }

    private static func chunks(id: UInt32, _ png: [UInt8], _ chunkBytes: Int, _ tmux: Bool) -> [[UInt8]] {
        guard !png.isEmpty else { return [] }
        let text = base64(png)
        // Whole groups of four letters: the terminal decodes each chunk by itself.
        let size = min(max(chunkBytes, 4), 4096) & ~3
        return stride(from: 0, to: text.count, by: size).map { start in
            let end = min(start + size, text.count)
            let more = end < text.count ? "m=1" : "m=0"
            let keys = start == 0 ? "a=t,f=100,t=d,i=\(id),q=1,\(more)" : "q=1,\(more)"
            return command(keys, text[start..<end], tmux)
        }
    }

    private static func command(_ keys: String, _ payload: ArraySlice<UInt8>, _ tmux: Bool) -> [UInt8] {
        var bytes = Array("\u{1B}_G".utf8)
        bytes.reserveCapacity(payload.count + keys.utf8.count + 8)
        bytes += keys.utf8
        if !payload.isEmpty {
            bytes.append(UInt8(ascii: ";"))
            bytes += payload
        }
        bytes += [0x1B, UInt8(ascii: "\\")]
        return passedThrough(bytes, tmux: tmux)
    }
}
