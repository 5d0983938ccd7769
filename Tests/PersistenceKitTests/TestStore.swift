import Foundation
import KeepersCore
import Testing

@testable import PersistenceKit

/// A store in a fresh folder that goes with it; at the end no statement may be left busy.
final class TestStore {
    let folder: String
    private(set) var store: Store
    var data: String { "\(folder)/data" }
    var cache: String { "\(folder)/cache" }

    init() throws {
        folder = try freshFolder()
        store = try TestStore.open(folder)
    }

    deinit {
        #expect(store.busyStatements == 0)
        store.close()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// As after the end of a process.
    func reopen() throws {
        store.close()
        store = try TestStore.open(folder)
    }

    /// Another connection to the same database, which knows none of the store's rules.
    func stranger() throws -> Connection { try Connection(path: Store.databasePath(data)) }

    /// A session of `count` frames on one source.
    func session(frames count: Int, volume: String? = "CARD-1", name: String = "wedding") throws -> (SessionID, [Frame]) {
        let source = SourceVolume(path: "/media/card", volumeID: volume, pathInVolume: "/DCIM")
        let session = try store.create(name: name, sources: [source])
        return (session, try store.merge(batch(count), in: session))
    }

    private static func open(_ folder: String) throws -> Store {
        var now: Int64 = 1_700_000_000_000_000_000
        return try Store(data: "\(folder)/data", cache: "\(folder)/cache") {
            now += 1
            return now
        }
    }
}

func freshFolder() throws -> String {
    var template = Array("/tmp/keepers-store-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw POSIXError(.EIO) }
    return String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// The stamps of a card of `count` RAW files, one every 5 s.
func card(_ count: Int, from first: Int = 0, source: Int = 0, size: Int64 = 25_000_000) -> [FileStamp] {
    (first..<first + count).map { number in
        FileStamp(
            source: source, path: "100NIKON/DSC_\(padded(number, 4)).NEF", size: size + Int64(number),
            modified: 1_699_000_000_123_456_789 + Int64(number) * 5_000_000_000)
    }
}

func header(_ number: Int) -> FrameHeader {
    var shot = ShotData()
    shot.capturedAt = CaptureTime(wallSeconds: 1_699_000_000 + Int64(number), nanoseconds: 350_000_000, subsecondDigits: 2)
    (shot.make, shot.camera, shot.serial, shot.lens) = ("NIKON CORPORATION", "NIKON Z 8", "6012345", "NIKKOR Z 85mm f/1.8 S")
    (shot.exposureTime, shot.aperture, shot.iso, shot.focalLength) = (0.002, 1.8, 800, 85)
    shot.orientation = number % 2 == 0 ? .upright : .turned90
    let previews = [(160, 120), (1620, 1080), (8256, 5504)].map { width, height in
        Preview(width: width, height: height, source: "SubIFD", offset: UInt64(width), length: UInt64(height), intact: true)
    }
    return FrameHeader(kind: .nef, shot: shot, previews: previews, problem: number % 5 == 4 ? "ends early" : nil)
}

func batch(_ count: Int) -> [(stamp: FileStamp, header: FrameHeader)] {
    card(count).enumerated().map { (stamp: $1, header: header($0)) }
}

func card(model: String = "m1", sharpness: Double) -> ScoreCard {
    ScoreCard(
        model: model, measures: Measures([.sharpness: sharpness, .noise: 2.5, .brightness: 0.4]),
        print: Print(hash: 0xF00F_0000_1234_8765, lab: (0..<48).map { Float($0) - 20.5 }), width: 1620, height: 1080)
}

func step(_ frame: Frame, _ changes: Change..., reason: String = "") -> Step {
    Step(changes: changes.map { FrameChange(frame.id, $0) }, reason: reason, place: Place(frame: frame.id))
}

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers on every run.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

/// The error of a call that must fail.
func failure(_ body: () throws -> Void) -> StoreError? {
    do { try body() } catch { return error as? StoreError }
    return nil
}
