import Glibc
import KeepersCore

/// What our own executable asks of the system, read from its ELF tables just now: the same as `ldd` and `nm -D` show.
struct ExecutableSymbols {
    /// Shared libraries that it names itself.
    private(set) var libraries: [String] = []
    /// Functions with which one could talk to a network, among those that it imports.
    private(set) var networkFunctions: [String] = []
    private(set) var imports = 0

    private static let forbidden: Set<String> = [
        "socket", "connect", "bind", "listen", "accept", "accept4", "getaddrinfo", "gethostbyname", "gethostbyname2", "res_query",
    ]

    static func read(path: String = "/proc/self/exe") -> ExecutableSymbols {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return ExecutableSymbols() }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_size > 64,
            let memory = mmap(nil, Int(facts.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0), memory != MAP_FAILED
        else { return ExecutableSymbols() }
        defer { munmap(memory, Int(facts.st_size)) }
        return ExecutableSymbols(ELFImage(bytes: UnsafeRawBufferPointer(start: memory, count: Int(facts.st_size))))
    }

    private init() {}

    private init(_ image: ELFImage) {
        libraries = image.neededLibraries
        let names = image.importedSymbols
        imports = names.count
        networkFunctions = names.filter(Self.forbidden.contains).sorted()
    }

    var lines: [String] {
        guard imports > 0 else {
            return ["the executable's own tables could not be read; run: nm -D --undefined-only \"$(command -v keepers)\""]
        }
        let found =
            networkFunctions.isEmpty
            ? "none of them a network function" : "network functions: \(networkFunctions.joined(separator: ", "))"
        return [
            "the executable imports \(grouped(imports)) functions, \(found)",
            "it is linked to \(libraries.joined(separator: " "))",
            "see for yourself: nm -D --undefined-only \"$(command -v keepers)\" | grep -wE 'socket|connect|bind|listen|accept|getaddrinfo'",
            "                  ldd \"$(command -v keepers)\"",
        ]
    }
}

/// The dynamic tables of a 64-bit little-endian ELF file (System V ABI, chapters 4 and 5).
struct ELFImage {
    private let bytes: UnsafeRawBufferPointer
    private var sections: [(type: UInt32, offset: Int, size: Int, link: Int)] = []

    init(bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        guard bytes.count > 64, bytes[0] == 0x7F, bytes[1] == 0x45, bytes[2] == 0x4C, bytes[3] == 0x46, bytes[4] == 2,
            bytes[5] == 1
        else { return }
        let table = Int(clamping: number(UInt64.self, at: 0x28))
        let count = Int(number(UInt16.self, at: 0x3C))
        for index in 0..<count {
            let start = table &+ index &* 64
            guard start >= 0, start <= bytes.count - 64 else { return }
            sections.append(
                (
                    number(UInt32.self, at: start + 4), Int(clamping: number(UInt64.self, at: start + 0x18)),
                    Int(clamping: number(UInt64.self, at: start + 0x20)), Int(number(UInt32.self, at: start + 0x28))
                ))
        }
    }

    /// DT_NEEDED names of the dynamic section (type 6).
    var neededLibraries: [String] {
        guard let dynamic = sections.first(where: { $0.type == 6 }), sections.indices.contains(dynamic.link) else { return [] }
        let strings = sections[dynamic.link]
        return stride(from: dynamic.offset, to: dynamic.offset &+ dynamic.size, by: 16).compactMap { entry in
            guard number(UInt64.self, at: entry) == 1 else { return nil }
            return text(strings, Int(clamping: number(UInt64.self, at: entry + 8)))
        }
    }

    /// Undefined names of the dynamic symbol table (type 11).
    var importedSymbols: [String] {
        guard let table = sections.first(where: { $0.type == 11 }), sections.indices.contains(table.link) else { return [] }
        let strings = sections[table.link]
        return stride(from: table.offset, to: table.offset &+ table.size, by: 24).compactMap { entry in
            guard number(UInt16.self, at: entry + 6) == 0 else { return nil }
            let name = text(strings, Int(number(UInt32.self, at: entry)))
            return name.isEmpty ? nil : name
        }
    }

    private func number<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Number {
        guard offset >= 0, offset <= bytes.count - MemoryLayout<Number>.size else { return 0 }
        return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }

    private func text(_ strings: (type: UInt32, offset: Int, size: Int, link: Int), _ offset: Int) -> String {
        let start = strings.offset &+ offset
        guard offset >= 0, offset < strings.size, start < bytes.count, start >= 0 else { return "" }
        return String(decoding: bytes[start..<min(bytes.count, strings.offset &+ strings.size)].prefix { $0 != 0 }, as: UTF8.self)
    }
}
