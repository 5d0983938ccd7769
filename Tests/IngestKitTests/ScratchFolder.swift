import Foundation
import Glibc

/// A folder of the test's own, gone when the test is.
final class ScratchFolder {
    let path: String
    let descriptor: Int32

    init() {
        var template = Array("/tmp/keepers-ingest-XXXXXX".utf8CString)
        path = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)) }
        descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY)
    }

    deinit {
        close(descriptor)
        // Foundation cannot remove names that are not text.
        let remover = Process()
        remover.executableURL = URL(fileURLWithPath: "/bin/rm")
        remover.arguments = ["-rf", "--", path]
        try? remover.run()
        remover.waitUntilExit()
    }

    func folder(_ name: String) { mkdir("\(path)/\(name)", 0o700) }

    func file(_ name: String, _ bytes: [UInt8] = [1, 2, 3]) {
        let descriptor = Glibc.open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        precondition(write(descriptor, bytes, bytes.count) == bytes.count, "the scratch folder is full")
        close(descriptor)
    }

    /// Opens a file for reading; the test closes it.
    func open(reading name: String) -> (descriptor: Int32, size: Int64) {
        let descriptor = Glibc.open("\(path)/\(name)", O_RDONLY)
        var facts = stat()
        fstat(descriptor, &facts)
        return (descriptor, Int64(facts.st_size))
    }
}
