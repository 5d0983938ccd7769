// Fuzz target: any bytes, read as a file of any name, must give a header that keeps its promises.
import Glibc
import IngestKit
import KeepersCore

private nonisolated(unsafe) let reader = HeaderReader(usesLibRaw: false)

/// The first byte chooses the name, the rest is the file.
private let names = [
    "a.NEF", "a.CR2", "a.CR3", "a.RAF", "a.DNG", "a.ARW", "a.ORF", "a.RW2", "a.PEF", "a.SRW", "a.CRW", "a.X3F", "a.MRW", "a.IIQ",
    "a.JPG",
    "a.HEIC", "a.3FR", "a",
]

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWalker(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 1 else { return 0 }
    let file = UnsafeRawBufferPointer(start: data + 1, count: count - 1)
    let header = reader.read(memory: file, name: names[Int(data[0]) % names.count])
    for preview in header.previews where preview.intact {
        precondition(preview.offset + preview.length <= UInt64(file.count), "a preview outside the file")
        precondition(preview.width > 0 && preview.height > 0, "a preview without a size")
    }
    precondition(header.previews.count <= 24, "more previews than the limit")
    precondition(header.problem != nil || header.previews.contains { $0.isShowable }, "nothing to show and nothing said")
    precondition((try? FrameHeader(wire: header.wire)) == header, "the header does not survive the wire")
    return 0
}

/// With KEEPERS_FUZZ_SEEDS=DIR, writes the built sample of every container there and ends.
@_cdecl("LLVMFuzzerInitialize")
public func prepareWalker(_ count: UnsafeMutablePointer<CInt>?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
    guard let folder = getenv("KEEPERS_FUZZ_SEEDS").map({ String(cString: $0) }) else { return 0 }
    for (index, sample) in Samples.all.enumerated() {
        let choice = names.firstIndex { sample.name.hasSuffix($0.dropFirst()) } ?? names.count - 1
        let bytes = [UInt8(choice)] + sample.bytes
        let descriptor = open("\(folder)/built-\(index)", O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        guard descriptor >= 0, write(descriptor, bytes, bytes.count) == bytes.count else { exit(1) }
        close(descriptor)
    }
    exit(0)
}
