// Throws foreign bytes at the sidecar editor. Property: an edit is refused, or it says what was wished, the other values that we read are
// the same, a second edit changes nothing, and two ways to one wish give the same bytes; the same for what every profile writes for a
// decision. An edit that the editor itself had to throw away (internal-check) is a finding too. Build and run with Fuzz/splice-editor.sh.
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
    return [
        wish(["5", "Grün & <b>\"'", "green", "1", "true", "2"]), wish(["2", "Red", "#12AB34", "-1", "false", "0"]), removal,
    ]
}()

private let marks = [
    Mark(verdict: .pick), Mark(verdict: .reject, stars: 4), Mark(verdict: .maybe, label: .purple), Mark(stars: 1, label: .blue),
    Mark(),
]

private let profiles: [ExportProfile] = {
    let own = """
        pick flag rating 5 label green
        reject rating -1 label red
        maybe rating 2
        colours Label LabelColor colorlabels
        words ja
        reword yes
        """
    guard let rules = MappingRules.read(own).rules else { fatalError("the mapping does not hold") }
    return ExportProfile.allCases + [.own(rules)]
}()

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSpliceEditor(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let before = try? SidecarReader.read(input) else {
        for wish in wishes where edit(input, wish) != nil { fatalError("edited what cannot be read") }
        return 0
    }
    for wish in wishes { tryOut(wish, on: input, before) }
    for profile in profiles {
        for mark in marks {
            guard let wish = sidecarWish(for: mark, profile: profile, existing: before, past: SidecarPast(decidedVerdict: true))
            else {
                continue
            }
            tryOut(wish, on: input, before)
        }
    }
    if let first = edit(input, wishes[0]), let both = edit(first, wishes[1]), let second = edit(input, wishes[1]),
        SidecarProperty.allCases.allSatisfy({ wishes[1][$0] != before.text(of: $0).map(SidecarChange.set) })
    {
        guard both == second else { fatalError("two ways to one wish differ") }
    }
    return 0
}

private func tryOut(_ wish: SidecarWish, on input: [UInt8], _ before: SidecarValues) {
    guard let edited = edit(input, wish) else { return }
    check(edited, wish, before)
    guard edit(edited, wish) == nil else { fatalError("a second edit changes something") }
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
        case .leave:
            if after.text(of: property) != before.text(of: property) { fatalError("\(property) was not to change") }
        case .remove: if after.text(of: property) != nil { fatalError("\(property) is still there") }
        case .set(let value): if after.text(of: property) != value { fatalError("\(property) is not as wished") }
        }
    }
    after.rating = before.rating
    after.ratingText = before.ratingText
    after.label = before.label
    after.labelColour = before.labelColour
    after.darktableLabels = before.darktableLabels
    after.pick = before.pick
    after.good = before.good
    after.contradictory = before.contradictory
    if after != before { fatalError("a value that is not ours changed") }
}
