import Foundation
import KeepersCore
import ScoringKit
import Testing

@testable import DemoKit

/// A real portrait and where its face is, 0...1 of the picture.
struct Portrait: CustomTestStringConvertible, Sendable {
    var path: String
    var x: Double
    var y: Double
    var testDescription: String { "\(path.split(separator: "/").last ?? "") at \(x), \(y)" }

    static let all: [Portrait] = {
        var found: [Portrait] = []
        let astronaut = FileManager.default.currentDirectoryPath + "/.local/photos/astronaut.png"
        if FileManager.default.fileExists(atPath: astronaut) { found.append(Portrait(path: astronaut, x: 0.44, y: 0.234)) }
        guard let real = ProcessInfo.processInfo.environment["KEEPERS_REAL"] else {
            print("!!! SKIPPED: KEEPERS_REAL is not set; \(found.count) of 9 portraits are retouched and measured")
            return found
        }
        let faces = [
            ("dlib__bald_guys.jpg", 0.483, 0.316), ("dlib__bald_guys.jpg", 0.327, 0.332), ("dlib__bald_guys.jpg", 0.072, 0.503),
            ("dlib__bald_guys.jpg", 0.764, 0.903), ("dlib__bald_guys.jpg", 0.941, 0.895), ("dlib__bald_guys.jpg", 0.597, 0.738),
            ("facerec__obama_and_biden.jpg", 0.620, 0.345), ("group__lin17.jpg", 0.733, 0.744),
        ]
        return found + faces.map { Portrait(path: "\(real)/faces/\($0.0)", x: $0.1, y: $0.2) }
    }()
}

/// Portraits whose eyes close and whose mouths smile by known amounts, as the models see them.
@Suite(.serialized) struct RetouchTests {
    private static let pack: ModelPack? = {
        let environment = ProcessInfo.processInfo.environment
        let data = environment["XDG_DATA_HOME"] ?? (environment["HOME"] ?? "/nowhere") + "/.local/share"
        let pack = try? ModelPack.find(override: environment["KEEPERS_MODELS"], data: data + "/keepers")
        if pack == nil { print("!!! SKIPPED: no model pack (KEEPERS_MODELS); no face is retouched and measured") }
        return pack
    }()

    /// One for all: loading the models takes a second.
    private static let judge = Mutexed(pack.flatMap { try? FaceJudge(pack: $0) })

    /// The tests of this suite run one by one.
    private final class Mutexed: @unchecked Sendable {
        let judge: FaceJudge?
        init(_ judge: FaceJudge?) { self.judge = judge }
    }

    private func landmarks(_ picture: Pixels) throws -> [FaceLandmarks] {
        let judge = try #require(Self.judge.judge)
        return try judge.landmarks(of: picture)
    }

    /// The face that lies nearest to a place, with as much around it as it is large.
    private func face(_ portrait: Portrait) throws -> (picture: Pixels, landmarks: [UnitPoint]) {
        let photo = try #require(try Photo.load([portrait.path]).first)
        let found = try #require(try landmarks(photo.pixels).min { distance($0.face, portrait) < distance($1.face, portrait) })
        #expect(distance(found.face, portrait) < 0.03)
        var whole = photo
        whole.faces = [found.points]
        let size = 2.4 * max(found.face.box.width * Double(photo.width), found.face.box.height * Double(photo.height))
        let left = max(0, Int(portrait.x * Double(photo.width) - size / 2))
        let top = max(0, Int(portrait.y * Double(photo.height) - size / 2))
        let window = Window(
            x: left, y: top, width: min(Int(size), photo.width - left), height: min(Int(size), photo.height - top))
        let part = whole.cut(window)
        return (part.pixels, part.faces[0])
    }

    private func distance(_ face: KeepersCore.Face, _ portrait: Portrait) -> Double {
        let (x, y) = (face.box.x + face.box.width / 2 - portrait.x, face.box.y + face.box.height / 2 - portrait.y)
        return (x * x + y * y).squareRoot()
    }

    /// The largest face, which is the portrait's.
    private func measured(_ retouch: Retouch) throws -> KeepersCore.Face {
        try #require(try landmarks(retouch.picture).first).face
    }

    private static let steps = [0, 0.3, 0.5, 0.65, 0.75, 0.85, 0.92, 1]

    private func closed(_ amount: Double, _ picture: Pixels, _ points: [UnitPoint]) throws -> KeepersCore.Face {
        var retouch = try #require(Retouch(picture, landmarks: points))
        retouch.closeEyes(amount)
        return try measured(retouch)
    }

    @Test(.enabled(if: pack != nil), arguments: Portrait.all)
    func eyesCloseInSteps(_ portrait: Portrait) throws {
        let (picture, points) = try face(portrait)
        let faces = try Self.steps.map { try closed($0, picture, points) }
        let ears = try faces.map { try #require($0.ear) }
        // Below .09 the lids are shut: there is nothing left for the mesh to follow, and it wavers.
        for (before, after) in zip(ears, ears.dropFirst()) { #expect(after <= before + 0.003 || after < 0.09, "\(ears)") }
        #expect(ears[7] < ears[0] / 2)
        let order: [EyeState] = [.open, .unsure, .closed]
        let states = faces.compactMap { order.firstIndex(of: $0.eyes) }
        #expect(states == states.sorted() && states.first == 0 && states.last == 2, "\(states) at \(ears)")
        if !states.contains(1) { try expectDoubt(picture, points, between: states) }
    }

    /// Where a step goes from open to closed at once, finer ones find the place where nobody can tell.
    private func expectDoubt(_ picture: Pixels, _ points: [UnitPoint], between states: [Int]) throws {
        let next = try #require(states.firstIndex(of: 2))
        var (low, high) = (Self.steps[next - 1], Self.steps[next])
        for _ in 0..<8 {
            let middle = (low + high) / 2
            switch try closed(middle, picture, points).eyes {
            case .unsure: return
            case .open: low = middle
            case .closed: high = middle
            }
        }
        Issue.record("no doubt between \(low) and \(high)")
    }

    @Test(.enabled(if: pack != nil), arguments: Portrait.all)
    func mouthsSmileInSteps(_ portrait: Portrait) throws {
        let (picture, points) = try face(portrait)
        let faces = try [0, 0.33, 0.67, 1].map { amount in
            var retouch = try #require(Retouch(picture, landmarks: points))
            retouch.smile(amount)
            return try measured(retouch)
        }
        let smiles = try faces.map { try #require($0.smile) }
        for (before, after) in zip(smiles, smiles.dropFirst()) { #expect(after > before, "\(smiles)") }
        #expect(smiles[3] > 0.5 && smiles[3] > smiles[0] + 0.05, "\(smiles)")
        #expect(faces.allSatisfy { $0.eyes == faces[0].eyes }, "the eyes stay")
    }

    @Test(.enabled(if: pack != nil && !Portrait.all.isEmpty)) func oneEyeWinksAlone() throws {
        let (picture, points) = try face(Portrait.all[0])
        var retouch = try #require(Retouch(picture, landmarks: points))
        let before = try measured(retouch)
        retouch.closeEyes(1, .left)
        let face = try measured(retouch)
        let (left, right) = (try #require(face.leftEAR), try #require(face.rightEAR))
        #expect(left < right - 0.08 && right > (before.rightEAR ?? 0) * 0.6)
    }
}
