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

    @Test("a pack that only a process with more rights can read: doctor says what score says", .enabled(if: hasModels))
    func linkedAway() throws {
        let desk = try Desk()
        try desk.card(frames: 1)
        let pack = desk.path("pack")
        try FileManager.default.copyItem(atPath: installedModels, toPath: pack)
        try FileManager.default.moveItem(atPath: "\(pack)/centerface.onnx", toPath: desk.path("far.onnx"))
        try FileManager.default.createSymbolicLink(atPath: "\(pack)/centerface.onnx", withDestinationPath: desk.path("far.onnx"))
        desk.environment["KEEPERS_MODELS"] = pack
        let run = try desk.run("score", desk.path("card"))
        #expect(run.code == 0 && run.err.contains("a link that leads out"), "\(run)")
        let doctor = try desk.run("doctor")
        #expect(doctor.code == 1 && doctor.out.contains("a link that leads out"), "\(doctor)")
    }

    @Test("with models too: one judge and two give the same cards and order", .enabled(if: hasModels))
    func sameCards() throws {
        let desk = try Desk()
        try desk.card(frames: 6)
        let card = desk.path("card")
        desk.environment["KEEPERS_MODELS"] = installedModels
        var lists: [String] = []
        for workers in ["1", "2"] {
            let home = desk.path("home-\(workers)")
            let run = try desk.run(["score", card, "--workers", workers], home: home)
            #expect(run.code == 0 && run.err.isEmpty && run.out.contains("6 measured"), "\(run)")
            lists.append(try desk.listed(card, home: home))
        }
        #expect(Set(lists).count == 1)
    }

    @Test("a card that is pulled is no fault of the models", .enabled(if: hasModels))
    func pulled() throws {
        let desk = try Desk()
        try desk.card(frames: 12)
        let card = desk.path("card")
        desk.environment["KEEPERS_MODELS"] = installedModels
        try desk.setTemperature(99)
        let child = try desk.start(["score", card])
        try #require(eventually { (try? desk.runs().count) == 1 })
        try FileManager.default.moveItem(atPath: card, toPath: desk.path("away"))
        try desk.setTemperature(40)
        let run = child.end(within: 120)
        #expect(!run.err.contains("faces not measured"), "\(run)")
        try FileManager.default.moveItem(atPath: desk.path("away"), toPath: card)
        #expect(try desk.json("score", "--json", card)["measured"] as? Int == 12)
        #expect(Set(try desk.runs().map(\.model)).count == 1)
    }

    /// Takes 25 s, the judge's limit.
    @Test("a frame over which the models brood too long is measured without them, once", .enabled(if: hasModels && isSlow))
    func brooding() throws {
        let desk = try Desk()
        try desk.card(frames: 96)
        let card = desk.path("card")
        desk.environment["KEEPERS_MODELS"] = installedModels
        let child = try desk.start(["score", "--workers", "1", card])
        try #require(eventually { ((try? desk.runs().first?.frames) ?? 0) > 0 || !child.isRunning })
        // One reads headers, and the last to be started measures.
        let helpers = Processes.helpers(of: child.pid, named: "keepers-worker")
        try #require(helpers.count == 2 && child.isRunning, "\(helpers)")
        #expect(kill(helpers[1], SIGSTOP) == 0)
        let run = child.end(within: 120)
        #expect(run.code == 0 && run.out.contains(" measured (") && !run.out.contains("problem"), "\(run)")
        let caveat = "faces not measured on this frame: they took longer than 20 s"
        #expect(try desk.list(card).frames.count { "\($0)".contains(caveat) } == 1)
        #expect(try desk.json("score", "--json", card)["scored"] as? Int == 0, "it is not tried again")
    }
}
