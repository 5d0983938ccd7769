import Foundation
import Testing

@Suite("kill -9 during an export", .serialized)
struct ExportKillTests {
    enum Victim: String, CaseIterable { case program, committer }

    /// Sixty picked frames that may each have a sidecar.
    private func pickedCard(_ desk: Desk) throws -> String {
        let card = desk.path("card")
        let frames = try desk.card { !$0.path.hasSuffix(".DNG") }
        for (index, frame) in frames.enumerated() where index < 60 - frames.count {
            let type = URL(fileURLWithPath: frame.path).pathExtension
            try DemoCard.copy("\(card)/\(frame.path)", "\(card)/DCIM/110TWICE/COPY\(1000 + index).\(type)")
        }
        let paths = Tree.files(below: card).filter { !$0.hasSuffix(".JPG") }
        try #require(paths.count == 60)
        try #require(try desk.run("list", card).code == 0)
        let jumps = paths.map { "type /\(URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent)\nkeys Enter p\n" }
        let script = try desk.write("pick.txt", "wait idle\n" + jumps.joined())
        try #require(try desk.run("replay", script, card).code == 0)
        try #require(try desk.list(card).marks.values.allSatisfy { $0 == "pick 0 -" })
        return card
    }

    @Test("leaves no half file; the next export completes, and undo takes everything back", arguments: Victim.allCases)
    func killed(_ victim: Victim) throws {
        let desk = try Desk()
        let card = try pickedCard(desk)
        let before = try Tree(card)
        for turn in 0..<(isSlow ? 8 : 2) {
            let home = try desk.copyHome("turn-\(turn)")
            let child = try desk.start(["export", card], home: home)
            // From the first sign of a write on, at any moment.
            #expect(eventually { !Tree.files(below: card).allSatisfy { !$0.hasSuffix(".xmp") } || !child.isRunning })
            usleep(UInt32.random(in: 0..<20_000))
            switch victim {
            case .program: child.kill(SIGKILL)
            case .committer:
                for pid in Processes.offspring(of: child.pid) where name(pid).contains("commit") { Foundation.kill(pid, SIGKILL) }
            }
            let run = child.end()
            if victim == .committer { #expect(run.code == 0 || run.code == 1, "\(run)") }
            try expectWhole(card)

            let next = try desk.run("export", "--json", card, home: home)
            #expect(next.code == 0, "\(next)")
            let json = try next.json()
            #expect((json["written"] as? Int ?? 0) + (json["unchanged"] as? Int ?? 0) == 60)
            let after = try Tree(card)
            #expect(after.sidecars.count == 60)
            #expect(after.differenceOfOriginals(from: before) == [], "temporary files stayed, or an original changed")
            #expect(after.folders == before.folders)
            try expectWhole(card)

            let undo = try desk.run("undo-export", "--all", card, home: home)
            #expect(undo.code == 0, "\(undo)")
            let restored = try Tree(card)
            #expect(
                restored.names == before.names, "undo left \(restored.names.subtracting(before.names).count) sidecars of ours")
            #expect(restored.differenceOfOriginals(from: before) == [])
            for path in restored.sidecars.keys { try FileManager.default.removeItem(atPath: "\(card)/\(path)") }
        }
    }

    private func name(_ pid: Int32) -> String { (try? String(contentsOfFile: "/proc/\(pid)/comm", encoding: .utf8)) ?? "" }

    private func expectWhole(_ card: String) throws {
        for (path, bytes) in try Tree(card).sidecars {
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(
                text.hasPrefix("<x:xmpmeta") && text.hasSuffix("</x:xmpmeta>\n") || text.hasSuffix("</x:xmpmeta>"),
                "\(path): \(text)")
            #expect(text.contains("pick=\"1\""))
        }
    }
}
