import KeepersCore

/// A place in the store: a version byte, then its fields in order. Fields may be added at the end, never moved.
extension Place {
    private static let version: UInt8 = 1

    var stored: [UInt8] {
        var writer = ByteWriter()
        writer.put(Place.version)
        writer.put(screen.rawValue)
        writer.put(frame) { $0.put($1.rawValue) }
        writer.put(filter)
        writer.put(sort)
        writer.put(Int32(clamping: zoom))
        writer.put(centreX)
        writer.put(centreY)
        writer.put(Int32(clamping: top))
        writer.put(together) { $1.write(to: &$0) }
        return writer.bytes
    }

    /// Nil for bytes of a newer version: the person then starts at the top of the grid.
    init?(stored: [UInt8]) {
        var reader = ByteReader(stored)
        do {
            guard try reader.number(UInt8.self) == Place.version, let screen = Screen(rawValue: try reader.text()) else {
                return nil
            }
            self.init(
                screen: screen, frame: try reader.optional { (r) throws(WireError) in FrameID(try r.number(Int64.self)) },
                filter: try reader.text(), sort: try reader.text(), zoom: Int(try reader.number(Int32.self)),
                centreX: try reader.double(), centreY: try reader.double())
            // Places of before the scroll was kept end here.
            if reader.remaining > 0 { top = Int(try reader.number(Int32.self)) }
            // Places from before frames could be looked at together end here.
            if reader.remaining > 0 { together = try reader.optional { (r) throws(WireError) in try Together(from: &r) } }
        } catch {
            return nil
        }
    }
}
