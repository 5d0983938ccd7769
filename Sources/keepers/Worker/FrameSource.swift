import Glibc
import KeepersCore

/// Where a worker finds the picture of a frame: names and numbers only, never foreign bytes.
struct FrameSource: Equatable, Sendable, Wired {
    /// Index of the source folder among those the worker may read.
    var root: Int
    var path: String
    var size: Int64
    var preview: Preview
    var orientation: Orientation
    var iso: Int?
    var fullWidth: Int?
    var fullHeight: Int?
    /// Centre of the focus point, 0...1 of the stored picture.
    var focus: UnitPoint?
    /// The file names its camera.
    var isFromCamera: Bool
    var isAdobeRGB: Bool

    init(frame: Frame, preview: Preview) {
        self.init(root: frame.source, path: frame.path, size: frame.size, header: frame.header, preview: preview)
    }

    init(root: Int, path: String, size: Int64 = 0, header: FrameHeader, preview: Preview) {
        let shot = header.shot
        self.root = root
        self.path = path
        self.size = size
        self.preview = preview
        orientation = shot.orientation
        iso = shot.iso
        fullWidth = shot.fullWidth
        fullHeight = shot.fullHeight
        if let x = shot.focusX, let y = shot.focusY { focus = UnitPoint(x: x, y: y) }
        isFromCamera = shot.camera != nil || shot.make != nil
        isAdobeRGB = shot.isAdobeRGB
    }

    /// Bytes of an open file; 0 when that cannot be told.
    static func size(of descriptor: Int32) -> Int64 {
        var facts = stat()
        return fstat(descriptor, &facts) == 0 ? Int64(facts.st_size) : 0
    }

    func write(to writer: inout ByteWriter) {
        writer.put(Int32(clamping: root))
        writer.put(path)
        writer.put(size)
        preview.write(to: &writer)
        writer.put(UInt8(orientation.rawValue))
        for number in [iso, fullWidth, fullHeight] { writer.put(number) { $0.put(Int64($1)) } }
        for number in [focus?.x, focus?.y] { writer.put(number) { $0.put($1) } }
        writer.put(isFromCamera)
        writer.put(isAdobeRGB)
    }

    init(from reader: inout ByteReader) throws(WireError) {
        root = Int(try reader.number(Int32.self))
        path = try reader.text()
        size = try reader.number()
        preview = try Preview(from: &reader)
        orientation = Orientation(exif: Int(try reader.number(UInt8.self)))
        func whole(_ reader: inout ByteReader) throws(WireError) -> Int? {
            try reader.optional { (r) throws(WireError) in Int(try r.number(Int64.self)) }
        }
        iso = try whole(&reader)
        fullWidth = try whole(&reader)
        fullHeight = try whole(&reader)
        func real(_ reader: inout ByteReader) throws(WireError) -> Double? {
            try reader.optional { (r) throws(WireError) in try r.double() }
        }
        let (x, y) = (try real(&reader), try real(&reader))
        if let x, let y { focus = UnitPoint(x: x, y: y) }
        isFromCamera = try reader.flag()
        isAdobeRGB = try reader.flag()
    }
}
