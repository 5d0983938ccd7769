import CSandbox

/// Landlock's rights over files (linux/landlock.h; bookworm's header lacks the last two).
struct FileRights: OptionSet {
    let rawValue: UInt64
    static let execute = FileRights(rawValue: 1 << 0)
    static let writeFile = FileRights(rawValue: 1 << 1)
    static let readFile = FileRights(rawValue: 1 << 2)
    static let readFolder = FileRights(rawValue: 1 << 3)
    static let removeFolder = FileRights(rawValue: 1 << 4)
    static let removeFile = FileRights(rawValue: 1 << 5)
    static let makeFolder = FileRights(rawValue: 1 << 7)
    static let makeFile = FileRights(rawValue: 1 << 8)
    static let moveBetweenFolders = FileRights(rawValue: 1 << 13)
    static let truncate = FileRights(rawValue: 1 << 14)
    static let controlDevice = FileRights(rawValue: 1 << 15)

    static let read: FileRights = [.readFile, .readFolder]
    /// Everything the program does in its own folders.
    static let own: FileRights = [
        .read, .writeFile, .truncate, .makeFile, .makeFolder, .removeFile, .removeFolder, .moveBetweenFolders,
    ]
    /// The rights that make sense for something that is no folder; the kernel refuses others there.
    static let ofFiles: FileRights = [.execute, .readFile, .writeFile, .truncate, .controlDevice]

    /// Every right that this version of Landlock governs.
    static func governed(by version: Int) -> FileRights {
        let count: UInt64 =
            switch version {
            case ..<1: 0
            case 1: 13
            case 2: 14
            case 3, 4: 15
            default: 16
            }
        return FileRights(rawValue: (1 << count) &- 1)
    }
}
