import Glibc

/// The five RAW styles: which directory holds which picture follows what exiftool lists for the real cameras' files.
extension Negative {
    /// `sparseBytes`: the size that a hole in place of the mosaic shall give the file.
    func container(sparseBytes: Int?) -> FileImage {
        switch body.format {
        case .nef: nef(sparseBytes)
        case .arw: arw(sparseBytes)
        case .dng: dng(sparseBytes)
        case .cr2: cr2(sparseBytes)
        case .raf: raf(sparseBytes)
        }
    }

    /// IFD0: plain 160 x 120 pixels; SubIFDs: full JPEG, sensor data, middle JPEG.
    private func nef(_ sparseBytes: Int?) -> FileImage {
        let thumb = Piece(thumbnailPixels)
        let (largest, middle) = (Piece(full.jpeg), Piece(preview.jpeg))
        let sensor = Sensor(mosaic, sparseBytes, besides: [thumb, largest, middle])
        let exif = exif(width: sensor.width, height: sensor.height)
        exif.add([(0x927C, .undefined(nikonNote))])
        let root = Directory(
            [
                (254, .longs([1])), (256, .longs([160])), (257, .longs([120])), (258, .shorts([8, 8, 8])), (259, .shorts([1])),
                (262, .shorts([2])), (273, .pieces([thumb])), (277, .shorts([3])), (278, .longs([120])),
                (279, .longs([thumb.length])),
                (284, .shorts([1])), (330, .directories([pointer(to: largest), sensor.directory, pointer(to: middle)])),
                (34665, .directories([exif])),
            ] + cameraEntries)
        return TIFF().laidOut(root, pieces: [thumb, middle, largest, sensor.piece])
    }

    /// IFD0: middle JPEG, SubIFD: sensor data; IFD1: thumbnail; IFD2: full JPEG.
    private func arw(_ sparseBytes: Int?) -> FileImage {
        let (thumb, middle, largest) = (Piece(thumbnail.jpeg), Piece(preview.jpeg), Piece(full.jpeg))
        let sensor = Sensor(mosaic, sparseBytes, besides: [thumb, largest, middle])
        sensor.directory.add([sonyLevels])
        let root = pointer(to: middle)
        root.add(cameraEntries.filter { ![282, 283, 296].contains($0.0) })
        root.add([
            (330, .directories([sensor.directory])), (34665, .directories([exif(width: sensor.width, height: sensor.height)])),
        ])
        root.next = pointer(to: thumb)
        root.next?.next = pointer(to: largest)
        return TIFF().laidOut(root, pieces: [thumb, middle, largest, sensor.piece])
    }

    /// Big-endian, as Pentax writes it. IFD0: thumbnail; SubIFDs: sensor data, middle JPEG, full JPEG (DNG 1.4).
    private func dng(_ sparseBytes: Int?) -> FileImage {
        let (thumb, middle, largest) = (Piece(thumbnail.jpeg), Piece(preview.jpeg), Piece(full.jpeg))
        let sensor = Sensor(mosaic, sparseBytes, besides: [thumb, largest, middle], bigEndian: true)
        let colour = SensorColour.of(.dng)
        sensor.directory.add([
            (50713, .shorts([1, 1])), (50714, .shorts([Int(colour.black)])), (50717, .longs([Int(colour.white)])),
            (50719, .longs([0, 0])),
            (50720, .longs([sensor.width, sensor.height])), (50829, .longs([0, 0, sensor.height, sensor.width])),
        ])
        let root = strip(thumb, thumbnail)
        root.add(cameraEntries)
        root.add([
            (330, .directories([sensor.directory, strip(middle, preview), strip(largest, full)])),
            (34665, .directories([exif(width: sensor.width, height: sensor.height)])), (50706, .bytes([1, 4, 0, 0])),
            (50707, .bytes([1, 1, 0, 0])), (50708, .ascii(body.model)),
            (50721, .signedRationals(colour.fromXYZ.map { ($0, 10000) })),
            (50728, .rationals(colour.neutral.map { (Int($0 * 10000), 10000) })), (50735, .ascii(body.serial)),
            (50778, .shorts([21])),
        ])
        return TIFF(bigEndian: true).laidOut(root, pieces: [thumb, middle, largest, sensor.piece])
    }

    func pointer(to piece: Piece) -> Directory {
        Directory([
            (254, .longs([1])), (259, .shorts([6])), (282, .rationals([(300, 1)])), (283, .rationals([(300, 1)])),
            (296, .shorts([2])),
            (513, .pieces([piece])), (514, .longs([piece.length])), (531, .shorts([2])),
        ])
    }

    private func strip(_ piece: Piece, _ picture: Picture) -> Directory {
        Directory([
            (254, .longs([1])), (256, .longs([picture.width])), (257, .longs([picture.height])), (258, .shorts([8, 8, 8])),
            (259, .shorts([7])), (262, .shorts([6])), (273, .pieces([piece])), (277, .shorts([3])),
            (278, .longs([picture.height])),
            (279, .longs([piece.length])), (284, .shorts([1])),
        ])
    }
}

/// The sensor's data as an uncompressed 16-bit mosaic, or as a hole of a size that fills the file up.
struct Sensor {
    var piece: Piece
    var width: Int
    var height: Int
    var directory: Directory

    init(_ mosaic: Negative.Mosaic, _ sparseBytes: Int?, besides others: [Piece], bigEndian: Bool = false) {
        if let sparseBytes {
            (width, height) = Sensor.size(forBytes: sparseBytes - others.reduce(3000) { $0 + $1.length }, like: mosaic)
            piece = Piece(hole: width * height * 2)
        } else {
            (width, height) = (mosaic.width, mosaic.height)
            piece = Piece(Sensor.bytes(mosaic.values, bigEndian: bigEndian))
        }
        directory = Directory([
            (254, .longs([0])), (256, .longs([width])), (257, .longs([height])), (258, .shorts([16])), (259, .shorts([1])),
            (262, .shorts([32803])), (273, .pieces([piece])), (277, .shorts([1])), (278, .longs([height])),
            (279, .longs([piece.length])), (284, .shorts([1])), (33421, .shorts([2, 2])), (33422, .bytes([0, 1, 1, 2])),
        ])
    }

    static func size(forBytes bytes: Int, like mosaic: Negative.Mosaic) -> (width: Int, height: Int) {
        let ratio = Double(mosaic.width) / Double(max(1, mosaic.height))
        let pixels = Double(max(200_000, bytes) / 2)
        let width = max(320, Int((pixels * ratio).squareRoot()) / 8 * 8)
        return (width, max(240, Int(pixels / Double(width)) / 8 * 8))
    }

    static func bytes(_ values: [UInt16], bigEndian: Bool) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: values.count * 2) { target, count in
            values.withUnsafeBytes { source in
                if let from = source.baseAddress, let to = target.baseAddress { memcpy(to, from, source.count) }
            }
            count = values.count * 2
            guard bigEndian else { return }
            for index in stride(from: 0, to: count, by: 2) { target.swapAt(index, index + 1) }
        }
    }
}
