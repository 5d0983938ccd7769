import KeepersCore

/// TIFF-shaped files: directories linked in a chain, with branches (TIFF 6.0, TIFF/EP, DNG 1.7, BigTIFF).
extension HeaderWalk {
    /// Reads the TIFF structure that starts at `base`; its first directory is IFD0. False when no TIFF header stands there.
    @discardableResult
    mutating func walkTIFF(at base: UInt64, end: UInt64, firstRole: Role = .image(.directory(0))) -> Bool {
        guard let (block, first) = tiffHeader(at: base, end: end) else { return false }
        tiffBase = base
        tasks.append(Task(block: block, at: block.place(first), role: firstRole))
        runTasks()
        return true
    }

    /// Byte order, width of offsets and the first directory's offset.
    mutating func tiffHeader(at base: UInt64, end: UInt64) -> (block: TIFFBlock, first: UInt64)? {
        guard base < end, end - base >= 8, bytes.holds(base, 8) else { return nil }
        let order = bytes.u16(base, little: false)
        guard order == 0x4949 || order == 0x4D4D else { return nil }
        var block = TIFFBlock(base: base, end: min(end, bytes.size), little: order == 0x4949)
        block.isBig = bytes.u16(base + 2, little: block.little) == 43
        guard !block.isBig || bytes.holds(base, 16) else { return nil }
        let first = block.isBig ? bytes.u64(base + 8, little: block.little) : UInt64(bytes.u32(base + 4, little: block.little))
        return (block, first)
    }

    mutating func runTasks() {
        // Every directory is entered once, so the list empties; the limit is for files that name thousands.
        var limit = 96
        while !tasks.isEmpty {
            let task = tasks.removeFirst()
            limit -= 1
            guard limit > 0 else {
                trouble.insert(.overfull)
                tasks.removeAll(keepingCapacity: true)
                return
            }
            run(task)
        }
    }

    private mutating func run(_ task: Task) {
        if case .makerNote(let count) = task.role {
            openMakerNote(task.block, at: task.at, count: count)
            return
        }
        isForgiving = !task.role.isPublic
        isAboutShot = task.role.isAboutShot
        defer { (isForgiving, isAboutShot) = (false, false) }
        guard var directory = openDirectory(task.block, at: task.at) else { return }
        switch task.role {
        case .image(let source): readImage(&directory, source)
        case .exif: readExif(&directory)
        case .place: readPlace(&directory)
        case .interop: readInterop(&directory)
        case .note(let note): readNote(&directory, note)
        case .notePreview: readImage(&directory, .named("MakerNote"))
        case .makerNote: break
        }
    }

    /// Checks a directory's place and count; a count that lies is cut to what can be there.
    private mutating func openDirectory(_ block: TIFFBlock, at: UInt64) -> Directory? {
        let head: UInt64 = block.isBig ? 8 : 2
        let width: UInt64 = block.isBig ? 20 : 12
        guard claims(at, head + width) else { return nil }
        guard !entered.contains(at) else {
            if !isForgiving { trouble.insert(.loop) }
            return nil
        }
        entered.append(at)
        let count = block.isBig ? bytes.u64(at, little: block.little) : UInt64(bytes.u16(at, little: block.little))
        let room = (max(block.end, at + head) - at - head) / width
        if count > room, claims(at, head &+ min(count, 1 << 20) &* width), !isForgiving {
            // The file goes on, but the structure that the directory belongs to does not.
            trouble.insert(isAboutShot || kind == .jpeg ? .metadata : .outside)
        }
        var left = min(count, room)
        if left > 2000 || Int(left) > entriesLeft {
            if !isForgiving { trouble.insert(.overfull) }
            left = UInt64(min(2000, entriesLeft))
        }
        entriesLeft -= Int(left)
        return Directory(block: block, cursor: at + head, left: Int(left), link: at &+ head &+ min(count, 1 << 20) &* width)
    }

    // MARK: Image directories

    /// What one image directory says about its picture.
    struct ImageFacts {
        var width = 0
        var height = 0
        var compression = 0
        var photometric = -1
        var samples = 1
        var bits = 8
        var isRaw = false
        var offsets: Entry?
        var counts: Entry?
        /// Panasonic's own offset of the RAW; the standard one then holds 0xFFFFFFFF.
        var rawAt: UInt64 = 0
        var jpegAt: UInt64 = 0
        var jpegCount: UInt64 = 0
    }

    private mutating func readImage(_ directory: inout Directory, _ source: Source) {
        var facts = ImageFacts()
        let block = directory.block
        while let entry = bytes.next(&directory) {
            if !readPicture(entry, block, &facts) { readAbout(entry, block, source) }
        }
        conclude(facts, block, source)
        follow(directory, source)
    }

    /// Tags that describe the directory's own picture.
    private mutating func readPicture(_ entry: Entry, _ block: TIFFBlock, _ facts: inout ImageFacts) -> Bool {
        switch entry.tag {
        case 256: facts.width = bytes.int(entry) ?? 0
        case 257: facts.height = bytes.int(entry) ?? 0
        case 258: facts.bits = bytes.int(entry) ?? 8
        case 259: facts.compression = bytes.int(entry) ?? 0
        case 262: facts.photometric = bytes.int(entry) ?? -1
        case 273, 324: facts.offsets = entry
        case 277: facts.samples = bytes.int(entry) ?? 1
        case 279, 325: facts.counts = entry
        case 280 where kind == .rw2 || kind == .rwl: facts.rawAt = bytes.whole(entry) ?? 0
        case 513: facts.jpegAt = bytes.whole(entry) ?? 0
        case 514: facts.jpegCount = bytes.whole(entry) ?? 0
        case 33421, 33422, 50752: facts.isRaw = true
        default: return false
        }
        return true
    }

    /// Tags that describe the shot, and branches to other directories.
    private mutating func readAbout(_ entry: Entry, _ block: TIFFBlock, _ source: Source) {
        switch entry.tag {
        case 271: takeMake(bytes.text(entry))
        case 272: shot.camera = shot.camera ?? bytes.text(entry)
        case 274: takeOrientation(entry, source)
        case 306: if times.modified.time == nil { times.modified.time = bytes.time(entry) }
        case 330: branch(entry, block)
        case 700: if packet == nil, bytes.holds(entry) { packet = (entry.at, entry.byteCount) }
        case 34665: push(entry, block, .exif)
        case 34853: push(entry, block, .place)
        case 0x4746: takeRating(bytes.int(entry))
        case 36867: if times.original.time == nil { times.original.time = bytes.time(entry) }
        case 50706: isDNG = true
        case 50735: shot.serial = shot.serial ?? bytes.text(entry)
        case 0x2E where kind == .rw2 || kind == .rwl || kind == .raw:
            if entry.type == 7, claims(entry.at, entry.byteCount) {
                add(at: entry.at, count: entry.byteCount, .named("JpgFromRaw"))
            }
        case 0x02 where kind == .rw2 || kind == .rwl: rawWidth = bytes.int(entry) ?? 0
        case 0x03 where kind == .rw2 || kind == .rwl: rawHeight = bytes.int(entry) ?? 0
        case 0x17 where kind == .rw2 || kind == .rwl: shot.iso = shot.iso ?? bytes.int(entry)
        default: break
        }
    }

    /// IFD0 turns the picture; what other directories say about themselves would turn it twice.
    private mutating func takeOrientation(_ entry: Entry, _ source: Source) {
        guard case .directory(0) = source, let value = bytes.int(entry) else { return }
        shot.orientation = Orientation(exif: value)
    }

    mutating func takeRating(_ value: Int?) {
        if shot.cameraRating == nil, let value, (1...5).contains(value) { shot.cameraRating = value }
    }

    private mutating func push(_ entry: Entry, _ block: TIFFBlock, _ role: Role) {
        guard let offset = bytes.whole(entry), offset > 0 else { return }
        tasks.append(Task(block: block, at: block.place(offset), role: role))
    }

    private mutating func branch(_ entry: Entry, _ block: TIFFBlock) {
        guard claims(entry.at, entry.byteCount) else { return }
        if entry.count > 16 { trouble.insert(.overfull) }
        for index in 0..<min(entry.count, 16) {
            guard let offset = bytes.whole(entry, index), offset > 0 else { continue }
            tasks.append(Task(block: block, at: block.place(offset), role: .image(.subdirectory(Int(index)))))
        }
    }

    /// The next directory of the chain.
    private mutating func follow(_ directory: Directory, _ source: Source) {
        guard case .directory(let index) = source, bytes.holds(directory.link, directory.block.isBig ? 8 : 4) else { return }
        let little = directory.block.little
        let next =
            directory.block.isBig ? bytes.u64(directory.link, little: little) : UInt64(bytes.u32(directory.link, little: little))
        guard next > 0 else { return }
        tasks.append(Task(block: directory.block, at: directory.block.place(next), role: .image(.directory(index + 1))))
    }

    /// Decides what the directory's picture is: a JPEG to look at, a small bitmap, or the RAW itself.
    private mutating func conclude(_ facts: ImageFacts, _ block: TIFFBlock, _ source: Source) {
        if facts.jpegAt > 0, facts.jpegCount > 0 {
            let at = block.place(facts.jpegAt)
            _ = claims(at, facts.jpegCount)
            add(at: at, count: facts.jpegCount, source)
        }
        guard let offsets = facts.offsets, let counts = facts.counts, offsets.count > 0, counts.count > 0 else { return }
        guard claims(offsets.at, offsets.byteCount), claims(counts.at, counts.byteCount) else { return }
        if facts.rawAt > 0 {
            _ = claims(block.place(facts.rawAt), bytes.whole(counts) ?? 0)
            return
        }
        let isRaw = facts.isRaw || facts.photometric == 32803 || facts.photometric == 34892
        if isRaw || offsets.count > 1 { claimLast(offsets, counts, block) }
        if isRaw {
            if facts.width * facts.height > rawWidth * rawHeight { (rawWidth, rawHeight) = (facts.width, facts.height) }
        } else if offsets.count == 1, let offset = bytes.whole(offsets), let count = bytes.whole(counts) {
            let at = block.place(offset)
            _ = claims(at, count)
            addStrip(facts, at: at, count: count, source)
        }
    }

    private mutating func addStrip(_ facts: ImageFacts, at: UInt64, count: UInt64, _ source: Source) {
        switch facts.compression {
        // The second picture of a CR2 says JPEG and is plain 16-bit RGB.
        case 6, 7, 99: if facts.bits <= 8 { add(at: at, count: count, source) }
        case 1 where facts.photometric == 2 && facts.samples == 3 && facts.bits == 8 && isSmall(facts.width, facts.height):
            if UInt64(facts.width * facts.height * 3) <= count {
                add(at: at, count: count, source, bitmap: (facts.width, facts.height))
            }
        default: break
        }
    }

    private func isSmall(_ width: Int, _ height: Int) -> Bool { (1...4096).contains(width) && (1...4096).contains(height) }

    /// Notes where the last strip or tile ends, which tells whether the RAW picture was cut short.
    private mutating func claimLast(_ offsets: Entry, _ counts: Entry, _ block: TIFFBlock) {
        guard let offset = bytes.whole(offsets, offsets.count - 1), let count = bytes.whole(counts, counts.count - 1) else {
            return
        }
        _ = claims(block.place(offset), count)
    }
}
