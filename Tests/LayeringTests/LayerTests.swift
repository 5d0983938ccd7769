import Foundation
import Testing

@Suite("The dependency rule")
struct LayerTests {
    @Test("holds for every import in Sources")
    func holds() throws {
        let layers = try Layers(folder: projectFolder + "/Sources")
        #expect(layers.violations == [])
        // A walk that found nothing would find no violation either.
        #expect(layers.files.count > 200)
        #expect(layers.targets.isSuperset(of: ["keepers", "KeepersCore", "KeepersUI", "IngestKit", "CSandbox"]))
    }

    @Test(
        "is broken by",
        arguments: [
            ("KeepersCore/A.swift", "import CPixels"), ("KeepersCore/A.swift", "public import IngestKit"),
            ("KeepersUI/A.swift", "import EngineKit"), ("KeepersUI/A.swift", "import CCurses"),
            ("ExportKit/A.swift", "import IngestKit"), ("ExportKit/A.swift", "@preconcurrency internal import KeepersUI"),
            ("ExportKit/A.swift", "import CSQLite"), ("IngestKit/A.swift", "import Foundation"),
            ("keepers/A.swift", "import struct Foundation.Data"), ("keepers/A.swift", "import FoundationNetworking"),
            ("keepers/A.swift", "import CSQLite"), ("CPixels/a.c", "#include \"CRaw.h\""),
        ])
    func isBroken(_ path: String, _ line: String) {
        let layers = Layers(files: [
            path: "import KeepersCore\n\(line)\nlet a = 1", "IngestKit/B.swift": "", "EngineKit/B.swift": "",
            "KeepersUI/B.swift": "",
            "CRaw/include/CRaw.h": "",
        ])
        let own = path.hasPrefix("KeepersCore/") ? ["import KeepersCore"] : []
        #expect(layers.violations.count == 1 + own.count, "\(layers.violations)")
    }

    @Test("lets pass what it means to allow")
    func allows() {
        let layers = Layers(files: [
            "KeepersCore/A.swift": "import Glibc", "KeepersUI/A.swift": "public import KeepersCore",
            "ExportKit/A.swift": "import CExpat\nimport Glibc\nimport KeepersCore",
            "keepers/A.swift": "import ExportKit\nimport KeepersUI\nimport CSandbox", "CRaw/a.c": "#include \"CRaw.h\"",
            "CRaw/include/CRaw.h": "#include <stdint.h>",
        ])
        #expect(layers.violations == [])
    }

    @Test("knows every target: each is declared, each kit is tested and each shim has its users named")
    func knowsAll() throws {
        let layers = try Layers(folder: projectFolder + "/Sources")
        let package = try String(contentsOfFile: projectFolder + "/Package.swift", encoding: .utf8)
        for kit in layers.kits {
            #expect(package.contains("kit(\"\(kit)\""), "\(kit) is not declared as a kit")
            #expect(package.contains("tests(\"\(kit)Tests\""), "\(kit) has no tests")
        }
        for shim in layers.shims {
            // The system library's own module map is nobody's door.
            if shim == "CChafaLibrary" { continue }
            #expect(
                package.contains("shim(\"\(shim)\"") || package.contains("shim(\n            \"\(shim)\""),
                "\(shim) is not declared as a shim")
            #expect(Layers.doors[shim] != nil, "\(shim) has no entry in Layers.doors: say who may use it")
        }
        for target in layers.targets where !layers.kits.contains(target) && !layers.shims.contains(target) {
            #expect(
                ["keepers", "keepers-bench", "store-probe", "KeepersCore", "KeepersUI"].contains(target), "what is \(target)?")
        }
    }
}
