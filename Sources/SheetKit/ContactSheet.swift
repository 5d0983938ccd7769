public import KeepersCore

/// A contact sheet: pages as wide as A4 at 300 dots an inch, pictures in rows, below each its name, verdict, stars, label and time.
public struct ContactSheet {
    /// More pages than anybody looks through.
    public static let mostPages = 64

    /// One picture of the sheet.
    public struct Item: Sendable {
        public var name: String
        public var mark: Mark
        /// `21:04:33`; empty where it is not known.
        public var time: String
        public init(name: String, mark: Mark, time: String) {
            self.name = name
            self.mark = mark
            self.time = time
        }
    }

    /// Where a picture goes on its page: the box that it must fit.
    public struct Box: Equatable, Sendable {
        public var x: Int
        public var y: Int
        public var width: Int
        public var height: Int
    }

    private static let pageWidth = 2480
    private static let pageHeight = 3508
    private static let margin = 110
    private static let gutter = 44
    private static let line = 40

    private let title: String
    private let items: [Item]
    private let columns: Int
    private let theme: Theme
    private let paper: Colour
    private let letters = Letters()

    /// `columns` is 2 to 10; `paper` lies below everything, nil = the theme's own ground.
    public init(title: String, items: [Item], columns: Int, theme: Theme, paper: Colour? = nil) {
        self.paper = paper ?? theme[.background]
        self.title = title
        self.items = items
        self.columns = min(10, max(2, columns))
        self.theme = theme
    }

    private var cellWidth: Int {
        (ContactSheet.pageWidth - 2 * ContactSheet.margin - (columns - 1) * ContactSheet.gutter) / columns
    }
    /// Room for an upright picture without much air beside a wide one.
    private var boxHeight: Int { cellWidth * 4 / 5 }
    private var cellHeight: Int { boxHeight + 14 + 2 * ContactSheet.line + 46 }
    private var top: Int { ContactSheet.margin + ContactSheet.line + 56 }
    private var rowsPerPage: Int { max(1, (ContactSheet.pageHeight - top - ContactSheet.margin) / cellHeight) }
    public var perPage: Int { rowsPerPage * columns }
    public var pageCount: Int { max(1, (items.count + perPage - 1) / perPage) }

    /// The items of a page, by their numbers.
    public func items(on page: Int) -> Range<Int> { min(items.count, page * perPage)..<min(items.count, (page + 1) * perPage) }

    /// The box of the picture with this number, on its page.
    public func box(of number: Int) -> Box {
        let place = number % perPage
        return Box(
            x: ContactSheet.margin + place % columns * (cellWidth + ContactSheet.gutter), y: top + place / columns * cellHeight,
            width: cellWidth, height: boxHeight)
    }

    /// A page as PNG; `pictures` gives each item's picture, no larger than its box, or why there is none.
    ///
    /// Empty when memory ran out. A single page ends below its last row; of several all are of one size, to be printed.
    public func page(_ page: Int, picture: (Int) -> Result<Pixels, SheetGap>) -> [UInt8] {
        let numbers = items(on: page)
        let rows = (numbers.count + columns - 1) / columns
        let height = pageCount == 1 ? max(top, top + rows * cellHeight) + ContactSheet.margin / 2 : ContactSheet.pageHeight
        var canvas = Canvas(width: ContactSheet.pageWidth, height: height, colour: paper)
        header(page, &canvas)
        for number in numbers { draw(number, picture(number), &canvas) }
        return canvas.png()
    }

    private func header(_ page: Int, _ canvas: inout Canvas) {
        let right = "\(counted(items.count, "picture"))" + (pageCount > 1 ? "   page \(page + 1) of \(pageCount)" : "")
        let end = ContactSheet.pageWidth - ContactSheet.margin
        let width = letters.width(of: right)
        let room = end - width - 60 - ContactSheet.margin
        canvas.write(letters.fitted(title, width: room), x: ContactSheet.margin, y: ContactSheet.margin, theme[.number], letters)
        canvas.write(right, x: end - width, y: ContactSheet.margin, theme[.caption], letters)
        canvas.fill(
            x: ContactSheet.margin, y: ContactSheet.margin + ContactSheet.line + 18,
            width: ContactSheet.pageWidth - 2 * ContactSheet.margin, height: 2, theme[.hairline])
    }

    private func draw(_ number: Int, _ picture: Result<Pixels, SheetGap>, _ canvas: inout Canvas) {
        let box = box(of: number)
        switch picture {
        case .success(let pixels):
            // On one foot and one edge, so that the names of a row stand level, each below its picture.
            canvas.put(pixels, x: box.x, y: box.y + box.height - pixels.height)
        case .failure(let gap):
            canvas.frame(x: box.x, y: box.y, width: box.width, height: box.height, line: 2, theme[.hairline])
            for (row, words) in letters.wrapped(gap.words, width: box.width - 40, lines: 5).enumerated() {
                canvas.write(words, x: box.x + 20, y: box.y + 20 + row * ContactSheet.line, theme[.caption], letters)
            }
        }
        caption(items[number], x: box.x, y: box.y + box.height + 14, &canvas)
    }

    private func caption(_ item: Item, x: Int, y: Int, _ canvas: inout Canvas) {
        canvas.write(letters.fitted(item.name, width: cellWidth), x: x, y: y, theme[.text], letters)
        var place = x
        for (text, role) in words(item.mark) where place + letters.width(of: text) <= x + cellWidth {
            place = canvas.write(text, x: place, y: y + ContactSheet.line, theme[role], letters) + 16
        }
        let width = letters.width(of: item.time)
        guard place + width <= x + cellWidth else { return }
        canvas.write(item.time, x: x + cellWidth - width, y: y + ContactSheet.line, theme[.caption], letters)
    }

    /// Letter, shape and place, never colour alone.
    private func words(_ mark: Mark) -> [(String, Theme.Role)] {
        var words: [(String, Theme.Role)] = []
        switch mark.verdict {
        case .pick: words.append(("◆ PICK", .pick))
        case .reject: words.append(("✕ REJECT", .reject))
        case .maybe: words.append(("? MAYBE", .maybe))
        case nil: break
        }
        if mark.stars > 0 { words.append((String(repeating: "★", count: mark.stars), .text)) }
        if let label = mark.label { words.append(("■ \(label.rawValue)", Theme.role(of: label))) }
        return words
    }
}

/// Why a picture is not on the sheet.
public struct SheetGap: Error, Equatable, Sendable {
    public var words: String
    public init(_ words: String) { self.words = words }
}
