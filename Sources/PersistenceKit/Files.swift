import Glibc

/// Small file work with plain system calls; every failure carries its errno.
enum Files {
    /// Makes the folder and its parents for the owner alone; an existing one keeps its mode.
    static func makeFolder(_ path: String) throws(StoreError) {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            made += made.isEmpty || made.hasSuffix("/") ? String(part) : "/\(part)"
            if mkdir(made, 0o700) == 0 { continue }
            let code = errno
            guard code == EEXIST || isFolder(made) else { throw .system(code, path: made) }
        }
        guard isFolder(path) else { throw .system(ENOTDIR, path: path) }
    }

    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Size in bytes, or nil where nothing is.
    static func size(_ path: String) -> Int64? {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : nil
    }

    /// Names in a folder, sorted; none where it cannot be read.
    static func names(in folder: String) -> [String] {
        guard let handle = opendir(folder) else { return [] }
        defer { closedir(handle) }
        var names: [String] = []
        while let entry = readdir(handle) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// The whole of a small file such as those in /proc, at most `limit` bytes; nil when it cannot be read.
    static func read(_ path: String, limit: Int) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return read(descriptor, limit: limit)
    }

    /// From the present position to the end, at most `limit` bytes.
    static func read(_ descriptor: Int32, limit: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: min(limit, 1 << 16))
        while bytes.count < limit {
            let count = Glibc.read(descriptor, &chunk, min(chunk.count, limit - bytes.count))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            bytes.append(contentsOf: chunk[..<count])
        }
        return bytes
    }

    /// Exactly `count` bytes at `offset`, or nil.
    static func read(_ descriptor: Int32, at offset: Int64, count: Int) -> [UInt8]? {
        guard count >= 0, offset >= 0 else { return nil }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = pread(descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, Int(offset) + filled)
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { return }
                filled += got
            }
        }.exactly(count)
    }

    /// Writes all bytes at `offset`; the errno of the failure, or 0.
    static func write(_ descriptor: Int32, at offset: Int64, _ bytes: [UInt8]) -> Int32 {
        bytes.withUnsafeBytes { buffer in
            var done = 0
            while done < buffer.count {
                let count = pwrite(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done, Int(offset) + done)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return count < 0 ? errno : EIO }
                done += count
            }
            return 0
        }
    }

    /// Takes the file away; that it is gone already is no failure.
    static func remove(_ path: String) throws(StoreError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw .system(errno, path: path) }
    }
}

extension Array {
    fileprivate func exactly(_ wanted: Int) -> [Element]? { count == wanted ? self : nil }
}
