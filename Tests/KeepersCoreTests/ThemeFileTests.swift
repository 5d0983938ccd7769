import KeepersCore
import Testing

@Suite struct ThemeFileTests {
    static let colours = """
        "background": "#000000", "panel": "#101010", "hairline": "#303030", "faint": "#8a8a8a", "caption": "#949494",
        "text": "#bebebe", "number": "#ffffff", "accent": "#f2a618", "reject": "#d0605a", "red": "#d0605a",
        "yellow": "#d9c04a", "green": "#6fae6a", "blue": "#6f9fd8", "purple": "#a987c9"
        """

    private func file(_ colours: String, _ rest: String = "") -> String {
        "{ \"name\": \"x\", \"colours\": {\n\(colours)\n}\(rest) }"
    }

    @Test func rolesThatMayBeLeftOutFollowOthers() throws {
        let theme = try Theme(json: file(Self.colours))
        #expect(theme[.pick] == theme.accent && theme[.maybe] == theme.text)
        #expect(theme[.face] == theme.accent && theme[.faceFocus] == theme.number)
        #expect(theme.attributes(.pick) == .bold && theme.attributes(.caption) == [])
        let own = try Theme(
            json: file(
                Self.colours + ", \"pick\": \"#00ff00\"", ", \"attributes\": {\"pick\": \"bold reverse\", \"number\": \"\"}"))
        #expect(own[.pick] == Colour(0, 255, 0) && own.attributes(.pick) == [.bold, .reverse] && own.attributes(.number) == [])
    }

    @Test func everyFaultIsNamedWithItsPlace() {
        let text = """
            {
              "name": "mine",
              "colour": 1,
              "colours": {
                "background": "#000000", "panel": "#101010", "hairline": "#303030", "faint": "#8a8a8a",
                "caption": "blue-ish", "text": "#bebebe",
                "é": "#bebebe", "acent": "#f2a618", "number": 7,
                "reject": "oklch(0.6 x 0.1 30)", "red": "#d0605a", "yellow": "#d9c04a", "green": "#6fae6a",
                "blue": "#6f9fd8", "blue": "#6f9fd9", "purple": "#a987c9"
              },
              "attributes": { "pick": "bold blink" }
            }
            """
        let reading = Theme.read(text)
        #expect(reading.theme == nil)
        let found = reading.problems.map { "\($0.line):\($0.column) \($0.message.prefix(34))" }
        #expect(
            found == [
                "3:13 nothing here is called 'colour'; t", "4:14 the colour 'accent' is missing",
                "6:16 'caption' is 'blue-ish'; write \"#r", "7:10 no role is called 'é'; there are b",
                "7:30 no role is called 'acent'; there a", "7:51 'number' is '7'; write \"#rrggbb\" o",
                "8:15 'reject' is 'oklch(0.6 x 0.1 30)';", "9:32 'blue' stands here twice",
                "11:27 'pick': write bold, underline, rev",
            ], "\(reading.problems.map(\.sentence))")
    }

    @Test func whatIsNoJSONIsNamedWhereItBreaks() {
        let reading = Theme.read("{ \"name\": \"x\",\n  \"colours\": { \"text\": #fff } }")
        #expect(reading.problems == [Theme.Problem(line: 2, column: 24, message: "a value expected")])
        for text in ["", "{", "[]", "{}", "null", "{\"colours\": []}", "\u{0}", String(repeating: "[", count: 5000)] {
            #expect(Theme.read(text).theme == nil && !Theme.read(text).problems.isEmpty, "\(text.prefix(20))")
        }
    }

    @Test func oklchIsReadAsInCSS() {
        #expect(Colour("oklch(0.78 0.16 75)") == Colour("oklch(78% 0.16 75deg)"))
        #expect(Colour("oklch(1 0 0)") == Colour(255, 255, 255))
        #expect(Colour("oklch(0.5 0.1 -90)") == Colour("oklch(0.5 0.1 270)"))
        for wrong in [
            "oklch(0.5 x 0.1 30)", "oklch(0.5 0.1)", "oklch(1.1 0 0)", "oklch(0.5 0.1 nan)", "oklch(0.5 0.1 inf)", "#12345",
            "#+12345",
            "#1234567", "red", "", "oklch()", "oklch(50 0 0)",
        ] { #expect(Colour(wrong) == nil, "\(wrong)") }
    }

    @Test func lightnessIsOklchs() {
        for lightness in [0.1, 0.3, 0.5, 0.62, 0.78, 0.9] {
            #expect(abs(Colour.oklch(lightness, 0.05, 75).lightness - lightness) < 0.01)
        }
        #expect(Colour(255, 255, 255).lightness > 0.999 && Colour.black.lightness < 0.001)
    }

    @Test func fixedColoursAreXterms() {
        #expect(Colour(indexed: 16) == .black && Colour(indexed: 231) == Colour(255, 255, 255))
        #expect(Colour(indexed: 214) == Colour(255, 175, 0) && Colour(indexed: 232) == Colour(8, 8, 8))
        #expect(Colour(indexed: 255) == Colour(238, 238, 238))
        // The corner black has two numbers; every other fixed colour is the nearest to itself.
        for number in 16...255 { #expect(Colour(indexed: number).quantised == Colour(indexed: number)) }
    }

    @Test func greyIsGreyToEverybodyAndRedIsDarkToProtanopes() {
        for vision in ColourVision.allCases {
            let grey = Colour(128, 128, 128).seen(with: vision)
            #expect(abs(Int(grey.red) - 128) <= 1 && abs(Int(grey.green) - 128) <= 1 && abs(Int(grey.blue) - 128) <= 1)
        }
        let red = Colour(255, 0, 0)
        #expect(red.seen(with: .protanopia).lightness < red.lightness - 0.1)
        let (a, b) = (Colour(200, 90, 60).seen(with: .deuteranopia), Colour(110, 130, 60).seen(with: .deuteranopia))
        #expect(abs(Int(a.red) - Int(b.red)) < 40 && abs(Int(a.green) - Int(b.green)) < 40, "red and green meet")
    }

    @Test func theCheckFailsWhatCannotBeRead() throws {
        let theme = try Theme(json: file(Self.colours.replacing("#949494", with: "#555555")))
        let check = ThemeCheck(theme)
        #expect(!check.passes && check.lines.filter { !$0.passes }.map(\.role) == [.caption])
        #expect(check.text(name: "x").contains { $0.contains("caption") && $0.contains("FAILS") })
        #expect(check.text(name: "x").last == "x: cannot be read well: caption")
        #expect(try ThemeCheck(Theme(json: file(Self.colours))).passes)
    }

    /// Good in 24 bits, too dark as the nearest of 256.
    @Test func theCheckSeesWhatFewerColoursDo() throws {
        let check = ThemeCheck(
            try Theme(json: file(Self.colours.replacing("\"reject\": \"#d0605a\"", with: "\"reject\": \"#c25e55\""))))
        let line = try #require(check.lines.first { $0.role == .reject })
        #expect(line.ratio! >= 4.5 && line.ratio256! < 4.5 && !line.passes)
    }
}

extension String {
    fileprivate func replacing(_ old: String, with new: String) -> String {
        var out = ""
        var rest = self[...]
        while let range = rest.firstRange(of: old) {
            out += rest[..<range.lowerBound] + new
            rest = rest[range.upperBound...]
        }
        return out + rest
    }
}
