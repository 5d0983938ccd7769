import KeepersCore
import Testing

@testable import PersistenceKit

@Suite struct JudgementTests {
    @Test func facesAndFeaturesComeBack() throws {
        let test = try TestStore()
        let (session, frames) = try test.session(frames: 3)
        var full = card(sharpness: 1)
        full.faces = [face]
        full.subject = .faces
        full.print?.features = (0..<1280).map { UInt8(truncatingIfNeeded: $0) }
        var empty = card(sharpness: 2)
        empty.faces = []
        let none = card(sharpness: 3)
        try test.store.appendCards(zip(frames.map(\.id), [full, empty, none]).map { ($0, $1) })
        try test.reopen()
        let cards = try test.store.cards(in: session, model: "m1")
        #expect(cards[frames[0].id] == full)
        #expect(cards[frames[1].id]?.faces == [])
        #expect(cards[frames[2].id]?.faces == nil)
    }

    @Test func aSettingBelongsToItsSession() throws {
        let test = try TestStore()
        let (one, _) = try test.session(frames: 1)
        let (other, _) = try test.session(frames: 1, volume: "CARD-2", name: "other")
        try test.store.set("blind", to: "on", of: one)
        try test.store.set("taste", to: "off", of: nil)
        try test.reopen()
        #expect(try test.store.settings(of: one) == ["blind": "on"])
        #expect(try test.store.settings(of: other).isEmpty)
        #expect(try test.store.settings(of: nil) == ["taste": "off"])
        try test.store.set("blind", to: nil, of: one)
        #expect(try test.store.settings(of: one).isEmpty)
    }

    @Test func theNewestTasteOfAModelCounts() throws {
        let test = try TestStore()
        func profile(_ model: String, _ examples: Int) -> TasteProfile {
            TasteProfile(
                id: 0, at: 0, model: model, version: "t\(examples)", examples: examples, isBetter: examples > 50,
                source: "1 session", head: [1, 2, UInt8(examples)])
        }
        for (model, examples) in [("m1", 10), ("m1", 90), ("m2", 20)] { try test.store.append(taste: profile(model, examples)) }
        #expect(try test.store.taste(model: "m1")?.version == "t90")
        #expect(try test.store.taste(model: "m1")?.head == [1, 2, 90])
        #expect(try test.store.taste(model: "m2")?.isBetter == false)
        #expect(try test.store.taste(model: "m3") == nil)
        try test.store.resetTaste()
        #expect(try test.store.taste(model: "m1") == nil)
    }

    @Test func sessionsAreReadInPartsAndTheNewestDecisionLeads() throws {
        let test = try TestStore()
        let (one, frames) = try test.session(frames: 5)
        let (other, others) = try test.session(frames: 3, volume: "CARD-2", name: "other")
        _ = try test.session(frames: 2, volume: "CARD-3", name: "never judged")
        #expect(try test.store.newestModel() == nil)
        try test.store.appendCards((frames + others).map { ($0.id, card(sharpness: 1)) })
        #expect(try test.store.newestModel() == "m1")
        for (frame, session) in [(frames[0], one), (others[0], other), (others[1], other)] {
            try test.store.commit(Step(changes: [FrameChange(frame.id, .verdict(.pick))]), in: session)
        }
        let judged = try test.store.judgedSessions()
        #expect(judged.map(\.id) == [other, one])
        #expect(judged.map(\.lastDecision) == [try test.store.steps(in: other).last?.at, try test.store.steps(in: one).last?.at])
        #expect(Set(try test.store.decisionTimes(in: other).keys) == Set(others.prefix(2).map(\.id)))
        let numbers = try #require(try test.store.frameNumbers(of: one))
        #expect(numbers == (frames.map(\.id.rawValue).min() ?? 0)...(frames.map(\.id.rawValue).max() ?? 0))
        let middle = numbers.lowerBound + 2
        let parts = [numbers.lowerBound...middle - 1, middle...numbers.upperBound]
        #expect(try parts.flatMap { try test.store.frames(in: one, among: $0) } == (try test.store.frames(in: one)))
        #expect(try parts.map { try test.store.cards(in: one, model: "m1", among: $0).count } == [2, 3])
    }

    private var face: Face {
        var face = Face(
            box: UnitRect(x: 0.1, y: 0.2, width: 0.3, height: 0.4), width: 480, confidence: 0.9,
            leftEye: UnitPoint(x: 0.2, y: 0.3), rightEye: UnitPoint(x: 0.3, y: 0.3), eyes: .closed)
        face.leftEAR = 0.05
        face.rightEAR = 0.08
        face.smile = 0.7
        face.quality = 61
        return face
    }
}
