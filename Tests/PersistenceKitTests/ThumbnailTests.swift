import Foundation
import KeepersCore
import Testing

@testable import PersistenceKit

@Suite struct ThumbnailTests {
    private func frame(_ number: Int64, size: Int64 = 10, modified: Int64 = 20) -> Frame {
        Frame(
            id: FrameID(number), source: 0, path: "a", size: size, modified: modified, header: FrameHeader(kind: .nef))
    }

    private func jpeg(_ number: Int) -> [UInt8] { (0..<1000 + number).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ number) } }

    private func withCache(_ body: (_ folder: String, _ open: () throws -> ThumbnailCache) throws -> Void) throws {
        let folder = try freshFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body("\(folder)/thumbnails") { try ThumbnailCache(cache: folder, session: SessionID(3)) }
    }

    private func edit(_ path: String, _ change: (inout Data) -> Void) throws {
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        change(&data)
        try data.write(to: URL(fileURLWithPath: path))
    }

    @Test func pictures_come_back_for_the_same_file_only() throws {
        try withCache { folder, open in
            try open().put([(frame(1), jpeg(1)), (frame(2), jpeg(2)), (frame(3), [])])
            let cache = try open()
            #expect(cache.count == 3)
            #expect(cache.jpeg(of: frame(1)) == jpeg(1))
            #expect(cache.jpeg(of: frame(2)) == jpeg(2))
            #expect(cache.jpeg(of: frame(3)) == [])
            #expect(cache.jpeg(of: frame(4)) == nil)
            #expect(cache.jpeg(of: frame(1, size: 11)) == nil && !cache.has(frame(1, modified: 21)))
            try cache.put([(frame(1, size: 11), jpeg(7))])
            #expect(cache.jpeg(of: frame(1)) == nil)
            #expect(try open().jpeg(of: frame(1, size: 11)) == jpeg(7))
            let sizes = ["3.pack", "3.index"].map { Files.size("\(folder)/\($0)") ?? 0 }
            #expect(sizes == [Int64(1001 + 1002 + 1007), 4 * 56])
        }
    }

    @Test func a_torn_tail_costs_only_the_last_pictures() throws {
        try withCache { folder, open in
            try open().put((1...5).map { (frame(Int64($0)), jpeg($0)) })
            try edit("\(folder)/3.index") { $0.removeLast(20) }
            var cache = try open()
            #expect(cache.count == 4 && cache.jpeg(of: frame(5)) == nil)
            try cache.put([(frame(6), jpeg(6))])
            cache = try open()
            #expect(cache.count == 5 && cache.jpeg(of: frame(6)) == jpeg(6) && cache.jpeg(of: frame(4)) == jpeg(4))
            try edit("\(folder)/3.pack") { $0.removeLast(10) }
            cache = try open()
            #expect(!cache.has(frame(6)) && cache.jpeg(of: frame(1)) == jpeg(1))
            try cache.put([(frame(6), jpeg(6))])
            #expect(try open().jpeg(of: frame(6)) == jpeg(6))
        }
    }

    @Test func damage_is_never_shown() throws {
        try withCache { folder, open in
            try open().put((1...3).map { (frame(Int64($0)), jpeg($0)) })
            try edit("\(folder)/3.pack") { $0[1500] ^= 1 }
            try edit("\(folder)/3.index") { $0[56 * 2 + 24] ^= 0x80 }
            let cache = try open()
            #expect(cache.jpeg(of: frame(1)) == jpeg(1))
            #expect(cache.jpeg(of: frame(2)) == nil && cache.jpeg(of: frame(3)) == nil)
            #expect(!cache.has(frame(2)))
        }
    }

    @Test func an_unreadable_index_starts_afresh() throws {
        try withCache { folder, open in
            try open().put([(frame(1), jpeg(1))])
            try edit("\(folder)/3.index") { $0 = Data(repeating: 0x5A, count: 333) }
            #expect(try open().count == 0)
            #expect(Files.size("\(folder)/3.pack") == 0)
        }
    }

    @Test func random_damage_never_crashes_nor_lies() throws {
        var random = SplitMix(state: 11)
        try withCache { folder, open in
            for _ in 0..<40 {
                let cache = try open()
                try cache.put((1...4).map { (frame(Int64($0)), jpeg($0)) })
                for name in ["3.pack", "3.index"] {
                    try edit("\(folder)/\(name)") { data in
                        for _ in 0..<3 {
                            data[Int.random(in: 0..<data.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                        }
                        data.removeLast(Int.random(in: 0...60, using: &random))
                    }
                }
                let damaged = try open()
                for number in 1...4 {
                    let shown = damaged.jpeg(of: frame(Int64(number)))
                    #expect(shown == nil || shown == jpeg(number))
                }
            }
        }
    }
}
