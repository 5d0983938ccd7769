import Foundation
import KeepersCore
import Testing

@Suite("Themes")
struct ThemeTests {
    static let paths: [String] = {
        let folder = projectFolder + "/Themes"
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".json") }.sorted()
            .map { "\(folder)/\($0)" }
    }()

    @Test("are there, by the names of their files") func areThere() throws {
        let names = ["colour-blind-safe", "darkroom", "daylight", "high-contrast", "monochrome"]
        #expect(ThemeTests.paths.map { String($0.split(separator: "/").last!.dropLast(5)) } == names)
        for (path, name) in zip(ThemeTests.paths, names) {
            let theme = try Theme(json: try String(contentsOfFile: path, encoding: .utf8))
            #expect(theme.name == name && !theme.about.isEmpty)
        }
    }

    /// Everything that is written in a colour, on everything that it is written on.
    private static func words(_ theme: Theme) -> [(role: Theme.Role, ground: Colour)] {
        let ground: Set<Theme.Role> = [.background, .panel, .hairline]
        return Theme.Role.allCases.filter { !ground.contains($0) }.flatMap { role -> [(Theme.Role, Colour)] in
            if role == .face || role == .faceFocus { return [(role, Theme.plate)] }
            return [(role, theme.background), (role, theme[.panel])]
        }
    }

    @Test("read, and every word of theirs stands out from its ground, in 256 colours too", arguments: paths)
    func contrast(_ path: String) throws {
        let theme = try Theme(json: try String(contentsOfFile: path, encoding: .utf8))
        let needed = theme.name == "high-contrast" ? 7.0 : 4.5
        for (role, ground) in Self.words(theme) {
            let ratio = Contrast.ratio(theme[role], ground)
            #expect(ratio >= needed, "\(role) on \(ground) has a contrast of \(ratio)")
            let coarse = Contrast.ratio(theme[role].quantised, ground.quantised)
            #expect(coarse >= needed, "\(role) on \(ground) in 256 colours has a contrast of \(coarse)")
        }
        // A focus frame is a shape: 3:1 serves. A hairline only has to be there.
        #expect(Contrast.ratio(theme.accent, theme.background) >= 3)
        #expect(Contrast.ratio(theme.hairline, theme.background) >= 1.3)
        #expect(ThemeCheck(theme).passes, "the program's own check agrees")
    }

    @Test("for the colour-blind: verdicts differ in lightness, however colours are seen")
    func colourVision() throws {
        let path = projectFolder + "/Themes/colour-blind-safe.json"
        let theme = try Theme(json: try String(contentsOfFile: path, encoding: .utf8))
        let verdicts = [theme[.pick], theme[.reject], theme[.maybe]]
        for (name, matrix) in Vienot.all {
            for (index, one) in verdicts.enumerated() {
                for other in verdicts[(index + 1)...] {
                    let apart = abs(Vienot.seen(one, matrix).lightness - Vienot.seen(other, matrix).lightness)
                    #expect(apart >= 0.1, "\(one) and \(other) differ by \(apart) with \(name)")
                }
            }
        }
        #expect(ThemeCheck(theme).notes.isEmpty, "Machado's model agrees: \(ThemeCheck(theme).notes)")
    }

    @Test("without colour nothing but grey, and verdicts told by attributes")
    func monochrome() throws {
        let path = projectFolder + "/Themes/monochrome.json"
        let theme = try Theme(json: try String(contentsOfFile: path, encoding: .utf8))
        for role in Theme.Role.allCases {
            let colour = theme[role]
            #expect(colour.red == colour.green && colour.green == colour.blue, "\(role)")
        }
        let verdicts: [Theme.Role] = [.pick, .reject, .maybe]
        #expect(Set(verdicts.map { theme.attributes($0) }).count == 3)
    }

    @Test("are measured right: WCAG's own examples")
    func measures() {
        #expect(abs(Contrast.ratio(Colour(0, 0, 0), Colour(255, 255, 255)) - 21) < 0.001)
        #expect(abs(Contrast.ratio(Colour(0x77, 0x77, 0x77), Colour(255, 255, 255)) - 4.48) < 0.01)
    }

    @Test("the darkroom keeps to the product's look")
    func darkroom() throws {
        let theme = try Theme(json: try String(contentsOfFile: projectFolder + "/Themes/darkroom.json", encoding: .utf8))
        #expect(theme.background == Colour(0, 0, 0))
        #expect(theme.accent == Colour(0xf2, 0xa6, 0x18))
        #expect(theme.number == Colour(255, 255, 255))
        for grey in [theme.text, theme.caption, theme.faint, theme.hairline, theme[.panel]] {
            #expect(grey.red == grey.green && grey.green == grey.blue, "\(grey) is not neutral")
        }
    }
}

/// Colour blindness by another model than the product's (Viénot, Brettel and Mollon 1999), in linear light.
private enum Vienot {
    static let all: [(String, [Double])] = [
        ("normal", [1, 0, 0, 0, 1, 0, 0, 0, 1]),
        ("protanopia", [0.11238, 0.88762, 0, 0.11238, 0.88762, 0, 0.00401, -0.00401, 1]),
        ("deuteranopia", [0.29275, 0.70725, 0, 0.29275, 0.70725, 0, -0.02234, 0.02234, 1]),
    ]

    static func seen(_ colour: Colour, _ m: [Double]) -> Colour {
        let light = [colour.red, colour.green, colour.blue].map { byte -> Double in
            let value = Double(byte) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        let bytes = [0, 3, 6].map { row -> UInt8 in
            let value = min(1, max(0, m[row] * light[0] + m[row + 1] * light[1] + m[row + 2] * light[2]))
            let encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055
            return UInt8((encoded * 255).rounded())
        }
        return Colour(bytes[0], bytes[1], bytes[2])
    }
}

/// WCAG 2.2's contrast ratio, written down a second time, apart from the product's.
private enum Contrast {
    static func ratio(_ a: Colour, _ b: Colour) -> Double {
        let (light, dark) = (max(luminance(a), luminance(b)), min(luminance(a), luminance(b)))
        return (light + 0.05) / (dark + 0.05)
    }

    private static func luminance(_ colour: Colour) -> Double {
        let parts = [colour.red, colour.green, colour.blue].map { byte -> Double in
            let value = Double(byte) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
}
