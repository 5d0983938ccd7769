import KeepersCore

/// Everything that a camera writes about one frame, and its pictures, ready to be put into any container.
struct Negative {
    struct Picture {
        var jpeg: [UInt8]
        var width: Int
        var height: Int
    }

    var body: Body
    /// nil where the clock was never set; `writesZeroDate` then tells how the camera says so.
    var capturedAt: CaptureTime?
    var writesZeroDate = false
    var orientation: Orientation
    var shutter: Int
    var iso: Int
    /// EV x 10.
    var bias10: Int
    var thumbnail: Picture
    /// 160 x 120 RGB bytes, which Nikon stores plainly.
    var thumbnailPixels: [UInt8]
    var preview: Picture
    var full: Picture
    var mosaic: Mosaic

    struct Mosaic {
        var width: Int
        var height: Int
        var values: [UInt16]
    }
}

extension Negative {
    private var dateText: String? {
        if let capturedAt {
            let parts = capturedAt.iso8601.prefix(19)
            return parts.map { $0 == "-" ? ":" : $0 == "T" ? " " : String($0) }.joined()
        }
        return writesZeroDate ? "0000:00:00 00:00:00" : nil
    }

    /// Make, model, orientation and dates as every IFD0 has them.
    var cameraEntries: [(Int, Directory.Content)] {
        var entries: [(Int, Directory.Content)] = [
            (271, .ascii(body.make)), (272, .ascii(body.model)), (274, .shorts([orientation.rawValue])),
            (282, .rationals([(300, 1)])),
            (283, .rationals([(300, 1)])), (296, .shorts([2])), (305, .ascii("Ver.1.10")), (315, .ascii("Keepers demo")),
            (33432, .ascii("Rendered, no rights reserved")),
        ]
        if let dateText { entries.append((306, .ascii(dateText))) }
        return entries
    }

    /// The EXIF directory (EXIF 2.32, section 4.6.5); `width` x `height` is the picture it speaks of.
    func exif(width: Int, height: Int) -> Directory {
        let focal = (body.focal, 1)
        let aperture = (body.aperture10, 10)
        let exif = Directory([
            (0x829A, .rationals([(1, shutter)])), (0x829D, .rationals([aperture])), (0x8822, .shorts([3])),
            (0x8827, .shorts([iso])),
            (0x9000, .undefined(Array("0231".utf8))), (0x9204, .signedRationals([(bias10, 10)])), (0x9207, .shorts([5])),
            (0x9209, .shorts([16])), (0x920A, .rationals([focal])), (0xA001, .shorts([1])), (0xA002, .longs([width])),
            (0xA003, .longs([height])), (0xA431, .ascii(body.serial)), (0xA432, .rationals([focal, focal, aperture, aperture])),
            (0xA434, .ascii(body.lens)),
        ])
        guard let dateText else { return exif }
        exif.add([(0x9003, .ascii(dateText)), (0x9004, .ascii(dateText))])
        guard let capturedAt else { return exif }
        let hundredths = padded(Int(capturedAt.nanoseconds) / 10_000_000, 2)
        exif.add([(0x9290, .ascii(hundredths)), (0x9291, .ascii(hundredths)), (0x9292, .ascii(hundredths))])
        if let minutes = capturedAt.offsetMinutes {
            let text = offsetText(minutes: Int(minutes))
            exif.add([(0x9010, .ascii(text)), (0x9011, .ascii(text)), (0x9012, .ascii(text))])
        }
        return exif
    }

    /// A JPEG as cameras write it: the EXIF block right after SOI, with the thumbnail in its second directory.
    func cameraJPEG() -> [UInt8] {
        let thumbnailPiece = Piece(thumbnail.jpeg)
        let root = Directory(cameraEntries + [(34665, .directories([exif(width: full.width, height: full.height)]))])
        root.next = Directory([(259, .shorts([6])), (513, .pieces([thumbnailPiece])), (514, .longs([thumbnailPiece.length]))])
        let block = TIFF().laidOut(root, pieces: [thumbnailPiece]).flattened
        let length = block.count + 8
        return [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + Array("Exif".utf8) + [0, 0] + block
            + full.jpeg.dropFirst(2)
    }
}

extension FileImage {
    /// The whole file in memory; only for small blocks.
    var flattened: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: size)
        for segment in segments {
            bytes.replaceSubrange(segment.offset..<segment.offset + segment.bytes.count, with: segment.bytes)
        }
        return bytes
    }
}
