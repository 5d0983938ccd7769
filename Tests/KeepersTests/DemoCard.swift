import Foundation
import Testing

/// Cards for tests, cut from one rendered card of 48 frames that is made once a test run.
enum DemoCard {
    /// A line of truth.csv.
    struct Truth {
        var path: String
        var pair: String?
        /// ISO 8601 to the second, as the camera wrote it; nil where its clock was not set.
        var time: String?
        var hundredths: String
        var offset: String
        var trueTime: String
        var orientation: Int
        var camera: String
        var serial: String
        var width: Int
        var height: Int
        var stem: String { URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent }
    }

    private static let master: Result<(folder: String, truth: [Truth]), any Error> = Result {
        let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path + "/keepers-test-card-\(getpid())"
        try? FileManager.default.removeItem(atPath: folder)
        let desk = try Desk()
        let run = try desk.run("demo", folder, "--frames", "48", "--seed", "1")
        try #require(run.code == 0, "\(run)")
        atexit { DemoCard.removeMaster() }
        let lines = try String(contentsOfFile: folder + "/truth.csv", encoding: .utf8).split(separator: "\n").dropFirst()
        return (folder, lines.map(truth))
    }

    private static func removeMaster() {
        if let folder = try? master.get().folder { try? FileManager.default.removeItem(atPath: folder) }
    }

    private static func truth(_ line: Substring) -> Truth {
        let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        func text(_ index: Int) -> String? { fields[index].isEmpty ? nil : fields[index] }
        let size = fields[17].split(separator: "x").compactMap { Int($0) }
        return Truth(
            path: fields[0], pair: text(1), time: text(4), hundredths: fields[5], offset: fields[6], trueTime: fields[7],
            orientation: Int(fields[8]) ?? 0, camera: fields[2], serial: fields[3], width: size[0], height: size[1])
    }

    static func truth() throws -> [Truth] { try master.get().truth }

    /// The picture files of these frames with their folders and times, and nothing else.
    @discardableResult
    static func make(at folder: String, _ frames: some Sequence<Truth>) throws -> [Truth] {
        let from = try master.get().folder
        let frames = Array(frames)
        for path in frames.flatMap({ [$0.path] + ($0.pair.map { [$0] } ?? []) }) {
            try copy("\(from)/\(path)", "\(folder)/\(path)")
        }
        return frames
    }

    /// The card as it is, films and voice notes too.
    static func makeWhole(at folder: String) throws {
        let from = try master.get().folder
        for path in Tree.files(below: from) where path != "truth.csv" { try copy("\(from)/\(path)", "\(folder)/\(path)") }
    }

    static func copy(_ from: String, _ to: String) throws {
        let target = URL(fileURLWithPath: to)
        try FileManager.default.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(contentsOf: URL(fileURLWithPath: from)).write(to: target)
        var facts = stat()
        try #require(stat(from, &facts) == 0)
        let times = [facts.st_atim, facts.st_mtim]
        utimensat(AT_FDCWD, to, times, 0)
        chmod(to, 0o644)
    }
}

extension Desk {
    /// A card of the first `count` frames in the order in which they were shot.
    @discardableResult
    func card(_ name: String = "card", frames count: Int) throws -> [DemoCard.Truth] {
        try DemoCard.make(at: path(name), try DemoCard.truth().prefix(count))
    }

    @discardableResult
    func card(_ name: String = "card", where keeps: (DemoCard.Truth) -> Bool) throws -> [DemoCard.Truth] {
        try DemoCard.make(at: path(name), try DemoCard.truth().filter(keeps))
    }
}
