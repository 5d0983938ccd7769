// Throws foreign bytes at the sidecar editor. Property: an edit is refused, or it says what was wished, the other values that we read are
// the same, a second edit changes nothing, and two ways to one wish give the same bytes. An edit that the editor itself had to throw away
// (internal-check) is a finding too. Build and run with Fuzz/splice-editor.sh.
import ExportKit
import KeepersCore

private let wishes: [SidecarWish] = {
    func wish(_ values: [String]) -> SidecarWish {
        var wish = SidecarWish()
        for (property, value) in zip(SidecarProperty.allCases, values) { wish[property] = .set(value) }
        return wish
    }
    var removal = SidecarWish()
    for property in SidecarProperty.allCases { removal[property] = .remove }
    return [wish(["5", "Grün & <b>\"'", "green", "1", "true"]), wish(["2", "Red", "#12AB34", "-1", "false"]), removal]
}()

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSpliceEditor(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let before = try? SidecarReader.read(input) else {
        for wish in wishes where edit(input, wish) != nil { fatalError("edited what cannot be read") }
        return 0
    }
    for wish in wishes {
        guard let edited = edit(input, wish) else { continue }
        check(edited, wish, before)
        guard edit(edited, wish) == nil else { fatalError("a second edit changes something") }
    }
    if let first = edit(input, wishes[0]), let both = edit(first, wishes[1]), let second = edit(input, wishes[1]),
        SidecarProperty.allCases.allSatisfy({ wishes[1][$0] != before.text(of: $0).map(SidecarChange.set) })
    {
        guard both == second else { fatalError("two ways to one wish differ") }
    }
    return 0
}

/// nil when refused or already so.
private func edit(_ input: [UInt8], _ wish: SidecarWish) -> [UInt8]? {
    do {
        return try SpliceEditor.edit(input, wish: wish, now: "2026-03-01T23:05:00Z")
    } catch {
        guard error.reason != .internalCheck else { fatalError("an edit did not read back as meant") }
        return nil
    }
}

private func check(_ edited: [UInt8], _ wish: SidecarWish, _ before: SidecarValues) {
    guard var after = try? SidecarReader.read(edited) else { fatalError("an edit cannot be read") }
    for property in SidecarProperty.allCases {
        switch wish[property] {
        case .leave: break
        case .remove: if after.text(of: property) != nil { fatalError("\(property) is still there") }
        case .set(let value): if after.text(of: property) != value { fatalError("\(property) is not as wished") }
        }
    }
    after.rating = before.rating
    after.ratingText = before.ratingText
    after.label = before.label
    after.labelColour = before.labelColour
    after.pick = before.pick
    after.good = before.good
    after.contradictory = before.contradictory
    if after != before { fatalError("a value that is not ours changed") }
}
