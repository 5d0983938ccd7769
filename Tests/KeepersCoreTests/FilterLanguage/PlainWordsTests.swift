import KeepersCore
import Testing

@Suite struct PlainWordsTests {
    private let hints = FilterHints(FilterSample.model)

    @Test(
        "that mean one thing are read as it",
        arguments: [
            ("sharp picks after 10 pm", "sharp>=55 & picked & time>22:00"), ("yeux fermés", "eyes=closed"),
            ("les photos nettes", "sharp>=55"), ("YEUX FERMÉS après minuit", "eyes=closed & time>00:00"),
            ("smiling people", "smile>=50 & faces>=1"), ("at least 3 stars", "stars>=3"), ("plus de 2 étoiles", "stars>2"),
            ("trois visages", "faces=3"), ("3+ stars", "stars>=3"), ("iso over 3200", "iso>3200"), ("over iso 3200", "iso>3200"),
            ("moins de 800 iso", "iso<800"), ("not picked", "!picked"), ("nettes sans visage", "sharp>=55 & faces=0"),
            ("pas nettes", "!sharp>=55"), ("picked or starred", "picked | stars>=1"), ("entre 22h et 23h30", "time=22:00..23:30"),
            ("between 10 pm and midnight", "time=22:00..00:00"), ("à partir de 22h", "time>=22:00"),
            ("before 15:30", "time<15:30"),
            ("photos from the R6", "camera=\"Canon EOS R6\""), ("avec le z8", "camera=\"NIKON Z 8\""), ("85 mm", "focal=85"),
            ("best of each stack", "best"), ("doublons", "duplicate"), ("raws with closed eyes", "kind=raw & eyes=closed"),
            ("photos prises après 22 heures", "time>22:00"), ("open eyes", "eyes=open"), ("all the open ones", nil),
            ("peut-être", "maybe"),
        ] as [(String, String?)])
    func unambiguous(text: String, expected: String?) throws {
        let words = PlainWords(text, hints: hints)
        guard let expected else {
            #expect(!words.isUnderstood)
            return
        }
        #expect(words.isUnderstood && words.readings == [expected], "\(text): \(words.readings) \(words.unknown)")
        _ = try Filter.parse(expected)
    }

    @Test("that nobody taught are named, not guessed, and the rest is offered")
    func unknown() {
        let words = PlainWords("photos nettes de la mariée", hints: hints)
        #expect(!words.isUnderstood && words.readings == ["sharp>=55"])
        #expect(words.unknown.count == 1 && words.unknown.first?.words == "mariée" && words.unknown.first?.column == 21)
        let nothing = PlainWords("the quick brown fox", hints: hints)
        #expect(nothing.readings.isEmpty && nothing.chips.isEmpty && nothing.unknown.map(\.words) == ["quick", "brown", "fox"])
    }

    @Test("that can mean two things are asked about")
    func ambiguous() {
        #expect(PlainWords("after 10", hints: hints).readings == ["time>22:00", "time>10:00"])
        #expect(
            PlainWords("portraits nets", hints: hints).readings == ["orientation=portrait & sharp>=55", "faces=1 & sharp>=55"])
        #expect(PlainWords("floues", hints: hints).readings.count == 3)
        #expect(PlainWords("after 22", hints: hints).readings == ["time>22:00"])
    }

    @Test("in the table all read as filters, written as they would be typed")
    func table() throws {
        for (phrase, conditions) in PlainWords.vocabulary {
            #expect(!conditions.isEmpty && phrase == phrase.lowercased(), "\(phrase)")
            for condition in conditions { #expect(throws: Never.self, "\(phrase)") { _ = try Filter.parse(condition) } }
            let words = PlainWords(phrase)
            #expect(words.isUnderstood, "'\(phrase)' of the table is not read: \(words.unknown)")
        }
    }
}
