public import KeepersCore

/// A folder of photos: where it is now, and how to know it when it is mounted elsewhere.
public struct SourceVolume: Hashable, Sendable {
    /// Absolute, as the system resolves it now.
    public var path: String
    /// The file system's UUID or its like; nil when the system does not tell.
    public var volumeID: String?
    /// From the root of the file system, "/" first.
    public var pathInVolume: String

    public init(path: String, volumeID: String?, pathInVolume: String) {
        self.path = path
        self.volumeID = volumeID
        self.pathInVolume = pathInVolume
    }

    /// The same folder of the same file system, wherever that is mounted; never true for an unknown volume.
    public func isSamePlace(as other: SourceVolume) -> Bool {
        volumeID != nil && volumeID == other.volumeID && pathInVolume == other.pathInVolume
    }

    /// Where nothing tells volumes apart (a container, a card reader without udev) the path is all there is: enough only beside frames that
    /// are known, since another card may lie there now.
    func maybeSamePlace(as other: SourceVolume) -> Bool {
        isSamePlace(as: other) || (volumeID == nil && other.volumeID == nil && path == other.path)
    }
}

extension SourceVolume: Wired {
    public func write(to writer: inout ByteWriter) {
        writer.put(path)
        writer.put(volumeID) { $0.put($1) }
        writer.put(pathInVolume)
    }
    public init(from reader: inout ByteReader) throws(WireError) {
        self.init(
            path: try reader.text(), volumeID: try reader.optional { (r) throws(WireError) in try r.text() },
            pathInVolume: try reader.text())
    }
}
