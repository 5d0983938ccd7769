import Glibc
import KeepersCore

/// A photograph that a person added, as upright 8-bit RGB.
struct Photo: Sendable {
    var name: String
    var width: Int
    var height: Int
    var rgb: [UInt8]
    /// The mesh points of each face, largest face first.
    var faces: [[UnitPoint]] = []

    var pixels: Pixels { Pixels(width: width, height: height, bytes: rgb) }

    /// Files, or folders whose pictures are taken in the order of their names.
    static func load(_ paths: [String]) throws(DemoError) -> [Photo] {
        var photos: [Photo] = []
        for path in paths {
            for file in try files(in: path) { photos.append(try Photo(file: file)) }
        }
        return photos
    }

    private static func files(in path: String) throws(DemoError) -> [String] {
        guard let folder = opendir(path) else {
            if errno == ENOTDIR { return [path] }
            throw DemoError.file("read", path)
        }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
                field.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if [".jpg", ".jpeg", ".png", ".ppm"].contains(where: name.lowercased().hasSuffix) { names.append(name) }
        }
        guard !names.isEmpty else {
            throw DemoError("\(path) holds no JPEG, PNG or PPM picture; name another folder, or leave it out")
        }
        return names.sorted().map { path + "/" + $0 }
    }

    private init(file path: String) throws(DemoError) {
        let bytes = try Photo.read(path)
        let picture: (width: Int, height: Int, rgb: [UInt8])?
        if bytes.starts(with: [0xFF, 0xD8]) {
            picture = JPEG.decode(bytes)
        } else if bytes.starts(with: PNG.signature) {
            picture = PNG.decode(bytes)
        } else {
            picture = Photo.decodePPM(bytes)
        }
        guard let picture else {
            throw DemoError("\(path) is no whole JPEG, 8-bit PNG or PPM picture; convert it, or leave it out")
        }
        // A comma in a name would break the truth file's columns.
        name = path.split(separator: "/").last.map { String($0.prefix { $0 != "." && $0 != "," }) } ?? "photo"
        (width, height, rgb) = picture
    }

    /// Binary PPM (P6, 8 bits).
    private static func decodePPM(_ bytes: [UInt8]) -> (width: Int, height: Int, rgb: [UInt8])? {
        var position = 2
        var numbers: [Int] = []
        while numbers.count < 3 && position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "#") {
                while position < bytes.count && bytes[position] != 10 { position += 1 }
            } else if (48...57).contains(byte) {
                var value = 0
                while position < bytes.count, (48...57).contains(bytes[position]), value < 1_000_000 {
                    value = value * 10 + Int(bytes[position]) - 48
                    position += 1
                }
                numbers.append(value)
            } else {
                position += 1
            }
        }
        position += 1
        guard bytes.starts(with: Array("P6".utf8)), numbers.count == 3, numbers[2] == 255, (16...20000).contains(numbers[0]),
            (16...20000).contains(numbers[1]), bytes.count - position >= numbers[0] * numbers[1] * 3
        else { return nil }
        return (numbers[0], numbers[1], Array(bytes[position..<position + numbers[0] * numbers[1] * 3]))
    }

    private static func read(_ path: String) throws(DemoError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw DemoError.file("read", path) }
        defer { close(descriptor) }
        var info = stat()
        guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.st_size < 500_000_000 else {
            throw DemoError("\(path) is no picture file of a usable size")
        }
        var bytes = [UInt8](repeating: 0, count: Int(info.st_size))
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                pread(descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done, off_t(done))
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw DemoError.file("read", path) }
            done += count
        }
        return bytes
    }
}
