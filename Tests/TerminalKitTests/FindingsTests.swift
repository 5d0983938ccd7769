import KeepersCore
import Testing

@testable import TerminalKit

@Suite struct FindingsTests {
    private func mode(_ environment: [String: String], _ replies: [Reply]) -> PictureMode {
        var probe = Probe(environment: environment)
        _ = probe.begin(now: 0)
        for reply in replies { _ = probe.take(reply, now: 1) }
        return probe.findings.pictures.mode
    }

    @Test func theModeFollowsTheAnswers() {
        let xterm = ["TERM": "xterm-256color"]
        let yes = Reply.kitty(id: Probe.kittyQuestion, placement: nil, message: "OK")
        #expect(mode(xterm, [.attributes([62, 22])]) == .symbols(truecolour: false))
        #expect(mode(xterm, [.attributes([62, 4])]) == .sixel)
        #expect(mode(xterm, [.attributes([64, 14])]) == .symbols(truecolour: false), "14 is not 4")
        #expect(mode(xterm, [yes, .attributes([62, 4])]) == .kitty)
        #expect(mode(xterm, [.version("WezTerm 2024"), .attributes([65, 4])]) == .iterm2)
        #expect(mode(xterm, [.version("mlterm(3.9.2)"), .attributes([63, 4])]) == .iterm2)
        #expect(mode(["TERM": "xterm-256color", "LC_TERMINAL": "iTerm2"], []) == .iterm2)
        #expect(mode(["TERM": "xterm-256color", "COLORTERM": "truecolor"], []) == .symbols(truecolour: true))
        #expect(mode(["TERM": "nonexistent"], []) == .symbols(truecolour: false))
        #expect(mode(["TERM": "dumb"], []) == .none)
    }

    @Test func tmuxHidesWhatItDoesNotPassOn() {
        let tmux = ["TERM": "tmux-256color", "TMUX": "/tmp/x,1,0"]
        let name = Reply.version("tmux 3.3a")
        let yes = Reply.kitty(id: Probe.kittyQuestion, placement: nil, message: "OK")
        #expect(mode(tmux, [name, .attributes([1, 2])]) == .symbols(truecolour: true))
        #expect(mode(tmux, [name, .attributes([1, 2]), yes, .attributes([62])]) == .kitty)
        #expect(mode(tmux, [name, .attributes([1, 2]), .attributes([62, 4])]) == .symbols(truecolour: true))
        #expect(mode(tmux, [name, .attributes([1, 2, 4]), .attributes([62, 4])]) == .sixel)
        #expect(mode(tmux, [name, .attributes([1, 2, 4])]) == .symbols(truecolour: true), "the terminal outside may know none")
        var probe = Probe(environment: tmux)
        let questions = String(decoding: probe.begin(now: 0), as: UTF8.self)
        #expect(!questions.contains("_G"), "tmux takes it for a window title")
        let outside = String(decoding: probe.take(.attributes([1, 2]), now: 1), as: UTF8.self)
        #expect(outside.hasPrefix("\u{1B}Ptmux;\u{1B}\u{1B}_G"))
        #expect(String(decoding: probe.expire(now: 600_000_000), as: UTF8.self) == outside, "it may have been dropped")
        for time in [1_200_000_000, 1_800_000_000] as [UInt64] {
            #expect(String(decoding: probe.expire(now: time), as: UTF8.self) == outside, "more than once")
        }
        #expect(probe.expire(now: 2_400_000_000).isEmpty && !probe.isAsking)
    }

    @Test func theOverrideWins() {
        for name in ["kitty", "placeholders", "sixel", "iterm2", "symbols", "symbols256", "none"] {
            #expect(mode(["TERM": "xterm", "KEEPERS_PICTURES": name], [.attributes([4])]).name == name)
        }
        #expect(mode(["TERM": "xterm", "KEEPERS_PICTURES": "nonsense"], [.attributes([4])]) == .sixel)
    }

    @Test(arguments: [
        (["TERM": "xterm-256color"], ColourDepth.indexed), (["TERM": "xterm-256color", "NO_COLOR": "1"], .none),
        (["TERM": "xterm-256color", "NO_COLOR": ""], .indexed), (["TERM": "xterm-kitty"], .direct), (["TERM": "vt100"], .none),
        (["TERM": "linux"], .sixteen), (["TERM": "xterm-16color"], .sixteen), (["TERM": "xterm-mono"], .none),
        (["TERM": "screen", "COLORTERM": "truecolor"], .direct),
        ([:], .none),
    ])
    func colours(_ environment: [String: String], _ depth: ColourDepth) {
        #expect(ColourDepth(environment: environment) == depth)
    }

    @Test func theCellsSizeComesFromTheBestSource() {
        var probe = Probe(environment: ["TERM": "xterm"])
        let size = Device.Size(rows: 50, columns: 100, pixelWidth: 900, pixelHeight: 950)
        let unknown = Device.Size(rows: 50, columns: 100, pixelWidth: 0, pixelHeight: 0)
        #expect(probe.findings.cell(unknown) == (10, 20, "a guess"))
        #expect(probe.findings.cell(size) == (9, 19, "the kernel's window size"))
        _ = probe.take(.windowPixels(width: 800, height: 800), now: 0)
        #expect(probe.findings.cell(unknown) == (8, 16, "the terminal's window size"))
        _ = probe.take(.cellPixels(width: 11, height: 23), now: 0)
        #expect(probe.findings.cell(size) == (11, 23, "the terminal's answer"))
        _ = probe.take(.cellPixels(width: 99_999_999, height: 0), now: 0)
        #expect(probe.findings.cell(unknown).width == 8, "nonsense is not believed")
    }

    @Test func patience() {
        var near = Probe(environment: ["TERM": "xterm"])
        _ = near.begin(now: 0)
        _ = near.expire(now: 999_999_999)
        #expect(near.isAsking)
        _ = near.expire(now: 1_000_000_000)
        #expect(!near.isAsking)
        var far = Probe(environment: ["TERM": "xterm", "SSH_CONNECTION": "a b c d"])
        _ = far.begin(now: 0)
        _ = far.expire(now: 2_900_000_000)
        #expect(far.isAsking)
    }
}
