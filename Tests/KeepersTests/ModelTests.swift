import Foundation
import Testing

/// The models that set-up installs; without them the tests on real models are skipped.
let installedModels = "/usr/share/keepers/models"
let hasModels: Bool = {
    let found = FileManager.default.fileExists(atPath: installedModels + "/manifest.json")
    if !found { print("NOTE: no model pack in \(installedModels): tests on real models are SKIPPED.") }
    return found
}()

@Suite("Without models, and with models that do not run", .serialized)
struct ModelTests {
    static let line = "keepers: faces not measured: no models here; `make setup` adds them\n"

    @Test("score and list say once what is not measured and how to change that; the first screen does until a key")
    func said() throws {
        let desk = try Desk()
        try desk.card(frames: 6)
        let card = desk.path("card")
        let score = try desk.run("score", card)
        #expect(score.code == 0 && score.err == ModelTests.line && score.out.contains("6 measured"), "\(score)")
        #expect(try desk.run("list", card).err == ModelTests.line)
        #expect(try desk.run("list", "--json", card).err == ModelTests.line)
        #expect(try desk.run("stacks", card).err.isEmpty)
        let script = try desk.write("a.txt", "wait idle\nscreen\nkey l\nscreen\n")
        let screens = try desk.run("replay", script, card).out
        #expect(screens.components(separatedBy: "faces not measured: no models here; `make setup` adds them").count == 2)
    }

    @Test("a pack that is named and not there is said by name, and everything else is measured")
    func named() throws {
        let desk = try Desk()
        try desk.card(frames: 2)
        desk.environment["KEEPERS_MODELS"] = desk.path("nowhere")
        let run = try desk.run("score", desk.path("card"))
        #expect(run.code == 0 && run.out.contains("2 measured") && run.err.contains(desk.path("nowhere")), "\(run)")
    }

    @Test(
        "a pack that is not the pinned one ends in the plain version, says why, and is not tried by every look",
        .enabled(if: hasModels))
    func spoilt() throws {
        let desk = try Desk()
        try desk.card(frames: 6)
        let card = desk.path("card")
        let pack = desk.path("pack")
        try FileManager.default.createDirectory(atPath: pack, withIntermediateDirectories: true)
        for name in try FileManager.default.contentsOfDirectory(atPath: installedModels) {
            try FileManager.default.copyItem(atPath: "\(installedModels)/\(name)", toPath: "\(pack)/\(name)")
        }
        let file = "\(pack)/centerface.onnx"
        var content = try Data(contentsOf: URL(fileURLWithPath: file))
        content[content.count / 2] ^= 1
        try content.write(to: URL(fileURLWithPath: file))
        desk.environment["KEEPERS_MODELS"] = pack
        let run = try desk.run("score", card)
        #expect(run.code == 0 && run.out.contains("6 measured") && run.err.contains("centerface.onnx"), "\(run)")
        #expect(run.err.split(separator: "\n").count == 1, "\(run)")
        let rows = try desk.runs()
        #expect(rows.map(\.frames) == [6, 0] && rows.map(\.isInterrupted) == [false, true])
        let listed = try desk.listed(card, home: desk.home)
        desk.environment["KEEPERS_MODELS"] = "none"
        #expect(try desk.listed(card, home: desk.home) == listed)
        // The whole pack again: measured anew, under its own version.
        desk.environment["KEEPERS_MODELS"] = installedModels
        #expect(try desk.json("score", "--json", card)["scored"] as? Int == 6)
        #expect(try desk.runs().first?.model == rows[1].model)
    }
}
