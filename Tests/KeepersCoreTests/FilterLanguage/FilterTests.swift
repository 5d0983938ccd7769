import KeepersCore
import Testing

@Suite struct FilterTests {
    @Test(
        "finds what it says",
        arguments: [
            ("", Array(1...11)), ("   ", Array(1...11)), ("all", Array(1...11)), ("!all", []),
            ("picked", [1, 6]), ("verdict=pick & stars>=3", [1]), ("verdict=none", [4, 5, 7, 8, 9, 10, 11]),
            ("open", [4, 5, 7, 8, 9, 10, 11]), ("judged", [1, 2, 3, 6]), ("!picked & !rejected & judged", [3]),
            ("picked | rejected", [1, 2, 6]), ("picked or rejected", [1, 2, 6]), ("judged and not picked", [2, 3]),
            ("judged !picked", [2, 3]), ("judged (stars=4 | red)", [1, 2]), ("!(picked | rejected) judged", [3]),
            ("stars!=0", [1, 3]), ("stars<4 & starred", [3]), ("STARS = 1", [3]), ("stars=1..4", [1, 3]), ("stars≥4", [1]),
            ("red", [2]), ("label=none & judged", [1, 3, 6]), ("label!=red & judged", [1, 3, 6]), ("labelled", [2]),
            ("colour:red", [2]),
            ("iso>6400", [9, 10]), ("iso=800..1600", [1, 2]), ("iso=8000 iso>=iso8000", [10]), ("iso=?", [11]),
            ("!iso>800", [1]),
            ("f<=2.8 & f>1.8", [1]), ("f/2.8", [1]), ("f=2..4", [1]), ("f>2.8", []), ("f=?", [11]), ("aperture=2,8", [1]),
            ("shutter=1/500 !slower:1/100", [1, 3, 4, 5, 6, 7, 8, 9, 10, 11]), ("slower:1/60", [2]), ("shutter>1/100", [2]),
            ("faster:1/500 & jpeg", [6]), ("shutter=1/100..1/30", [2]), ("1/60", [2]),
            ("focal>=85mm & picked", [1]), ("24mm", [6]), ("focal=20..35", [6]),
            ("camera:R6", [6]), ("camera:z8 & judged", [1, 2, 3]), ("camera=\"canon eos r6\"", [6]), ("camera:canon !jpeg", []),
            ("camera!=\"NIKON Z 8\"", [6]), ("!camera:nikon", [6]), ("camera=?", [11]), ("lens:24-70", [6]), ("serial=42", [6]),
            ("name:IMG", [6]), ("name=dsc_0003", [3]), ("name=DSC_0001.jpg", [1]), ("\"img_\"", [6]), ("folder:101", [6]),
            ("kind=jpeg", [6]), ("raw & judged", [1, 2, 3]), ("kind:nef & name:11", [11]), ("pair", [1]), ("kind=cr3", []),
            ("portrait", [3]), ("landscape & judged", [1, 2, 6]), ("source=2", [6]), ("card:1 & jpeg", []),
            ("stack", [8, 9, 10]), ("burst", [8, 9, 10]), ("bracket", []), ("single & judged", [1, 2, 3, 6]),
            ("stack>=3", [8, 9, 10]),
            ("stack=1 & picked", [1, 6]), ("best", [9]), ("suggested", [9]), ("tie", []), ("place=1", [9]),
            ("problem", [5]), ("!problem & !measured", [4]), ("unmeasured", [4, 5]),
            ("mine", [1, 2, 3]), ("picked & mine", [1]), ("picked !mine", [6]), ("existing", [3, 6]), ("edited", [3]),
            ("protected", [3, 6]), ("taste>0", [1]), ("taste<=0", []),
            ("faces>=2", [1, 6]), ("faces=0", [3]), ("!faces>=1", [3]), ("faces=?", [4, 5, 7, 8, 9, 10, 11]),
            ("eyes=open", [1]), ("eyes=closed", [2]), ("eyes!=closed", [1, 3, 6]), ("eyes=excused", [6]), ("smile>=50", [1]),
            ("smile<50", [2, 6]), ("smile=?", [3, 4, 5, 7, 8, 9, 10, 11]),
            ("blur=soft", [2]), ("soft", [2]), ("blur=?", [4, 5]), ("sharp<50", [2]), ("unmeasured:sharp", [4, 5]),
            ("sharp=?", [4, 5]), ("sharp!=? & best", [9]), ("sharp>90 & score>0", [9]), ("noise<1 & picked", [1, 6]),
            ("brightness=45 & picked", [1, 6]), ("burnt>=2", []), ("duplicate", [8, 9, 10, 11]),
        ])
    func finds(text: String, expected: [Int]) throws {
        #expect(try FilterSample.found(text) == expected, "\(text)")
    }

    @Test("compares nothing with what was not measured, in either direction, and negated neither")
    func unmeasuredIsNeverZero() throws {
        for text in ["sharp>=0", "sharp<0.5", "!sharp>=0", "!(sharp<0.5)", "sharp=0", "!(sharp>=0 | sharp<50)", "sharp!=99"] {
            let found = try FilterSample.found(text)
            #expect(!found.contains(4) && !found.contains(5), "\(text)")
        }
        #expect(try FilterSample.found("sharp>=0 | name:0004").contains(4), "what is known for sure still shows it")
        #expect(try FilterSample.found("!(sharp>=0 & name:IMG)").contains(4), "what cannot be both is not")
    }

    @Test(
        "knows the evening past midnight",
        arguments: [
            ("time>22:00", [5, 6, 7]), ("time>=22:00", [4, 5, 6, 7]), ("time>10pm", [5, 6, 7]), ("time<15:00", [1]),
            ("time<01:00", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), ("time=22:30", [5]), ("time=22h", [4, 5]),
            ("time=22:00..23:30", [4, 5, 6]),
            ("time=23:00..01:00", [6, 7]), ("time=12:00..14:00", [1]), ("time<03:00 & time>00:00", [7]), ("time=?", [11]),
            ("date=2026-06-13", [1, 2, 3, 4, 5, 6, 8, 9, 10]), ("date>2026-06-13", [7]), ("date=2026-06", Array(1...10)),
            ("date<2026", []), ("date=2026-06-14..2026-06-20", [7]), ("date=?", [11]),
        ])
    func clock(text: String, expected: [Int]) throws {
        #expect(try FilterSample.found(text) == expected, "\(text)")
    }

    @Test("keeps everybody's midnight where no picture was taken across it")
    func plainDays() throws {
        let frames = [9, 12, 20].map { hour in
            Make.frame(Int64(hour), at: CaptureTime(year: 2026, month: 6, day: 13, hour: hour, minute: 0, second: 0))
        }
        let model = SessionModel(frames: frames)
        func found(_ text: String) throws -> [Int64] { FilterMatcher(try Filter.parse(text), model).frames.map(\.rawValue) }
        #expect(try found("time>08:00") == [9, 12, 20] && found("time<08:00").isEmpty)
        #expect(try found("time<00:00") == [9, 12, 20] && found("time<=00:00") == [9, 12, 20], "before midnight is the evening")
        #expect(try found("time=19:00..00:00") == [20] && found("time>00:00") == [9, 12, 20] && found("time=00:00").isEmpty)
        #expect(try found("time<23:00") == [9, 12, 20] && found("time>19:00") == [20] && found("time>23:00").isEmpty)
    }

    @Test(
        "says where it does not read, and what would",
        arguments: [
            ("stars>=9", 8, "stars are 0 to 5"), ("picked & ", 10, "missing after '&'"), ("picked & wobble", 10, "not known"),
            ("verdict=perhaps", 9, "a verdict is pick, reject, maybe or none"), ("label>red", 7, "compared with ="),
            ("colour=pink", 8, "a label is red"), ("& picked", 1, "missing before '&'"), ("stras>3", 1, "do you mean stars?"),
            ("picked & portriat", 10, "do you mean portrait?"), ("(picked", 1, "not closed"), ("picked)", 7, "closes nothing"),
            ("camera:\"R6", 8, "quote is not closed"), ("iso=3200..800", 5, "runs backwards"),
            ("iso>800..900", 5, "a range goes with ="),
            ("sharp", 1, "needs a comparison: sharp>=60"), ("picked>3", 1, "stands alone"), ("stars=?", 7, "always known"),
            ("sharp>?", 7, "'?' (not measured) goes with ="), ("eyes=clsed", 6, "do you mean closed?"),
            ("eyes=", 6, "a value is missing"),
            ("time>25:00", 6, "a time is 22:00"), ("date=2026-02-30", 6, "a date is"), ("iso=1e3", 5, "whole number"),
            ("stars=2.5", 7, "stars are 0 to 5"), ("camera>R6", 8, "compared with :"), (">3", 1, "a field is missing"),
            ("()", 2, "missing before ')'"), ("!", 2, "missing after '!'"), ("colour>=50", 9, "compared with ="),
            ("picked 8885", 8, "a number needs a field"), ("shutter=1/0", 9, "a shutter time"),
            ("sharp>101", 7, "sharp is 0 to 100"),
            ("faster>1/500", 8, "faster takes ':'"), ("unmeasured:stars", 12, "names a measure"), ("\"\"", 1, "nothing between"),
        ])
    func saysWhere(text: String, column: Int, words: String) {
        let problem = #expect(throws: Filter.Problem.self) { _ = try Filter.parse(text) }
        #expect(problem?.column == column, "\(text): \(problem?.message ?? "")")
        #expect(problem?.message.contains(words) == true, "\(text): \(problem?.message ?? "")")
    }

    @Test("holds out against depth and length")
    func bounds() throws {
        #expect(throws: Filter.Problem.self) { _ = try Filter.parse(String(repeating: "(", count: 1000)) }
        #expect(throws: Filter.Problem.self) { _ = try Filter.parse(String(repeating: "a", count: 3000)) }
        #expect(try Filter.parse(String(repeating: "!", count: 1001) + "picked").canonical == "!picked")
        #expect(
            try Filter.parse(String(repeating: "(", count: 40) + "picked" + String(repeating: ")", count: 40)).canonical
                == "picked")
    }

    @Test("knows which fields would tell in blind mode")
    func telling() throws {
        #expect(try Filter.parse("stars>=3 & camera:R6 & stack & time>22:00 & problem").tellingFields.isEmpty)
        #expect(try Filter.parse("picked & (score>80 | best) & eyes=closed").tellingFields == ["score", "best", "eyes"])
    }
}
