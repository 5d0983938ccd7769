import KeepersCore
import Testing

@Suite struct StackTests {
    private func find(_ frames: [Frame], _ prints: [FrameID: Print]) -> [Stack] {
        Bursts.find(frames: frames, order: TimeOrder(frames: frames), prints: prints)
    }

    @Test func aBurstNeedsTimeAndLikeness() {
        let frames = (1...4).map { Make.frame(Int64($0), at: Make.time(0, sub: String($0 * 2))) }
        let alike = Dictionary(uniqueKeysWithValues: frames.map { ($0.id, Make.print(1)) })
        #expect(find(frames, alike).map(\.members.count) == [4])
        var different = alike
        different[FrameID(3)] = Make.print(40)
        #expect(find(frames, different).map { $0.members.map(\.rawValue) } == [[1, 2, 4]], "the odd one stands alone")
        #expect(find(frames, [:]).isEmpty, "time alone never stacks")
    }

    @Test func camerasAndGapsAndBlackFramesPart() {
        let a = Make.frame(1, at: Make.time(0), camera: "A")
        let b = Make.frame(2, at: Make.time(0, sub: "5"), camera: "B")
        let late = Make.frame(3, at: Make.time(2), camera: "A")
        let prints = [a, b, late].reduce(into: [FrameID: Print]()) { $0[$1.id] = Make.print(1) }
        #expect(find([a, b, late], prints).isEmpty)
        let next = Make.frame(4, at: Make.time(0, sub: "3"), camera: "A")
        let black = Print(hash: 0, lab: [Float](repeating: 0, count: 48))
        #expect(find([a, next], [a.id: black, next.id: black]).isEmpty)
    }

    @Test func undatedFramesNeverStack() {
        let frames = [Make.frame(1), Make.frame(2)]
        #expect(find(frames, [FrameID(1): Make.print(1), FrameID(2): Make.print(1)]).isEmpty)
    }

    @Test func theSamePictureAgainIsADuplicateWhereverItStands() {
        let ids = (1...6).map { FrameID(Int64($0)) }
        var prints = [ids[0]: Make.print(1), ids[1]: Make.print(5), ids[2]: Make.print(1), ids[4]: Make.print(5)]
        let black = Print(hash: 0, lab: [Float](repeating: 0, count: 48))
        prints[ids[3]] = black
        prints[ids[5]] = black
        func groups(stackOf: (FrameID) -> Int?) -> [[FrameID]] {
            let pairs = Duplicates.pairs(ids, prints: prints, threshold: 0.15)
            return Duplicates.groups(ids, pairs: pairs, threshold: 0.15, stackOf: stackOf)
        }
        #expect(groups { _ in nil } == [[ids[0], ids[2]], [ids[1], ids[4]]])
        let inOneStack = groups { [ids[0], ids[2]].contains($0) ? 1 : nil }
        #expect(inOneStack == [[ids[1], ids[4]]], "a burst is not said twice")
    }

    @Test func pairsAreStrictlyOneAndOne() {
        func pairs(_ files: [(String, FileKind)]) -> [Int?] {
            Pairing.pairs(files.map { Pairing.Candidate(source: 0, path: $0.0, kind: $0.1) }).jpegOf
        }
        #expect(pairs([("a/X.NEF", .nef), ("a/X.JPG", .jpeg)]) == [1, nil])
        #expect(pairs([("a/X.NEF", .nef), ("b/X.JPG", .jpeg)]) == [nil, nil])
        #expect(pairs([("a/X.NEF", .nef), ("a/X.JPG", .jpeg), ("a/X.DNG", .dng)]) == [nil, nil, nil])
        #expect(pairs([("a/x.nef", .nef), ("a/X.jpg", .jpeg)]) == [1, nil], "cards do not tell case apart")
        #expect(pairs([("a/X.NEF", .jpeg), ("a/X.JPG", .jpeg)]) == [nil, nil], "content decides, not the name")
    }
}
