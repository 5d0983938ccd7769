import Foundation
import KeepersCore
import Testing

@testable import TerminalKit

private let far = ["SSH_CONNECTION": "1 2 3 4"]

/// Noise, so that a whole picture has many chunks.
private func noise(_ request: PictureRequest) -> Pixels {
    var seed = UInt32(truncatingIfNeeded: request.frame.rawValue &* 977 &+ 1)
    let bytes = (0..<request.pixelWidth * request.pixelHeight * 3).map { _ in
        seed = seed &* 1_664_525 &+ 1_013_904_223
        return UInt8(seed >> 24)
    }
    return Pixels(width: request.pixelWidth, height: request.pixelHeight, bytes: bytes)
}

/// A grid of pictures of 8x3 cells in 100x40.
private func page(_ frames: [Int64], prefetch: [Int64] = []) -> Scene {
    var scene = Scene(columns: 100, rows: 40, background: Style(Colour(200, 200, 200), on: .black))
    for (index, frame) in frames.enumerated() {
        let rect = CellRect(x: 2 + index % 6 * 10, y: 2 + index / 6 * 5, width: 8, height: 3)
        let request = PictureRequest(frame: FrameID(frame), pixelWidth: 80, pixelHeight: 60, quality: .thumbnail)
        scene.placements.append(Placement(request: request, rect: rect))
    }
    scene.prefetch = prefetch.map { PictureRequest(frame: FrameID($0), pixelWidth: 80, pixelHeight: 60, quality: .thumbnail) }
    return scene
}

private func loupe(_ frame: Int64, prefetch: [Int64] = []) -> Scene {
    func request(_ frame: Int64) -> PictureRequest {
        PictureRequest(frame: FrameID(frame), pixelWidth: 600, pixelHeight: 400, quality: .large)
    }
    var scene = Scene(columns: 100, rows: 40, background: Style(Colour(200, 200, 200), on: .black))
    scene.placements = [Placement(request: request(frame), rect: CellRect(x: 3, y: 2, width: 60, height: 20))]
    scene.prefetch = prefetch.map(request)
    return scene
}

/// What kitty was told, in order: transfers, placements, deletions, with the picture's id.
private func commands(_ bench: Bench) -> [(verb: String, id: String)] {
    bench.fake.strings.compactMap { string in
        guard string.text.hasPrefix("_G") else { return nil }
        let keys = string.text.dropFirst(2).split(separator: ";")[0].split(separator: ",").map(String.init)
        let verb = keys.first { $0.hasPrefix("a=") } ?? (string.text.contains(";") ? "chunk" : "end")
        return (verb, keys.first { $0.hasPrefix("i=") } ?? "")
    }
}

extension Bench {
    /// Like `settle`, with pictures that do not pack.
    fileprivate func settleNoisy() {
        for _ in 0..<6 {
            for request in terminal.takeRequests() { terminal.deliver(request, pixels: noise(request)) }
            settle(after: 100, deliver: false)
        }
    }

    fileprivate static func farKitty() throws -> Bench {
        let bench = try Bench(.kitty, far, columns: 100, rows: 40, pixels: (1000, 800))
        bench.settle()
        return bench
    }
}

extension OnScreen {
    @Suite struct LookTests {
        @Test func everyThumbnailIsRecognisableBeforeAnyIsBettered() throws {
            let bench = try Bench.farKitty()
            bench.fake.forget()
            bench.terminal.present(page(Array(1...24)))
            bench.settleNoisy()
            var seen: Set<String> = []
            var placed: [String] = []
            for (verb, id) in commands(bench) where verb == "a=p" {
                placed.append(id)
                seen.insert(id)
            }
            #expect(placed.count == 48 && seen.count == 48, "each has a first look and a whole one: \(placed.count)")
            let small = Set(commands(bench).filter { $0.verb == "a=d" }.map(\.id))
            #expect(small.count == 24, "first looks are taken away when they are covered")
            #expect(placed.prefix(24).allSatisfy(small.contains), "all first looks come before any whole picture")
            #expect(bench.terminal.stage.tiles.allSatisfy { $0.state == .shown && $0.look == .whole })
        }

        /// On a slow line a large picture comes at a quarter, half and all of its size.
        @Test func aLoupeOnASlowLineComesInThreeSteps() throws {
            let bench = try Bench.farKitty()
            bench.terminal.setQuality(.low)
            bench.fake.forget()
            bench.terminal.present(loupe(5))
            bench.settleNoisy()
            let said = commands(bench).filter { $0.verb != "chunk" }.map(\.verb)
            #expect(said == ["a=t", "a=p", "a=t", "a=p", "a=d", "a=t", "a=p", "a=d"])
            let chunks = bench.fake.strings.filter { $0.text.hasPrefix("_G") }.map(\.text.utf8.count)
            #expect((chunks.max() ?? 0) < 4200)
        }

        @Test func onTheSameMachineThereIsNoFirstLook() throws {
            let bench = try Bench(.kitty, columns: 100, rows: 40, pixels: (1000, 800))
            bench.settle()
            bench.fake.forget()
            bench.terminal.present(loupe(5))
            bench.settleNoisy()
            #expect(commands(bench).filter { $0.verb != "chunk" }.map(\.verb) == ["a=t", "a=p"])
        }

        /// What the terminal got while nobody waited needs a short command only.
        @Test func theNextLoupeIsThereBeforeItIsAskedFor() throws {
            let bench = try Bench.farKitty()
            bench.terminal.setQuality(.normal)
            bench.terminal.present(loupe(5, prefetch: [6]))
            bench.settleNoisy()
            bench.fake.forget()
            let before = bench.terminal.statistics.pictureBytes
            bench.terminal.present(loupe(6))
            bench.settleNoisy()
            let said = commands(bench)
            #expect(said.filter { $0.verb == "a=t" }.isEmpty, "\(said)")
            #expect(said.contains { $0.verb == "a=p" })
            #expect(bench.terminal.statistics.pictureBytes == before)
            let sent = bench.fake.strings.filter { $0.text.hasPrefix("_Ga=p") }.map(\.text.utf8.count)
            #expect(sent.count == 1 && sent[0] < 60, "the first look, which it had too, is skipped: \(sent)")
        }

        /// A key ends what was only prepared, properly, and goes before it.
        @Test func aKeyEndsWhatWasOnlyPrepared() throws {
            let bench = try Bench.farKitty()
            bench.terminal.present(loupe(5, prefetch: [6]))
            bench.settleNoisy()
            bench.fake.answersReady = false
            bench.terminal.present(loupe(7, prefetch: [8]))
            bench.settleNoisy()
            bench.fake.answersReady = true
            bench.settle(after: 3000, deliver: false)
            bench.settleNoisy()
            bench.fake.answersReady = false
            bench.fake.forget()
            bench.terminal.present(loupe(9))
            bench.settleNoisy()
            bench.fake.answersReady = true
            bench.settle(after: 3000, deliver: false)
            bench.settleNoisy()
            #expect(bench.terminal.stage.tiles.allSatisfy { $0.look == .whole })
            // No other command comes inside a transfer.
            var isOpen = false
            for string in bench.fake.strings where string.text.hasPrefix("_G") {
                let keys = string.text.split(separator: ";")[0]
                if keys.contains("a=") { #expect(!isOpen, "\(keys) inside a transfer") }
                if keys.contains("m=1") { isOpen = true } else if keys.contains("m=0") { isOpen = false }
            }
        }

        @Test func overTheBudgetOnlyFirstLooksAreSent() throws {
            let bench = try Bench.farKitty()
            bench.terminal.setBudget(10_000)
            bench.terminal.present(loupe(5))
            bench.settleNoisy()
            bench.terminal.present(loupe(6))
            bench.settleNoisy()
            #expect(bench.terminal.linkState.isOverBudget)
            #expect(bench.terminal.stage.tiles.first?.look == .first)
            bench.terminal.setBudget(nil)
            bench.settleNoisy()
            #expect(bench.terminal.stage.tiles.first?.look == .whole)
        }

        @Test func sixelGetsCoarseCellsFirstOnAFarTerminal() throws {
            let bench = try Bench(.xtermSixel, far, columns: 100, rows: 40, pixels: (1000, 800))
            bench.settle()
            bench.terminal.present(loupe(4))
            bench.settleNoisy()
            bench.fake.forget()
            bench.terminal.present(loupe(5))
            bench.settleNoisy()
            #expect((bench.fake.controls["X"] ?? 0) == 20, "old pixels go with a row's one command")
            let all = String(decoding: bench.fake.received, as: UTF8.self)
            let coarse = try #require(all.range(of: "48;5;"))
            let sixel = try #require(all.range(of: "\u{1B}P0;1q"))
            #expect(coarse.lowerBound < sixel.lowerBound)
            #expect(bench.terminal.stage.tiles.first?.look == .whole)
        }

        /// Symbols that stand already are not sent again.
        @Test func onlyChangedSymbolsAreSent() throws {
            let bench = try Bench(.plain, ["TERM": "xterm-256color", "KEEPERS_PICTURES": "symbols"], columns: 100, rows: 40)
            bench.settle(after: 1500)
            var scene = loupe(5)
            bench.terminal.present(scene)
            bench.settle()
            bench.fake.forget()
            // The same photo with a label: the cells under it change, no others.
            scene.placements[0].overlays = [
                Overlay(rect: UnitRect(x: 0.4, y: 0.4, width: 0.1, height: 0.2), text: "1 open", colour: Colour(hex: 0xF2A618))
            ]
            bench.terminal.present(scene)
            bench.settle()
            let touched = bench.fake.touched.filter { $0[0] >= 3 && $0[0] < 63 && $0[1] >= 2 && $0[1] < 22 }
            #expect(touched.count > 4 && touched.count < 200, "\(touched.count) of 1200 cells")
        }
    }
}

@Suite struct LinkTests {
    @Test func qualityDoesNotWaver() {
        var judge = LinkJudge(isRemote: true)
        #expect(judge.quality == .normal)
        judge.judge(rate: 300_000, trip: 80_000_000, isRemote: true)
        #expect(judge.quality == .normal)
        judge.judge(rate: 200_000, trip: 80_000_000, isRemote: true)
        #expect(judge.quality == .low)
        judge.judge(rate: 300_000, trip: 80_000_000, isRemote: true)
        #expect(judge.quality == .low, "a little better is not enough")
        judge.judge(rate: 500_000, trip: 80_000_000, isRemote: true)
        #expect(judge.quality == .normal)
        judge.judge(rate: 9_000_000, trip: 80_000_000, isRemote: true)
        #expect(judge.quality == .normal, "far away is never local")
        judge.judge(rate: 9_000_000, trip: 1_000_000, isRemote: true)
        #expect(judge.quality == .local)
        judge.chosen = .low
        #expect(judge.quality == .low)
    }

    @Test func aBudgetCountsTheLastMinute() {
        var meter = ByteMeter()
        let second: UInt64 = 1_000_000_000
        meter.budget = 1000
        meter.add(600, now: 5 * second)
        var over = [meter.isOver(now: 5 * second)]
        meter.add(500, now: 30 * second)
        let last = meter.lastSecond(now: 31 * second)
        for time: UInt64 in [31, 64, 66, 1000] { over.append(meter.isOver(now: time * second)) }
        #expect(over == [false, true, true, false, false], "what was sent more than a minute ago does not count")
        #expect(last == 500 && meter.total == 1100)
    }

    @Test func betteringWaitsAndTransfersEnd() {
        var writer = Writer()
        var out: [UInt8] = []
        func pump() {
            writer.pump(now: 1) { bytes in
                out += bytes
                return bytes.count
            }
        }
        writer.held = [.refine, .ahead]
        writer.add(PictureJob(bytes: Array("better ".utf8), purpose: .tile(1, isLast: true), lane: .refine))
        writer.add(PictureJob(bytes: Array("ahead ".utf8), purpose: .transfer(9, isLast: true), lane: .ahead))
        writer.add(PictureJob(bytes: Array("first ".utf8), purpose: .tile(2, isLast: true), lane: .first))
        pump()
        #expect(String(decoding: out, as: UTF8.self) == "first ")
        writer.held = []
        pump()
        #expect(String(decoding: out, as: UTF8.self) == "first better ahead ")
    }
}

@Suite struct RepeatedTextTests {
    /// What a terminal that knows REP makes of it again.
    private func expanded(_ bytes: [UInt8]) -> String {
        var out: [Unicode.Scalar] = []
        var rest = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "\u{1B}", rest.first == "[" else {
                out.append(scalar)
                continue
            }
            let end = rest.firstIndex { ("@"..."~").contains($0) && $0 != "[" } ?? rest.startIndex
            if rest[end] == "b", let last = out.last, let count = Int(String(rest[rest.startIndex..<end].dropFirst())) {
                out += Array(repeating: last, count: count)
            } else {
                out += [scalar] + rest[rest.startIndex...end]
            }
            rest = rest[rest.index(after: end)...]
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: out)
        return String(text)
    }

    @Test(arguments: [
        "", " ", "        ", "name        94", "\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}\u{A0}x", "──────────── ────",
        "\u{1B}[3;12H\u{1B}[38;2;1;2;3m" + String(repeating: " ", count: 300) + "é\u{1B}[m",
    ]) func nothingIsLost(_ text: String) {
        let short = RepeatedText.shortened(Array(text.utf8))
        #expect(expanded(short) == text)
        #expect(short.count <= text.utf8.count)
    }

    @Test func aScreenfulOfBlanksIsShort() {
        let rows = (1...50).map { "\u{1B}[\($0);1H" + String(repeating: " ", count: 150) }.joined()
        #expect(RepeatedText.shortened(Array(rows.utf8)).count < 800)
    }

    @Test func itIsUsedOnlyWhereItIsKnown() {
        #expect(RepeatedText.isUnderstood(by: "kitty(0.26.5)") && RepeatedText.isUnderstood(by: "XTerm(379)"))
        #expect(!RepeatedText.isUnderstood(by: nil) && !RepeatedText.isUnderstood(by: "tmux 3.3a"))
    }
}
