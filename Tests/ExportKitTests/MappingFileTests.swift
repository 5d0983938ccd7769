import KeepersCore
import Testing

/// A mapping as a text file.
@Suite struct MappingFileTests {
    @Test(arguments: Variant.profiles.map(\.rules)) func everyProfileReadsBackAsItIsPrinted(rules: MappingRules) {
        var expected = rules
        expected.reader = "Lightroom"
        let (read, problems) = MappingRules.read(rules.text)
        #expect(problems.isEmpty && read == expected, "\(rules.text)\n\(problems)")
    }

    @Test func aPersonsFileMeansWhatItSays() {
        let (rules, problems) = MappingRules.read(
            """
            # for the agency
            pick    rating 5 label green   # theirs
            reject  flag
            \tcolours\tLabel\r
            word red To print # 2
            word yellow Web
            word green Yes
            word blue Later
            word purple Other
            file IMG.CR3.xmp
            """)
        #expect(problems.isEmpty)
        #expect(
            rules
                == MappingRules(
                    pick: VerdictRule(rating: 5, label: .green), reject: VerdictRule(flag: true), colours: [.label],
                    words: LabelWords(name: "own", words: ["To print # 2", "Web", "Yes", "Later", "Other"]), naming: .appended))
        #expect(rules?.words(for: .pick) == "green + ★★★★★ where you set none")
    }

    @Test(arguments: [
        ("pick flag\nreject flg", "line 2: 'flg': a reject writes flag, rating N, label COLOUR, or nothing alone"),
        ("pick rating 6", "line 1: 'rating 6': a rating is 1 to 5, or -1 (Bridge's reject)"),
        ("pick rating", "line 1: 'rating ': a rating is 1 to 5"), ("pick rating 03", "line 1: 'rating 03'"),
        ("pick rating -1", "line 1: 'rating -1' is a reject; a pick cannot write it"),
        ("maybe flag", "line 1: 'flag': there is no flag for a maybe"),
        ("pick label pink", "line 1: 'label pink': a label is red, yellow, green, blue, purple"),
        ("pick", "line 1: pick writes what?"), ("\n\nkeep flag", "line 3: 'keep' is no setting"),
        ("stars maybe", "line 1: stars is one of no, yes, not 'maybe'"),
        ("file x.xmp", "line 1: file is one of IMG.CR3.xmp, IMG.xmp"),
        ("colours Label colour", "line 1: 'colour': colours are written as"),
        ("words dee", "line 1: words is one of bridge, chosen, de"),
        ("word red", "line 1: 'word red' needs the label's text"), ("word pink x", "line 1: 'word pink'"),
        ("word red \u{1B}[31m", "line 1: 'word red' needs"), ("word red A", "line 1: 'word yellow' is missing"),
        ("pick flag\npick flag", "line 2: 'pick' stands on line 1 already"),
        (
            "words de\nword red A\nword yellow B\nword green C\nword blue D\nword purple E",
            "line 1: 'words' and 'word' cannot both be"
        ),
        ("word red A\nword yellow a\nword green C\nword blue D\nword purple E", "line 5: two colours have the same word"),
        ("\u{1B}]0;x", "line 1: '?]0;x' is no setting"),
    ]) func whatIsWrongIsNamedWithItsLineAndWord(text: String, words: String) {
        let (rules, problems) = MappingRules.read(text)
        #expect(rules == nil && problems.first?.words.hasPrefix(words) == true, "\(problems.map(\.words))")
    }

    @Test func anythingElseIsRefusedWithoutHarm() {
        var dice = Dice(seed: 3)
        let words = [
            "pick", "reject", "maybe", "flag", "rating", "-1", "3", "label", "red", "word", "words", "#", "\n", "\r\n", "\0", "ж",
        ]
        for _ in 0..<300 {
            let text = (0..<dice.next(60)).map { _ in dice.pick(words) }.joined(separator: " ")
            let (rules, problems) = MappingRules.read(text)
            #expect((rules == nil) == !problems.isEmpty)
        }
        #expect(MappingRules.read(String(repeating: "\n", count: 100_000)).problems.count == 1)
    }
}
