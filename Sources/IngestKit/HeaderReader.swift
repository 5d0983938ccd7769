public import KeepersCore

/// Reads what a file says about its frame, without decoding a pixel: EXIF and every embedded preview.
///
/// Never throws: a damaged file is a header with a `problem`. Reuses its buffers, so one reader serves one worker; not thread-safe.
public final class HeaderReader {
    private var walk = HeaderWalk()
    private var fallback: LibRawReader?
    private let usesLibRaw: Bool

    /// `usesLibRaw`: ask LibRaw about RAW files in which our own walker finds nothing to show.
    public init(usesLibRaw: Bool = true) { self.usesLibRaw = usesLibRaw }

    /// Bytes that `pread` returned so far, over all files (LibRaw's own reads not counted).
    public var bytesRead: Int { walk.bytes.bytesRead }
    /// `pread` calls so far.
    public var reads: Int { walk.bytes.reads }
    /// Pages of 4 KiB read so far because a directory, or a value it points at, lies in them.
    public var pagesRead: Int { walk.bytes.pagesRead }

    /// `errno` when the volume failed while the last file was read: its header then says nothing about the file.
    public var failure: Int32 { walk.bytes.failure }

    /// Where the last file's XMP packet lies.
    var packetPlace: (at: UInt64, count: UInt64)? { walk.packet }

    /// Reads an open file of `size` bytes; `name` tells formats apart that share one container. The descriptor's position is not used.
    public func read(descriptor: Int32, name: String, size: Int64) -> FrameHeader {
        walk.bytes.open(descriptor: descriptor, size: UInt64(max(0, size)))
        var header = walk.walk(suggested: FileKind.suggested(byName: name))
        if usesLibRaw, header.kind.isRaw, header.kind != .eip, size >= 64, walk.bytes.failure == 0,
            !header.previews.contains(where: \.isShowable)
        {
            let reader = fallback ?? LibRawReader()
            fallback = reader
            reader?.complete(&header, descriptor: descriptor, size: size)
        }
        return header
    }

    /// Reads a file that lies in memory; LibRaw is not asked.
    public func read(memory: UnsafeRawBufferPointer, name: String) -> FrameHeader {
        walk.bytes.open(memory: memory)
        return walk.walk(suggested: FileKind.suggested(byName: name))
    }
}
