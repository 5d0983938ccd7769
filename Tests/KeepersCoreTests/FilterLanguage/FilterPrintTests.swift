import KeepersCore
import Testing

@Suite struct FilterPrintTests {
    @Test(
        "is printed plainly",
        arguments: [
            ("STARS >= 3 & !Picked", "stars>=3 & !picked"), ("picked red", "picked & label=red"),
            ("a:b | (picked & (open | tie))", nil), ("time>10PM", "time>22h"), ("f/2,8", "f=2.8"),
            ("faster:1/500", "shutter<=1/500"),
            ("camera:'x'", "camera:'x'"), ("camera:\"EOS R6\"", "camera:\"EOS R6\""), ("verdict=null", "open"),
            ("(picked | open) & tie | best", "(picked | open) & tie | best"), ("not (not picked)", "!(!picked)"),
            ("unmeasured:sharp", "sharp=?"), ("sharp!=?", "!sharp=?"), ("85MM", "focal=85"), ("date=2026-06", "date=2026-06"),
        ] as [(String, String?)])
    func printed(text: String, expected: String?) throws {
        guard let expected else {
            #expect(throws: Filter.Problem.self) { _ = try Filter.parse(text) }
            return
        }
        #expect(try Filter.parse(text).canonical == expected)
    }

    @Test("what is printed reads as the same filter, whatever it is", arguments: [1, 2, 3, 4] as [UInt64])
    func roundTrip(seed: UInt64) throws {
        var maker = FilterMaker(seed)
        for _ in 0..<400 {
            let text = maker.filter(depth: 3)
            let filter = try Filter.parse(text)
            let again = try Filter.parse(filter.canonical)
            #expect(again.canonical == filter.canonical, "\(text)")
            let found = FilterMatcher(filter, FilterSample.model).frames
            #expect(FilterMatcher(again, FilterSample.model).frames == found, "\(text) is not \(filter.canonical)")
        }
    }

    @Test("what is not shown by a filter nor by its opposite is unknown, and De Morgan holds", arguments: [5, 6] as [UInt64])
    func opposites(seed: UInt64) throws {
        var maker = FilterMaker(seed)
        func found(_ text: String) throws -> Set<FrameID> {
            Set(FilterMatcher(try Filter.parse(text), FilterSample.model).frames)
        }
        for _ in 0..<200 {
            let (a, b) = (maker.filter(depth: 2), maker.filter(depth: 2))
            #expect(try found(a).isDisjoint(with: found("!(\(a))")), "\(a)")
            #expect(try found("!((\(a)) & (\(b)))") == found("!(\(a)) | !(\(b))"), "\(a), \(b)")
            #expect(try found("(\(a)) | (\(b))") == found(a).union(found(b)), "\(a), \(b)")
            #expect(try found("(\(a)) & (\(b))") == found(a).intersection(found(b)), "\(a), \(b)")
        }
    }
}

/// Filters at random, all of which read.
struct FilterMaker {
    private var dice: Dice
    init(_ seed: UInt64) { dice = Dice(seed) }

    private static let conditions = [
        "picked", "open", "judged", "red", "starred", "stack", "best", "raw", "portrait", "problem", "unmeasured", "edited",
        "soft",
        "stars>=3", "stars=1..4", "label!=none", "iso>3200", "iso=800..1600", "f<=2.8", "f/1.8", "shutter<1/100", "slower:1/60",
        "shutter=3/7", "focal>=50mm", "camera:\"Z 8\"", "lens!=\"x \\\"y\\\"\"", "serial=42", "name:DSC", "folder:\"a(b)\"",
        "time>22:00", "time=22h..00:30", "time<=02:15:30", "date=2026-06-13", "date>2026", "kind=nef", "orientation=square",
        "source=2", "place<=1", "faces>0", "eyes=closed", "eyes!=open", "smile>=50", "blur=shake", "score>80.5", "sharp<0.0001",
        "noise=?", "clean!=?", "tilt>1,5", "taste<-1", "burnt>=2%", "\"quoted name\"",
    ]

    mutating func filter(depth: Int) -> String {
        guard depth > 0, dice.roll(4) > 0 else { return Self.conditions[dice.roll(Self.conditions.count)] }
        switch dice.roll(5) {
        case 0: return "!(" + filter(depth: depth - 1) + ")"
        case 1: return filter(depth: depth - 1) + " & " + filter(depth: depth - 1)
        case 2: return filter(depth: depth - 1) + " " + filter(depth: depth - 1)
        case 3: return filter(depth: depth - 1) + " | " + filter(depth: depth - 1)
        default: return "(" + filter(depth: depth - 1) + ")"
        }
    }
}
