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
}
