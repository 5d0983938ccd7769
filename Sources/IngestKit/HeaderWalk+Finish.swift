import KeepersCore

/// From what the structure names to what a person gets.
extension HeaderWalk {
    /// Walks the file that `bytes` was opened on.
    mutating func walk(suggested: FileKind?) -> FrameHeader {
        reset(suggested: suggested)
        // Nobody's frame: read only where a catalog says whose picture it is.
        let isPreview = isLightroomPreview()
        let sniffed = isPreview ? .jpeg : IngestKit.sniff(bytes.cached(0, sniffLength), suggested: suggested)
        guard let sniffed else { return FrameHeader(kind: kind, problem: problem(previews: [], isKnown: false)) }
        kind = sniffed
        if isPreview { walkLightroomPreview() } else { walkContainer() }
        settleKind()
        let previews = judgeCandidates()
        settleShot(previews)
        return FrameHeader(kind: kind, shot: shot, previews: previews, problem: problem(previews: previews, isKnown: true))
    }

    private mutating func walkContainer() {
        switch kind {
        case .jpeg: walkJPEGFile()
        case .heic: walkHEIC()
        case .cr3: walkCR3()
        case .crw: walkCIFF()
        case .raf: walkRAF()
        case .mrw: walkMRW()
        case .x3f: walkX3F()
        case .rw2, .rwl: walkPanasonic()
        case .eip: break
        default: walkTIFF(at: 0, end: bytes.size)
        }
    }

    /// TIFF says what it is only inside: DNG by its version tag, the others by their maker.
    private mutating func settleKind() {
        if isDNG, kind != .gpr, kind != .jpeg { kind = .dng }
        guard kind == .raw else { return }
        switch make {
        case .canon: kind = .cr2
        case .nikon: kind = .nef
        case .sony: kind = .arw
        case .pentax: kind = .pef
        case .samsung: kind = .srw
        case .leica: kind = .rwl
        case .hasselblad: kind = .hasselblad
        case .phaseOne: kind = .iiq
        case .kodak: kind = .kdc
        case .minolta, .other: break
        }
    }

    // MARK: Previews

    private mutating func judgeCandidates() -> [Preview] {
        var previews: [Preview] = []
        previews.reserveCapacity(candidates.count)
        for candidate in candidates {
            guard let preview = judge(candidate), !previews.contains(where: { $0.offset == preview.offset && $0.intact }) else {
                continue
            }
            previews.append(preview)
        }
        previews.sort { ($0.width * $0.height, $0.offset) < ($1.width * $1.height, $1.offset) }
        return previews
    }

    /// Nil for a RAW picture packed as JPEG, which is nothing to look at.
    private mutating func judge(_ candidate: Candidate) -> Preview? {
        let isInside = bytes.holds(candidate.at, candidate.count)
        if let bitmap = candidate.bitmap {
            return Preview(
                width: bitmap.width, height: bitmap.height, source: candidate.source.words, codec: .bitmap, offset: candidate.at,
                length: UInt64(bitmap.width * bitmap.height * 3), intact: isInside)
        }
        let end = isInside ? candidate.at + candidate.count : bytes.size
        let head = candidate.head ?? bytes.jpegHead(at: candidate.at, end: end)
        guard !head.isLossless else { return nil }
        var preview = Preview(
            width: head.width, height: head.height, source: candidate.source.words, offset: candidate.at, length: candidate.count,
            intact: false)
        if isInside, head.isSane, let last = bytes.jpegEnd(at: candidate.at, end: end, head: head) {
            preview.intact = true
            // A JPEG file may carry a film after its picture; inside a RAW the directory's length stands.
            if kind == .jpeg { preview.length = last - candidate.at }
        }
        return preview
    }

    // MARK: The shot

    private mutating func settleShot(_ previews: [Preview]) {
        shot.capturedAt = times.best
        if shot.fullWidth == nil || shot.fullHeight == nil || shot.fullWidth ?? 0 < rawWidth, rawWidth > 0, rawHeight > 0 {
            (shot.fullWidth, shot.fullHeight) = (rawWidth, rawHeight)
        }
        if let subjectX, let subjectY, let width = shot.fullWidth, let height = shot.fullHeight {
            takeFocus(x: subjectX, y: subjectY, width: Double(width), height: Double(height))
        }
        if shot.cameraRating == nil, let packet { takeRating(ratingInPacket(packet)) }
    }

    /// Canon, Nikon and Sony keep the stars set in the camera in the XMP packet, near its start.
    private mutating func ratingInPacket(_ packet: (at: UInt64, count: UInt64)) -> Int? {
        let text = bytes.peek(packet.at, Int(min(packet.count, 1024)))
        let name: StaticString = "xmp:Rating"
        var place = 0
        while place + name.utf8CodeUnitCount + 2 < text.count {
            if text[place] == 0x78, text.hasText(name, at: place) {
                // `xmp:Rating="3"` or `<xmp:Rating>3`.
                var value = place + name.utf8CodeUnitCount
                while value < text.count, [0x3D, 0x22, 0x27, 0x3E, 0x20].contains(text[value]) { value += 1 }
                return value < text.count ? Int(text[value]) - 0x30 : nil
            }
            place += 1
        }
        return nil
    }
}
