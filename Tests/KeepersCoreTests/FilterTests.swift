import KeepersCore
import Testing

@Suite struct FilterTests {
    private func matches(_ text: String, _ mark: Mark = Mark(), problem: String? = nil, stacked: Bool = false) throws -> Bool {
        try Filter.parse(text).matches(Make.frame(1), mark: mark, isStacked: stacked, problem: problem)
    }

    @Test func readsTheWordsOfTheField() throws {
        #expect(try matches("picked", Mark(verdict: .pick)))
        #expect(try matches("verdict=pick & stars>=3", Mark(verdict: .pick, stars: 3)))
        #expect(try !matches("verdict=pick & stars>=3", Mark(verdict: .pick, stars: 2)))
        #expect(try matches("!picked & !rejected"))
        #expect(try matches("open") && !matches("open", Mark(verdict: .maybe)))
        #expect(try matches("label=none") && matches("red", Mark(label: .red)) && !matches("label=red", Mark(label: .blue)))
        #expect(try matches("problem", problem: "cut short") && !matches("problem"))
        #expect(try matches("stack", stacked: true) && !matches("stack"))
        #expect(
            try matches("stars!=0", Mark(stars: 1)) && matches("stars<2", Mark(stars: 1)) && matches("STARS = 1", Mark(stars: 1)))
        #expect(try matches("") && matches("   "))
    }

    @Test(arguments: [
        ("stars>=9", 1), ("picked & ", 10), ("picked & wobble", 10), ("verdict=perhaps", 1), ("label>red", 1), ("colour=pink", 1),
        ("& picked", 1),
    ])
    func saysWhereItDoesNotRead(text: String, column: Int) {
        let problem = #expect(throws: Filter.Problem.self) { _ = try Filter.parse(text) }
        #expect(problem?.column == column)
        #expect(problem?.message.isEmpty == false)
    }
}
