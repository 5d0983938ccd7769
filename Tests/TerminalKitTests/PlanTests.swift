import KeepersCore
import Testing

@testable import TerminalKit

@Suite struct OverlayPlanTests {
    /// Three rows of faces as in a group portrait, labels as wide as two faces.
    @Test func noLabelCoversAFaceOrAnotherLabelWhereThereIsRoom() {
        var overlays: [Overlay] = []
        for row in 0..<3 {
            for column in 0..<6 {
                let rect = UnitRect(x: 0.04 + Double(column) * 0.16, y: 0.08 + Double(row) * 0.3, width: 0.06, height: 0.1)
                overlays.append(Overlay(rect: rect, text: "x", colour: .black))
            }
        }
        let plan = OverlayPlan(overlays, width: 1000, height: 700, gap: 3) { _ in (width: 110, height: 18) }
        #expect(plan.items.count == 18)
        for (index, item) in plan.items.enumerated() {
            #expect(!item.plate.isEmpty)
            for (other, rival) in plan.items.enumerated() where other != index {
                #expect(item.plate.shared(with: rival.plate) == 0)
                #expect(item.plate.shared(with: rival.box) == 0, "label \(index) covers face \(other)")
            }
        }
    }
}
