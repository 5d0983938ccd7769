import Foundation
import KeepersCore
import Testing

@testable import ExportKit

/// Two thousand sidecars in every notation, edited for every profile: only our properties change.
@Suite struct VariantTests {
    /// Every fourth, or with KEEPERS_SLOW=1 all: an edit takes a while in a debug build.
    static let numbers = Array(
        stride(from: 0, to: Variant.count, by: ProcessInfo.processInfo.environment["KEEPERS_SLOW"] == "1" ? 1 : 4))

    @Test func everyPairOfChoicesOccurs() {
        var seen: Set<[String]> = []
        for number in 0..<Variant.count {
            let words = Variant(number).words
            for first in words.indices { for second in (first + 1)..<words.count { seen.insert([words[first], words[second]]) } }
        }
        let sizes = [7, 6, 5, 3, 4, 2, 5, 3]
        let pairs = sizes.indices.flatMap { first in ((first + 1)..<sizes.count).map { sizes[first] * sizes[$0] } }
        #expect(seen.count == pairs.reduce(0, +))
    }

    /// The edited file, or nil where nothing is to be written.
    private func edited(_ variant: Variant, _ before: SidecarValues) throws -> (bytes: [UInt8], wish: SidecarWish)? {
        guard let wish = sidecarWish(for: variant.mark, profile: variant.profile, existing: before) else { return nil }
        return try SpliceEditor.edit(variant.bytes, wish: wish, now: now).map { ($0, wish) }
    }

    @Test(arguments: 0..<8) func onlyOurPropertiesChange(part: Int) throws {
        let card = try Card()
        var edits = 0
        for number in Self.numbers where number / 4 % 8 == part {
            let variant = Variant(number)
            let original = variant.bytes
            let before = try SidecarReader.read(original)
            guard let (bytes, wish) = try edited(variant, before) else { continue }
            edits += 1
            check(try SidecarReader.read(bytes), before, wish, variant)
            let model = try #require(IndependentModel.lines(of: original), "\(variant): libxml2 cannot read it")
            #expect(IndependentModel.lines(of: bytes) == model, "\(variant)")
            let left = try #require(variant.loaded(bytes), "\(variant): the encoding changed")
            #expect(
                withoutOurs(left) == withoutOurs(variant.characters), "\(variant) \(variant.profile.rawValue) \(variant.mark)")
            #expect(try SpliceEditor.edit(bytes, wish: wish, now: "later") == nil, "\(variant): a second export writes")
            try undo(card, original, bytes)
        }
        #expect(edits > Self.numbers.count / 8 * 8 / 10, "most have something to change")
    }

    private func check(_ after: SidecarValues, _ before: SidecarValues, _ wish: SidecarWish, _ variant: Variant) {
        for property in SidecarProperty.allCases {
            switch wish[property] {
            case .set(let value): #expect(after.text(of: property) == value, "\(variant) \(property)")
            case .remove: #expect(after.text(of: property) == nil, "\(variant) \(property)")
            case .leave: #expect(after.text(of: property) == before.text(of: property), "\(variant) \(property)")
            }
        }
    }

    private func undo(_ card: Card, _ original: [UInt8], _ edited: [UInt8]) throws {
        let path = card.path + "/DCIM/A.xmp"
        try Data(original).write(to: URL(fileURLWithPath: path))
        let export = CommitOrder(root: 0, path: "DCIM/A.xmp", expected: Digest(of: original), act: .write(edited))
        #expect(card.commit(export) == .written(Digest(of: edited)))
        let undo = CommitOrder(root: 0, path: "DCIM/A.xmp", expected: Digest(of: edited), act: .write(original))
        #expect(card.commit(undo) == .written(Digest(of: original)))
        #expect(try Digest(of: Array(Data(contentsOf: URL(fileURLWithPath: path)))) == Digest(of: original))
    }

    @Test func damagedOnesAreRefused() throws {
        for number in Self.numbers where number % 16 == 0 {
            let variant = Variant(number)
            var dice = Dice(seed: UInt64(number))
            let whole = variant.bytes
            let end = variant.wrapper == .noMeta ? "</rdf:RDF>" : "</x:xmpmeta>"
            // Anywhere before the end of the outermost element.
            let length = try #require(variant.characters.range(of: end)).lowerBound.utf16Offset(in: variant.characters)
            let cut = Array(whole.prefix(dice.next(length)))
            let wish = wish([.rating: .set("1")])
            #expect(throws: SidecarRefusal.self, "\(variant) cut at \(cut.count)") {
                try SpliceEditor.edit(cut, wish: wish, now: now)
            }
            var zeroed = whole
            let hole = dice.next(max(1, whole.count - 512))
            for index in hole..<min(whole.count, hole + 512) { zeroed[index] = 0 }
            #expect(throws: SidecarRefusal.self, "\(variant) zeroed at \(hole)") {
                try SpliceEditor.edit(zeroed, wish: wish, now: now)
            }
        }
    }

    // MARK: - A third reader

    static let python = "/usr/bin/python3"
    /// A folder with xmpmodel.py, a reader of the XMP data model that has nothing of ours in it.
    static let tools: String? = {
        let folder = ProcessInfo.processInfo.environment["KEEPERS_TOOLS"]
        let isThere = folder.map { FileManager.default.fileExists(atPath: $0 + "/xmpmodel.py") } ?? false
        if !isThere { print("SKIPPED: sidecars are not compared by xmpmodel.py: KEEPERS_TOOLS=<its folder> is not set") }
        return isThere ? folder : nil
    }()

    static let script = """
        import sys, os
        sys.path.insert(0, sys.argv[1])
        from xmpmodel import diff, DROP
        drop = DROP | {'{http://darktable.sf.net/}colorlabels'}
        pairs = 0
        for name in sorted(os.listdir(sys.argv[2])):
            if not name.endswith('.before'): continue
            stem = os.path.join(sys.argv[2], name[:-7])
            a, b = open(stem + '.before', 'rb').read(), open(stem + '.after', 'rb').read()
            found, about = diff(a, b, drop)
            pairs += 1
            # A file without any description gets one.
            same = about['about'][0] in (about['about'][1], [])
            if found or not same or not about['order_kept']: print(name[:-7], found, about)
        print('pairs', pairs)
        """

    /// One process for all: two thousand generated ones, and every real one for every profile.
    @Test(.enabled(if: tools != nil)) func aThirdReaderSeesOnlyOurPropertiesChange() throws {
        let folder = NSTemporaryDirectory() + "/keepers-model-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var pairs = 0
        func put(_ name: String, _ before: [UInt8], _ after: [UInt8]) throws {
            try Data(before).write(to: URL(fileURLWithPath: "\(folder)/\(name).before"))
            try Data(after).write(to: URL(fileURLWithPath: "\(folder)/\(name).after"))
            pairs += 1
        }
        for number in Self.numbers {
            let variant = Variant(number)
            let original = variant.bytes
            if let (bytes, _) = try edited(variant, try SidecarReader.read(original)) {
                try put("variant-\(number)", original, bytes)
            }
        }
        let real = realFolder == nil ? [] : RealSidecarTests.sidecars(in: "sidecars") + RealSidecarTests.sidecars(in: "broken")
        // It reads recursively, and does not get through a thousand levels.
        for url in real where !url.lastPathComponent.hasPrefix("deep1000") {
            let original = Array(try Data(contentsOf: url))
            guard let before = try? SidecarReader.read(original) else { continue }
            for (index, profile) in Variant.profiles.enumerated() {
                let mark = Mark(verdict: index % 2 == 0 ? .reject : .pick, stars: index, label: ColourLabel.allCases[index % 5])
                guard let wish = sidecarWish(for: mark, profile: profile, existing: before),
                    let bytes = try SpliceEditor.edit(original, wish: wish, now: now)
                else { continue }
                try put("\(url.deletingPathExtension().lastPathComponent)-\(profile.rawValue)", original, bytes)
            }
        }
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: Self.python)
        process.arguments = ["-c", Self.script, Self.tools ?? "", folder]
        process.standardOutput = pipe
        try process.run()
        let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0 && said == "pairs \(pairs)\n", "\(said.prefix(2000))")
        #expect(pairs > Self.numbers.count * 8 / 10)
    }
}
