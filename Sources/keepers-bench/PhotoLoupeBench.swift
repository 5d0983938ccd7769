import Glibc
import KeepersCore

/// A JPEG of 24 megapixels that nobody has looked at yet, from the key to the last byte of its picture, through the program.
enum PhotoLoupeBench {
    private static let rounds = 9

    /// `jpeg`: the photograph; copies of it stand for a card.
    static func run(_ setting: Setting, jpeg: [UInt8]) throws -> [Figure] {
        let program = try setting.program()
        let card = try setting.makeFolder("photos")
        for number in 1...(rounds + 1) * 3 + 2 { try write(jpeg, number, in: card) }
        let home = try setting.makeFolder("photos-home")
        let scoring = try Running([program, "score", "--workers", "2", card], home: home, adding: ["KEEPERS_MODELS=none"])
        while scoring.ended() == nil { usleep(50_000) }
        let visit = try Visit([program, card], home: home)
        let terminal = visit.terminal
        guard terminal.wait(15_000, until: { $0.pictures.count >= 3 }) != nil else {
            throw BenchError("no grid of photographs came")
        }
        terminal.type(":profile vim\r")
        terminal.settle(quiet: 800, most: 10_000)
        terminal.type("\r")
        terminal.settle(quiet: 1500, most: 10_000)
        var times: [Double] = []
        for round in 0...rounds {
            let (before, name) = (LinkVisit.large(terminal.screen), LinkVisit.name(terminal.screen))
            // Two ahead and one behind are prepared.
            let typed = terminal.type("3l")
            let shown = terminal.wait(5000) { screen in
                LinkVisit.large(screen).map { $0.placement != before?.placement } ?? false
            }
            guard let shown else { throw BenchError("no loupe followed \(name)") }
            // The first round warms both.
            if round > 0 { times.append(shown - typed) }
            terminal.settle(quiet: 1200, most: 8000)
        }
        return [
            Figure(
                name: "key to the loupe of an uncached 24 MP JPEG, through the program", value: Spread(times).median, unit: "ms",
                limit: .atMost(150), decimals: 0, note: Spread(times).note(0))
        ]
    }

    /// Files that differ, so that no two are one photograph.
    private static func write(_ jpeg: [UInt8], _ number: Int, in folder: String) throws {
        let path = "\(folder)/IMG_\(1000 + number).JPG"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw BenchError("\(path): \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        let comment: [UInt8] = [0xFF, 0xFE, 0, 4, UInt8(number >> 8), UInt8(number & 255)]
        for part in [jpeg.prefix(2), comment[...], jpeg.dropFirst(2)] {
            var done = part.startIndex
            while done < part.endIndex {
                let count = part[done...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                guard count > 0 else { throw BenchError("\(path): \(String(cString: strerror(errno)))") }
                done += count
            }
        }
    }
}
