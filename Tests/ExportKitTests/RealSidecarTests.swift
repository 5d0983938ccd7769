import Foundation
import KeepersCore
import Testing

@testable import ExportKit

/// Sidecars that other programs wrote, and the broken ones.
@Suite(.enabled(if: hasRealFiles())) struct RealSidecarTests {
    static func sidecars(in folder: String) -> [URL] {
        guard let root = realFolder?.appendingPathComponent(folder) else { return [] }
        let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix(".xmp") }.sorted().map { root.appendingPathComponent($0) }
    }

    func load(_ url: URL) throws -> [UInt8] { Array(try Data(contentsOf: url)) }

    static let marks = [
        Mark(verdict: .pick), Mark(verdict: .reject), Mark(verdict: .pick, stars: 5, label: .blue), Mark(stars: 1),
        Mark(label: .yellow),
    ]

    func roundTrip(_ original: [UInt8], _ name: String) throws {
        let before = try SidecarReader.read(original)
        let storage: Storage =
            original.starts(with: [0xFE, 0xFF]) ? .utf16BE : original.starts(with: [0xFF, 0xFE]) ? .utf16LE : .utf8
        let (model, left) = (IndependentModel.lines(of: original), withoutOurs(storage.loaded(original)))
        for mark in Self.marks {
            let wish = try #require(sidecarWish(for: mark, profile: .lightroom, existing: before))
            guard let edited = try SpliceEditor.edit(original, wish: wish, now: now) else { continue }
            let after = try SidecarReader.read(edited)
            // Also where stars replace Bridge's reject, which is a rating of -1: flags say it then.
            let kept = verdict(from: before).mark.verdict
            #expect(verdict(from: after).mark.verdict == mark.verdict ?? kept, "\(name) \(mark)")
            if mark.stars > 0 { #expect(after.rating == mark.stars, "\(name)") }
            if let label = mark.label { #expect(labelColour(of: after) == label, "\(name)") }
            let editedModel = try #require(IndependentModel.lines(of: edited), "\(name): libxml2 cannot read the edit")
            #expect(editedModel == model, "\(name) \(mark)")
            #expect(withoutOurs(storage.loaded(edited)) == left, "\(name) \(mark)")
            #expect(try SpliceEditor.edit(edited, wish: wish, now: "later") == nil, "\(name): the second export writes")
            let past = SidecarPast(original: before, written: after, decidedVerdict: true)
            if let clearing = sidecarWish(for: Mark(), profile: .lightroom, existing: after, past: past) {
                let cleared = try SpliceEditor.edit(edited, wish: clearing, now: now) ?? edited
                let (was, values) = (verdict(from: before), verdict(from: try SidecarReader.read(cleared)))
                #expect(values.mark.stars == was.mark.stars && values.mark.label == was.mark.label, "\(name) \(mark)")
            }
        }
    }

    @Test func onlyOurPropertiesChangeInSidecarsOfOtherPrograms() throws {
        let files = Self.sidecars(in: "sidecars")
        #expect(files.count >= 23)
        for url in files { try roundTrip(try load(url), url.lastPathComponent) }
    }

    @Test func brokenOnesAreRefusedByKindAndTheOddOnesEdited() throws {
        let files = Self.sidecars(in: "broken")
        var refused: [String: SidecarRefusal.Reason] = [:]
        for url in files {
            let name = url.deletingPathExtension().lastPathComponent
            let source = try load(url)
            do {
                _ = try SidecarReader.read(source)
            } catch {
                refused[name] = error.reason
                #expect(throws: SidecarRefusal.self) { try SpliceEditor.edit(source, wish: wish([.rating: .set("1")]), now: now) }
                continue
            }
            try roundTrip(source, name)
        }
        #expect(refused == (try Self.documented()))
    }

    /// The table of broken samples in docs/formats.md: file and reason word.
    static func documented() throws -> [String: SidecarRefusal.Reason] {
        let docs = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../docs/formats.md")
        let text = try String(contentsOf: docs, encoding: .utf8)
        let section = try #require(
            text.components(separatedBy: "### Broken samples").last?.components(separatedBy: "\n#").first)
        var table: [String: SidecarRefusal.Reason] = [:]
        for line in section.split(separator: "\n") where line.hasPrefix("| `") {
            let words = line.split(separator: "`").map(String.init)
            let reason = SidecarRefusal.Reason(rawValue: words[3])
            #expect(reason != nil, "\(line)")
            table[words[1]] = reason
        }
        return table
    }

    @Test func lightroomsOwnSamplesReadRight() throws {
        let assessed = try #require(Self.sidecars(in: "sidecars/lrc15").first { $0.lastPathComponent.contains("assessed") })
        let values = try SidecarReader.read(try load(assessed))
        #expect(
            verdict(from: values).mark == Mark(verdict: .pick, stars: 3, label: .yellow) && verdict(from: values).conflict == nil)
        #expect(values.forExtension == "RAF")
        let cleared = try #require(Self.sidecars(in: "sidecars/lrc15").first { $0.lastPathComponent.contains("cleared-reject") })
        let rejected = try SidecarReader.read(try load(cleared))
        #expect(verdict(from: rejected).mark == Mark(verdict: .reject) && rejected.hasDevelopSettings)
        let pair = try #require(Self.sidecars(in: "sidecars/lrc15").first { $0.lastPathComponent.contains("pair") })
        #expect(verdict(from: try SidecarReader.read(try load(pair))).mark == Mark(verdict: .pick, stars: 4))
    }

    /// Export, clear, undo on a card: each original comes back bit for bit, and a second export writes nothing.
    @Test func undoRestoresEveryOriginal() throws {
        let card = try Card()
        for url in Self.sidecars(in: "sidecars") {
            let original = try load(url)
            let path = "DCIM/" + url.lastPathComponent
            try Data(original).write(to: URL(fileURLWithPath: card.path + "/" + path))
            let wish = try #require(
                sidecarWish(for: Mark(verdict: .reject), profile: .lightroom, existing: try SidecarReader.read(original)))
            let edited = try #require(try SpliceEditor.edit(original, wish: wish, now: now))
            let export = CommitOrder(root: 0, path: path, expected: Digest(of: original), act: .write(edited))
            #expect(card.commit(export) == .written(Digest(of: edited)))
            let undo = CommitOrder(root: 0, path: path, expected: Digest(of: edited), act: .write(original))
            #expect(card.commit(undo) == .written(Digest(of: original)))
            #expect(card.commit(undo) == .changedSince(Digest(of: original)))
            #expect(try load(URL(fileURLWithPath: card.path + "/" + path)) == original)
        }
    }
}
