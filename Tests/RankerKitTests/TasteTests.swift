import DemoKit
import KeepersCore
import Testing

@testable import RankerKit

/// Small numbers, because tests run without optimisation; `keepers-bench taste` runs the whole of it.
@Suite("A taste")
struct TasteTests {
    private static func scenes(_ photographer: Photographer, _ count: Int, seed: UInt64) -> (
        model: SessionModel, scenes: [TasteScene]
    ) {
        let evening = SimulatedEvening(scenes: count, seed: seed)
        let model = evening.model(marks: photographer.judge(evening, seed: seed))
        return (model, TasteScene.scenes(of: model))
    }

    @Test("of somebody whose preference is hidden is learned, and beats the base on scenes that were not taught")
    func learns() throws {
        let (_, scenes) = Self.scenes(.candid, 200, seed: 1)
        let head = try #require(TasteTrainer.train(Array(scenes.prefix(150))))
        let isBetter = head.isBetter
        #expect(isBetter, "lead \(head.heldOut.leadOverBase)")
        let asked = head.asked(Array(scenes.dropFirst(150)))
        #expect(asked.scenes > 30)
        #expect(asked.taste.share >= asked.base.share + 0.1)
        #expect(head.traits.map(\.words).contains("faces turned away"))
        #expect(head.heldOut.base.low < head.heldOut.base.share && head.heldOut.base.share < head.heldOut.base.high)
    }

    @Test(
        "stays off for somebody who agrees with the base, and for random verdicts", arguments: [Photographer.agreeing, .random])
    func staysOff(_ photographer: Photographer) throws {
        let (_, scenes) = Self.scenes(photographer, 90, seed: 5)
        var head: TasteHead?
        for count in [50, 90] {
            head = TasteTrainer.train(Array(scenes.prefix(count)), after: head) ?? head
            #expect(try #require(head).isBetter == false)
        }
        #expect(head?.number == 2)
    }

    @Test("needs a number of examples")
    func needsExamples() {
        let (_, scenes) = Self.scenes(.candid, 30, seed: 3)
        #expect(TasteTrainer.train(scenes) == nil)
        #expect(TasteTrainer.train([]) == nil)
    }

    @Test("gives the same head for the same scenes, and comes back from its bytes whole")
    func sameAgain() throws {
        let (model, scenes) = Self.scenes(.composer, 60, seed: 8)
        let head = try #require(TasteTrainer.train(scenes))
        #expect(try #require(TasteTrainer.train(scenes)).wire == head.wire)
        let back = try TasteHead(wire: head.wire)
        #expect(back == head)
        #expect(back.points(for: model) == head.points(for: model))
    }

    @Test("that is cut short or from another version is refused, not believed")
    func damaged() throws {
        let (_, scenes) = Self.scenes(.composer, 50, seed: 8)
        let bytes = try #require(TasteTrainer.train(scenes)).wire
        for length in stride(from: 0, to: bytes.count, by: 97) {
            #expect(throws: WireError.self) { try TasteHead(wire: Array(bytes[..<length])) }
        }
        var other = bytes
        other[0] &+= 1
        #expect(throws: WireError.self) { try TasteHead(wire: other) }
    }

    @Test("adds nothing on average inside a stack, and never more than its limit")
    func points() throws {
        let (model, scenes) = Self.scenes(.laughter, 60, seed: 2)
        let head = try #require(TasteTrainer.train(scenes))
        let points = head.points(for: model)
        #expect(points.count == model.frames.count)
        #expect(Set(points.values).count > 10)
        for stack in model.stacks {
            let own = stack.members.compactMap { points[$0] }
            #expect(abs(own.reduce(0, +)) / Double(own.count) < 1.5)
            #expect(own.allSatisfy { abs($0) <= TasteHead.mostPoints })
        }
    }

    @Test("weighs some properties anew where there are no people, and only there")
    func withoutPeople() throws {
        let (_, scenes) = Self.scenes(.laughter, 40, seed: 4)
        let basis = Basis(scenes: scenes)
        let alone = try #require(basis.columns.firstIndex { $0.term == .alone(Descriptor.composite.rawValue) })
        func values(_ isEmpty: Bool) -> Set<Double> {
            let frames = scenes.flatMap(\.frames).filter { ($0[.faceCount] == 0) == isEmpty }
            return Set(frames.map { basis.expand($0)[alone] })
        }
        #expect(values(false).count == 1)
        #expect(values(true).count > 3)
    }

    @Test("once on stays on while it leads, and goes off when it does not")
    func hysteresis() {
        func heldOut(_ evidence: Double, lead: Double = 5, share: Double = 0.5) -> HeldOut {
            HeldOut(
                scenes: 100, base: Agreement(share: 0.4, of: 100), taste: Agreement(share: share, of: 100), chance: 0.2,
                leadOverBase: lead, evidence: evidence)
        }
        #expect(TasteTrainer.isBetter(heldOut(8), wasBetter: false))
        #expect(!TasteTrainer.isBetter(heldOut(6), wasBetter: false))
        #expect(TasteTrainer.isBetter(heldOut(5), wasBetter: true))
        #expect(!TasteTrainer.isBetter(heldOut(2), wasBetter: true))
        #expect(!TasteTrainer.isBetter(heldOut(50, lead: 0.5), wasBetter: false), "more probable, but no better")
        #expect(!TasteTrainer.isBetter(heldOut(50, share: 0.35), wasBetter: true), "names the pick more seldom")
    }
}

@Suite("What is foretold")
struct ForetellingTests {
    private static func expanded(_ scenes: [TasteScene], _ basis: Basis) -> [[[Double]]] {
        scenes.map { scene in scene.frames.map(basis.expand) }
    }

    private static func foretold(_ scenes: [TasteScene], _ basis: Basis) throws -> HeldOut {
        try #require(Foretelling(scenes, expanded(scenes, basis), basis)).heldOut
    }

    @Test("blocks end where they ended before, whatever comes after, and leave nothing out")
    func blocks() {
        let all = Foretelling.blocks(200)
        #expect(all.first == 0..<20)
        #expect(zip(all, all.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
        #expect(all.last?.upperBound == 200)
        #expect(Foretelling.blocks(150).dropLast() == all.prefix(Foretelling.blocks(150).count - 1))
        #expect(Foretelling.blocks(0).isEmpty)
    }

    @Test("of a scene does not depend on that scene or any later one")
    func onlyThePast() throws {
        let evening = SimulatedEvening(scenes: 49, seed: 6)
        func scenes(_ photographer: Photographer) -> [TasteScene] {
            TasteScene.scenes(of: evening.model(marks: photographer.judge(evening, seed: 6)))
        }
        let (one, other) = (scenes(.candid), scenes(.moody))
        let basis = Basis(scenes: one)
        let blocks = Foretelling.blocks(one.count)
        let last = try #require(blocks.last)
        let before = Array(one[..<last.lowerBound])
        // What the last block says changes what is said of the last block only.
        let short = try Self.foretold(before, basis)
        let swapped = Foretelling(before + other[last], Self.expanded(before + other[last], basis), basis)
        let whole = Foretelling(one, Self.expanded(one, basis), basis)
        #expect(try #require(swapped).weights == #require(whole).weights, "taught by the past alone")
        #expect(try #require(swapped).heldOut != #require(whole).heldOut)
        #expect(short.scenes == last.lowerBound - Foretelling.first)
    }

    @Test("grows into evidence for a taste, and not for chance", arguments: [Photographer.candid, .random])
    func evidence(_ photographer: Photographer) throws {
        let evening = SimulatedEvening(scenes: 100, seed: 11)
        let scenes = TasteScene.scenes(of: evening.model(marks: photographer.judge(evening, seed: 11)))
        let heldOut = try Self.foretold(scenes, Basis(scenes: scenes))
        #expect((heldOut.evidence > TasteTrainer.evidenceToBegin) == (photographer == .candid), "\(heldOut.evidence)")
    }
}
