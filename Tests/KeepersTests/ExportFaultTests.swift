import Foundation
import Testing

/// What may go wrong while sidecars are written: never a half file, never a lost decision, and every failure named.
@Suite("Faults during an export", .serialized)
struct ExportFaultTests {
    /// Sidecars of one export: five hundred in the long form.
    static let count = isSlow ? 500 : 60

    static let isRoot: Bool = {
        if geteuid() != 0 { print("*** NOT TESTED: exports to full and write-protected volumes need root, to mount them ***") }
        return geteuid() == 0
    }()

    /// A card of picked frames in two folders; most are further names of a few files.
    private struct Crowd {
        let desk: Desk
        let card: String
        let names: [String]
        let originals: Tree

        init(_ desk: Desk, at card: String, standing: ((String) -> String)? = nil) throws {
            self.desk = desk
            self.card = card
            let seeds = try DemoCard.truth().filter { !$0.path.hasSuffix("JPG") && !$0.path.hasSuffix("DNG") && $0.pair == nil }
                .prefix(3)
            try DemoCard.make(at: card + "/SEED", seeds)
            let files = Tree.files(below: card + "/SEED").map { "\(card)/SEED/\($0)" }
            for folder in ["A", "B"] {
                try FileManager.default.createDirectory(atPath: "\(card)/DCIM/\(folder)", withIntermediateDirectories: true)
            }
            names = (0..<ExportFaultTests.count).map { "DCIM/\($0 * 2 < ExportFaultTests.count ? "A" : "B")/C\(1000 + $0)" }
            for (index, name) in names.enumerated() {
                let file = files[index % files.count]
                guard link(file, "\(card)/\(name).\(URL(fileURLWithPath: file).pathExtension)") == 0 else {
                    throw CocoaError(.fileWriteUnknown)
                }
                if let standing { try Data(standing(name).utf8).write(to: URL(fileURLWithPath: "\(card)/\(name).xmp")) }
            }
            try FileManager.default.removeItem(atPath: card + "/SEED")
            let jumps = names.map { "type /\(URL(fileURLWithPath: $0).lastPathComponent)\nkeys Enter p\n" }
            let script = try desk.write("pick.txt", "wait idle\n" + jumps.joined())
            let run = try desk.run(["replay", script, card])
            try #require(run.code == 0, "\(run)")
            try #require(try desk.list(card).marks.values.filter { $0.hasPrefix("pick") }.count == names.count)
            originals = try Tree(card)
        }

        /// Every sidecar is whole, says what was decided or what stood there, and no original changed.
        func expectWhole(_ isTheirs: (String) -> Bool = { _ in false }) throws {
            let now = try Tree(card)
            for (path, bytes) in now.sidecars {
                let text = String(decoding: bytes, as: UTF8.self)
                let isWhole = text.hasPrefix("<x:xmpmeta") && text.hasSuffix("</x:xmpmeta>\n")
                #expect(
                    isWhole && (text.contains("pick=\"1\"") || originals.sidecars[path] == bytes || isTheirs(text)),
                    "\(path): \(text)")
            }
            let changed = now.differenceOfOriginals(from: originals).filter { !$0.contains(".keepers") }
            #expect(changed == [])
        }

        /// All decisions are still there, the next start clears up, the next export completes.
        func expectCompletion() throws {
            #expect(try desk.list(card).marks.values.filter { $0.hasPrefix("pick") }.count == names.count)
            age()
            #expect(try desk.run("list", card).code == 0)
            #expect(!FileManager.default.fileExists(atPath: card + "/.keepers"), "temporary files outlived the next start")
            let run = try desk.run("export", "--json", card)
            #expect(run.code == 0, "\(run.out.suffix(500)) \(run.err)")
            let json = try run.json()
            #expect((json["written"] as? Int ?? 0) + (json["unchanged"] as? Int ?? 0) == names.count)
            let now = try Tree(card)
            #expect(
                now.sidecars.count == names.count
                    && now.sidecars.values.allSatisfy { String(decoding: $0, as: UTF8.self).contains("pick=\"1\"") })
            try expectWhole()
        }

        /// A while goes by.
        private func age() {
            var times = [timespec(tv_sec: 1_700_000_000, tv_nsec: 0), timespec(tv_sec: 1_700_000_000, tv_nsec: 0)]
            utimensat(AT_FDCWD, card + "/.keepers", &times, 0)
        }

        /// How many sidecars say what was decided.
        var written: Int {
            names.count { (try? String(contentsOfFile: "\(card)/\($0).xmp", encoding: .utf8))?.contains("pick=\"1\"") == true }
        }

        /// Starts an export and waits until some sidecars are written.
        func begin(after some: Int = 3) throws -> Child {
            let child = try desk.start(["export", "--json", card])
            let before = written
            #expect(eventually { written >= before + some || !child.isRunning })
            return child
        }

        /// What `body` does happens between two moments of the export.
        func holding<Value>(_ child: Child, _ body: () -> Value) -> Value {
            let all = [child.pid] + Processes.offspring(of: child.pid)
            for pid in all { kill(pid, SIGSTOP) }
            defer { for pid in all { kill(pid, SIGCONT) } }
            usleep(100_000)
            return body()
        }
    }

    private func failures(_ run: Run) throws -> [(path: String, reason: String)] {
        let failed = try #require(try run.json()["failed"] as? [[String: String]], "\(run)")
        return failed.map { ($0["path"] ?? "?", $0["reason"] ?? "") }
    }

    /// Each sidecar was written or is named; the names are the crowd's.
    private func expectAccount(_ run: Run, _ crowd: Crowd, _ why: [String]) throws -> Int {
        let failed = try failures(run)
        let json = try run.json()
        let good = (json["written"] as? Int ?? 0) + (json["unchanged"] as? Int ?? 0)
        #expect(good + failed.count == crowd.names.count, "\(run)")
        #expect(Set(failed.map(\.path)).count == failed.count)
        for (path, reason) in failed { #expect(why.contains { reason.contains($0) }, "\(path): \(reason)") }
        #expect(run.code == (failed.isEmpty ? 0 : 1))
        return failed.count
    }

    static func standing(_ name: String) -> String {
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/">
         <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
          <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:format="\(name)"/>
         </rdf:RDF>
        </x:xmpmeta>

        """
    }

    @Test("kill -9 at any moment, again and again")
    func kills() throws {
        let desk = try Desk()
        let crowd = try Crowd(desk, at: desk.path("card"))
        for turn in 0..<(isSlow ? 30 : 3) {
            let child = try desk.start(["export", crowd.card])
            if turn % 3 > 0 {
                let before = crowd.written
                #expect(eventually { crowd.written > before || !child.isRunning })
            }
            usleep(UInt32.random(in: 0..<(turn % 3 == 0 ? 1_500_000 : 150_000)))
            child.kill(SIGKILL)
            _ = child.end()
            try crowd.expectWhole()
            if crowd.written > crowd.names.count * 4 / 5 {
                #expect(try desk.run("undo-export", "--all", crowd.card).code == 0)
                #expect(try Tree(crowd.card).sidecars.isEmpty)
            }
        }
        try crowd.expectCompletion()
        #expect(try desk.run("undo-export", "--all", crowd.card).code == 0)
        #expect(try Tree(crowd.card).difference(from: crowd.originals) == [])
    }

    @Test("a folder that vanishes")
    func vanishingFolder() throws {
        let desk = try Desk()
        let crowd = try Crowd(desk, at: desk.path("card"))
        let child = try crowd.begin()
        rename(crowd.card + "/DCIM/B", desk.path("elsewhere"))
        let run = child.end()
        rename(desk.path("elsewhere"), crowd.card + "/DCIM/B")
        let failed = try expectAccount(run, crowd, ["DCIM/B", "it was", "could not", "cannot be"])
        if isSlow { #expect(failed > 0) }
        try crowd.expectWhole()
        try crowd.expectCompletion()
    }

    @Test("a folder that vanishes with sidecars in it: gone is not changed")
    func vanishingSidecars() throws {
        let desk = try Desk()
        let crowd = try Crowd(desk, at: desk.path("card"), standing: Self.standing)
        let child = try crowd.begin()
        crowd.holding(child) { _ = rename(crowd.card + "/DCIM/B", desk.path("elsewhere")) }
        let run = child.end()
        rename(desk.path("elsewhere"), crowd.card + "/DCIM/B")
        let failed = try failures(run)
        #expect(!failed.isEmpty && failed.allSatisfy { !$0.reason.contains("another program") }, "\(failed.prefix(3))")
        try crowd.expectWhole()
        try crowd.expectCompletion()
    }

    @Test("another program saves between our reading and our writing")
    func foreignEdits() throws {
        let desk = try Desk()
        let crowd = try Crowd(desk, at: desk.path("card"), standing: Self.standing)
        let child = try crowd.begin()
        let theirs = crowd.holding(child) {
            crowd.names.filter { name in
                let path = "\(crowd.card)/\(name).xmp"
                guard let text = try? String(contentsOfFile: path, encoding: .utf8), !text.contains("pick=") else { return false }
                try? Data(text.replacingOccurrences(of: "dc:format=\"", with: "dc:format=\"theirs ").utf8).write(
                    to: URL(fileURLWithPath: path))
                return true
            }
        }
        let run = child.end()
        let failed = try expectAccount(run, crowd, ["another program changed it"])
        #expect(failed == theirs.count || child.isRunning == false && theirs.isEmpty)
        for name in theirs {
            let text = try String(contentsOfFile: "\(crowd.card)/\(name).xmp", encoding: .utf8)
            #expect(text == Self.standing(name).replacingOccurrences(of: "dc:format=\"", with: "dc:format=\"theirs "))
        }
        try crowd.expectWhole { $0.contains("theirs") }
        #expect(try desk.run("export", crowd.card).code == 0)
        for name in theirs {
            let text = try String(contentsOfFile: "\(crowd.card)/\(name).xmp", encoding: .utf8)
            #expect(text.contains("pick=\"1\"") && text.contains("theirs"), "both sides of the merge")
        }
    }

    // MARK: - Volumes

    /// A volume of its own that goes when the test ends.
    private final class Volume {
        let path: String
        init?(_ path: String, kilobytes: Int) {
            self.path = path
            try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            guard mount("keepers", path, "tmpfs", 0, "size=\(kilobytes)k") == 0 else {
                print("*** NOT TESTED: no tmpfs can be mounted here (\(String(cString: strerror(errno)))) ***")
                return nil
            }
        }
        deinit { umount2(path, Int32(MNT_DETACH)) }

        /// True once the volume may only be read; writers that are busy with a file must be done with it first.
        func protect(_ isOn: Bool) -> Bool {
            for _ in 0..<2000 {
                if mount("keepers", path, "tmpfs", UInt(MS_REMOUNT) | (isOn ? UInt(MS_RDONLY) : 0), nil) == 0 { return true }
                usleep(500)
            }
            return false
        }
    }

    @Test("the card is full after some", .enabled(if: isRoot))
    func fullVolume() throws {
        let desk = try Desk()
        guard let volume = Volume(desk.path("volume"), kilobytes: 32_768) else { return }
        let crowd = try Crowd(desk, at: volume.path)
        // Room for about half of the sidecars.
        var facts = statvfs()
        try #require(statvfs(volume.path, &facts) == 0)
        let room = Int(facts.f_bavail) * Int(facts.f_bsize) - Self.count * 2048 - 65_536
        let ballast = volume.path + "/ballast.txt"
        try Data(count: max(0, room)).write(to: URL(fileURLWithPath: ballast))
        let run = try desk.run("export", "--json", crowd.card)
        let failed = try expectAccount(run, crowd, ["full"])
        #expect(failed > 0 && failed < crowd.names.count)
        try FileManager.default.removeItem(atPath: ballast)
        try crowd.expectWhole()
        #expect(crowd.written == crowd.names.count - failed)
        try crowd.expectCompletion()
    }

    @Test("the card becomes write-protected after some", .enabled(if: isRoot))
    func protectedVolume() throws {
        let desk = try Desk()
        guard let volume = Volume(desk.path("volume"), kilobytes: 32_768) else { return }
        let crowd = try Crowd(desk, at: volume.path)
        let child = try crowd.begin()
        let isProtected = volume.protect(true)
        let run = child.end()
        #expect(isProtected)
        _ = try expectAccount(run, crowd, ["read-only", "write-protected", "EROFS"])
        try crowd.expectWhole()
        // A card that may only be read can still be looked at.
        #expect(try desk.run("list", crowd.card).code == 0)
        let refused = try desk.run("export", "--json", crowd.card)
        _ = try expectAccount(refused, crowd, ["read-only", "write-protected", "EROFS", "nothing can be written"])
        #expect(volume.protect(false))
        try crowd.expectCompletion()
    }
}
