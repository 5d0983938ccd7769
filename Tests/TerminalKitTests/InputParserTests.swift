import KeepersCore
import Testing

@testable import TerminalKit

@Suite struct InputParserTests {
    private func names(_ text: String, flush: Bool = true) -> [String] {
        var parser = InputParser()
        parser.feed(Array(text.utf8))
        if flush { parser.flush() }
        return parser.drain().map { parsed in
            switch parsed {
            case .event(.key(let key)): key.name
            case .event(let event): "\(event)"
            case .reply(let reply): "\(reply)"
            }
        }
    }

    @Test(arguments: [
        ("a", "a"), ("Q", "Q"), ("é", "é"), ("日", "日"), ("\r", "Enter"), ("\n", "Enter"), ("\t", "Tab"), ("\u{7F}", "Backspace"),
        ("\u{08}", "Backspace"), ("\u{1A}", "Ctrl-Z"), ("\u{12}", "Ctrl-R"), ("\0", "Ctrl-Space"), (" ", "Space"),
        ("\u{1B}", "Esc"),
        ("\u{1B}a", "Alt-a"), ("\u{1B}é", "Alt-é"), ("\u{1B}[", "Alt-["), ("\u{1B}O", "Alt-O"), ("\u{1B}P", "Alt-P"),
        ("\u{1B}[A", "Up"), ("\u{1B}OB", "Down"), ("\u{1B}[1;2C", "Shift-Right"), ("\u{1B}[1;5D", "Ctrl-Left"),
        ("\u{1B}[1;7A", "Ctrl-Alt-Up"), ("\u{1B}[Z", "Shift-Tab"), ("\u{1B}[H", "Home"), ("\u{1B}[4~", "End"),
        ("\u{1B}[3~", "Delete"),
        ("\u{1B}[5;5~", "Ctrl-PageUp"), ("\u{1B}[15~", "F5"), ("\u{1B}[24~", "F12"), ("\u{1B}[[C", "F3"),
        ("\u{1B}[1;2R", "Shift-F3"),
        ("\u{1B}Oq", "Keypad1"), ("\u{1B}OM", "Enter"), ("\u{1B}Ok", "+"), ("\u{1B}[27u", "Esc"), ("\u{1B}[97;5u", "Ctrl-A"),
        ("\u{1B}[97;2u", "A"), ("\u{1B}[97:65;2u", "A"), ("\u{1B}[57402u", "Keypad3"), ("\u{1B}[57414u", "Enter"),
        ("\u{1B}[9;2u", "Shift-Tab"), ("\u{1B}[38:49;2;49u", "1"), ("\u{1B}[27;5;122~", "Ctrl-Z"), ("\u{1B}[1;1:1A", "Up"),
    ])
    func keys(_ bytes: String, _ name: String) {
        #expect(names(bytes) == [name])
    }

    @Test(arguments: ["\u{1B}[1;1:3A", "\u{1B}[57441u", "\u{1B}[97;1:3u", "\u{C0}\u{1B}[99999999999999999999u"])
    func notKeys(_ bytes: String) {
        #expect(names(bytes).filter { $0 != "À" }.isEmpty)
    }

    @Test func answers() {
        var parser = InputParser()
        parser.awaitsCursorReport = true
        let text =
            "\u{1B}[?62;4;22c\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[?2026;2$y\u{1B}[6;19;9t\u{1B}[4;950;1350t"
            + "\u{1B}]11;rgb:0c0c/0000/ffff\u{1B}\\\u{1B}]11;rgb:f/0/8\u{07}\u{1B}_Gi=31,p=2;ENOENT:gone\u{1B}\\\u{1B}[0n\u{1B}[4;31R\u{1B}[?1u"
        parser.feed(Array(text.utf8))
        #expect(
            parser.drain() == [
                .reply(.attributes([62, 4, 22])), .reply(.version("XTerm(379)")), .reply(.mode(2026, value: 2)),
                .reply(.cellPixels(width: 9, height: 19)), .reply(.windowPixels(width: 1350, height: 950)),
                .reply(.background(Colour(12, 0, 255))), .reply(.background(Colour(255, 0, 136))),
                .reply(.kitty(id: 31, placement: 2, message: "ENOENT:gone")), .reply(.ready),
                .reply(.cursor(row: 4, column: 31)), .reply(.keyboard(flags: 1)),
            ])
    }

    @Test func mouseFocusAndPaste() {
        #expect(
            names("\u{1B}[<0;5;7M\u{1B}[<0;5;7m\u{1B}[<32;6;7M\u{1B}[<64;1;1M\u{1B}[<65;1;1M\u{1B}[<2;1;1M\u{1B}[<35;1;1M")
                == [
                    "\(InputEvent.mouse(Mouse(.press, x: 4, y: 6)))", "\(InputEvent.mouse(Mouse(.release, x: 4, y: 6)))",
                    "\(InputEvent.mouse(Mouse(.drag, x: 5, y: 6)))", "\(InputEvent.mouse(Mouse(.wheelUp, x: 0, y: 0)))",
                    "\(InputEvent.mouse(Mouse(.wheelDown, x: 0, y: 0)))",
                ])
        #expect(names("\u{1B}[M %'") == ["\(InputEvent.mouse(Mouse(.press, x: 4, y: 6)))"])
        #expect(names("\u{1B}[I\u{1B}[O") == ["focus(true)", "focus(false)"])
        #expect(names("\u{1B}[200~pxm\u{1B}[A\nq\r\n\u{1B}[201~z") == ["\(InputEvent.paste("pxm?[A q"))", "z"])
    }

    @Test func aPasteWithoutEndIsGivenUpAsAPaste() {
        var parser = InputParser()
        parser.feed(Array("\u{1B}[200~abc".utf8))
        #expect(parser.patience == .paste)
        parser.flush()
        #expect(parser.drain() == [.event(.paste("abc"))])
        parser.feed(Array("p".utf8))
        #expect(parser.drain() == [.event(.key(Key("p")))], "keys are keys again")
    }

    /// A line that stalls within a paste makes no keys of the rest of it.
    @Test func aPasteThatWasOnlyLateStaysAPaste() {
        var parser = InputParser()
        parser.feed(Array("\u{1B}[200~pick x".utf8))
        parser.flush()
        parser.feed(Array("xx5 KE\u{1B}[201~u".utf8))
        #expect(parser.drain() == [.event(.paste("pick x")), .event(.paste("xx5 KE")), .event(.key(Key("u")))])
        parser.feed(Array("\u{1B}[200~ab\u{1B}[2".utf8))
        parser.flush()
        parser.feed(Array("01~x".utf8))
        #expect(parser.drain() == [.event(.paste("ab")), .event(.paste("")), .event(.key(Key("x")))], "an end torn apart")
        parser.feed(Array("\u{1B}[200~ab".utf8))
        parser.flush()
        parser.feed(Array("a whole page of text".utf8))
        parser.feed(Array(" that goes on\u{1B}[201~".utf8))
        #expect(parser.drain() == [.event(.paste("ab")), .event(.paste("a whole page of text that goes on"))])
        parser.feed(Array("\u{1B}[200~ab".utf8))
        parser.flush()
        parser.feed(Array("x\u{1B}[200~c\u{1B}[201~".utf8))
        #expect(parser.drain() == [.event(.paste("ab")), .event(.key(Key("x"))), .event(.paste("c"))])
    }

    /// What kitty's keyboard protocol says, flag 1 (disambiguate), and what more it may say.
    @Test func kittysKeyboardProtocol() {
        #expect(
            names(
                "\u{1B}[27u\u{1B}[105;5u\u{1B}[9;2u\u{1B}[13u\u{1B}[57399u\u{1B}[57408u\u{1B}[57414u\u{1B}[57413u"
                    + "\u{1B}[97;3u\u{1B}[97:65;2u\u{1B}[97:65;2;65u\u{1B}[1;5:1A\u{1B}[1;5:3A\u{1B}[112;1:3u\u{1B}[57358u"
                    + "\u{1B}[122;69u\u{1B}[13;2u\u{1B}[57443;9u\u{1B}[57419u\u{1B}[233;;233u\u{1B}[57376u")
                == [
                    "Esc", "Ctrl-I", "Shift-Tab", "Enter", "Keypad0", "Keypad9", "Enter", "+", "Alt-a", "A", "A", "Ctrl-Up",
                    "Ctrl-Z", "Shift-Enter", "Up", "é", "F13",
                ])
    }

    /// A sequence means the same wherever it is torn apart.
    @Test func tornApartAnywhere() {
        let text =
            "a\u{1B}[1;5Aé日\u{1B}[<0;5;7M\u{1B}P>|kitty(0.26.5)\u{1B}\\\u{1B}_Gi=3;OK\u{1B}\\\u{1B}]11;rgb:ff/00/00\u{07}"
            + "\u{1B}[200~x\u{1B}y\u{1B}[201~\u{1B}[0n\u{1B}OA\u{1B}[97;5uz"
        let bytes = Array(text.utf8)
        var whole = InputParser()
        whole.feed(bytes)
        let expected = whole.drain()
        #expect(expected.count == 13)
        for cut in 1..<bytes.count {
            var parser = InputParser()
            parser.feed(bytes[..<cut])
            var got = parser.drain()
            parser.feed(bytes[cut...])
            got += parser.drain()
            #expect(got == expected, "torn at \(cut)")
        }
    }

    /// Noise neither crashes the parser nor makes it grow, and afterwards it still understands a key.
    @Test func noise() {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        func random() -> UInt8 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return UInt8(truncatingIfNeeded: state >> 32)
        }
        let alphabet = Array("\u{1B}\u{1B}[]OP_<?;:0192~uMmRc$y\u{7F}\u{07}\\Gé".utf8)
        for round in 0..<300 {
            var parser = InputParser()
            for _ in 0..<200 { parser.feed([round % 2 == 0 ? random() : alphabet[Int(random()) % alphabet.count]]) }
            parser.flush()
            parser.feed([0x1B, UInt8(ascii: "\\"), UInt8(ascii: "k")])
            #expect(parser.drain().last == .event(.key(Key("k"))))
        }
    }

    @Test func endlessStringsStayBounded() {
        var parser = InputParser()
        parser.feed(Array("\u{1B}P>|".utf8))
        for _ in 0..<20 { parser.feed(Array(repeating: UInt8(ascii: "x"), count: 1000)) }
        parser.feed(Array("\u{1B}\\k\u{1B}[".utf8))
        for _ in 0..<20 { parser.feed(Array(repeating: UInt8(ascii: "1"), count: 1000)) }
        parser.feed(Array("Ak\u{1B}[200~".utf8))
        for _ in 0..<100 { parser.feed(Array(repeating: UInt8(ascii: "y"), count: 1000)) }
        parser.feed(Array("\u{1B}[201~k".utf8))
        let parsed = parser.drain()
        #expect(parsed.filter { $0 == .event(.key(Key("k"))) }.count == 3)
        guard case .event(.paste(let text))? = parsed.first(where: { if case .event(.paste) = $0 { true } else { false } }) else {
            Issue.record("the paste is lost")
            return
        }
        #expect((InputParser.pasteLimit...InputParser.pasteLimit + 8).contains(text.utf8.count))
    }
}
