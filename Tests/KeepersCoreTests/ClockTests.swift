import KeepersCore
import Testing

@Suite struct ClockTests {
    /// Two cameras at one wedding: `moments` that both saw, the second a few seconds later and with its clock `ahead` seconds ahead.
    private func session(moments: Int, ahead: Int, others: Int = 6) -> [(Frame, Print)] {
        var dice = Dice(5)
        var frames: [(Frame, Print)] = []
        for moment in 0..<moments {
            let at = moment * 300 + dice.roll(60)
            let scene = moment
            frames.append((Make.frame(Int64(100 + moment), at: Make.time(at), camera: "A"), Looked.print(scene: scene)))
            let late = at + ahead + dice.roll(4)
            frames.append(
                (
                    Make.frame(Int64(200 + moment), at: Make.time(late), camera: "B"),
                    Looked.print(scene: scene, angle: 12)
                ))
        }
        // Pictures of one camera only, and one static scene that each took at another time.
        for other in 0..<others {
            frames.append(
                (
                    Make.frame(Int64(300 + other), at: Make.time(5000 + other * 77), camera: "A"), Looked.print(scene: 20 + other)
                ))
        }
        frames.append((Make.frame(400, at: Make.time(40), camera: "A"), Looked.print(scene: 31)))
        frames.append((Make.frame(401, at: Make.time(9000), camera: "B"), Looked.print(scene: 31)))
        return frames
    }

    private let body = Make.frame(1, camera: "B").body

    @Test(arguments: [3723, -7200, 0]) func matchingPicturesTellTheDifference(_ ahead: Int) throws {
        let proposals = Looked.model(session(moments: 6, ahead: ahead)).clockProposals()
        let proposal = try #require(proposals.first)
        #expect(proposals.count == 1 && proposal.body == body && proposal.support == 6)
        #expect(abs(Double(proposal.offset) / 1e9 + Double(ahead) + 1.5) <= 2)
        #expect(proposal.pairs.count == 3)
        for pair in proposal.pairs { #expect(pair.other.rawValue == pair.reference.rawValue + 100) }
        #expect(proposal.isInForce == (abs(proposal.offset) <= 2_000_000_000))
    }

    @Test func twoMomentsAreNotEnough() {
        #expect(Looked.model(session(moments: 2, ahead: 3723)).clockProposals().isEmpty)
        #expect(Looked.model(session(moments: 3, ahead: 3723)).clockProposals().count == 1)
    }

    @Test func aBurstIsOneMomentBeforeTheScreenIsSortedAnew() {
        // Four frames within a second of each camera, one scene: no three moments, however late the cards come.
        let frames = (0..<8).map { number -> (Frame, Print) in
            let isFirst = number < 4
            let at = Make.time(isFirst ? 10 : 400, sub: "\(number % 4 * 2)0")
            return (Make.frame(Int64(number + 1), at: at, camera: isFirst ? "A" : "B"), Looked.print(scene: 1))
        }
        let whole = Looked.model(frames)
        var late = SessionModel(frames: frames.map(\.0))
        late.add(cards: whole.cards)
        #expect(late.clockProposals() == whole.clockProposals() && late.clockProposals().isEmpty)
    }

    @Test func twoEqualAnswersAreNone() {
        // The same three scenes visited twice by both: an hour off or two hours off, who knows?
        var frames: [(Frame, Print)] = []
        for visit in 0..<2 {
            for scene in 0..<3 {
                let at = visit * 3600 + scene * 400
                frames.append(
                    (Make.frame(Int64(100 + visit * 10 + scene), at: Make.time(at), camera: "A"), Looked.print(scene: scene)))
                frames.append(
                    (
                        Make.frame(Int64(200 + visit * 10 + scene), at: Make.time(visit * 7200 + scene * 400), camera: "B"),
                        Looked.print(scene: scene)
                    ))
            }
        }
        #expect(Looked.model(frames).clockProposals().isEmpty)
    }

    @Test func aBurstIsOneMoment() {
        // Ten and ten frames of one moment prove no clock.
        var frames: [(Frame, Print)] = []
        for index in 0..<10 {
            frames.append((Make.frame(Int64(index), at: Make.time(0, sub: String(index)), camera: "A"), Looked.print(scene: 1)))
            frames.append(
                (Make.frame(Int64(50 + index), at: Make.time(600, sub: String(index)), camera: "B"), Looked.print(scene: 1)))
        }
        #expect(Looked.model(frames).clockProposals().isEmpty)
    }

    @Test func onceAppliedTheClocksAgreeAndTheFramesInterleave() throws {
        let frames = session(moments: 5, ahead: 3723)
        var model = Looked.model(frames)
        let proposal = try #require(model.clockProposals().first)
        var rules = model.rules
        rules.clockOffsets[proposal.body] = proposal.offset
        model.set(rules: rules)
        let again = try #require(model.clockProposals().first)
        #expect(again.isInForce && again.offset == proposal.offset)
        #expect(model.duplicates().filter { $0.kind == .twoCameras }.count == 5)
        let stored = StackRules(settings: rules.settings)
        #expect(stored == rules, "and the session keeps it")
    }
}
