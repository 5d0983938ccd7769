import CSQLite
import Glibc

/// Why the store could not do what was asked, worded for a tired photographer; nothing that failed counts as saved.
public struct StoreError: Error, Equatable, CustomStringConvertible {
    public enum Kind: Sendable {
        case full, readOnly, noAccess, damaged, newer, busy, disk, refused
    }

    public var kind: Kind
    /// SQLite's extended result code, or an errno where SQLite was not asked.
    public var code: Int32
    /// What happened, to which file, what is safe, what to do.
    public var message: String
    /// The statement as it was compiled: values stand as `?`, so a log of it shows no file name and no verdict.
    public var sql: String?
    /// Who has it open, where that is why ("keepers, pid 123, since 23:04").
    public var holder: String?

    public init(_ kind: Kind, code: Int32 = 0, message: String, sql: String? = nil, holder: String? = nil) {
        self.holder = holder
        self.kind = kind
        self.code = code
        self.message = message
        self.sql = sql
    }

    public var description: String { message }
}

extension StoreError {
    /// From SQLite's result on the database at `path`.
    static func sqlite(code: Int32, errno system: Int32, detail: String, path: String, sql: String?) -> StoreError {
        let kind = kind(code: code & 0xFF, errno: system)
        return StoreError(kind, code: code, message: message(kind, path, errno: system, detail: detail), sql: sql)
    }

    /// From a failed system call on the file or folder at `path`.
    static func system(_ code: Int32, path: String) -> StoreError {
        let kind = kind(code: Int32(KSQL_IOERR), errno: code)
        return StoreError(kind, code: code, message: message(kind, path, errno: code, detail: ""))
    }

    /// The database at `path` is not there any more: a commit would succeed and be lost.
    static func moved(_ path: String) -> StoreError {
        StoreError(
            .disk,
            message: "\(path) was deleted or moved away while Keepers used it. What you did last is not saved. "
                + "Put it back if you can, then leave Keepers (q) and start it again.")
    }

    private static func kind(code: Int32, errno system: Int32) -> Kind {
        switch Int(code) {
        case KSQL_FULL: return .full
        case KSQL_READONLY: return .readOnly
        case KSQL_CORRUPT, KSQL_NOTADB: return .damaged
        case KSQL_BUSY, KSQL_LOCKED: return .busy
        case KSQL_IOERR, KSQL_CANTOPEN: break
        default: return .refused
        }
        switch system {
        case ENOSPC, EDQUOT, EFBIG: return .full
        case EROFS: return .readOnly
        case EACCES, EPERM, ENOTDIR, EISDIR, ELOOP, ENOENT, EEXIST: return .noAccess
        default: return .disk
        }
    }

    private static func message(_ kind: Kind, _ path: String, errno code: Int32, detail: String) -> String {
        switch kind {
        case .full:
            "No space left for \(path). What you did last is not saved; everything before it is. Free some space and do it again."
        case .readOnly:
            "\(path) cannot be changed: it is read-only. Nothing was lost. Make it writable, or choose another place with --data DIR."
        case .noAccess:
            "\(path) cannot be opened: \(words(code)). Check who owns it and its folder, or choose another place with --data DIR."
        case .damaged:
            "\(path) is damaged (\(detail)). It is left as it is. Set it aside with `keepers doctor --set-aside` "
                + "(it is renamed, never deleted), or work elsewhere with --data DIR. Your photos and sidecars are not touched."
        case .busy:
            "\(path) is being written by another Keepers. Nothing was lost. Wait a moment and do it again."
        case .disk:
            "\(path) could not be read or written: \(words(code)). What you did last is not saved; everything before it is. "
                + "Check the disk, then start Keepers again."
        case .newer, .refused:
            "\(path) refused the change: \(detail). What you did last is not saved; everything before it is."
        }
    }

    private static func words(_ code: Int32) -> String {
        code == 0 ? "the system gave no reason" : String(cString: strerror(code)).lowercased()
    }
}
