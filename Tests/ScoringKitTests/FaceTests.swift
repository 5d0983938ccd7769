import Foundation
import KeepersCore
import Testing

@testable import ScoringKit

/// Faces and eyes on real pictures, with the real models.
struct FaceTests {
    @Test func saysSoWhenModelsOrPicturesAreMissing() {
        if FacePack.pack == nil { print("SKIPPED: tests of faces, because no model pack is installed (scripts/models)") }
        if FacePack.real == nil { print("SKIPPED: tests of faces on real pictures, because KEEPERS_REAL names no folder") }
    }

    private struct Label {
        var file: String
        var x, y, width: Double
        var state: String
    }

    private func labels() throws -> [Label] {
        let text = String(decoding: try FacePack.bytes("faces/eyes.csv"), as: UTF8.self)
        return try text.split(whereSeparator: \.isNewline).dropFirst().map { line in
            let cells = line.trimmingCharacters(in: .whitespaces).split(separator: ",").map(String.init)
            return Label(
                file: cells[0], x: try #require(Double(cells[1])), y: try #require(Double(cells[2])),
                width: try #require(Double(cells[3])), state: cells[4])
        }
    }

    /// 22 open, 4 shut, 8 unclear, 2 behind dark glasses.
    @Test(.enabled(if: FacePack.isReady)) func eyesAreNeverToldWrong() async throws {
        let labels = try labels()
        #expect(labels.count == 36)
        var told: [String: [EyeState: Int]] = [:]
        for (file, marked) in Dictionary(grouping: labels, by: \.file) {
            let card = try await SharedJudge.shared.card(try FacePack.bytes("faces/" + file))
            let faces = try #require(card.faces)
            for label in marked {
                let near = faces.filter { face in
                    let x = (face.leftEye.x + face.rightEye.x) / 2 * Double(card.width)
                    let y = (face.leftEye.y + face.rightEye.y) / 2 * Double(card.height)
                    return hypot(x - label.x, y - label.y) < label.width / 4
                }
                let face = try #require(near.first, "\(file) \(label.x) \(label.y) is not found")
                told[label.state, default: [:]][face.eyes, default: 0] += 1
                if label.state == "open" { #expect(face.eyes != .closed, "\(label)") }
                if label.state == "shut" { #expect(face.eyes != .open, "\(label)") }
                if label.state == "covered" { #expect(face.eyes == .unsure, "\(label)") }
            }
        }
        print("EYES told, by label: \(told)")
        let unsure = told["open"]?[.unsure] ?? 0
        #expect(Double(unsure) <= 0.15 * 22)
    }

    /// The boxes of four pictures: at most one missed, none extra.
    @Test(.enabled(if: FacePack.isReady)) func findsTheLabelledFaces() async throws {
        let text = String(decoding: try FacePack.bytes("faces/dlib__training_with_face_landmarks.xml"), as: UTF8.self)
        var missed = 0
        var extra = 0
        var boxes = 0
        for part in text.components(separatedBy: "<image ").dropFirst() {
            let file = try #require(part.firstMatch(of: /file='([^']+)'/)).1
            let card = try await SharedJudge.shared.card(try FacePack.bytes("faces/dlib__\(file)"))
            var faces = try #require(card.faces)
            for match in part.matches(of: /<box top='(\d+)' left='(\d+)' width='(\d+)' height='(\d+)'/) {
                let (w, h) = (Double(card.width), Double(card.height))
                let numbers = [match.1, match.2, match.3, match.4].compactMap { Double($0) }
                let box = UnitRect(x: numbers[1] / w, y: numbers[0] / h, width: numbers[2] / w, height: numbers[3] / h)
                boxes += 1
                // The labels run from brow to chin, the detector's boxes higher and narrower.
                if let best = faces.indices.max(by: { faces[$0].overlap(box) < faces[$1].overlap(box) }),
                    faces[best].overlap(box) > 0.3
                {
                    faces.remove(at: best)
                } else {
                    missed += 1
                }
            }
            extra += faces.count
        }
        print("FACES of \(boxes) labelled: \(missed) missed, \(extra) extra")
        #expect(boxes == 18 && missed <= 1 && extra == 0)
    }

    @Test(.enabled(if: FacePack.isReady)) func dogsAreNoFaces() async throws {
        #expect(try await SharedJudge.shared.card(try FacePack.bytes("faces/dlib__dogs.jpg")).faces == [])
    }

    /// The same pixels stored in eight ways: the box and the eyes stay where they are in the upright picture.
    @Test(.enabled(if: FacePack.isReady), arguments: ["facerec__obama.jpg", "facerec__obama1.jpg"])
    func sitsRightInAllOrientations(file: String) async throws {
        let picture = try decoded(try FacePack.bytes("faces/" + file))
        let upright = try #require(try await SharedJudge.shared.card(try picture.jpeg()).faces?.first)
        for orientation in Orientation.allCases {
            let stored = picture.stored(as: orientation)
            let card = try await SharedJudge.shared.card(try stored.jpeg(), orientation: orientation)
            #expect(card.faces?.count == 1)
            let face = try #require(card.faces?.first)
            #expect(face.overlap(upright.box) > 0.9, "\(orientation)")
            let tolerance = 0.05 * upright.box.width
            for (one, other) in [(face.leftEye, upright.leftEye), (face.rightEye, upright.rightEye)] {
                #expect(hypot(one.x - other.x, one.y - other.y) < tolerance, "\(orientation)")
            }
            #expect(face.eyes == upright.eyes)
            #expect(abs((face.yaw ?? 99) - (upright.yaw ?? 0)) < 4 && abs((face.roll ?? 99) - (upright.roll ?? 0)) < 3)
        }
    }

    /// 238 faces: only the largest get a mesh, the others keep their box and say nothing of their eyes.
    @Test(.enabled(if: FacePack.isReady)) func aCrowdIsBounded() async throws {
        let faces = try #require(try await SharedJudge.shared.card(try FacePack.bytes("faces/group__lin17.jpg")).faces)
        #expect(faces.count > 100)
        #expect(faces.count(where: { $0.presence != nil }) <= FaceJudge.mostMeshes)
        for face in faces where face.presence == nil {
            #expect(face.eyes == .unsure && face.leftEAR == nil && face.quality == nil && face.sharpness == nil)
        }
        let areas = faces.map { $0.box.width * $0.box.height }
        #expect(zip(areas, areas.dropFirst()).allSatisfy { $0 >= $1 - 1e-3 })
    }

    /// The same strip, blurred step by step, gets less sharp, and its face less good.
    @Test(.enabled(if: FacePack.isReady)) func blurLowersSharpnessAndQuality() async throws {
        let picture = try decoded(try FacePack.bytes("faces/facerec__obama-480p.jpg"))
        let scorer = FrameScorer()
        var last: Face?
        for factor in [1, 1.5, 2.5, 4] {
            let softer = factor == 1 ? picture : try picture.softened(factor, scorer)
            let face = try #require(try await SharedJudge.shared.card(try softer.jpeg()).faces?.first)
            if let last {
                #expect(try #require(face.sharpness) < (try #require(last.sharpness)))
                #expect(try #require(face.quality) < (try #require(last.quality)))
            }
            last = face
        }
    }
}
