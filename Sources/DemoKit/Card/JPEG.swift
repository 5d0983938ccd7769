import CJPEG

enum JPEG {
    /// `rgb` must hold `width` * `height` * 3 bytes.
    static func encode(_ rgb: [UInt8], width: Int, height: Int, quality: Int) -> [UInt8] {
        precondition(rgb.count >= width * height * 3, "a picture's bytes must fit its size")
        var out: UnsafeMutablePointer<UInt8>?
        var size = 0
        let status = rgb.withUnsafeBufferPointer { buffer -> Int32 in
            guard let base = buffer.baseAddress else { return -1 }
            return keepers_jpeg_encode(base, Int32(width), Int32(height), 0, Int32(quality), 1, &out, &size)
        }
        guard status == 0, let out else { return [] }
        defer { keepers_jpeg_free(out) }
        return Array(UnsafeBufferPointer(start: out, count: size))
    }

    /// A whole colour or grey JPEG of a usable size as RGB, or nil.
    static func decode(_ bytes: [UInt8]) -> (width: Int, height: Int, rgb: [UInt8])? {
        guard let decoder = keepers_jpeg_decoder_new() else { return nil }
        defer { keepers_jpeg_decoder_free(decoder) }
        var message = [CChar](repeating: 0, count: Int(keepers_jpeg_message_size))
        var header = keepers_jpeg_header()
        return bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress,
                keepers_jpeg_read_header(decoder, base, buffer.count, &header, &message) == keepers_jpeg_whole,
                header.channels != 4, (16...20000).contains(header.width), (16...20000).contains(header.height)
            else { return nil }
            var rgb = [UInt8](repeating: 0, count: keepers_jpeg_buffer_size(header, 8))
            let outcome = keepers_jpeg_decode(decoder, base, buffer.count, header, 8, 0, &rgb, rgb.count, &message)
            return outcome == keepers_jpeg_whole ? (Int(header.width), Int(header.height), rgb) : nil
        }
    }
}
