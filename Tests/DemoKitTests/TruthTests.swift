import DemoKit
import Foundation
import KeepersCore
import Testing

@testable import DemoKit

@Suite struct TruthTests {
    @Test func everyFileOnTheCardIsInTheTruth() throws {
        let cards = try Cards()
        let options = cards.options("card", frames: 24)
        let truth = try DemoCard.make(options) { _ in }
        #expect(truth.frames.count == 24)
        let told = truth.frames.map(\.path) + truth.frames.compactMap(\.pair) + truth.others + ["truth.csv"]
        #expect(try Cards.files(in: options.directory).keys.sorted() == told.sorted())
        let csv = try String(contentsOfFile: options.directory + "/truth.csv", encoding: .utf8)
        #expect(csv == truth.csv)
        #expect(csv.split(separator: "\n").count == 25)
        let columns = csv.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false).count }
        #expect(Set(columns).count == 1)
        let size = try Cards.files(in: options.directory)
        for pair in truth.frames.compactMap(\.pair) { #expect(fileStem(pair) != pair && size[pair]?.first == 0xFF) }
    }

    @Test func aCardAlreadyThereIsNotTouched() throws {
        let cards = try Cards()
        let options = cards.options("card", frames: 1)
        _ = try DemoCard.make(options) { _ in }
        let before = try Cards.files(in: options.directory)
        let error = #expect(throws: DemoError.self) { try DemoCard.make(options) { _ in } }
        #expect(error?.message.contains("already holds a card") == true)
        #expect(try Cards.files(in: options.directory) == before)
    }

    @Test(arguments: [40, 120, 300, 1000])
    func aStoryHoldsWhatItPromises(frames: Int) {
        let bodies = Body.all(for: DemoOptions.Format.allCases)
        let story = Story.plan(frames: frames, seed: 1, bodies: bodies, photos: [false, false])
        let takes = story.shots.flatMap(\.frames)
        #expect(takes.count == frames)
        #expect(Set(story.shots.map(\.orientation)).isSuperset(of: [.upright, .turned180, .turned90, .turned270]))
        #expect(takes.filter { $0.exposure == .black }.count == 1)
        #expect(takes.filter { $0.clock != .set }.count == 2)
        #expect(story.shots.filter { $0.photo != nil }.count == 2)
        #expect(takes.contains { $0.eyesClosed } && takes.contains { $0.blur == .focus } && takes.contains { $0.blur == .shake })
        #expect(Set(story.shots.map(\.scene)).count == SceneKind.allCases.count)
        #expect(takes.contains { $0.file == .pair })
    }

    @Test func burstsAreShortAndHaveABest() {
        let story = Story.plan(frames: 600, seed: 3, bodies: Body.all(for: DemoOptions.Format.allCases), photos: [])
        let bursts = story.shots.filter { $0.kind == "burst" }
        #expect(bursts.count > 40)
        for burst in bursts {
            #expect((2...9).contains(burst.frames.count))
            for (before, after) in zip(burst.frames, burst.frames.dropFirst()) {
                #expect((1...30).contains(after.trueHundredths - before.trueHundredths))
            }
            let leaders = burst.frames.filter { $0.best != .no }
            #expect(leaders.count == (leaders.first?.best == .tie ? 2 : 1))
            for leader in leaders { #expect(leader.blur == .none && leader.exposure == .ok && !leader.eyesClosed) }
            for other in burst.frames where other.best == .no {
                #expect(other.blur != .none || other.exposure != .ok || other.eyesClosed)
            }
        }
        #expect(bursts.contains { $0.frames.contains { $0.best == .tie } })
    }

    @Test func momentsOfOneCameraKeepApart() {
        let story = Story.plan(frames: 400, seed: 9, bodies: Body.all(for: [.nef, .arw]), photos: [])
        for body in story.bodies.indices {
            let shots = story.shots.filter { $0.body == body }
            for (before, after) in zip(shots, shots.dropFirst()) {
                let gap = (after.frames.first?.trueHundredths ?? 0) - (before.frames.last?.trueHundredths ?? 0)
                #expect(gap > 500)
            }
        }
    }

    @Test func oneFormatStillMeansTwoCamerasWithClocksApart() throws {
        let bodies = Body.all(for: [.nef])
        #expect(bodies.count == 2)
        #expect(bodies[0].serial != bodies[1].serial)
        let (main, second) = (bodies[0], bodies[1])
        #expect(second.aheadSeconds - main.aheadSeconds == 47)
        #expect(second.offsetMinutes != main.offsetMinutes)
        #expect(main.stem(count: 37) == "DCIM/100NIKON/DSC_9999")
        #expect(main.stem(count: 38) == "DCIM/110NIKON/DSC_0001")
    }
}
