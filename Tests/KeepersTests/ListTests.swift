import Foundation
import Testing

@Suite("Listing")
struct ListTests {
    /// The names of an object's fields and what each may hold.
    private static let fields: [String: String] = [
        "path": "text", "source": "text", "kind": "text", "capturedAt": "text?", "camera": "text?", "serial": "text?",
        "lens": "text?",
        "orientation": "int", "iso": "int?", "previews": "list", "preview": "object?", "pair": "text?", "stack": "int?",
        "verdict": "text?", "stars": "int", "label": "text?", "scores": "object", "reasons": "list", "faces": "list?",
        "problem": "text?", "existing": "object?", "standing": "object",
    ]

    private func kind(of value: Any) -> String {
        switch value {
        case is NSNull: "null"
        case is String: "text"
        case let number as NSNumber:
            if String(cString: number.objCType) == "c" {
                "bool"
            } else {
                number.doubleValue == number.doubleValue.rounded() ? "int" : "real"
            }
        case is [Any]: "list"
        case is [String: Any]: "object"
        default: "?"
        }
    }

    private func expectFields(_ object: [String: Any], _ fields: [String: String], _ what: String) {
        #expect(Set(object.keys) == Set(fields.keys), "\(what)")
        for (name, allowed) in fields {
            guard let value = object[name] else { continue }
            let found = kind(of: value)
            let names = allowed.hasSuffix("?") ? [String(allowed.dropLast()), "null"] : [allowed]
            #expect(
                names.contains(found) || (names.contains("real") && found == "int"),
                "\(what): \(name) is \(found), not \(allowed)")
        }
    }

    private static let preview = ["width": "int", "height": "int", "source": "text", "intact": "bool"]
    private static let scores = [
        "composite": "real?", "sharpness": "real?", "exposure": "real?", "contrast": "real?", "colour": "real?",
        "eyes": "real?", "steadiness": "real?", "clean": "real?", "photograph": "real?", "faces": "real?",
        "expression": "real?", "people": "real?", "framing": "real?",
    ]

    private func expectFrame(_ frame: [String: Any], more: [String: String] = [:]) throws {
        let path = frame["path"] as? String ?? "?"
        expectFields(frame, Self.fields.merging(more) { $1 }, path)
        for preview in try #require(frame["previews"] as? [[String: Any]]) { expectFields(preview, Self.preview, path) }
        if let preview = frame["preview"] as? [String: Any] { expectFields(preview, Self.preview, path) }
        let scores = try #require(frame["scores"] as? [String: Any])
        expectFields(scores, Self.scores, path)
        for case let score as Double in scores.values { #expect((0...100).contains(score)) }
        #expect((frame["reasons"] as? [Any])?.allSatisfy { $0 is String } == true)
        for face in (frame["faces"] as? [[String: Any]]) ?? [] {
            expectFields(face, Self.face, path)
            expectFields(try #require(face["box"] as? [String: Any]), Self.box, path)
            #expect(["open", "closed", "unsure"].contains(face["eyes"] as? String))
        }
    }

    private static let face = ["box": "object", "ear": "real?", "eyes": "text", "smile": "real?", "quality": "real?"]
    private static let box = ["x": "real", "y": "real", "width": "real", "height": "real"]

    @Test("as JSON has exactly the promised fields, before and after measuring")
    func fields() throws {
        let desk = try Desk()
        try desk.card(frames: 8)
        let card = desk.path("card")
        for isScored in [false, true] {
            if isScored { #expect(try desk.run("score", card).code == 0) }
            let listed = try desk.list(card)
            expectFields(
                listed.all,
                [
                    "session": "text", "sources": "list", "absent": "list", "counts": "object", "others": "object",
                    "unlisted": "list",
                    "frames": "list",
                ],
                "list")
            #expect(listed.frames.count == 8)
            for frame in listed.frames {
                try expectFrame(frame)
                let composite = (frame["scores"] as? [String: Any])?["composite"]
                #expect((composite is NSNull) == !isScored, "what is not measured is null, never 0")
            }
            let shown = try desk.json("show", "--json", card, "DSC_9962")
            try expectFrame(
                shown, more: ["shot": "object", "measures": "object", "model": "text?", "place": "int?", "reasonData": "list"])
        }
    }

    @Test("agrees with what the card's maker wrote down")
    func truth() throws {
        let desk = try Desk()
        let truth = try desk.card { _ in true }
        let listed = try desk.list(desk.path("card"))
        #expect(listed.frames.count == truth.count)
        for expected in truth {
            let frame = try listed.frame(expected.path)
            let time = expected.time.map { "\($0).\(expected.hundredths)\(expected.offset)" }
            #expect(frame["capturedAt"] as? String == time, "\(expected.path)")
            #expect(frame["camera"] as? String == expected.camera)
            #expect(frame["serial"] as? String == expected.serial)
            #expect(frame["orientation"] as? Int == expected.orientation)
            #expect(frame["pair"] as? String == expected.pair)
            #expect(frame["source"] as? String == desk.path("card"))
            let preview = try #require(frame["preview"] as? [String: Any])
            #expect(preview["width"] as? Int == expected.width)
            #expect(preview["height"] as? Int == expected.height)
            #expect(preview["intact"] as? Bool == true)
            #expect(frame["problem"] is NSNull)
        }
    }

    @Test("in time order sets clocks against each other by their offsets, and puts undated frames last by name")
    func timeOrder() throws {
        let desk = try Desk()
        // The Nikon wrote +02:00 and the Sony +01:00; their wall clocks alone would interleave wrongly.
        let truth = try desk.card { ["NIKON D750", "ILCE-7M3"].contains($0.camera) || $0.time == nil }
        let listed = try desk.list(desk.path("card"), "--sort", "time")
        let undated = truth.filter { $0.time == nil }
        let dated = truth.filter { $0.time != nil }.sorted { ($0.trueTime, $0.path) < ($1.trueTime, $1.path) }
        try #require(undated.count >= 2)
        #expect(listed.paths == dated.map(\.path) + undated.map(\.path).sorted())
        let byWallClock = dated.sorted { ($0.time ?? "") < ($1.time ?? "") }
        #expect(byWallClock.map(\.path) != dated.map(\.path), "this card would not notice")
    }

    @Test("counts files that are no frames")
    func others() throws {
        let desk = try Desk()
        try DemoCard.makeWhole(at: desk.path("card"))
        let others = try #require(try desk.list(desk.path("card")).all["others"] as? [String: Int])
        #expect(others == ["mov": 1, "thm": 1, "wav": 1])
        let text = try desk.run("list", desk.path("card")).out
        #expect(text.contains("1 film, 1 voice note and 1 other file on the card are no frames"), "\(text.suffix(300))")
    }

    @Test("filters by verdict, stars, label and problem, and several of them")
    func filters() throws {
        let desk = try Desk()
        let truth = try desk.card(frames: 6)
        try Data().write(to: URL(fileURLWithPath: desk.path("card/EMPTY.NEF")))
        let card = desk.path("card")
        for (frame, verdict) in [
            ("DSCF0715", "pick"), ("DSCF0715", "4"), ("DSCF0716", "pick"), ("DSCF0717", "reject"), ("DSCF0718", "maybe"),
            ("DSCF0716", "red"),
        ] { #expect(try desk.run("mark", card, frame, verdict).code == 0) }
        let judged = ["DSCF0715", "DSCF0716", "DSCF0717", "DSCF0718"]
        let cases: [(String, [String])] = [
            ("verdict=pick", ["DSCF0715", "DSCF0716"]), ("picked & stars>=3", ["DSCF0715"]),
            ("picked & !label=red", ["DSCF0715"]),
            ("verdict=reject", ["DSCF0717"]), ("maybe", ["DSCF0718"]), ("label=red", ["DSCF0716"]), ("problem", ["EMPTY"]),
            ("open", (["EMPTY"] + truth.map(\.stem).filter { !judged.contains($0) }).sorted()),
            ("pick & label=red & stars=0", ["DSCF0716"]), ("stars>=5", []),
        ]
        for (filter, stems) in cases {
            let found = try desk.list(card, "--filter", filter).paths.map {
                URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent
            }
            #expect(found.sorted() == stems, "\(filter)")
        }
    }

    @Test("sorts by rank, time, name, stars, sharpness and exposure")
    func sorts() throws {
        let desk = try Desk()
        try desk.card(frames: 14)
        let card = desk.path("card")
        #expect(try desk.run("score", card).code == 0)
        for (frame, stars) in [("DSC_9963", "5"), ("DSCF0717", "3")] {
            #expect(try desk.run("mark", card, frame, stars).code == 0)
        }
        func singles(_ key: String) throws -> [[String: Any]] {
            // Siblings stand behind the frame that stands for their stack.
            var seen: Set<Int> = []
            return try desk.list(card, "--sort", key).frames.filter { frame in
                guard let stack = frame["stack"] as? Int else { return true }
                return seen.insert(stack).inserted
            }
        }
        for key in ["sharpness", "exposure"] {
            let values = try singles(key).compactMap { ($0["scores"] as? [String: Any])?[key] as? Double }
            #expect(values.count > 3 && values == values.sorted(by: >), "\(key): \(values)")
        }
        let ranks = try singles("rank").compactMap { ($0["scores"] as? [String: Any])?["composite"] as? Double }
        #expect(ranks.count > 3 && ranks == ranks.sorted(by: >))
        let names = try singles("name").compactMap { $0["path"] as? String }
        #expect(names == names.sorted())
        // A stack stands where its best member stands, whoever shows it.
        let most = try #require(try desk.list(card).frames.first { $0["stars"] as? Int == 5 })
        let top = try #require(try singles("stars").first)
        #expect(
            top["path"] as? String == most["path"] as? String
                || (top["stack"] as? Int != nil && top["stack"] as? Int == most["stack"] as? Int))
    }
}
