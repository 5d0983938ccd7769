@testable import HistoryKit
import KeepersCore
import Testing

@Suite("What several sources say")
struct HistoryTests {
    private func said(
        _ path: String, _ verdict: Verdict?, at second: Int64? = 100, serial: String? = nil, stars: Int? = nil, copy: Bool = false
    ) -> PastDecision {
        let cut = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        var decision = PastDecision(folder: String(path[..<cut]), name: String(path[cut...]))
        decision.verdict = verdict
        decision.capturedAt = second.map { CaptureTime(wallSeconds: $0) }
        decision.serial = serial
        decision.stars = stars
        decision.isVirtualCopy = copy
        return decision
    }

    private func counts(_ sources: [PastDecision]...) -> History.Counts {
        var history = History()
        sources.forEach { history.add($0) }
        return history.counts
    }

    @Test func virtualCopiesCollapseToTheBestVerdict() {
        var history = History()
        history.add([
            said("/a/1.CR3", .reject, stars: 1), said("/a/1.CR3", .pick, stars: 4, copy: true), said("/a/1.CR3", nil, copy: true),
        ])
        #expect(history.counts == History.Counts(images: 3, photos: 1, virtualCopies: 2, picks: 1, starred: 1))
        #expect(history.photos[0].decision.stars == 4)
        #expect(counts([said("/a/1.CR3", nil), said("/a/1.CR3", .reject, copy: true)]).rejects == 1)
    }

    @Test func aMovedPhotoIsOnePhoto() {
        let found = counts([said("/old/IMG_1.CR3", .pick)], [said("/new/img_1.cr3", nil)])
        #expect(found == History.Counts(images: 2, photos: 1, picks: 1))
        // Another second or another camera is another photo; a serial that is not known is no other.
        #expect(counts([said("/old/IMG_1.CR3", .pick)], [said("/new/IMG_1.CR3", nil, at: 101)]).photos == 2)
        #expect(
            counts([said("/old/IMG_1.CR3", .pick, serial: "1")], [said("/new/IMG_1.CR3", .reject, serial: "2")]).conflicts == 0)
        #expect(counts([said("/old/IMG_1.CR3", .pick, serial: "1")], [said("/new/IMG_1.CR3", .reject)]).photos == 1)
        // Without a time only the path tells.
        #expect(counts([said("/old/IMG_1.CR3", .pick, at: nil)], [said("/new/IMG_1.CR3", nil, at: nil)]).photos == 2)
        #expect(counts([said("/old/IMG_1.CR3", .pick, at: nil)], [said("/old/IMG_1.CR3", nil)]).photos == 1)
    }

    @Test func aContradictionIsAConflictAndStaysOne() {
        let found = counts([said("/a/1.CR3", .pick)], [said("/a/1.CR3", .reject)], [said("/a/1.CR3", .pick)])
        #expect(found == History.Counts(images: 3, photos: 1, conflicts: 1))
        // A copy that picks does not hide that the other catalog rejects.
        #expect(counts([said("/a/1.CR3", .reject)], [said("/a/1.CR3", nil), said("/a/1.CR3", .pick, copy: true)]).conflicts == 1)
        var torn = said("/a/2.CR3", nil)
        torn.conflict = "it says both"
        #expect(counts([torn], [said("/a/2.CR3", .pick)]).conflicts == 1)
    }

    @Test func everyPhotoIsCountedOnce() {
        let found = counts([
            said("/a/1.CR3", .pick), said("/a/2.CR3", .reject), said("/a/3.CR3", nil, stars: 3), said("/a/4.CR3", .maybe),
        ])
        #expect(found.picks + found.rejects + found.unknown + found.conflicts == found.photos)
        #expect(found.unknown == 2)
        #expect(found.starred == 1)
    }
}
