import KeepersCore
import Testing

@testable import IngestKit

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers on every machine.
struct Dice: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}

@Suite("No byte that is wrong, and no end that comes early, breaks the walk")
struct MutationTests {
    /// What must hold of any header, however broken the file.
    private func inspect(_ header: FrameHeader, size: Int, _ name: String) {
        for preview in header.previews where preview.intact {
            #expect(preview.offset + preview.length <= UInt64(size) && preview.width > 0 && preview.height > 0, "\(name)")
        }
        let isShowable = header.previews.contains(where: \.isShowable)
        #expect(isShowable || header.problem != nil, "\(name): nothing to show and nothing said")
        #expect(header.previews.count <= 24, "\(name)")
    }

    @Test(arguments: Samples.all.indices)
    func anyByte(sample: Int) {
        let (name, bytes) = Samples.all[sample]
        var dice = Dice(state: UInt64(sample))
        let reader = HeaderReader(usesLibRaw: false)
        // The structure is in the first bytes and the last; each is changed to the values that lie best.
        for at in Array(0..<min(700, bytes.count)) + Array(max(700, bytes.count - 60)..<max(700, bytes.count)) {
            var broken = bytes
            broken[at] =
                [0, 0xFF, 0x80, bytes[at] &+ 1, UInt8.random(in: 0...255, using: &dice)].randomElement(using: &dice) ?? 0
            inspect(broken.withUnsafeBytes { reader.read(memory: $0, name: name) }, size: bytes.count, name)
        }
    }

    @Test(arguments: Samples.all.indices)
    func anyLength(sample: Int) {
        let (name, bytes) = Samples.all[sample]
        let reader = HeaderReader(usesLibRaw: false)
        for length in Array(0..<min(500, bytes.count)) + Array(stride(from: min(500, bytes.count), to: bytes.count, by: 61)) {
            let header = bytes.withUnsafeBytes {
                reader.read(memory: UnsafeRawBufferPointer(rebasing: $0[..<length]), name: name)
            }
            inspect(header, size: length, name)
        }
    }

    @Test func manyBytesAtOnce() {
        var dice = Dice(state: 7)
        let reader = HeaderReader(usesLibRaw: false)
        for (name, bytes) in Samples.all {
            for _ in 0..<60 {
                var broken = bytes
                for _ in 0..<Int.random(in: 1...30, using: &dice) {
                    broken[Int.random(in: 0..<min(900, bytes.count), using: &dice)] = UInt8.random(in: 0...255, using: &dice)
                }
                inspect(broken.withUnsafeBytes { reader.read(memory: $0, name: name) }, size: bytes.count, name)
            }
        }
    }

    /// A reader must not carry one file's findings into the next.
    @Test func readerForgets() {
        let reader = HeaderReader(usesLibRaw: false)
        for (name, bytes) in Samples.all {
            let again = bytes.withUnsafeBytes { reader.read(memory: $0, name: name) }
            #expect(again == read(bytes, name), "\(name)")
        }
    }
}
