// swift-tools-version: 6.2
// The house of Keepers: see docs/architecture.md for what lives where and who may import whom.
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// A kit imports KeepersCore and the C shims it needs, never another kit.
func kit(_ name: String, _ shims: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: ["KeepersCore"] + shims, swiftSettings: strict)
}

/// A shim is the few C functions of one library that Swift may call.
func shim(_ name: String, links libraries: [String] = [], needs: [Target.Dependency] = [], flags: [String] = []) -> Target {
    .target(
        name: name, dependencies: needs, cSettings: flags.isEmpty ? [] : [.unsafeFlags(flags)],
        linkerSettings: libraries.map { .linkedLibrary($0) })
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

let package = Package(
    name: "keepers",
    products: [
        .executable(name: "keepers", targets: ["keepers"]),
        .executable(name: "keepers-bench", targets: ["keepers-bench"]),
    ],
    targets: [
        .executableTarget(
            name: "keepers",
            dependencies: [
                "KeepersCore", "KeepersUI", "IngestKit", "ScoringKit", "ExportKit", "PersistenceKit", "TerminalKit",
                "EngineKit", "DemoKit", "RankerKit", "HistoryKit", "SheetKit", "CSandbox",
            ],
            resources: ["darkroom", "high-contrast", "monochrome", "daylight", "colour-blind-safe"].map {
                .embedInCode("../../Themes/\($0).json")
            },
            swiftSettings: strict),
        .executableTarget(
            name: "keepers-bench",
            dependencies: [
                "KeepersCore", "KeepersUI", "IngestKit", "ScoringKit", "PersistenceKit", "EngineKit", "DemoKit", "RankerKit",
                "CRaw", "CBench", "CJPEG", "CSQLite",
            ],
            swiftSettings: strict),

        // Killed by the tests of the store while it writes.
        .executableTarget(name: "store-probe", dependencies: ["KeepersCore", "PersistenceKit"], swiftSettings: strict),

        .target(name: "KeepersCore", swiftSettings: strict),
        .target(name: "KeepersUI", dependencies: ["KeepersCore"], swiftSettings: strict),
        kit("IngestKit", ["CRaw"]),
        kit("ScoringKit", ["CJPEG", "CPixels", "CColour", "CNeural", "CNettle", "CRaw"]),
        kit("ExportKit", ["CExpat", "CNettle", "CFiles"]),
        kit("PersistenceKit", ["CSQLite"]),
        kit("TerminalKit", ["CCurses", "CChafa", "CJPEG", "CZlib", "CPixels"]),
        kit("EngineKit", ["CSandbox"]),
        kit("DemoKit", ["CJPEG", "CPixels"]),
        kit("RankerKit", ["CMatrix"]),
        kit("HistoryKit", ["CSQLite"]),
        kit("SheetKit", ["CZlib", "CLetters"]),

        shim("CSQLite", links: ["sqlite3"]),
        shim("CRaw", links: ["raw_r"]),
        shim("CJPEG", links: ["turbojpeg"]),
        shim("CExpat", links: ["expat"]),
        .systemLibrary(name: "CChafaLibrary", pkgConfig: "chafa", providers: [.apt(["libchafa-dev", "libglib2.0-dev"])]),
        shim("CChafa", needs: ["CChafaLibrary"]),
        shim("CCurses", links: ["ncursesw", "tinfo"]),
        shim("CPixels", flags: ["-O3"]),
        shim("CSandbox", links: ["seccomp"]),
        shim("CNettle", links: ["nettle"]),
        shim("CFiles"),
        // Loads its library when asked to, from the model pack's folder.
        shim("CNeural", links: ["dl"]),
        shim("CColour", links: ["lcms2"]),
        shim("CZlib", links: ["z"]),
        shim("CLetters"),
        shim("CMatrix", flags: ["-O3", "-ffp-contract=off"]),
        shim("CBench", links: ["turbojpeg"], flags: ["-O2"]),

        tests("KeepersCoreTests", ["KeepersCore"]),
        // What the screens show must be what an export leaves in the sidecar.
        tests("KeepersUITests", ["KeepersUI", "KeepersCore", "ExportKit"]),
        tests("IngestKitTests", ["IngestKit", "KeepersCore"]),
        // DemoKit makes faces whose truth is known.
        tests("ScoringKitTests", ["ScoringKit", "KeepersCore", "DemoKit", "CPixels", "CJPEG"]),
        tests("ExportKitTests", ["ExportKit", "KeepersCore"]),
        tests("PersistenceKitTests", ["PersistenceKit", "KeepersCore", "store-probe"]),
        tests("TerminalKitTests", ["TerminalKit", "KeepersCore", "CJPEG"]),
        // A little program of its own: only an executable can be forked, locked, killed and looked at from outside.
        .executableTarget(
            name: "engine-probe", dependencies: ["EngineKit", "KeepersCore", "CSandbox"], path: "Tests/EngineProbe",
            swiftSettings: strict),
        tests("EngineKitTests", ["EngineKit", "KeepersCore", "CSandbox", "engine-probe"]),
        tests("RankerKitTests", ["RankerKit", "DemoKit", "KeepersCore"]),
        // Catalogs are made by the tests themselves, through the same door.
        tests("HistoryKitTests", ["HistoryKit", "KeepersCore", "CSQLite"]),
        // DemoKit unpacks what was packed.
        tests("SheetKitTests", ["SheetKit", "DemoKit", "KeepersCore"]),
        tests("DemoKitTests", ["DemoKit", "KeepersCore", "CRaw"]),
        // These two look at the built program from outside.
        tests("KeepersTests", ["KeepersCore", "keepers", "CSQLite"]),
        tests("LayeringTests", ["KeepersCore", "keepers"]),
    ]
)
