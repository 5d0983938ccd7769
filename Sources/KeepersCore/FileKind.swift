/// What a file is by its content; the extension only breaks ties between formats with one container.
public enum FileKind: String, Sendable, CaseIterable {
    case cr3, cr2, crw, nef, nrw, arw, sr2, srf, raf, dng, orf, rw2, pef, srw, iiq, x3f, rwl, gpr, mrw, eip, kdc
    case hasselblad = "3fr"
    case jpeg, heic
    /// A RAW container that no more precise name fits.
    case raw

    public var isRaw: Bool { self != .jpeg && self != .heic }

    /// Lightroom Classic reads embedded XMP, never a sidecar, for these.
    public var ignoresSidecar: Bool { self == .jpeg || self == .heic || self == .dng || self == .gpr }

    /// The kind that a file name suggests, without looking inside.
    public static func suggested(byName name: String) -> FileKind? {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        switch name[name.index(after: dot)...].lowercased() {
        case "jpg", "jpeg", "jpe": return .jpeg
        case "heic", "heif", "hif": return .heic
        case "dcr", "k25": return .kdc
        case let other: return FileKind(rawValue: other)
        }
    }
}
