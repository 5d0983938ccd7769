public import KeepersCore

/// How many first bytes `sniff` wants to see.
public let sniffLength = 64

/// What a file is by its first bytes; `name` only tells formats apart that share one container. Nil: nothing that we know.
///
/// Formats: TIFF 6.0, BigTIFF, CIFF 1.0, ISO/IEC 14496-12 brands; the makers' own marks as ExifTool and LibRaw document them.
public func sniff(_ head: [UInt8], name: String) -> FileKind? {
    head.withUnsafeBytes { sniff($0, suggested: FileKind.suggested(byName: name)) }
}

func sniff(_ head: UnsafeRawBufferPointer, suggested: FileKind?) -> FileKind? {
    guard head.count >= 4 else { return nil }
    switch (head[0], head[1], head[2], head[3]) {
    case (0xFF, 0xD8, 0xFF, _): return .jpeg
    case (0x49, 0x49, 0x52, 0x4F), (0x49, 0x49, 0x52, 0x53), (0x4D, 0x4D, 0x4F, 0x52): return .orf
    case (0x49, 0x49, 0x55, 0): return suggested == .rwl ? .rwl : .rw2
    case (0x49, 0x49, 0x2A, 0), (0x4D, 0x4D, 0, 0x2A), (0x49, 0x49, 0x2B, 0), (0x4D, 0x4D, 0, 0x2B):
        return tiffKind(head, suggested)
    case (0, 0x4D, 0x52, 0x4D): return .mrw
    default: break
    }
    if head.hasText("HEAPCCDR", at: 6) { return .crw }
    if head.hasText("FUJIFILMCCD-RAW", at: 0) { return .raf }
    if head.hasText("FOVb", at: 0) { return .x3f }
    if head.hasText("ARECOYK", at: 25) { return .raw }
    if head.hasText("ftyp", at: 4) { return brandKind(head) }
    if head.hasText("PK\u{3}\u{4}", at: 0), suggested == .eip { return .eip }
    return nil
}

private func tiffKind(_ head: UnsafeRawBufferPointer, _ suggested: FileKind?) -> FileKind {
    if head.hasText("CR\u{2}", at: 8) { return .cr2 }
    if head.hasText("IIII", at: 8) || head.hasText("MMMM", at: 8) { return suggested == .eip ? .eip : .iiq }
    switch suggested {
    case .nef, .nrw, .arw, .sr2, .srf, .dng, .pef, .srw, .iiq, .rwl, .gpr, .kdc, .hasselblad, .cr2, .orf: return suggested ?? .raw
    default: return .raw
    }
}

/// ISO base media files: the major brand, then the compatible ones.
private func brandKind(_ head: UnsafeRawBufferPointer) -> FileKind? {
    if head.hasText("crx ", at: 8) { return .cr3 }
    let pictures = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]
    let end = min(head.count, Int(head[3]))
    for at in stride(from: 8, to: end, by: 4) where at != 12 && pictures.contains(where: { head.hasText($0, at: at) }) {
        return .heic
    }
    return nil
}

extension UnsafeRawBufferPointer {
    func hasText(_ text: StaticString, at: Int) -> Bool {
        guard at >= 0, at + text.utf8CodeUnitCount <= count else { return false }
        for place in 0..<text.utf8CodeUnitCount where self[at + place] != text.utf8Start[place] { return false }
        return true
    }

    fileprivate func hasText(_ text: String, at: Int) -> Bool {
        guard at >= 0, at + text.utf8.count <= count else { return false }
        return self[at..<at + text.utf8.count].elementsEqual(text.utf8)
    }
}
