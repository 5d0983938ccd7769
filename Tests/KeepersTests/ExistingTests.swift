import Foundation
import Testing

@Suite("Decisions that were there before")
struct ExistingTests {
    private func sidecar(_ attributes: String) -> String {
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpDM="http://ns.adobe.com/xmp/1.0/DynamicMedia/"
          xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" \(attributes)/>
        </rdf:RDF></x:xmpmeta>
        """
    }

    private func existing(_ desk: Desk, _ card: String) throws -> [String: String] {
        var found: [String: String] = [:]
        for frame in try desk.list(card).frames {
            guard let existing = frame["existing"] as? [String: Any], let path = frame["path"] as? String else { continue }
            let words: [String] = [
                existing["verdict"] as? String ?? "-", String(existing["stars"] as? Int ?? -1),
                existing["label"] as? String ?? "-", existing["edited"] as? Bool == true ? "edited" : "-",
                existing["problem"] as? String ?? "-",
            ]
            found[path] = words.joined(separator: " ")
        }
        return found
    }

    @Test("are read from sidecars of every name; what contradicts itself or does not read is named and decides nothing")
    func read() throws {
        let desk = try Desk()
        let raws = try desk.card { !$0.path.hasSuffix("JPG") && !$0.path.hasSuffix("DNG") && $0.pair == nil }
        let card = desk.path("card")
        try #require(raws.count >= 8)
        func write(_ index: Int, _ text: String, appended: Bool = false) throws {
            let path = raws[index].path
            let stem = (path as NSString).deletingPathExtension
            _ = try desk.write("card/\(appended ? path : stem).xmp", text)
        }
        try write(0, sidecar(#"xmpDM:pick="1" xmp:Rating="4" photoshop:LabelColor="red""#))
        try write(1, sidecar(#"crs:Exposure2012="+0.50" crs:HasSettings="True""#), appended: true)
        try write(2, sidecar(#"xmpDM:pick="1" xmp:Rating="-1""#))
        try write(3, "<x:xmpmeta broken")
        try write(4, sidecar(#"xmp:Rating="3""#))
        try write(4, sidecar(#"xmp:Rating="2""#), appended: true)
        try write(5, sidecar(#"xmp:Rating="0""#))
        let found = try existing(desk, card)
        #expect(found[raws[0].path] == "pick 4 red - -")
        #expect(found[raws[1].path] == "- 0 - edited -")
        #expect(found[raws[2].path] == "- 0 - - its sidecar contradicts itself: it says flag pick and rating -1 (reject)")
        #expect(found[raws[3].path]?.hasPrefix("- 0 - - its sidecar does not count: it is damaged") == true, "\(found)")
        #expect(found[raws[4].path]?.hasPrefix("- 0 - - its two sidecars disagree") == true, "\(found)")
        #expect(found.count == 5)
        // The same on any number of workers, and the sidecars are as they were.
        #expect(try desk.listed(card, home: desk.home) == desk.run("list", "--json", "--workers", "1", card).out)
    }

    @Test("are none of ours: what an export wrote is not somebody's decision, what stood there before still is")
    func ours() throws {
        let desk = try Desk()
        let raws = try desk.card { !$0.path.hasSuffix("JPG") && !$0.path.hasSuffix("DNG") && $0.pair == nil }
        let card = desk.path("card")
        let stem = (raws[0].path as NSString).deletingPathExtension
        _ = try desk.write("card/\(stem).xmp", sidecar(#"xmp:Rating="2""#))
        for frame in raws.prefix(3) { try #require(try desk.run("mark", card, frame.path, "pick").code == 0) }
        try #require(try desk.run("export", card).code == 0)
        #expect(try existing(desk, card) == [raws[0].path: "- 2 - - -"])
        // Another program's pick on top of our file counts.
        let second = (raws[1].path as NSString).deletingPathExtension
        _ = try desk.write("card/\(second).xmp", sidecar(#"xmpDM:pick="-1" xmpDM:good="false""#))
        #expect(try existing(desk, card)[raws[1].path]?.hasPrefix("reject") == true)
    }
}
