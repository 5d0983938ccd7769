import Foundation
import Testing

@Suite("Broken files", .serialized)
struct BrokenFileTests {
    /// Each broken file and what it is.
    private func make(at card: String, from good: [DemoCard.Truth]) throws -> [String] {
        func bytes(_ type: String) throws -> Data {
            let frame = try #require(good.first { $0.path.hasSuffix(type) })
            return try Data(contentsOf: URL(fileURLWithPath: "\(card)/\(frame.path)"))
        }
        let nef = try bytes(".NEF")
        let arw = try bytes(".ARW")
        let raf = try #require(good.first { $0.path.hasSuffix(".RAF") && $0.pair != nil }).path
        let rafBytes = try Data(contentsOf: URL(fileURLWithPath: "\(card)/\(raf)"))
        let jpeg = try Data(contentsOf: URL(fileURLWithPath: "\(card)/\(raf.replacingOccurrences(of: ".RAF", with: ".JPG"))"))
        var state: UInt64 = 99
        let noise = Data(
            (0..<200_000).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 33)
            })
        var files: [String: Data] = [
            "ZERO.NEF": Data(), "ZEROJ.JPG": Data(), "HEADN.NEF": nef.prefix(128), "HEADA.ARW": arw.prefix(128),
            "HEADR.RAF": rafBytes.prefix(128),
            "HEADJ.JPG": jpeg.prefix(128), "REALLYJPEG.NEF": jpeg, "REALLYNEF.JPG": nef, "NOISE2.CR2": noise, "NOISE3.CR3": noise,
            "NOISEJ.JPG": noise, "NOISED.DNG": Data([0x49, 0x49, 0x2A, 0]) + noise,
            "NOISEW.CRW": Data("II\u{1A}\0\0\0HEAPCCDR".utf8) + noise,
            "NOISER.RAF": Data("FUJIFILMCCD-RAW ".utf8) + noise, "HOLE.ARW": Data(count: 300_000),
            // An IFD that names itself as the next, and one whose SubIFD is itself.
            "CYCLE.NEF": tiff([(0x010F, 2, 4, 0x4141_4141)], next: 8), "SELF.NEF": tiff([(0x014A, 4, 1, 8)], next: 0),
            // A preview that lies at the end of everything, and a count of billions.
            "LIES.NEF": tiff([(0x0201, 4, 1, 0xFFFF_FFF0), (0x0202, 4, 1, 0x7FFF_FFFF)], next: 0),
            "COUNT.DNG": tiff([(0x0111, 4, 0xFFFF_FFFF, 8), (0x0117, 4, 0xFFFF_FFFF, 8)], next: 0xFFFF_FFFF),
            "FILM.CR3": Data([0, 0, 0, 24]) + Data("ftypcrx ".utf8) + Data(count: 12) + Data([0, 0, 0, 1]) + Data("moov".utf8)
                + Data(count: 8),
        ]
        for (index, share) in [0.02, 0.1, 0.4, 0.8, 0.99].enumerated() {
            files["CUT\(index)N.NEF"] = nef.prefix(Int(Double(nef.count) * share))
            files["CUT\(index)A.ARW"] = arw.prefix(Int(Double(arw.count) * share))
            files["CUT\(index)R.RAF"] = rafBytes.prefix(Int(Double(rafBytes.count) * share))
            files["CUT\(index)J.JPG"] = jpeg.prefix(Int(Double(jpeg.count) * share))
        }
        for (name, bytes) in files { try bytes.write(to: URL(fileURLWithPath: "\(card)/DCIM/\(name)")) }
        return files.keys.map { "DCIM/\($0)" }
    }

    /// A little-endian TIFF of one IFD at 8.
    private func tiff(_ entries: [(tag: UInt16, type: UInt16, count: UInt32, value: UInt32)], next: UInt32) -> Data {
        var data = Data([0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, UInt8(entries.count), 0])
        func put<Number: FixedWidthInteger>(_ number: Number) {
            withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) }
        }
        for entry in entries {
            put(entry.tag)
            put(entry.type)
            put(entry.count)
            put(entry.value)
        }
        put(next)
        return data + Data(count: 600)
    }

    @Test("each is a frame with a picture or a named problem; the good ones are as ever")
    func generated() throws {
        let desk = try Desk()
        let good = try desk.card(frames: 48)
        let card = desk.path("card")
        let broken = try make(at: card, from: good)
        let before = try Tree(card)
        let run = try desk.run("score", "--json", card)
        #expect(run.code == 0, "named problems are no failure: \(run)")
        let listed = try desk.list(card)
        #expect(Set(listed.paths) == Set(broken).union(good.map(\.path)))
        for frame in listed.frames { try expectPictureOrProblem(frame) }
        for path in ["ZERO.NEF", "ZEROJ.JPG", "HEADN.NEF", "NOISE2.CR2", "NOISEJ.JPG", "HOLE.ARW", "CUT0N.NEF"] {
            #expect(try listed.frame("DCIM/\(path)")["problem"] is String, "\(path)")
        }
        for frame in good {
            let found = try listed.frame(frame.path)
            #expect(found["problem"] is NSNull)
            #expect((found["scores"] as? [String: Any])?["exposure"] is Double)
        }
        let jpeg = try listed.frame("DCIM/REALLYJPEG.NEF")
        #expect((jpeg["preview"] as? [String: Any])?["width"] as? Int != nil, "\(jpeg)")
        #expect(jpeg["problem"] is String, "JPEG content under a RAW's name is named")
        #expect(try Tree(card).difference(from: before) == [])
        // Nothing is tried again and again.
        #expect(try desk.json("score", "--json", card)["scored"] as? Int == 0)
        let script = try desk.write(
            "walk.txt",
            "wait idle\nkeys / p r o b l e m Enter\nwait idle\n"
                + String(repeating: "key Enter\nwait idle\nkey Esc\nkey l\n", count: 30))
        let walk = try desk.run("replay", script, card)
        #expect(walk.code == 0, "\(walk)")
    }

    private func expectPictureOrProblem(_ frame: [String: Any], sourceLocation: SourceLocation = #_sourceLocation) throws {
        let path = frame["path"] as? String ?? "?"
        let hasPicture = frame["preview"] is [String: Any]
        let isMeasured = (frame["scores"] as? [String: Any])?["composite"] is Double
        let problem = frame["problem"] as? String
        let reasons = (frame["reasons"] as? [String]) ?? []
        #expect(
            hasPicture || problem?.isEmpty == false, "\(path) has neither picture nor problem", sourceLocation: sourceLocation)
        #expect(
            isMeasured || problem != nil || !reasons.isEmpty, "\(path) is not measured and nobody says why",
            sourceLocation: sourceLocation)
        #expect(problem?.contains("broke its decoder") != true, "\(path): \(problem ?? "")", sourceLocation: sourceLocation)
        #expect(problem?.contains("took longer") != true, "\(path): \(problem ?? "")", sourceLocation: sourceLocation)
        for reason in reasons {
            #expect(
                !reason.contains("broke its decoder") && !reason.contains("took longer"), "\(path): \(reason)",
                sourceLocation: sourceLocation)
        }
    }

    static let real: String? = {
        let path = ProcessInfo.processInfo.environment["KEEPERS_REAL"]
        if path == nil { print("*** NOT TESTED: KEEPERS_REAL is not set, so no real camera file is looked at ***") }
        return path
    }()

    @Test("of real cameras, whole and broken: a picture or a named problem, no crash, no hang", .enabled(if: real != nil))
    func realFiles() throws {
        let real = try #require(Self.real)
        let desk = try Desk()
        let card = desk.path("card")
        try FileManager.default.createDirectory(atPath: card, withIntermediateDirectories: true)
        for folder in ["raw", "broken"] {
            for path in Tree.files(below: "\(real)/\(folder)") where !path.lowercased().hasSuffix(".xmp") {
                let target = "\(card)/\(folder)/\(path)"
                try FileManager.default.createDirectory(
                    atPath: URL(fileURLWithPath: target).deletingLastPathComponent().path, withIntermediateDirectories: true)
                try FileManager.default.copyItem(atPath: "\(real)/\(folder)/\(path)", toPath: target)
            }
        }
        let files = Tree.files(below: card)
        let before = try Tree(card)
        let run = try desk.run("score", "--json", card)
        #expect(run.code == 0, "\(run)")
        let listed = try desk.list(card)
        #expect(listed.frames.count > files.count / 2)
        for frame in listed.frames { try expectPictureOrProblem(frame) }
        let others = try #require(listed.all["others"] as? [String: Int])
        let pairs = listed.frames.count { $0["pair"] is String }
        #expect(
            listed.frames.count + pairs + others.values.reduce(0, +) == files.count,
            "a file is neither frame nor counted: \(others)")
        #expect(try Tree(card).difference(from: before) == [])
        let slow = listed.frames.filter { ($0["problem"] as? String)?.contains("took longer") == true }
        #expect(slow.isEmpty)
        if let r6 = listed.frames.first(where: { ($0["path"] as? String)?.contains("canon-r6.cr3") == true }) {
            let preview = r6["preview"] as? [String: Any]
            #expect(preview?["width"] as? Int == 1620 && preview?["height"] as? Int == 1080, "\(r6)")
        }
        let script = try desk.write("walk.txt", "wait idle\nkeys Enter p\n" + String(repeating: "key l\nwait idle\n", count: 60))
        #expect(try desk.run("replay", script, card).code == 0)
    }
}
