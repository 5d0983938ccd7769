// Throws any text at the filter line. Property: it reads or says where not, inside the text; what it reads as is printed so that it reads
// as the same again; a frame is never shown by a filter and by its opposite; completion and plain words only ever offer what reads.
import KeepersCore

private let model: SessionModel = {
    var frames: [Frame] = []
    for number in 1...6 {
        var shot = ShotData()
        shot.camera = number == 6 ? nil : number % 2 == 0 ? "NIKON Z 8" : "Canon EOS R6 \"é\""
        shot.lens = number == 1 ? "a (b) | c" : nil
        shot.iso = number == 3 ? nil : number * 800
        shot.exposureTime = 1 / Double(number * 60)
        shot.capturedAt = number == 5 ? nil : CaptureTime(wallSeconds: 1_781_381_640 + Int64(number) * 7200)
        let header = FrameHeader(kind: number == 4 ? .jpeg : .nef, shot: shot)
        frames.append(
            Frame(id: FrameID(Int64(number)), source: 0, path: "DCIM/DSC_\(number).NEF", size: 1, modified: 0, header: header))
    }
    let card = ScoreCard(
        model: "fuzz",
        measures: Measures([.sharpness: 1, .brightness: 0.4, .contrast: 0.2, .clippedShadows: 0, .clippedHighlights: 0]),
        print: nil, width: 100, height: 100, faces: [])
    return SessionModel(
        frames: frames, marks: [FrameID(1): Mark(verdict: .pick, stars: 3)], cards: [FrameID(1): card, FrameID(2): card])
}()
private let hints = FilterHints(model, saved: ["evening"])

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFilterLanguage(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    check(text)
    let cursor = count == 0 ? 0 : Int(start[0]) % (text.count + 1)
    if let completion = FilterCompletion(text, cursor: cursor, hints: hints) {
        precondition(completion.range.upperBound == cursor && completion.range.lowerBound >= 0, "a completion beside the cursor")
        precondition(!completion.candidates.isEmpty, "a completion of nothing")
    }
    let words = PlainWords(text, hints: hints)
    precondition(words.readings.count <= 6 && words.chips.isEmpty == words.readings.isEmpty, "chips without a reading")
    for reading in words.readings {
        precondition((try? Filter.parse(reading)) != nil, "plain words became no filter: \(reading)")
    }
    for unknown in words.unknown { precondition(unknown.column >= 1 && unknown.column <= text.count, "a word outside the text") }
    return 0
}

private func check(_ text: String) {
    let filter: Filter
    do throws(Filter.Problem) {
        filter = try Filter.parse(text)
    } catch {
        precondition(error.column >= 1 && error.column <= text.count + 1 && !error.message.isEmpty, "an error outside the text")
        return
    }
    guard let again = try? Filter.parse(filter.canonical) else { fatalError("does not read again: \(filter.canonical)") }
    precondition(again.canonical == filter.canonical, "is printed otherwise the second time: \(filter.canonical)")
    let shown = FilterMatcher(filter, model).frames
    precondition(FilterMatcher(again, model).frames == shown, "means something else: \(filter.canonical)")
    if let opposite = try? Filter.parse("!(\(filter.canonical))") {
        precondition(
            Set(FilterMatcher(opposite, model).frames).isDisjoint(with: shown), "shown by its opposite: \(filter.canonical)")
    }
}
