import Foundation
import KeepersCore

@testable import TerminalKit

/// The other side of a pty: keeps a screen, answers questions in the manner of a known terminal, and types.
///
/// Sendable by promise: a test that pumps it on a thread leaves it alone until that thread has ended.
final class FakeTerminal: @unchecked Sendable {
    enum Manner { case xtermSixel, kitty, plain, silent, tmuxKitty, tmuxNewKitty, tmuxSixel }

    let manner: Manner
    let path: String
    let descriptor: Int32
    private(set) var columns: Int
    private(set) var rows: Int

    /// Everything that arrived since `forget`.
    private(set) var received: [UInt8] = []
    /// What stands in each cell.
    private(set) var screen: [[Character]]
    /// Cells written since `forget`.
    private(set) var touched: Set<[Int]> = []
    /// Final bytes of control sequences since `forget`, private modes as `?h`.
    private(set) var controls: [String: Int] = [:]
    /// Whole strings (DCS, APC, OSC) since `forget`, with the cell where the cursor stood.
    private(set) var strings: [(text: String, x: Int, y: Int)] = []
    var answersReady = true
    /// Columns that it gives a letter of two bytes: 1 where it reads UTF-8.
    var columnsOfLetter = 1
    /// Answers are kept until `release`.
    var holdsAnswers = false
    private var heldAnswers: [UInt8] = []
    /// Tells a thread that pumps to stop.
    var isDone = false
    /// kitty's pictures that were handed over.
    var kittyImages: Set<String> = []

    private var x = 0
    private var y = 0
    private var saved = (x: 0, y: 0)
    private var state = State.ground
    private var pending: [UInt8] = []
    private enum State { case ground, escape, control, string, stringEscape }

    init(_ manner: Manner, columns: Int = 60, rows: Int = 20, pixels: (Int, Int) = (600, 400)) {
        self.manner = manner
        self.columns = columns
        self.rows = rows
        screen = Array(repeating: Array(repeating: " ", count: max(1, columns)), count: max(1, rows))
        descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK)
        // TIOCSPTLCK and TIOCGPTN of Linux, which are macros that Swift does not see.
        var (unlocked, number): (Int32, Int32) = (0, 0)
        _ = ioctl(descriptor, 0x4004_5431, &unlocked)
        _ = ioctl(descriptor, 0x8004_5430, &number)
        path = "/dev/pts/\(number)"
        resize(columns, rows, pixels)
    }

    deinit { if descriptor >= 0 && !isHungUp { close(descriptor) } }
    private var isHungUp = false

    func hangUp() {
        isHungUp = true
        close(descriptor)
    }

    func resize(_ columns: Int, _ rows: Int, _ pixels: (Int, Int)) {
        (self.columns, self.rows) = (columns, rows)
        screen = Array(repeating: Array(repeating: " ", count: max(1, columns)), count: max(1, rows))
        var size = winsize(
            ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: UInt16(pixels.0), ws_ypixel: UInt16(pixels.1))
        _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
    }

    func type(_ text: String) { type(Array(text.utf8)) }
    func type(_ bytes: [UInt8]) { _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } }

    /// The answers that were held back, one by one as their bytes come through a bad line.
    func release() -> [UInt8] {
        defer { heldAnswers = [] }
        holdsAnswers = false
        return heldAnswers
    }

    private func reply(_ text: String) {
        if holdsAnswers { heldAnswers += text.utf8 } else { type(text) }
    }

    func forget() {
        received = []
        touched = []
        controls = [:]
        strings = []
    }

    func line(_ y: Int) -> String {
        var text = String(screen[y].map { $0 == "\u{A0}" ? " " : $0 })
        while text.last == " " { text.removeLast() }
        return text
    }

    /// Reads what was written and answers; true when something came.
    @discardableResult
    func pump() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var any = false
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return any }
            any = true
            received += buffer[0..<count]
            for byte in buffer[0..<count] { take(byte) }
        }
    }

    /// Shows bytes that did not come through the pty.
    func play(_ bytes: [UInt8]) { for byte in bytes { take(byte) } }

    private func take(_ byte: UInt8) {
        switch state {
        case .ground: takeGround(byte)
        case .escape: takeEscape(byte)
        case .control:
            pending.append(byte)
            if (0x40..<0x7F).contains(byte) {
                state = .ground
                control()
            }
        case .string:
            if byte == 0x1B {
                state = .stringEscape
            } else if byte == 7, pending.first == 0x5D {
                endString()
            } else {
                pending.append(byte)
            }
        case .stringEscape:
            if byte == UInt8(ascii: "\\") {
                endString()
            } else {
                pending += [0x1B, byte]
                state = .string
            }
        }
    }

    private func takeGround(_ byte: UInt8) {
        if byte == 0x1B {
            flushText()
            state = .escape
        } else {
            pending.append(byte)
            // A character ends where the next begins; keep it simple and flush what decodes.
            if let text = String(validating: pending, as: UTF8.self) {
                pending = []
                for character in text { put(character) }
            }
        }
    }

    private func flushText() { pending = [] }

    private func put(_ character: Character) {
        let width = KeepersCore.columns(of: character)
        guard width > 0, y < rows, x < columns else { return }
        screen[y][x] = character
        touched.insert([x, y])
        if width == 2, x + 1 < columns {
            screen[y][x + 1] = " "
            touched.insert([x + 1, y])
        }
        x = min(x + width, columns - 1)
    }

    private func takeEscape(_ byte: UInt8) {
        pending = []
        state = .ground
        switch byte {
        case UInt8(ascii: "["): state = .control
        case UInt8(ascii: "7"): saved = (x, y)
        case UInt8(ascii: "8"): (x, y) = saved
        case UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "]"):
            state = .string
            pending = [byte]
        default: break
        }
    }

    private func control() {
        let text = String(decoding: pending, as: UTF8.self)
        pending = []
        guard let final = text.last else { return }
        let name = (text.hasPrefix("?") ? "?" : "") + String(final)
        controls[name, default: 0] += 1
        if name == "H" { moveTo(text) }
        if name == "J" { screen = Array(repeating: Array(repeating: " ", count: max(1, columns)), count: max(1, rows)) }
        answer(text)
    }

    private func moveTo(_ text: String) {
        let numbers = text.dropLast().split(separator: ";").compactMap { Int($0) }
        y = max(0, (numbers.first ?? 1) - 1)
        x = max(0, (numbers.count > 1 ? numbers[1] : 1) - 1)
    }

    private func answer(_ text: String) {
        switch (text, manner) {
        case (_, .silent): break
        case ("5n", _): if answersReady { reply("\u{1B}[0n") }
        case ("6n", _): reply("\u{1B}[1;\(columnsOfLetter + 1)R")
        case ("c", .xtermSixel): reply("\u{1B}[?63;1;2;4;6;9;15;22c")
        case ("c", .tmuxKitty), ("c", .tmuxNewKitty): reply("\u{1B}[?1;2c")
        case ("c", .tmuxSixel): reply("\u{1B}[?1;2;4c")
        case (">0q", .tmuxNewKitty), (">0q", .tmuxSixel): reply("\u{1B}P>|tmux 3.4\u{1B}\\")
        case ("c", _): reply("\u{1B}[?62;22c")
        case (">0q", .kitty): reply("\u{1B}P>|kitty(0.26.5)\u{1B}\\")
        case (">0q", .xtermSixel): reply("\u{1B}P>|XTerm(379)\u{1B}\\")
        case (">0q", .tmuxKitty): reply("\u{1B}P>|tmux 3.3a\u{1B}\\")
        case ("?2026$p", .kitty): reply("\u{1B}[?2026;2$y")
        case ("?u", .kitty): reply("\u{1B}[?0u")
        case ("16t", .kitty), ("16t", .xtermSixel): reply("\u{1B}[6;20;10t")
        default: break
        }
    }

    private func endString() {
        state = .ground
        let text = String(decoding: pending, as: UTF8.self)
        pending = []
        strings.append((text, x, y))
        if text.hasPrefix("_G"), manner == .kitty { kitty(String(text.dropFirst(2))) }
        if text.hasPrefix("Ptmux;"), [.tmuxKitty, .tmuxNewKitty, .tmuxSixel].contains(manner) {
            outside(String(text.dropFirst(6)).replacingOccurrences(of: "\u{1B}\u{1B}", with: "\u{1B}"))
        }
    }

    /// The terminal outside tmux.
    private func outside(_ text: String) {
        if text.contains("a=q"), manner != .tmuxSixel { type("\u{1B}_Gi=\(Probe.kittyQuestion);OK\u{1B}\\") }
        if text.contains("U=1,t=d"), manner == .tmuxNewKitty { type("\u{1B}_Gi=\(Probe.placeholderQuestion);OK\u{1B}\\") }
        if text.contains("[>0q"), manner == .tmuxNewKitty { type("\u{1B}P>|kitty(0.35.2)\u{1B}\\") }
        if text.contains("\u{1B}[c") { type(manner == .tmuxSixel ? "\u{1B}[?63;4c" : "\u{1B}[?62c") }
        if text == "\u{1B}[5n", answersReady { type("\u{1B}[0n") }
        if text == "\u{1B}[6n" { type("\u{1B}[4;31R") }
    }

    private func kitty(_ text: String) {
        let keys = Dictionary(
            text.split(separator: ";")[0].split(separator: ",").compactMap { pair -> (String, String)? in
                let parts = pair.split(separator: "=")
                return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
            }, uniquingKeysWith: { $1 })
        let id = keys["i"] ?? ""
        switch keys["a"] {
        case "q": reply("\u{1B}_Gi=\(id);OK\u{1B}\\")
        case "t": kittyImages.insert(id)
        case "p": if !kittyImages.contains(id) { type("\u{1B}_Gi=\(id),p=\(keys["p"] ?? "");ENOENT:no such image\u{1B}\\") }
        default: break
        }
    }
}

/// A terminal of ours on a fake one, with a clock that the test moves.
final class Bench {
    let fake: FakeTerminal
    let terminal: Terminal
    private let time: Clock
    private(set) var events: [InputEvent] = []

    final class Clock { var now: UInt64 = 1_000_000_000 }

    init(
        _ manner: FakeTerminal.Manner, _ environment: [String: String] = [:], columns: Int = 60, rows: Int = 20,
        pixels: (Int, Int) = (600, 400)
    )
        throws
    {
        fake = FakeTerminal(manner, columns: columns, rows: rows, pixels: pixels)
        let clock = Clock()
        time = clock
        var variables = ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8"]
        variables.merge(environment) { $1 }
        terminal = try Terminal(device: fake.path, environment: variables, handlesSignals: false) { clock.now }
    }

    deinit { terminal.close() }

    var now: UInt64 { time.now }

    /// Lets both sides work until neither has anything to do; requested pictures are delivered. `milliseconds` pass first.
    @discardableResult
    func settle(after milliseconds: UInt64 = 1, deliver: Bool = true) -> [InputEvent] {
        time.now += milliseconds * 1_000_000
        var new: [InputEvent] = []
        var quiet = 0
        while quiet < 3 {
            let heard = fake.pump()
            let events = terminal.handle()
            new += events
            let requests = deliver ? terminal.takeRequests() : []
            for request in requests { terminal.deliver(request, pixels: Bench.picture(request)) }
            while !terminal.encoding.isEmpty {
                usleep(200)
                new += terminal.handle()
                fake.pump()
            }
            time.now += 1_000_000
            quiet = heard || !events.isEmpty || !requests.isEmpty ? 0 : quiet + 1
        }
        self.events += new
        return new
    }

    func type(_ text: String) -> [InputEvent] {
        fake.type(text)
        return settle()
    }

    static func picture(_ request: PictureRequest) -> Pixels {
        let (width, height) = (request.pixelWidth, request.pixelHeight)
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width { bytes += [UInt8(x & 255), UInt8(y & 255), UInt8(request.frame.rawValue & 255)] }
        }
        return Pixels(width: width, height: height, bytes: bytes)
    }
}

/// A scene of 60x20 with two pictures of 10x4 cells, and a caption that shows which of them has the focus.
func twoPictures(focus: Int, frames: [Int64] = [1, 2], columns: Int = 60, rows: Int = 20) -> Scene {
    let plain = Style(Colour(200, 200, 200), on: Colour(12, 12, 12))
    let amber = Style(Colour(hex: 0xF2A618), on: Colour(12, 12, 12), bold: true)
    var scene = Scene(columns: columns, rows: rows, background: plain)
    scene.write("keepers", x: 1, y: 0, style: plain)
    for (index, frame) in frames.enumerated() {
        let rect = CellRect(x: 2 + index * 14, y: 2, width: 10, height: 4)
        let request = PictureRequest(frame: FrameID(frame), pixelWidth: 100, pixelHeight: 80, quality: .thumbnail)
        scene.placements.append(Placement(request: request, rect: rect))
        scene.write(index == focus ? "◆ PICK" : "open", x: rect.x, y: 6, style: index == focus ? amber : plain, width: 10)
    }
    return scene
}

func cells(of rect: CellRect) -> Set<[Int]> {
    var all: Set<[Int]> = []
    for y in rect.y..<rect.y + rect.height { for x in rect.x..<rect.x + rect.width { all.insert([x, y]) } }
    return all
}
