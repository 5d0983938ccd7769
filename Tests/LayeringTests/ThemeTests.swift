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

    @Test("are there") func areThere() { #expect(ThemeTests.paths.contains { $0.hasSuffix("/darkroom.json") }) }

    @Test("read, and their words stand out from their ground", arguments: paths)
    func contrast(_ path: String) throws {
        let theme = try Theme(json: try String(contentsOfFile: path, encoding: .utf8))
        let words = [
            ("text", theme.text), ("caption", theme.caption), ("accent", theme.accent), ("reject", theme.reject),
            ("number", theme.number),
        ]
        for (role, colour) in words {
            for (ground, behind) in [("background", theme.background), ("panel", theme.panel)] {
                let ratio = Contrast.ratio(colour, behind)
                #expect(ratio >= 4.5, "\(role) on \(ground) has a contrast of \(ratio)")
            }
        }
        for (label, colour) in theme.labels {
            let ratio = Contrast.ratio(colour, theme.background)
            #expect(ratio >= 4.5, "label \(label) has a contrast of \(ratio)")
        }
        let faint = Contrast.ratio(theme.faint, theme.background)
        #expect(faint >= 3, "faint has a contrast of \(faint)")
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
        for grey in [theme.text, theme.caption, theme.faint, theme.hairline, theme.panel] {
            #expect(grey.red == grey.green && grey.green == grey.blue, "\(grey) is not neutral")
        }
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
