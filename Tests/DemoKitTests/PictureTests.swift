import Foundation
import KeepersCore
import Testing

@testable import DemoKit

@Suite struct PictureTests {
    private func render(_ scene: SceneKind, wide: Bool = true, scale: Int = 1, change: (inout Take) -> Void = { _ in }) -> [UInt8]
    {
        var take = Take(trueHundredths: 0, seed: 5)
        change(&take)
        let shot = Shot(
            index: 0, scene: scene, seed: 6, body: 0, kind: "single", orientation: .upright, photo: nil, frames: [take])
        var maker = SceneMaker(shot, take, wide: wide, cast: 1)
        let (width, height) = wide ? (180 * scale, 120 * scale) : (120 * scale, 180 * scale)
        return Studio().develop(maker.picture(), width: width, height: height)
    }

    private func mean(_ rgb: [UInt8]) -> Double { Double(rgb.reduce(0) { $0 + Int($1) }) / Double(rgb.count) }

    /// Mean squared step to the right-hand neighbour: falls when a picture is blurred.
    private func detail(_ rgb: [UInt8]) -> Double {
        var sum = 0
        for index in 3..<rgb.count {
            let step = Int(rgb[index]) - Int(rgb[index - 3])
            sum += step * step
        }
        return Double(sum) / Double(rgb.count)
    }

    @Test(arguments: SceneKind.allCases)
    func everySceneIsAPicture(scene: SceneKind) {
        let rgb = render(scene)
        #expect((15.0...225.0).contains(mean(rgb)), "\(scene) has mean \(mean(rgb))")
        #expect(Set(stride(from: 0, to: rgb.count, by: 3).map { rgb[$0] / 8 }).count > 12)
        #expect(detail(rgb) > 20)
    }

    @Test func mistakesShow() {
        let good = render(.couple)
        let sharp = detail(render(.couple, scale: 4))
        let soft = (1...3).map { level in detail(render(.couple, scale: 4) { ($0.blur, $0.blurLevel) = (.focus, level) }) }
        let shaken = (1...3).map { level in detail(render(.couple, scale: 4) { ($0.blur, $0.blurLevel) = (.shake, level) }) }
        #expect(soft == soft.sorted(by: >) && soft[1] < sharp * 0.95)
        #expect(shaken == shaken.sorted(by: >) && shaken[1] < sharp * 0.95)
        #expect(mean(render(.couple) { $0.exposureStops = 2 }) > mean(good) + 25)
        #expect(mean(render(.couple) { $0.exposureStops = -2.5 }) < mean(good) - 40)
        #expect(mean(render(.couple) { $0.exposureStops = -20 }) < 6)
        #expect(render(.bride) != render(.bride) { $0.eyesClosed = true })
    }

    @Test func turnsAreInverse() {
        let rgb = (0..<6 * 4 * 3).map { UInt8($0) }
        let quarter = Prints.turned(rgb, width: 6, height: 4, quarters: 1)
        // The lower left corner comes to the upper left.
        #expect(Array(quarter[0..<3]) == Array(rgb[3 * 6 * 3..<3 * 6 * 3 + 3]))
        #expect(Prints.turned(quarter, width: 4, height: 6, quarters: 3) == rgb)
        #expect(Prints.turned(Prints.turned(rgb, width: 6, height: 4, quarters: 2), width: 6, height: 4, quarters: 2) == rgb)
    }

    @Test func shrinkingAverages() {
        let rgb: [UInt8] = [0, 0, 0, 100, 50, 10, 200, 100, 20, 100, 50, 10]
        #expect(Prints.shrunk(rgb, from: (2, 2), to: (1, 1)) == [100, 50, 10])
        let flat = [UInt8](repeating: 77, count: 31 * 17 * 3)
        #expect(Set(Prints.shrunk(flat, from: (31, 17), to: (13, 7))) == [77])
    }

    /// A portrait is stored lying on its side: upright again it must equal the picture that was rendered.
    @Test(arguments: [(Orientation.upright, 0), (.turned180, 2), (.turned90, 1), (.turned270, 3)])
    func storedPixelsStandUprightAfterTheirOrientation(orientation: Orientation, quartersToUpright: Int) throws {
        let cards = try Cards()
        let path = cards.root + "/marker.ppm"
        // Red above green, wide enough to be told apart after JPEG.
        let rows = [UInt8](repeating: 0, count: 120 * 90 * 3).enumerated().map { index, _ -> UInt8 in
            let isTop = index / 360 < 45
            return index % 3 == (isTop ? 0 : 1) ? 220 : 20
        }
        try (Data("P6 120 90 255\n".utf8) + Data(rows)).write(to: URL(fileURLWithPath: path))
        let photos = try Photo.load([path])
        var options = cards.options("card", frames: 1)
        options.photos = [path]
        var shot = Shot(
            index: 0, scene: .rings, seed: 1, body: 0, kind: "single", orientation: orientation, photo: 0,
            frames: [Take(trueHundredths: 0, seed: 1)])
        shot.frames[0].best = .yes
        let story = Story(bodies: [Body.standard(.nef)], shots: [shot])
        let darkroom = Darkroom(
            options: options, story: story, photos: photos,
            card: Manifest(story: story, frames: 1, photos: photos, showsFacesOnly: false))
        let stored = darkroom.rendered(shot, shot.frames[0], Studio())
        let upright =
            quartersToUpright == 0 ? stored : Prints.turned(stored, width: 360, height: 240, quarters: quartersToUpright)
        #expect(upright[0] > 150 && upright[1] < 60)
        #expect(upright[upright.count - 3] < 60 && upright[upright.count - 2] > 150)
    }
}
