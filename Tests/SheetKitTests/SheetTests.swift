import KeepersCore
import Testing

@testable import DemoKit
@testable import SheetKit

@Suite("Contact sheets")
struct SheetTests {
    private var theme: Theme {
        Theme.read(
            """
            {"name": "t", "about": "A test.", "colours": {"background": "#ffffff", "panel": "#eeeeee", "hairline": "#cccccc",
            "faint": "#666666", "caption": "#555555", "text": "#111111", "number": "#000000", "accent": "#804000",
            "reject": "#a02020", "red": "#a02020", "yellow": "#806000", "green": "#206020", "blue": "#203080", "purple": "#602080"}}
            """
        ).theme!
    }

    private func sheet(_ count: Int, columns: Int = 5) -> ContactSheet {
        let item = ContactSheet.Item(name: "DSC_1.NEF", mark: Mark(verdict: .pick, stars: 3), time: "21:04:33")
        return ContactSheet(title: "Wedding", items: Array(repeating: item, count: count), columns: columns, theme: theme)
    }

    @Test("every picture has a box of its own inside its page, on as many pages as it takes", arguments: [2, 5, 10])
    func boxes(_ columns: Int) {
        let sheet = sheet(200, columns: columns)
        var seen = 0
        for page in 0..<sheet.pageCount {
            let boxes = sheet.items(on: page).map(sheet.box)
            seen += boxes.count
            for (index, box) in boxes.enumerated() {
                #expect(box.x >= 0 && box.x + box.width <= 2480 && box.y >= 0 && box.y + box.height <= 3508)
                for other in boxes[..<index] {
                    let apart =
                        box.x >= other.x + other.width || other.x >= box.x + box.width || box.y >= other.y + other.height
                        || other.y >= box.y + box.height
                    #expect(apart, "\(box) lies over \(other)")
                }
            }
        }
        #expect(seen == 200)
    }

    @Test("a name that is too long keeps its beginning and its end")
    func fitting() {
        let letters = Letters()
        let name = "a_very_long_name_of_a_photograph_0001.NEF"
        let short = letters.fitted(name, width: 200)
        #expect(letters.width(of: short) <= 200)
        #expect(short.hasPrefix("a_v") && short.hasSuffix(".NEF") && short.contains("…"))
        #expect(letters.fitted("DSC_1.NEF", width: 400) == "DSC_1.NEF")
        let rows = letters.wrapped(
            "no picture: this file broke its decoder, twice; the file itself is untouched", width: 300, lines: 3)
        #expect(rows.count == 3 && rows.allSatisfy { letters.width(of: $0) <= 300 } && rows[2].contains("…"), "\(rows)")
        #expect(letters.wrapped("no picture", width: 300, lines: 3) == ["no picture"])
    }

    @Test("every sign of a caption has its own letter, accents too; what has none becomes a question mark")
    func signs() {
        let letters = Letters()
        let question = letters.letter("?")!.rows
        for scalar in "AZaz09★◆✕■…éüßÅœŁ".unicodeScalars { #expect(letters.letter(scalar)?.rows != question, "\(scalar)") }
        #expect(letters.letter("漢")?.rows == question)
        #expect(letters.letter(" ")?.rows.isEmpty == true)
    }

    @Test("what was painted is what the PNG's reader gives back, in all four filters")
    func pixels() {
        var canvas = Canvas(width: 40, height: 12, colour: Colour(250, 251, 252))
        var bytes: [UInt8] = []
        for y in 0..<8 { for x in 0..<20 { bytes += [UInt8(x * 12), UInt8(y * 30), UInt8((x * 7 + y * 13) & 255)] } }
        canvas.put(Pixels(width: 20, height: 8, bytes: bytes), x: 3, y: 2)
        canvas.write("A", x: 26, y: -10, Colour(0, 0, 0), Letters())
        let png = canvas.png()
        #expect(Array(png.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        #expect(canvas.pixels[((2 + 3) * 40 + 3 + 4) * 3] == 48)
        #expect(PNGReader(png)?.pixels == canvas.pixels)
    }

    @Test("a page is as wide as paper, and a single one ends below its last row")
    func size() throws {
        let gap = Result<Pixels, SheetGap>.failure(SheetGap("no picture"))
        let reader = try #require(PNGReader(sheet(3).page(0) { _ in gap }))
        #expect(reader.width == 2480 && reader.height < 1000)
    }
}

/// A reader of the PNGs that are made here, by the specification and not by the code that packs them.
struct PNGReader {
    var width = 0
    var height = 0
    var pixels: [UInt8] = []

    init?(_ png: [UInt8]) {
        func number(_ at: Int) -> Int { png[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) } }
        var place = 8
        var packed: [UInt8] = []
        while place + 8 <= png.count {
            let count = number(place)
            let type = String(decoding: png[(place + 4)..<(place + 8)], as: UTF8.self)
            if type == "IHDR" { (width, height) = (number(place + 8), number(place + 12)) }
            if type == "IDAT" { packed += png[(place + 8)..<(place + 8 + count)] }
            place += count + 12
        }
        guard let rows = Inflate.unpack(packed, from: 2, limit: 1 << 28), rows.count == (width * 3 + 1) * height else {
            return nil
        }
        unfilter(rows)
    }

    private mutating func unfilter(_ rows: [UInt8]) {
        let size = width * 3
        pixels = [UInt8](repeating: 0, count: size * height)
        for y in 0..<height {
            let filter = rows[y * (size + 1)]
            for x in 0..<size {
                let left = x >= 3 ? Int(pixels[y * size + x - 3]) : 0
                let up = y > 0 ? Int(pixels[(y - 1) * size + x]) : 0
                let corner = x >= 3 && y > 0 ? Int(pixels[(y - 1) * size + x - 3]) : 0
                let guess =
                    switch filter {
                    case 1: left
                    case 2: up
                    case 4: PNGReader.paeth(left, up, corner)
                    default: 0
                    }
                pixels[y * size + x] = rows[y * (size + 1) + 1 + x] &+ UInt8(guess)
            }
        }
    }

    private static func paeth(_ left: Int, _ up: Int, _ corner: Int) -> Int {
        let guess = left + up - corner
        let distances = [(abs(guess - left), left), (abs(guess - up), up), (abs(guess - corner), corner)]
        return distances.min { $0.0 < $1.0 }!.1
    }
}
