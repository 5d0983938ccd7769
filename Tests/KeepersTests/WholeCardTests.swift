import Foundation
import Testing

/// A card that another maker built, with a `truth.csv` of columns path, burst and blur; or nil.
private let card: String? = {
    let path = ProcessInfo.processInfo.environment["KEEPERS_CARD"]
    if path == nil { print("SKIPPED: KEEPERS_CARD is not set, so the choice of bests is not held against a card's truth") }
    return path
}()

/// Bursts and bests on a whole card against what its maker knows.
@Suite("Bests of a whole card", .enabled(if: card != nil))
struct WholeCardTests {
    private struct Truth {
        var blur: [String: Double] = [:]
        /// Bursts of two frames and more.
        var bursts: [[String]] = []

        init(csv: String) throws {
            let lines = csv.split(whereSeparator: \.isNewline).map { $0.split(separator: ",", omittingEmptySubsequences: false) }
            let columns = lines.first?.map(String.init) ?? []
            let path = try #require(columns.firstIndex(of: "path"))
            let burst = try #require(columns.firstIndex(of: "burst"))
            let level = try #require(columns.firstIndex(of: "blur"))
            var members: [String: [String]] = [:]
            for cells in lines.dropFirst() {
                blur[String(cells[path])] = Double(cells[level])
                if !cells[burst].isEmpty { members[String(cells[burst]), default: []].append(String(cells[path])) }
            }
            bursts = members.values.filter { $0.count > 1 }
        }
    }

    private struct Found {
        var members: [String]
        var best: String?
        var tie: [String]
    }

    @Test("bursts are found, leading frames are named, wrong winners are rare")
    func bests() throws {
        let desk = try Desk()
        let folder = card ?? ""
        let truth = try Truth(csv: try String(contentsOfFile: folder + "/truth.csv", encoding: .utf8))
        // A card of thousands takes longer than one command may take elsewhere in these tests.
        #expect(try desk.start(["score", folder]).end(within: 1800).code == 0)
        let stacks = try #require(try desk.json("stacks", "--json", folder)["stacks"] as? [[String: Any]])
        let found = stacks.filter { $0["kind"] as? String == "burst" }.map {
            Found(
                members: $0["members"] as? [String] ?? [], best: $0["suggestedBest"] as? String, tie: $0["tie"] as? [String] ?? []
            )
        }
        let score = f1(found.map(\.members), truth.bursts)
        let figures = Figures(truth.bursts, truth.blur, found)
        print("\(truth.bursts.count) bursts, F1 \(String(format: "%.4f", score)); \(figures)")
        #expect(score >= 0.98)
        #expect(Double(figures.named) >= 0.9 * Double(figures.leading))
        #expect(Double(figures.wrong) <= 0.02 * Double(truth.bursts.count))
    }

    /// Over pairs of frames that stand in one burst.
    private func f1(_ found: [[String]], _ truth: [[String]]) -> Double {
        func pairs(_ groups: [[String]]) -> Set<String> {
            Set(groups.flatMap { group in group.flatMap { a in group.filter { a < $0 }.map { "\(a)\n\($0)" } } })
        }
        let (known, ours) = (pairs(truth), pairs(found))
        let both = Double(known.intersection(ours).count)
        return 2 * both / Double(max(1, known.count + ours.count))
    }

    private struct Figures: CustomStringConvertible {
        var count: Int
        var right = 0
        /// Bursts in which one frame leads by more than .6 of blur, and those of them whose leader is named alone.
        var leading = 0
        var named = 0
        /// Winners that are not of the lowest level of blur.
        var wrong = 0

        init(_ bursts: [[String]], _ blur: [String: Double], _ found: [Found]) {
            count = bursts.count
            for burst in bursts {
                let levels = burst.compactMap { blur[$0] }.sorted()
                guard let lowest = levels.first else { continue }
                let stack = found.first { $0.members.contains(burst[0]) }
                let isShared = levels.count { $0 == lowest } > 1
                let isRight = stack?.best.map { blur[$0] == lowest }
                if isRight ?? (isShared && stack?.tie.isEmpty == false) { right += 1 }
                if isRight == false { wrong += 1 }
                if !isShared, levels.count > 1, levels[1] - lowest > 0.6 {
                    leading += 1
                    if isRight == true { named += 1 }
                }
            }
        }

        var description: String {
            "right \(right) of \(count), a clear leader named alone \(named) of \(leading), wrong winners \(wrong)"
        }
    }
}
