import CRaw
import Glibc
import KeepersCore

/// LibRaw, asked only about files in which our own walker finds nothing to show.
final class LibRawReader {
    private let raw: OpaquePointer

    init?() {
        guard let raw = keepers_libraw_new() else { return nil }
        self.raw = raw
    }

    deinit { keepers_libraw_free(raw) }

    /// Adds LibRaw's preview and, where ours are missing, its facts.
    func complete(_ header: inout FrameHeader, descriptor: Int32, size: Int64) {
        var info = keepers_libraw_info()
        var thumb: Preview?
        withFile(descriptor, size) { bytes in
            let code = keepers_libraw_read(raw, bytes.baseAddress, bytes.count, &info)
            if code == 0 { thumb = preview(info) }
        }
        fill(&header.shot, info)
        guard let thumb else { return }
        header.previews.append(thumb)
        header.previews.sort { $0.width * $0.height < $1.width * $1.height }
        if thumb.isShowable, let problem = header.problem, problem.hasPrefix("holds no preview") { header.problem = nil }
    }

    /// Hands the unpacked preview's bytes to `body`.
    func unpack(descriptor: Int32, size: Int64, _ body: (UnsafeRawBufferPointer) -> Void) -> String? {
        var info = keepers_libraw_info()
        var words: String? = "the file could not be mapped"
        withFile(descriptor, size) { bytes in
            let code = keepers_libraw_read(raw, bytes.baseAddress, bytes.count, &info)
            var length = 0
            if code == 0, let thumb = keepers_libraw_thumb(raw, &length) {
                body(UnsafeRawBufferPointer(start: thumb, count: length))
                words = nil
            } else {
                words = "LibRaw error \(code)"
            }
        }
        return words
    }

    /// Maps rather than reads: LibRaw jumps about in files of a hundred megabytes. A file that shrinks meanwhile costs this worker.
    private func withFile(_ descriptor: Int32, _ size: Int64, _ body: (UnsafeRawBufferPointer) -> Void) {
        guard size > 0, size <= 2 << 30, let start = mmap(nil, Int(size), PROT_READ, MAP_PRIVATE, descriptor, 0),
            start != MAP_FAILED
        else { return }
        defer { munmap(start, Int(size)) }
        body(UnsafeRawBufferPointer(start: start, count: Int(size)))
    }

    private func preview(_ info: keepers_libraw_info) -> Preview? {
        var length = 0
        guard let thumb = keepers_libraw_thumb(raw, &length), length > 0 else { return nil }
        let bytes = UnsafeRawBufferPointer(start: thumb, count: length)
        switch info.thumb_format {
        case 1:
            var file = FileBytes()
            file.open(memory: bytes)
            let head = file.jpegHead(at: 0, end: file.size)
            let isWhole = head.isSane && file.jpegEnd(at: 0, end: file.size, head: head) != nil
            return Preview(
                width: head.width, height: head.height, source: "LibRaw", offset: 0, length: 0, intact: isWhole, libRawIndex: 0)
        case 2:
            return Preview(
                width: Int(info.thumb_width), height: Int(info.thumb_height), source: "LibRaw", codec: .bitmap, offset: 0,
                length: 0,
                intact: true, libRawIndex: 0)
        default: return nil
        }
    }

    private func fill(_ shot: inout ShotData, _ info: keepers_libraw_info) {
        shot.make = shot.make ?? text(info.make)
        shot.camera = shot.camera ?? text(info.model)
        shot.lens = shot.lens ?? text(info.lens)
        if shot.iso == nil, info.iso >= 1, info.iso < 1e8 { shot.iso = Int(info.iso) }
        shot.exposureTime = shot.exposureTime ?? positive(info.shutter_seconds)
        shot.aperture = shot.aperture ?? positive(info.aperture)
        shot.focalLength = shot.focalLength ?? positive(info.focal_millimetres)
        if shot.orientation == .upright { shot.orientation = Orientation(exif: Int(info.orientation)) }
        if shot.fullWidth == nil, info.width > 0, info.height > 0 {
            (shot.fullWidth, shot.fullHeight) = (Int(info.width), Int(info.height))
        }
        if shot.capturedAt == nil {
            shot.capturedAt = CaptureTime(
                year: Int(info.year), month: Int(info.month), day: Int(info.day), hour: Int(info.hour), minute: Int(info.minute),
                second: Int(info.second))
        }
    }

    private func positive(_ value: Float) -> Double? { value > 0 && value.isFinite && value < 1e6 ? Double(value) : nil }

    private func text<Characters>(_ characters: Characters) -> String? { withUnsafeBytes(of: characters, cleanText) }
}
