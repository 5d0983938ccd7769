import Testing

@testable import ScoringKit

struct RankTests {
    @Test(arguments: [1, 2, 3, 10, 57] as [UInt64])
    func selectionFindsWhatSortingFinds(seed: UInt64) {
        var dice = Dice(state: seed)
        for count in [1, 2, 3, 17, 100] {
            // Few different values: ties everywhere.
            let values = (0..<count).map { _ in Double(Int.random(in: 0...(count / 3), using: &dice)) }
            let sorted = values.sorted()
            for rank in [0, count / 5, count / 2, count - 1] {
                var copy = values
                #expect(copy.select(rank) == sorted[rank])
                #expect(copy.sorted() == sorted)
            }
            for wanted in [0, 1, count / 2, count, count + 5] {
                let expected = values.indices.sorted { (values[$1], $0) < (values[$0], $1) }.prefix(wanted).sorted()
                #expect(values.greatest(wanted) == expected)
            }
        }
    }
}
