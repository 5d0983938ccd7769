extension PictureRequest: Wired {
    public func write(to writer: inout ByteWriter) {
        writer.put(frame.rawValue)
        writer.put(Int32(clamping: pixelWidth))
        writer.put(Int32(clamping: pixelHeight))
        for side in [crop.x, crop.y, crop.width, crop.height] { writer.put(side) }
        for byte in [quality.rawValue, source.rawValue, aids.rawValue] { writer.put(byte) }
    }

    public init(from reader: inout ByteReader) throws(WireError) {
        let frame = FrameID(try reader.number(Int64.self))
        let width = Int(try reader.number(Int32.self))
        let height = Int(try reader.number(Int32.self))
        let crop = UnitRect(
            x: try reader.double(), y: try reader.double(), width: try reader.double(), height: try reader.double())
        guard let quality = Quality(rawValue: try reader.number()) else { throw WireError("unknown picture quality") }
        guard let source = PictureSource(rawValue: try reader.number()) else { throw WireError("unknown source of a picture") }
        let aids = ViewingAids(rawValue: try reader.number())
        guard ViewingAids.all.isSuperset(of: aids) else { throw WireError("unknown viewing aid") }
        self.init(
            frame: frame, pixelWidth: width, pixelHeight: height, crop: crop, quality: quality, source: source, aids: aids)
    }
}
