import KeepersCore

/// What each maker's notes tell (ExifTool: Canon.pm, Nikon.pm, Sony.pm, Olympus.pm, Pentax.pm, FujiFilm.pm, Panasonic.pm, Samsung.pm).
extension HeaderWalk {
    mutating func readCanon(_ entry: Entry, _ block: TIFFBlock) {
        switch entry.tag {
        case 0x000C:
            if shot.serial == nil, let number = bytes.int(entry), number > 0 { shot.serial = padded(number, 10) }
        case 0x0026: readCanonFocus(entry)
        case 0x0093: if let mode = bytes.int(entry, 3), (0...5).contains(mode) { shot.bracketMode = mode }
        case 0x0095: shot.lens = shot.lens ?? bytes.text(entry)
        case 0x00B4: if bytes.int(entry) == 2 { shot.isAdobeRGB = true }
        case 0x00B6:
            // In a CR3 these offsets count from nothing that the file still has.
            guard kind != .cr3, let count = bytes.whole(entry, 2), let offset = bytes.whole(entry, 5), offset > 0 else { return }
            add(at: block.place(offset), count: count, .named("MakerNote"))
        default: break
        }
    }

    /// AFInfo2: sizes and places of all AF points from the centre, then a bit for each one in focus.
    private mutating func readCanonFocus(_ entry: Entry) {
        guard entry.type == 3, entry.count >= 8, bytes.holds(entry), let points = bytes.int(entry, 2),
            (1...2000).contains(points),
            let width = bytes.int(entry, 6), let height = bytes.int(entry, 7), width > 0, height > 0
        else { return }
        for point in 0..<points {
            let word = bytes.int(entry, UInt64(8 + 4 * points + point / 16)) ?? 0
            guard word >> (point % 16) & 1 == 1, let x = bytes.int(entry, UInt64(8 + 2 * points + point)),
                let y = bytes.int(entry, UInt64(8 + 3 * points + point))
            else { continue }
            let right = Double(Int16(truncatingIfNeeded: x))
            let up = Double(Int16(truncatingIfNeeded: y))
            return takeFocus(
                x: Double(width) / 2 + right, y: Double(height) / 2 - up, width: Double(width), height: Double(height))
        }
    }

    mutating func readNikon(_ entry: Entry, _ block: TIFFBlock) {
        switch entry.tag {
        case 0x0011:
            guard let offset = bytes.whole(entry), offset > 0 else { return }
            tasks.append(Task(block: block, at: block.place(offset), role: .notePreview))
        case 0x001D, 0x00A0: shot.serial = shot.serial ?? bytes.text(entry)
        case 0x001E: if bytes.int(entry) == 2 { shot.isAdobeRGB = true }
        case 0x0084: if shot.lens == nil { shot.lens = nikonLens(entry) }
        case 0x0089: if let mode = bytes.int(entry) { shot.bracketMode = mode >> 4 & 1 }
        default: break
        }
    }

    /// Four numbers: shortest and longest focal length, widest aperture at each.
    private mutating func nikonLens(_ entry: Entry) -> String? {
        guard entry.count == 4, let short = bytes.real(entry, 0), let long = bytes.real(entry, 1),
            let wide = bytes.real(entry, 2),
            let narrow = bytes.real(entry, 3), short > 0, long >= short, long < 10_000, wide > 0, narrow >= wide, narrow < 100
        else { return nil }
        let lengths = short == long ? shortNumber(short) : shortNumber(short) + "-" + shortNumber(long)
        let apertures = wide == narrow ? shortNumber(wide) : shortNumber(wide) + "-" + shortNumber(narrow)
        return "\(lengths)mm f/\(apertures)"
    }

    private func shortNumber(_ value: Double) -> String {
        let text = fixed(value, 1)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    mutating func readSony(_ entry: Entry) {
        switch entry.tag {
        case 0x2002: takeRating(bytes.int(entry))
        case 0x2027:
            guard entry.type == 3, entry.count == 4, let width = bytes.real(entry, 0), let height = bytes.real(entry, 1),
                let x = bytes.real(entry, 2), let y = bytes.real(entry, 3)
            else { return }
            takeFocus(x: x, y: y, width: width, height: height)
        case 0xB049: if let mode = bytes.int(entry) { shot.bracketMode = mode == 5 ? 1 : mode == 6 ? 4 : 0 }
        default: break
        }
    }

    mutating func readFuji(_ entry: Entry) {
        switch entry.tag {
        case 0x0010: shot.serial = shot.serial ?? bytes.text(entry)
        case 0x1023:
            guard entry.count == 2, subjectX == nil, let x = bytes.real(entry, 0), let y = bytes.real(entry, 1), x + y > 0 else {
                return
            }
            (subjectX, subjectY) = (x, y)
        case 0x1100: if let mode = bytes.int(entry), (0...10).contains(mode) { shot.bracketMode = mode }
        case 0x1431: takeRating(bytes.int(entry))
        default: break
        }
    }

    mutating func readPanasonic(_ entry: Entry) {
        switch entry.tag {
        case 0x0025: shot.serial = shot.serial ?? bytes.text(entry)
        case 0x004D:
            if let x = bytes.real(entry, 0), let y = bytes.real(entry, 1) { takeFocus(x: x, y: y, width: 1, height: 1) }
        case 0x0051: shot.lens = shot.lens ?? bytes.text(entry)
        default: break
        }
    }

    /// Newer Olympus bodies link to sub-directories, older ones hold them in place.
    mutating func readOlympus(_ entry: Entry, _ block: TIFFBlock) {
        guard entry.tag == 0x2010 || entry.tag == 0x2020 else { return }
        let role = Role.note(entry.tag == 0x2010 ? .olympusEquipment : .olympusSettings)
        if entry.type == 7 { return tasks.append(Task(block: block, at: entry.at, role: role)) }
        if let offset = bytes.whole(entry), offset > 0 { tasks.append(Task(block: block, at: block.place(offset), role: role)) }
    }

    mutating func readOlympusEquipment(_ entry: Entry) {
        if entry.tag == 0x101 { shot.serial = shot.serial ?? bytes.text(entry) }
        if entry.tag == 0x203 { shot.lens = shot.lens ?? bytes.text(entry) }
    }

    mutating func readPentax(_ entry: Entry) {
        if entry.tag == 0x37, bytes.int(entry) == 1 { shot.isAdobeRGB = true }
        if entry.tag == 0x229 { shot.serial = shot.serial ?? bytes.text(entry) }
    }

    mutating func readSamsung(_ entry: Entry, _ block: TIFFBlock) {
        switch entry.tag {
        case 0x35 where kind == .srw:
            guard let offset = bytes.whole(entry), offset > 0 else { return }
            tasks.append(Task(block: block, at: block.place(offset), role: .notePreview))
        case 0xA002: shot.serial = shot.serial ?? bytes.text(entry)
        default: break
        }
    }
}
