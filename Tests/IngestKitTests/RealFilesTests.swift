import Foundation
import KeepersCore
import Testing

@testable import IngestKit

/// Folder of real files that lie outside the repository, or nil.
private let real: String? = {
    let path = ProcessInfo.processInfo.environment["KEEPERS_REAL"]
    if path == nil { print("SKIPPED: KEEPERS_REAL is not set, so no real camera file is tested") }
    return path
}()

/// Where exiftool is, or nil.
private let exiftool: String? = {
    let path = ["/usr/bin/exiftool", "/usr/local/bin/exiftool"].first { FileManager.default.isExecutableFile(atPath: $0) }
    if path == nil { print("SKIPPED: exiftool is not installed, so nothing is compared with it") }
    return path
}()

private func open(_ path: String, _ reader: HeaderReader) throws -> FrameHeader {
    let handle = try #require(FileHandle(forReadingAtPath: path))
    defer { try? handle.close() }
    let size = try handle.seekToEnd()
    return reader.read(descriptor: handle.fileDescriptor, name: (path as NSString).lastPathComponent, size: Int64(size))
}

@Suite("Real files", .enabled(if: real != nil))
struct RealFilesTests {
    private func paths(_ folders: [String]) throws -> [String] {
        try folders.flatMap { folder in
            try FileManager.default.contentsOfDirectory(atPath: "\(real ?? "")/\(folder)").sorted()
                .filter { FileKind.suggested(byName: $0) != nil }.map { "\(real ?? "")/\(folder)/\($0)" }
        }
    }

    @Test func everyOneIsAFrameWithAPreviewOrANamedProblem() throws {
        let reader = HeaderReader()
        let files = try paths(["raw", "broken", "exif", "photos", "photos-large", "burst"])
        #expect(files.count > 90)
        for path in files {
            let header = try open(path, reader)
            #expect(header.loupePreview != nil || header.problem != nil, "\(path)")
        }
    }

    @Test func cutShortCR3GivesItsPreview() throws {
        let header = try open("\(real ?? "")/raw/nomexif__canon-r6.cr3", HeaderReader())
        let preview = try #require(header.loupePreview)
        #expect(preview.width == 1620 && preview.height == 1080 && preview.source == "PRVW" && preview.length == 237_313)
        #expect(header.shot.serial == "072021007989")
        #expect(header.shot.capturedAt?.iso8601 == "2025-09-06T20:24:47.72-08:00")
        #expect(header.problem?.contains("its 1620 x 1080 preview is whole") == true)
    }

    @Test func healthyPhotosHaveNoProblem() throws {
        let reader = HeaderReader()
        // One of them points its GPS directory into nowhere, and says so.
        for path in try paths(["photos", "photos-large", "burst", "exif"]) where !path.contains("empty_gps") {
            let header = try open(path, reader)
            #expect(header.problem == nil, "\(path)")
        }
    }

    @Test(.enabled(if: exiftool != nil)) func sameFactsAsExiftool() throws {
        let files = try paths(["raw", "exif", "photos", "photos-large", "burst"])
        let facts = try exiftoolFacts(files)
        let reader = HeaderReader()
        for path in files {
            let header = try open(path, reader)
            guard let theirs = facts[path], theirs["Error"] == nil else { continue }
            let shot = header.shot
            if let time = theirs["ExifIFD:DateTimeOriginal"] as? String, !time.hasPrefix("0000"), time.first?.isNumber == true {
                #expect(shot.capturedAt?.iso8601.prefix(19) == iso(time)?.prefix(19), "\(path)")
            }
            if let turn = theirs["IFD0:Orientation"] as? Int, (1...8).contains(turn), header.kind != .raf {
                #expect(shot.orientation.rawValue == turn, "\(path)")
            }
            if let speed = theirs["ExifIFD:ISO"] as? Int { #expect(shot.iso == speed, "\(path)") }
            if let number = theirs["ExifIFD:FNumber"] as? Double, number > 0 {
                #expect(abs((shot.aperture ?? 0) - number) < 0.01, "\(path)")
            }
            if let serial = theirs["ExifIFD:SerialNumber"] { #expect(shot.serial == "\(serial)", "\(path)") }
        }
    }

    private func iso(_ time: String) -> String? {
        time.utf8.withContiguousStorageIfAvailable { CaptureTime(exif: UnsafeRawBufferPointer($0))?.iso8601 } ?? nil
    }

    private func exiftoolFacts(_ files: [String]) throws -> [String: [String: Any]] {
        let json = try run(
            [
                "-j", "-n", "-q", "-G1", "-api", "struct=0", "-DateTimeOriginal", "-Orientation", "-ISO", "-FNumber",
                "-ExifIFD:SerialNumber#",
            ] + files)
        let list = try JSONSerialization.jsonObject(with: json) as? [[String: Any]] ?? []
        return Dictionary(
            list.compactMap { facts in (facts["SourceFile"] as? String).map { ($0, facts) } },
            uniquingKeysWith: { first, _ in first })
    }

    private func run(_ arguments: [String]) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: exiftool ?? "")
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return data
    }
}

/// A card that another maker built, with its `truth.csv`, or nil.
private let card: String? = {
    let path = ProcessInfo.processInfo.environment["KEEPERS_CARD"]
    if path == nil { print("SKIPPED: KEEPERS_CARD is not set, so no whole card is tested") }
    return path
}()

@Suite("A whole card", .enabled(if: card != nil))
struct WholeCardTests {
    @Test func everyFrameIsAsTheTruthSays() throws {
        let root = card ?? ""
        let folder = Glibc.open(root, O_RDONLY | O_DIRECTORY)
        defer { close(folder) }
        let listing = try CardLister.list(root: folder)
        let lines = try String(contentsOfFile: root + "/truth.csv", encoding: .utf8).split(whereSeparator: \.isNewline)
        let columns = lines[0].split(separator: ",", omittingEmptySubsequences: false)
        let reader = HeaderReader()
        var checked = 0
        for line in lines.dropFirst() {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            let truth = Dictionary(uniqueKeysWithValues: zip(columns, cells).map { (String($0), String($1)) })
            let path = try #require(truth["path"])
            #expect(listing.files.contains { $0.path == path }, "\(path)")
            let header = try open("\(root)/\(path)", reader)
            // The files hold hundredths, the truth thousandths.
            #expect(header.shot.capturedAt?.iso8601.prefix(22) == truth["t"]?.prefix(22), "\(path)")
            #expect(header.shot.capturedAt?.offsetMinutes == 120, "\(path)")
            #expect(header.shot.orientation.rawValue == truth["orient"].flatMap { Int($0) }, "\(path)")
            #expect(header.problem == nil, "\(path)")
            #expect(header.loupePreview.map { $0.longSide >= 1000 } == true, "\(path)")
            checked += 1
        }
        #expect(checked > 0)
        #expect(listing.files.count >= checked)
        if let exiftool { try comparePreviews(root, listing, reader, exiftool) }
    }

    /// The largest picture, by its pixels, is byte for byte one of those that exiftool extracts.
    private func comparePreviews(_ root: String, _ listing: Listing, _ reader: HeaderReader, _ exiftool: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: exiftool)
        process.arguments = ["-j", "-q", "-r", "-b", "-PreviewImage", "-JpgFromRaw", "-ThumbnailImage", "-OtherImage", root]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let list = try JSONSerialization.jsonObject(with: data) as? [[String: Any]] ?? []
        var theirs: [String: [Data]] = [:]
        for facts in list {
            guard let source = facts["SourceFile"] as? String else { continue }
            theirs[source] = facts.values.compactMap {
                ($0 as? String).flatMap { $0.hasPrefix("base64:") ? Data(base64Encoded: String($0.dropFirst(7))) : nil }
            }
        }
        var buffer: [UInt8] = []
        for file in listing.files where FileKind.suggested(byName: file.path)?.isRaw == true {
            let path = "\(root)/\(file.path)"
            let preview = try #require(open(path, reader).loupePreview)
            let descriptor = Glibc.open(path, O_RDONLY)
            defer { close(descriptor) }
            try PreviewFetcher.fetch(preview, descriptor: descriptor, into: &buffer)
            #expect(theirs[path]?.contains(Data(buffer)) == true, "\(file.path)")
        }
    }
}
