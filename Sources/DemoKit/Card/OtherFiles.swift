/// The smallest honest examples of what lies on a card and is no photograph.
enum OtherFiles {
    /// A QuickTime file type box and an empty film.
    static var film: [UInt8] {
        box("ftyp", Array("qt  ".utf8) + [0, 0, 2, 0] + Array("qt  ".utf8)) + box("wide", [])
            + box("mdat", [UInt8](repeating: 0, count: 64))
            + box("moov", [])
    }

    /// The still that stands for a film: a small grey JPEG.
    static var filmThumbnail: [UInt8] {
        JPEG.encode([UInt8](repeating: 96, count: 160 * 120 * 3), width: 160, height: 120, quality: 80)
    }

    /// A tenth of a second of silence: RIFF, 8 kHz, 8 bits, mono.
    static var voiceNote: [UInt8] {
        let little = TIFF()
        let samples = [UInt8](repeating: 128, count: 800)
        let format = little.short(1) + little.short(1) + little.long(8000) + little.long(8000) + little.short(1) + little.short(8)
        let body =
            Array("WAVEfmt ".utf8) + little.long(format.count) + format + Array("data".utf8) + little.long(samples.count)
            + samples
        return Array("RIFF".utf8) + little.long(body.count) + body
    }

    private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        TIFF(bigEndian: true).long(content.count + 8) + Array(name.utf8) + content
    }
}
