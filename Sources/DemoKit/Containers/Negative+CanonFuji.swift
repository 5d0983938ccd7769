import CPixels

/// The two styles that are more than a plain TIFF.
extension Negative {
    /// "CR" mark behind the TIFF header; IFD0: full JPEG; IFD1: thumbnail; IFD2: sensor data as lossless JPEG.
    func cr2(_ sparseBytes: Int?) -> FileImage {
        let (thumb, largest) = (Piece(thumbnail.jpeg), Piece(full.jpeg))
        let raw = Piece(losslessJPEG)
        let note = Piece(canonNote(at: 0))
        let exif = exif(width: mosaic.width, height: mosaic.height)
        exif.add([(0x927C, .note(note))])
        let root = Directory(
            [
                (256, .shorts([full.width])), (257, .shorts([full.height])), (258, .shorts([8, 8, 8])), (259, .shorts([6])),
                (273, .pieces([largest])), (279, .longs([largest.length])),
                (34665, .directories([exif])),
            ] + cameraEntries)
        let second = Directory([(513, .pieces([thumb])), (514, .longs([thumb.length]))])
        let sensor = Directory([
            (259, .shorts([6])), (273, .pieces([raw])), (279, .longs([raw.length])), (50648, .longs([1])), (50656, .longs([1])),
            (50752, .shorts([0, 0, mosaic.width])),
        ])
        root.next = second
        second.next = sensor
        // The mark's second half points to the sensor's directory; it is known only after a first layout, as is the note's place.
        var prefix: [UInt8] = [0x43, 0x52, 2, 0, 0, 0, 0, 0]
        let pieces = [note, thumb, largest, raw]
        _ = TIFF().laidOut(root, pieces: pieces, prefix: prefix)
        note.bytes = canonNote(at: note.offset)
        prefix.replaceSubrange(4..<8, with: TIFF().long(sensor.offset))
        var image = TIFF().laidOut(root, pieces: pieces, prefix: prefix)
        if let sparseBytes { image.grow(to: sparseBytes) }
        return image
    }

    private var losslessJPEG: [UInt8] {
        let capacity = mosaic.values.count * 3 + 1024
        return [UInt8](unsafeUninitializedCapacity: capacity) { target, count in
            count = mosaic.values.withUnsafeBufferPointer { values in
                guard let from = values.baseAddress, let to = target.baseAddress else { return 0 }
                return Int(
                    keepers_demo_lossless(from, Int32(mosaic.width), Int32(mosaic.height), to, Int64(capacity)))
            }
        }
    }

    /// Fuji's header: offsets and lengths of the full JPEG (with EXIF), the meta block and a TIFF that describes the sensor's data.
    func raf(_ sparseBytes: Int?) -> FileImage {
        let big = TIFF(bigEndian: true)
        let jpeg = cameraJPEG()
        let jpegOffset = 148
        let metaOffset = (jpegOffset + jpeg.count + 3) / 4 * 4
        var (width, height) = (mosaic.width, mosaic.height)
        if let sparseBytes { (width, height) = Sensor.size(forBytes: sparseBytes - jpeg.count - 5000, like: mosaic) }
        var meta = big.long(5)
        for (tag, first, second) in [(0x100, height, width), (0x110, 0, 0), (0x111, height, width), (0x121, height, width)] {
            meta += big.short(tag) + big.short(4) + big.short(first) + big.short(second)
        }
        meta += big.short(0x2FF0) + big.short(8) + fujiLevels.flatMap(big.short)
        let sensorOffset = (metaOffset + meta.count + 3) / 4 * 4
        let sensorHead = 2048
        let head =
            Array("FUJIFILMCCD-RAW 0201FF159504".utf8) + filled(body.model, 32) + Array("0100".utf8)
            + [UInt8](repeating: 0, count: 20)
            + [jpegOffset, jpeg.count, metaOffset, meta.count, sensorOffset, sensorHead + width * height * 2].flatMap(big.long)
        let sensor = Directory([
            (
                0xF000,
                .directories([
                    Directory([
                        (0xF001, .longs([width])), (0xF002, .longs([height])), (0xF003, .longs([16])),
                        (0xF007, .longs([sensorHead])),
                        (0xF008, .longs([width * height * 2])),
                    ])
                ])
            )
        ])
        var image = FileImage()
        image.put(head, at: 0)
        image.put(jpeg, at: jpegOffset)
        image.put(meta, at: metaOffset)
        image.put(TIFF().laidOut(sensor, pieces: []).flattened, at: sensorOffset)
        if sparseBytes == nil { image.put(Sensor.bytes(mosaic.values, bigEndian: false), at: sensorOffset + sensorHead) }
        image.grow(to: sensorOffset + sensorHead + width * height * 2)
        return image
    }

    private func filled(_ text: String, _ length: Int) -> [UInt8] {
        let bytes = Array(text.utf8.prefix(length))
        return bytes + [UInt8](repeating: 0, count: length - bytes.count)
    }
}
