/// Bytes that lie behind the directories, or a hole in the file that reads as zeros and takes no disk space.
final class Piece {
    var bytes: [UInt8]
    let length: Int
    var offset = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        length = bytes.count
    }
    init(hole: Int) {
        bytes = []
        length = hole
    }
}

/// One image file directory of a TIFF (TIFF 6.0, section 2).
final class Directory {
    enum Content {
        case ascii(String)
        case bytes([UInt8])
        case undefined([UInt8])
        case shorts([Int])
        case longs([Int])
        case rationals([(Int, Int)])
        case signedRationals([(Int, Int)])
        case directories([Directory])
        case pieces([Piece])
        /// Bytes of no type that lie behind the directories, such as a maker note with offsets of its own.
        case note(Piece)
    }

    private(set) var entries: [(tag: Int, content: Content)] = []
    var next: Directory?
    var offset = 0

    init(_ entries: [(Int, Content)] = []) { add(entries) }

    func add(_ more: [(Int, Content)]) {
        for (tag, content) in more { entries.append((tag: tag, content: content)) }
        entries.sort { $0.tag < $1.tag }
    }
}

/// Lays directories and pieces into one file.
struct TIFF {
    var bigEndian = false

    /// `prefix`: bytes between the TIFF header and the first directory. Sets every piece's offset; returns the bytes up to the first piece.
    func laidOut(_ root: Directory, pieces: [Piece], prefix: [UInt8] = []) -> FileImage {
        let directories = TIFF.reachable(from: root)
        var position = 8 + prefix.count
        for directory in directories {
            directory.offset = position
            position += 2 + 12 * directory.entries.count + 4
            for entry in directory.entries {
                let size = encoded(entry.content).bytes.count
                if size > 4 { position += size + (size & 1) }
            }
            position += (4 - position % 4) % 4
        }
        for piece in pieces {
            piece.offset = position
            position += piece.length
            position += (4 - position % 4) % 4
        }
        var image = FileImage(size: position)
        image.put(head(directories, prefix: prefix, root: root), at: 0)
        for piece in pieces where !piece.bytes.isEmpty { image.put(piece.bytes, at: piece.offset) }
        return image
    }

    private func head(_ directories: [Directory], prefix: [UInt8], root: Directory) -> [UInt8] {
        var bytes: [UInt8] = bigEndian ? [0x4D, 0x4D] : [0x49, 0x49]
        bytes += short(42) + long(root.offset) + prefix
        for directory in directories {
            bytes += [UInt8](repeating: 0, count: directory.offset - bytes.count)
            bytes += short(directory.entries.count)
            var tail: [UInt8] = []
            let tailOffset = directory.offset + 2 + 12 * directory.entries.count + 4
            for entry in directory.entries {
                let (type, count, value) = encoded(entry.content)
                bytes += short(entry.tag) + short(type) + long(count)
                if value.count <= 4 {
                    bytes += value + [UInt8](repeating: 0, count: 4 - value.count)
                } else {
                    bytes += long(tailOffset + tail.count)
                    tail += value + (value.count & 1 == 1 ? [0] : [])
                }
            }
            bytes += long(directory.next?.offset ?? 0) + tail
        }
        return bytes
    }

    private static func reachable(from root: Directory) -> [Directory] {
        var found: [Directory] = []
        var waiting = [root]
        while let directory = waiting.popLast() {
            if found.contains(where: { $0 === directory }) { continue }
            found.append(directory)
            if let next = directory.next { waiting.append(next) }
            for entry in directory.entries {
                if case .directories(let below) = entry.content { waiting += below.reversed() }
            }
        }
        return found
    }

    private func encoded(_ content: Directory.Content) -> (type: Int, count: Int, bytes: [UInt8]) {
        switch content {
        case .ascii(let text):
            let bytes = Array(text.utf8) + [0]
            return (2, bytes.count, bytes)
        case .bytes(let bytes): return (1, bytes.count, bytes)
        case .undefined(let bytes): return (7, bytes.count, bytes)
        case .shorts(let values): return (3, values.count, values.flatMap(short))
        case .longs(let values): return (4, values.count, values.flatMap(long))
        case .rationals(let values): return (5, values.count, values.flatMap { long($0.0) + long($0.1) })
        case .signedRationals(let values): return (10, values.count, values.flatMap { long($0.0) + long($0.1) })
        case .directories(let below): return (4, below.count, below.flatMap { long($0.offset) })
        case .pieces(let pieces): return (4, pieces.count, pieces.flatMap { long($0.offset) })
        case .note(let piece): return (7, piece.length, long(piece.offset))
        }
    }

    func short(_ value: Int) -> [UInt8] {
        let low = UInt8(truncatingIfNeeded: value)
        let high = UInt8(truncatingIfNeeded: value >> 8)
        return bigEndian ? [high, low] : [low, high]
    }

    func long(_ value: Int) -> [UInt8] {
        let bytes = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) }
        return bigEndian ? bytes.reversed() : bytes
    }
}
