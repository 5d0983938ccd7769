import Foundation
import Testing

@Suite("The built program")
struct BinaryTests {
    /// KEEPERS_BINARY, or the one built beside these tests.
    static let binary: String = {
        if let given = ProcessInfo.processInfo.environment["KEEPERS_BINARY"], !given.isEmpty { return given }
        return URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("keepers").path
    }()

    static func hasTool(_ name: String) -> Bool {
        let isThere = FileManager.default.isExecutableFile(atPath: "/usr/bin/\(name)")
        if !isThere { print("*** NOT TESTED: \(name) is not installed (apt-get install binutils) ***") }
        return isThere
    }

    private func output(_ tool: String, _ words: String...) throws -> [Substring] {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/\(tool)")
        process.arguments = words
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(tool) failed on \(Self.binary)")
        return String(decoding: data, as: UTF8.self).split(separator: "\n")
    }

    @Test("imports no function with which one could talk to a network", .enabled(if: hasTool("nm")))
    func importsNoNetwork() throws {
        let names = try output("nm", "-D", "--undefined-only", Self.binary).compactMap {
            $0.split(separator: " ").last?.split(separator: "@").first.map(String.init)
        }
        try #require(names.contains("open") || names.contains("openat"), "the list of imports is not one: \(names.prefix(5))")
        let forbidden: Set<String> = [
            "socket", "connect", "bind", "listen", "accept", "accept4", "getaddrinfo", "gethostbyname", "gethostbyname2",
            "gethostbyaddr", "getnameinfo", "res_query", "res_search",
        ]
        #expect(names.filter(forbidden.contains) == [])
    }

    @Test("is linked to the libraries that it needs and to no other", .enabled(if: hasTool("readelf")))
    func linksWhatItNeeds() throws {
        let needed = try output("readelf", "-d", Self.binary).filter { $0.contains("(NEEDED)") }.compactMap {
            $0.split(separator: "[").last?.split(separator: "]").first.map(String.init)
        }
        try #require(!needed.isEmpty)
        let expected = [
            "libm.so", "libstdc++.so", "libchafa.so", "libglib-2.0.so", "libseccomp.so", "libturbojpeg.so", "libz.so",
            "libncursesw.so",
            "libtinfo.so", "libsqlite3.so", "libnettle.so", "libexpat.so", "liblcms2.so", "libraw_r.so", "libgcc_s.so", "libc.so",
            "ld-linux",
            // A debug build links Swift's own library at run time.
            "libswift", "libdispatch.so", "libBlocksRuntime.so",
        ]
        #expect(needed.filter { name in !expected.contains(where: name.hasPrefix) } == [])
    }

    @Test("loads no library that speaks to a network, not even through another")
    func loadsNoNetwork() throws {
        let loaded = try output("ldd", Self.binary).compactMap { $0.split(whereSeparator: \.isWhitespace).first.map(String.init) }
        try #require(loaded.contains { $0.hasPrefix("libraw_r") })
        let suspects = [
            "libcurl", "libssl", "libgnutls", "libgio", "libsoup", "libnghttp", "libresolv", "libFoundation", "lib_Foundation",
            "libssh",
            "libdbus", "libnl", "libidn",
        ]
        #expect(loaded.filter { name in suspects.contains(where: name.hasPrefix) } == [])
    }

    @Test("carries no path of the machine that built it into its words")
    func helpNamesNoMachine() throws {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: Self.binary)
        process.arguments = ["--help"]
        process.standardOutput = pipe
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(text.contains("Usage: keepers"))
        #expect(!text.contains(projectFolder))
    }
}
