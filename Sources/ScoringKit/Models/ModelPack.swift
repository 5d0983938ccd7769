import CNettle
import Glibc
import KeepersCore

/// A folder with the model run time and the models, as `scripts/models` makes it.
public struct ModelPack: Equatable, Sendable {
    /// Absolute.
    public let folder: String
    /// In the manifest's order.
    public let files: [File]

    /// One file of the pack, as its manifest describes it; size and hash are those this version was built with.
    public struct File: Equatable, Sendable {
        public var file: String
        public var name: String
        public var version: String
        public var sha256: String
        public var bytes: Int
        public var licence: String
        public var source: String
        public var purpose: String
    }

    /// How a photographer gets the pack.
    public static let remedy = "scripts/models fetches the model pack (90 MB, once)"

    /// The first pack that is there: `override` (KEEPERS_MODELS) alone where it is set, else below `data`, else the system's.
    ///
    /// nil = none is installed, which is no error. A pack with a file missing, of another size or too many is refused; hashes are
    /// for `verify`.
    public static func find(override: String?, data: String) throws(ScoringError) -> ModelPack? {
        let folders = override.map { [$0] } ?? ["\(data)/models", "/usr/share/keepers/models"]
        for folder in folders {
            guard let text = readText("\(folder)/manifest.json") else { continue }
            return try ModelPack(folder: folder, manifest: text)
        }
        if let override { throw ScoringError("there is no model pack in \(override): \(remedy)") }
        return nil
    }

    /// The pack in this folder; throws when it is none of ours.
    public init(folder: String) throws(ScoringError) {
        guard let text = readText("\(folder)/manifest.json") else {
            throw ScoringError("the model pack in \(folder) cannot be read: \(ModelPack.remedy)")
        }
        try self.init(folder: folder, manifest: text)
    }

    private init(folder: String, manifest: String) throws(ScoringError) {
        self.folder = folder
        files = try ModelPack.files(manifest, folder)
        for (name, pinned) in PinnedPack.files.sorted(by: { $0.key < $1.key }) {
            var facts = stat()
            guard files.contains(where: { $0.file == name }), stat("\(folder)/\(name)", &facts) == 0 else {
                throw ScoringError("\(name) is missing in the model pack \(folder): \(ModelPack.remedy)")
            }
            guard facts.st_mode & S_IFMT == S_IFREG, Int(facts.st_size) == pinned.bytes else {
                throw ModelPack.foreign(name, folder)
            }
        }
        try refuseStrays()
    }

    /// The run time runs further libraries, and obeys settings, that it finds beside its own; none of those has a hash.
    private func refuseStrays() throws(ScoringError) {
        guard let listing = opendir(folder) else { throw ScoringError("the model pack in \(folder) cannot be listed") }
        defer { closedir(listing) }
        var stray: String?
        while let entry = readdir(listing) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if [".", "..", "manifest.json"].contains(name) || PinnedPack.files[name] != nil { continue }
            if entry.pointee.d_type != UInt8(DT_DIR), name.hasPrefix("LICENCE.") { continue }
            stray = min(name, stray ?? name)
        }
        guard let stray else { return }
        throw ScoringError(
            "\(stray) does not belong in the model pack \(folder) and might be run unchecked, so the pack is not used: "
                + "remove that file")
    }

    private static func files(_ manifest: String, _ folder: String) throws(ScoringError) -> [File] {
        guard let json = try? JSON.parse(manifest), case .list(let entries)? = json["files"] else {
            throw ScoringError("the manifest of the model pack in \(folder) does not read: \(remedy)")
        }
        return entries.compactMap { entry in
            guard let file = entry["file"]?.textValue, PinnedPack.files[file] != nil else { return nil }
            func text(_ key: String) -> String { entry[key]?.textValue ?? "" }
            return File(
                file: file, name: text("name"), version: text("version"), sha256: PinnedPack.files[file]?.sha256 ?? "",
                bytes: PinnedPack.files[file]?.bytes ?? 0, licence: text("licence"), source: text("source"),
                purpose: text("purpose"))
        }
    }

    private static func foreign(_ name: String, _ folder: String) -> ScoringError {
        ScoringError(
            "\(name) in the model pack \(folder) is not the file this version was measured with (wrong hash), and is not used: \(remedy)"
        )
    }

    /// Reads every file and compares it with the hash that this version was built with; throws the first that differs, by name.
    public func verify() throws(ScoringError) {
        for file in files { try verify(file) }
    }

    /// The same for one file; the hash in the manifest counts for nothing.
    public func verify(_ file: File) throws(ScoringError) {
        guard let found = sha256(ofFile: path(file.file)) else {
            throw ScoringError(
                "\(file.file) in the model pack \(folder) cannot be read by a locked process (rights, or a link that leads out of the folder): "
                    + ModelPack.remedy)
        }
        guard found == PinnedPack.files[file.file]?.sha256 else { throw ModelPack.foreign(file.file, folder) }
    }

    func path(_ name: String) -> String { "\(folder)/\(name)" }
}

/// A small text file; nil when it is not there, or over 1 MB.
private func readText(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_size <= 1 << 20 else { return nil }
    let size = Int(facts.st_size)
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        while count < size {
            let got = pread(descriptor, buffer.baseAddress.map { $0 + count }, size - count, off_t(count))
            guard got > 0 else { return }
            count += got
        }
    }
    return String(validating: bytes, as: UTF8.self)
}

/// In hexadecimal; nil when the file cannot be read. Mapped, not copied: the largest file has 64 MB.
private func sha256(ofFile path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_size > 0, facts.st_size < 1 << 30,
        let content = mmap(nil, Int(facts.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0), content != MAP_FAILED
    else { return nil }
    defer { munmap(content, Int(facts.st_size)) }
    var digest = [UInt8](repeating: 0, count: 32)
    keepers_sha256(content.assumingMemoryBound(to: UInt8.self), Int(facts.st_size), &digest)
    return digest.map { byte in
        let text = String(byte, radix: 16)
        return text.count < 2 ? "0" + text : text
    }.joined()
}
