import KeepersCore
import Testing

@Suite struct TextTests {
    @Test func numbersReadAsPeopleWriteThem() {
        #expect(grouped(3120) == "3 120" && grouped(1_234_567) == "1 234 567" && grouped(7) == "7")
        #expect(fixed(93.96, 1) == "94.0" && fixed(-0.04, 1) == "0.0" && fixed(2, 0) == "2" && fixed(.nan, 1) == "?")
        #expect(padded(7, 2) == "07" && counted(1, "frame") == "1 frame" && counted(0, "frame") == "0 frames")
    }

    @Test func cutsByColumnsNotBytes() {
        #expect(columns(of: "日本★é") == 6)
        #expect(truncated("日本語", 5) == "日本…")
        #expect(truncatedHead("_MG_0123", 5) == "…0123")
        #expect(truncated("abc", 0).isEmpty)
    }

    @Test func aPathIsItsFolderAndItsName() {
        var frame = Make.frame(1, at: nil)
        for (path, folder, name, stem) in [
            ("A.NEF", "", "A.NEF", "A"), ("DCIM/100/DSC_1.b.NEF", "DCIM/100", "DSC_1.b.NEF", "DSC_1.b"),
            // A slash is one for the kernel, also under an accent.
            ("été/\u{301}x.JPG", "été", "\u{301}x.JPG", "\u{301}x"), ("", "", "", ""),
        ] {
            frame.path = path
            #expect(frame.folder == folder && frame.fileName == name && frame.stem == stem, "\(path)")
        }
    }

    @Test func foreignTextCannotSteerTheTerminal() {
        #expect(printable("a\u{1B}[2Jb\u{9B}c\u{202E}d\n") == "a?[2Jb?c?d?")
    }

    @Test func oklchIsTheAmberOfTheDarkroom() {
        #expect(abs(Int(Colour("oklch(0.78 0.16 75)")?.red ?? 0) - 0xF2) <= 2)
        #expect(Colour("oklch(0 0 0)") == .black && Colour("#c25e55") == Colour(hex: 0xC25E55))
        #expect(Colour("oklch(2 0 0)") == nil && Colour("#12345") == nil && Colour("red") == nil)
    }

    @Test func keysHaveNamesBothWays() {
        for name in ["p", "P", "Ctrl-Z", "Shift-Tab", "Space", "Enter", "{", "Keypad5", "Alt-x", "Esc", "."] {
            #expect(Key(named: name)?.name == name)
        }
        #expect(Key(named: "Nope") == nil && Key(named: "") == nil)
    }

    @Test func previewsAreChosenForTheirPurpose() {
        func preview(_ side: Int, intact: Bool = true) -> Preview {
            Preview(width: side, height: side * 2 / 3, source: "", offset: UInt64(side), length: 1, intact: intact)
        }
        let header = FrameHeader(
            kind: .nef, previews: [preview(160), preview(570), preview(1620), preview(8256), preview(9000, intact: false)])
        #expect(header.gridPreview?.width == 570 && header.scoringPreview?.width == 1620 && header.loupePreview?.width == 8256)
        let small = FrameHeader(kind: .nef, previews: [preview(160)])
        #expect(small.gridPreview?.width == 160 && small.scoringPreview?.width == 160 && small.loupePreview?.width == 160)
        #expect(FrameHeader(kind: .nef).loupePreview == nil)
    }
}
