import KeepersCore
import Testing

@Suite struct FilterCompletionTests {
    private func complete(_ text: String, cursor: Int? = nil) -> (String, [String])? {
        let cursor = cursor ?? text.count
        guard let found = FilterCompletion(text, cursor: cursor, hints: FilterHints(FilterSample.model, saved: ["evening"]))
        else {
            return nil
        }
        return (String(Array(text)[found.range]), found.candidates)
    }

    @Test func offersFieldsAndWords() {
        #expect(complete("sta")?.1 == ["stack", "starred", "stars"])
        #expect(complete("picked & cam")! == ("cam", ["camera"]))
        #expect(complete("!(eve")! == ("eve", ["evening"]))
        #expect(complete("")?.1.contains("stars") == true)
        #expect(complete("stras")?.1 == ["stars"])
        #expect(complete("picked & st & open", cursor: 11)! == ("st", ["stack", "starred", "stars", "steady"]))
        #expect(complete("qqqq") == nil)
    }

    @Test func offersWhatOccursOnThisCard() {
        #expect(complete("camera:")?.1 == ["\"Canon EOS R6\"", "\"NIKON Z 8\""])
        #expect(complete("picked camera: r6")! == ("r6", ["\"Canon EOS R6\""]))
        #expect(complete("camera=\"nik")! == ("\"nik", ["\"NIKON Z 8\""]))
        #expect(complete("eyes=")?.1 == ["open", "closed", "unsure", "excused"])
        #expect(complete("label!=")?.1.first == "red")
        #expect(complete("date=")?.1 == ["2026-06-13", "2026-06-14"])
        #expect(complete("kind=n")?.1.first == "nef")
        #expect(complete("iso>") == nil)
    }

    @Test func everyCandidateReads() throws {
        let hints = FilterHints(FilterSample.model)
        for field in FilterField.allCases {
            for mark in [":", "=", "!="] {
                for value in FilterCompletion(
                    "\(field.rawValue)\(mark)", cursor: field.rawValue.count + mark.count, hints: hints)?.candidates ?? []
                {
                    #expect(throws: Never.self, "\(field.rawValue)\(mark)\(value)") {
                        _ = try Filter.parse("\(field.rawValue)\(mark)\(value)")
                    }
                }
            }
        }
    }
}
