import Foundation
import KeepersCore
import Testing

@testable import ScoringKit

/// The model pack itself: refused when it is not ours, absent without complaint, its print steady.
struct ModelPackTests {
    @Test func withoutAPackNothingIsFoundAndFacesAreNotMeasured() throws {
        let empty = FileManager.default.temporaryDirectory.appending(path: "keepers-\(UUID())")
        defer { try? FileManager.default.removeItem(at: empty) }
        try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
        #expect(throws: ScoringError.self) { try ModelPack.find(override: empty.path, data: empty.path) }
        let card = try FrameScorer().score(try Picture.fourColours(width: 640, height: 480).jpeg()).card
        #expect(card.faces == nil && card.model == FrameScorer.model)
        #expect(card.print?.features == [])
    }

    /// One byte of a model differs, its size does not: refused by name and in words, whatever the manifest says.
    @Test(.enabled(if: FacePack.pack != nil)) func aWrongHashIsRefused() throws {
        let folder = try linkedPack()
        defer { try? FileManager.default.removeItem(at: folder) }
        try ModelPack(folder: folder.path).verify()
        let victim = "\(folder.path)/face_blendshapes.tflite"
        var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: victim)))
        bytes[bytes.count / 2] ^= 1
        try FileManager.default.removeItem(atPath: victim)
        try Data(bytes).write(to: URL(fileURLWithPath: victim))
        let error = #expect(throws: ScoringError.self) { try FaceJudge(pack: ModelPack(folder: folder.path)) }
        #expect(error?.message.contains("face_blendshapes.tflite") == true && error?.message.contains("wrong hash") == true)
    }

    /// What OpenVINO and TBB look for beside themselves has no hash: a pack that holds it is not used at all.
    @Test(
        .enabled(if: FacePack.pack != nil),
        arguments: ["libtbbbind_2_5.so.3", "libtbbmalloc.so.2", "plugins.xml", "openvino-2026.4.1/plugins.xml", "LICENCE.d/x"])
    func aStrangersFileInThePackIsRefused(stray: String) throws {
        let folder = try linkedPack()
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try ModelPack(folder: folder.path)
        let file = folder.appending(path: stray)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("<ie/>".utf8).write(to: file)
        let error = #expect(throws: ScoringError.self) { try ModelPack(folder: folder.path) }
        #expect(error?.message.contains(String(stray.prefix { $0 != "/" })) == true)
    }

    /// Opening a pipe for reading waits for somebody who writes, for ever.
    @Test(.enabled(if: FacePack.pack != nil), arguments: ["manifest.json", "libtbb.so.12"])
    func aPipeInThePackIsRefusedAtOnce(name: String) throws {
        let folder = try linkedPack()
        defer { try? FileManager.default.removeItem(at: folder) }
        let pack = try ModelPack(folder: folder.path)
        try FileManager.default.removeItem(at: folder.appending(path: name))
        #expect(mkfifo("\(folder.path)/\(name)", 0o600) == 0)
        #expect(throws: ScoringError.self) { try ModelPack(folder: folder.path) }
        if name != "manifest.json" { #expect(throws: ScoringError.self) { try pack.verify() } }
    }

    /// The installed pack by links, in a folder of its own.
    private func linkedPack() throws -> URL {
        let pack = try #require(FacePack.pack)
        let folder = FileManager.default.temporaryDirectory.appending(path: "keepers-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for file in pack.files.map(\.file) + ["manifest.json"] {
            try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/\(file)", withDestinationPath: pack.path(file))
        }
        return folder
    }

    @Test(.enabled(if: FacePack.isReady)) func thePrintIsSteadyAndTellsPicturesApart() async throws {
        let falcon = try await SharedJudge.shared.card(try FacePack.bytes("photos/immich__prairie_falcon.jpg"))
        let again = try await SharedJudge.shared.card(try FacePack.bytes("photos/immich__prairie_falcon.jpg"))
        let other = try await SharedJudge.shared.card(try FacePack.bytes("photos/immich__craft-beer.jpg"))
        #expect(falcon == again)
        let print = try #require(falcon.print?.features)
        #expect(print.count == 1280 && print.max() == 255)
        #expect(distance(print, try #require(other.print?.features)) > 0.3)
    }

    /// The converted network knows what it sees: the labels of ImageNet stand in their usual order.
    @Test(.enabled(if: FacePack.isReady)) func theConvertedNetworkNamesThePicture() async throws {
        let pack = try #require(FacePack.pack)
        let judge = try FaceJudge(pack: pack)
        // 151...268 are the breeds of dogs; 454 is a bookshop, 860 a tobacconist's.
        for (file, expected) in [
            ("faces/dlib__dogs.jpg", Set(151...268)), ("photos/immich__japanese-shop.jpg", [454, 860]),
        ] {
            let picture = try decoded(try FacePack.bytes(file))
            let labels = try picture.bytes.withUnsafeBufferPointer { bytes in
                try judge.judge(
                    Bitmap(
                        base: try #require(bytes.baseAddress), stride: 3 * picture.width, width: picture.width,
                        height: picture.height), orientation: .upright
                ).labels
            }
            let best = try #require(labels.indices.max { labels[$0] < labels[$1] })
            Swift.print("LABEL of \(file): \(best) with \(labels[best])")
            #expect(expected.contains(best))
        }
    }

    @Test(.enabled(if: FacePack.pack != nil), arguments: [(1, 1), (20_000, 3), (3, 20_000), (24, 24), (64, 2000), (2000, 1999)])
    func oddPicturesDoNoHarm(width: Int, height: Int) async throws {
        let picture = Picture(width: width, height: height) { x, y in (x & 255, y & 255, (x ^ y) & 255) }
        let card = try await SharedJudge.shared.card(try picture.jpeg())
        #expect(card.faces == (min(width, height) < FaceJudge.leastSide ? nil : []))
    }

    private func distance(_ one: [UInt8], _ other: [UInt8]) -> Double {
        func dot(_ a: [UInt8], _ b: [UInt8]) -> Double { zip(a, b).reduce(0) { $0 + Double($1.0) * Double($1.1) } }
        return 1 - dot(one, other) / (dot(one, one) * dot(other, other)).squareRoot()
    }
}
