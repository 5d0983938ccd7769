import Foundation

extension Desk {
    /// A person who may not write: the tests themselves often run as root, whom no mode stops.
    func runAsNobody(_ words: [String], home: String) throws -> Run {
        guard getuid() == 0 else { return try run(words, home: home) }
        let program = path("keepers")
        if !FileManager.default.fileExists(atPath: program) { try DemoCard.copy(keepersBinary, program) }
        chmod(program, 0o755)
        var environment = surroundings(home)
        environment["LD_LIBRARY_PATH"] = environment["LD_LIBRARY_PATH"] ?? "/usr/lib/swift/linux"
        return try Child(
            ["--reuid=65534", "--regid=65534", "--clear-groups", program] + words, program: "/usr/bin/setpriv",
            environment: environment,
            output: path("nobody-\(UUID().uuidString)")
        ).end()
    }

    static let hasNobody: Bool = {
        if getuid() != 0 || FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv") { return true }
        print("*** NOT TESTED: setpriv (util-linux) is not here, and root may write everywhere ***")
        return false
    }()
}
