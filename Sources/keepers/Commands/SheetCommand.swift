import KeepersCore
import SheetKit

/// `keepers export --sheet FILE.png`: the picks on paper.
enum SheetCommand {
    /// Returns a complaint where pictures are missing on the sheet.
    static func run(_ chosen: ChosenFrames, _ invocation: Invocation, _ setting: Setting) throws(Failure) -> String? {
        let path = invocation["sheet"] ?? ""
        let frames = chosen.picks
        guard !frames.isEmpty else { throw Failure("no frame is picked, or none matches: there is nothing to put on a sheet") }
        let sheet = ContactSheet(
            title: chosen.session.session.name, items: frames.map { item($0, chosen.session.model) },
            columns: columns(invocation),
            theme: try theme(invocation, setting), paper: invocation["paper"] == "dark" ? nil : Colour(255, 255, 255))
        guard sheet.pageCount <= ContactSheet.mostPages else {
            throw Failure(
                "\(counted(frames.count, "picture")) would be \(grouped(sheet.pageCount)) pages, more than the \(ContactSheet.mostPages) of one "
                    + "sheet: more --columns, or fewer frames with --filter", code: 2)
        }
        guard let file = setting.outputs["sheet"] else {
            Console.err(
                "would write \(counted(frames.count, "picture")) on \(counted(sheet.pageCount, "page")) to \(printable(path))\(chosen.beforeWords(frames))"
            )
            return nil
        }
        var gaps = 0
        for page in 0..<sheet.pageCount {
            Console.progress("drawing page \(page + 1) of \(sheet.pageCount)")
            let numbers = sheet.items(on: page)
            let pictures = try pictures(numbers.map { (frames[$0], sheet.box(of: $0)) }, chosen.session)
            for case .failure in pictures { gaps += 1 }
            let png = sheet.page(page) { pictures[$0 - numbers.lowerBound] }
            guard !png.isEmpty else { throw Failure("there is not enough memory for a page; nothing of it was written") }
            Console.progress(nil)
            Console.err("\(counted(numbers.count, "picture")) in \(printable(try file.write(png, page: page)))")
        }
        let before = chosen.beforeWords(frames)
        if !before.isEmpty { Console.err("\(counted(frames.count, "picture"))\(before)") }
        return gaps == 0 ? nil : "\(counted(gaps, "picture")) could not be drawn; the sheet says so in its place"
    }

    /// What can be said before a card is read.
    static func check(_ invocation: Invocation) throws(Failure) {
        guard fileExtension(invocation["sheet"] ?? "").lowercased() == "png" else {
            throw Failure("--sheet writes PNG: give a name that ends in .png", code: 2)
        }
        guard (2...10).contains(columns(invocation)) else { throw Failure("--columns is a number from 2 to 10", code: 2) }
        guard ["white", "dark", nil].contains(invocation["paper"]) else { throw Failure("--paper is white or dark", code: 2) }
    }

    private static func columns(_ invocation: Invocation) -> Int { Int(invocation["columns"] ?? "5") ?? 0 }

    /// The colours of daylight, which hold on white, or the darkroom's.
    private static func theme(_ invocation: Invocation, _ setting: Setting) throws(Failure) -> Theme {
        let shelf = ThemeShelf(setting.places)
        return try shelf.theme(invocation["paper"] == "dark" ? ThemeShelf.usual : "daylight")
    }

    private static func item(_ frame: Frame, _ model: SessionModel) -> ContactSheet.Item {
        let time = frame.shot.capturedAt?.iso8601 ?? ""
        let clock = time.count >= 19 ? String(time.dropFirst(11).prefix(8)) : ""
        return ContactSheet.Item(name: frame.fileName, mark: model.standing(frame.id).decision, time: clock)
    }

    /// Drawn by the workers, at the size of their boxes.
    private static func pictures(
        _ wanted: [(Frame, ContactSheet.Box)], _ session: CommandSession
    ) throws(Failure) -> [Result<Pixels, SheetGap>] {
        var answers: [Int: Result<Pixels, SheetGap>] = [:]
        session.program.tasks += 1
        defer { session.program.tasks -= 1 }
        for (number, (frame, box)) in wanted.enumerated() {
            guard let preview = frame.header.scoringPreview, let source = session.session.source(of: frame, preview: preview)
            else {
                answers[number] = .failure(
                    SheetGap("no picture: \(session.model.problem(frame.id) ?? "the file has no preview")"))
                continue
            }
            let size = fit(frame, preview, box)
            let request = PictureRequest(frame: frame.id, pixelWidth: size.width, pixelHeight: size.height, quality: .large)
            session.session.workshop.ask(.draw(source, request), .gesture) { result in
                answers[number] = result.mapError { SheetGap("no picture: \($0.message)") }.flatMap { answer in
                    // Sizes are ours, never the worker's word.
                    let count = size.width * size.height * 3
                    guard answer.slot.count >= count else { return .failure(SheetGap("no picture: its answer is too short")) }
                    let bytes = [UInt8](UnsafeRawBufferPointer(rebasing: answer.slot[..<count]))
                    return .success(Pixels(width: size.width, height: size.height, bytes: bytes))
                }
            }
        }
        session.program.run { answers.count == wanted.count }
        return wanted.indices.map { answers[$0] ?? .failure(SheetGap("no picture: the helpers have ended")) }
    }

    /// The upright picture's size in its box; never larger than the preview itself.
    private static func fit(_ frame: Frame, _ preview: Preview, _ box: ContactSheet.Box) -> (width: Int, height: Int) {
        // The shape of the largest preview, as in the loupe: bars that a camera bakes into smaller ones are taken off.
        let whole = frame.header.loupePreview ?? preview
        let upright = frame.shot.orientation.upright(width: max(1, whole.width), height: max(1, whole.height))
        let scale = min(
            Double(box.width) / Double(upright.width), Double(box.height) / Double(upright.height),
            Double(preview.longSide) / Double(max(upright.width, upright.height)))
        return (max(1, Int(Double(upright.width) * scale)), max(1, Int(Double(upright.height) * scale)))
    }
}
