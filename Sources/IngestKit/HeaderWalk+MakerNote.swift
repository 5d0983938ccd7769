import KeepersCore

/// Maker notes: the few tags whose meaning is well known (ExifTool's tag tables, LibRaw's parsers).
extension HeaderWalk {
    mutating func pushMakerNote(_ entry: Entry, _ block: TIFFBlock) {
        guard bytes.holds(entry), entry.byteCount >= 16 else { return }
        tasks.append(Task(block: block, at: entry.at, role: .makerNote(count: entry.byteCount)))
    }

    /// Finds the directory inside a maker note: every maker hides it behind a mark of its own.
    mutating func openMakerNote(_ parent: TIFFBlock, at: UInt64, count: UInt64) {
        let mark = bytes.cached(at, 20)
        guard mark.count >= 16 else { return }
        if mark.hasText("Nikon\0", at: 0) { return openNikon(parent, at: at) }
        if mark.hasText("OLYMPUS\0", at: 0) { return open(.olympus, parent, base: at, orderAt: at + 8, at: at + 12) }
        if mark.hasText("OM SYSTEM\0", at: 0) { return open(.olympus, parent, base: at, orderAt: at + 12, at: at + 16) }
        if mark.hasText("SONY ", at: 0) { return open(.sony, parent, at: at + 12) }
        if mark.hasText("AOC\0", at: 0) { return open(.pentax, parent, base: parent.base, orderAt: at + 4, at: at + 6) }
        if mark.hasText("PENTAX \0", at: 0) { return open(.pentax, parent, base: at, orderAt: at + 8, at: at + 10) }
        if mark.hasText("Panasonic\0", at: 0) { return open(.panasonic, parent, at: at + 12) }
        if mark.hasText("SIGMA\0", at: 0) || mark.hasText("FOVEON\0", at: 0) { return open(.sigma, parent, at: at + 10) }
        if mark.hasText("FUJIFILM", at: 0) {
            let first = UInt64(bytes.u32(at + 8, little: true))
            let block = TIFFBlock(base: at, end: parent.end, little: true)
            return tasks.append(Task(block: block, at: at &+ first, role: .note(.fuji)))
        }
        if mark.hasText("IIII", at: 0) || mark.hasText("MMMM", at: 0) { return readPhaseOne(at: at, count: count) }
        openUnmarked(parent, at: at)
    }

    private mutating func openUnmarked(_ parent: TIFFBlock, at: UInt64) {
        switch make {
        case .canon: open(.canon, parent, at: at)
        case .minolta: open(.minolta, parent, at: at)
        case .samsung: open(.samsung, parent, at: at)
        case .sony: open(.sony, parent, at: at)
        default: break
        }
    }

    /// A directory that counts from the same base as the file.
    private mutating func open(_ note: Note, _ parent: TIFFBlock, at: UInt64) {
        tasks.append(Task(block: parent, at: at, role: .note(note)))
    }

    /// A directory with a byte order, and perhaps a base, of its own.
    private mutating func open(_ note: Note, _ parent: TIFFBlock, base: UInt64, orderAt: UInt64, at: UInt64) {
        var block = TIFFBlock(base: base, end: parent.end, little: parent.little)
        switch bytes.u16(orderAt, little: false) {
        case 0x4949: block.little = true
        case 0x4D4D: block.little = false
        default: break
        }
        tasks.append(Task(block: block, at: at, role: .note(note)))
    }

    private mutating func openNikon(_ parent: TIFFBlock, at: UInt64) {
        guard let (block, first) = tiffHeader(at: at + 10, end: parent.end) else { return }
        tasks.append(Task(block: block, at: block.place(first), role: .note(.nikon)))
    }

    mutating func readNote(_ directory: inout Directory, _ note: Note) {
        let block = directory.block
        var preview: (at: UInt64, count: UInt64) = (0, 0)
        while let entry = bytes.next(&directory) {
            switch note {
            case .canon: readCanon(entry, block)
            case .nikon: readNikon(entry, block)
            case .sony: readSony(entry)
            case .fuji: readFuji(entry)
            case .panasonic: readPanasonic(entry)
            case .olympus: readOlympus(entry, block)
            case .olympusEquipment: readOlympusEquipment(entry)
            case .olympusSettings:
                readPreviewPair(entry, at: 0x101, count: 0x102, base: block.base, &preview)
                if entry.tag == 0x507, bytes.int(entry) == 1 { shot.isAdobeRGB = true }
            case .pentax:
                readPreviewPair(entry, at: 4, count: 3, base: tiffBase, &preview)
                readPentax(entry)
            case .minolta:
                readPreviewPair(entry, at: 0x88, count: 0x89, base: block.base, &preview)
                if entry.tag == 0x81, bytes.holds(entry) { add(at: entry.at, count: entry.byteCount, .named("MakerNote")) }
            case .samsung: readSamsung(entry, block)
            case .sigma: if entry.tag == 2 { shot.serial = shot.serial ?? bytes.text(entry) }
            }
        }
        if preview.at > 0, preview.count > 0 { add(at: preview.at, count: preview.count, .named("MakerNote")) }
    }

    private mutating func readPreviewPair(
        _ entry: Entry, at: UInt16, count: UInt16, base: UInt64, _ preview: inout (at: UInt64, count: UInt64)
    ) {
        if entry.tag == at, let offset = bytes.whole(entry), offset > 0, offset < 1 << 40 { preview.at = base &+ offset }
        if entry.tag == count, let length = bytes.whole(entry), length < 1 << 40 { preview.count = length }
    }

    /// A point in pixels of a picture of `width` x `height`, kept as a share of it.
    mutating func takeFocus(x: Double, y: Double, width: Double, height: Double) {
        guard shot.focusX == nil, width > 0, height > 0, x >= 0, y >= 0, x <= width, y <= height, x + y > 0 else { return }
        shot.focusX = x / width
        shot.focusY = y / height
    }
}
