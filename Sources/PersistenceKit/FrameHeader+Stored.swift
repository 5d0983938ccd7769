import KeepersCore

/// A header lies in the store in its wire form, which is exact and quick to read, but belongs to this version of the code.
///
/// Each row carries the form it was written in. A row of another form counts as "not read yet": the frame and its
/// verdicts stay, and its header is read from the file again.
enum StoredHeader {
    /// A number that changes when the wire form does: FNV-1a over a header that has everything, and one that has nothing.
    static let layout: Int64 = {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in complete.wire + FrameHeader(kind: .raw).wire { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return Int64(bitPattern: hash)
    }()

    /// No layout: what stands there was not read from the file.
    static let unreadLayout: Int64 = 0

    static func header(_ blob: [UInt8]) -> FrameHeader? { try? FrameHeader(wire: blob) }

    private static var complete: FrameHeader {
        var shot = ShotData()
        shot.capturedAt = CaptureTime(wallSeconds: 1, nanoseconds: 2, subsecondDigits: 3, offsetMinutes: 4)
        (shot.make, shot.camera, shot.serial, shot.lens) = ("make", "camera", "serial", "lens")
        (shot.exposureTime, shot.aperture, shot.focalLength, shot.exposureBias) = (1, 2, 3, 4)
        (shot.latitude, shot.longitude, shot.focusX, shot.focusY) = (5, 6, 7, 8)
        (shot.iso, shot.bracketMode, shot.cameraRating, shot.fullWidth, shot.fullHeight) = (9, 10, 11, 12, 13)
        (shot.orientation, shot.isAdobeRGB) = (.turned90, true)
        let preview = Preview(width: 1, height: 2, source: "IFD0", offset: 3, length: 4, intact: true, libRawIndex: 5)
        return FrameHeader(kind: .raw, shot: shot, previews: [preview], problem: "problem")
    }
}
