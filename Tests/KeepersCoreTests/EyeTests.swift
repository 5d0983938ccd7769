import KeepersCore
import Testing

struct EyeTests {
    private func state(
        ear: Double, blink: Double, smile: Double = 0, width: Int = 100, isCovered: Bool = false, yaw: Double = 0
    ) -> EyeState {
        EyeReading(ear: ear, blink: blink, smile: smile, width: width, isCovered: isCovered, yaw: yaw).state
    }

    @Test func saysClosedOpenAndCannotTell() {
        #expect(state(ear: 0.05, blink: 0.6) == .closed)
        #expect(state(ear: 0.11, blink: 0.4) == .unsure)
        #expect(state(ear: 0.28, blink: 0.1) == .open)
    }

    /// Lids that close step by step pass from open through "can't tell" to closed and never back.
    @Test func closesInOrder() {
        let order: [EyeState] = [.open, .unsure, .closed]
        for smile in [0.0, 0.9] {
            let states = stride(from: 0.30, through: 0.0, by: -0.01).map { state(ear: $0, blink: 0.7 - 2 * $0, smile: smile) }
            let places = states.compactMap { order.firstIndex(of: $0) }
            #expect(places == places.sorted())
            #expect(Set(states) == Set(order))
        }
    }

    @Test func aSmileExplainsNarrowEyesButNotShutOnes() {
        #expect(state(ear: 0.12, blink: 0.3, smile: 0.9) == .open)
        #expect(state(ear: 0.12, blink: 0.3, smile: 0.1) == .unsure)
        #expect(state(ear: 0.08, blink: 0.6, smile: 0.9) == .closed)
    }

    @Test func doesNotJudgeWhatItCannotSee() {
        #expect(state(ear: 0.28, blink: 0.1, width: 44) == .unsure)
        #expect(state(ear: 0.03, blink: 0.8, width: 44) == .unsure)
        #expect(state(ear: 0.28, blink: 0.1, isCovered: true) == .unsure)
        #expect(state(ear: 0.02, blink: 0.8, yaw: -70) == .unsure)
    }

    @Test func twoMeasuresThatDisagreeCannotTell() {
        #expect(state(ear: 0.13, blink: 0.43, smile: 0.51) == .unsure)
        #expect(state(ear: 0.25, blink: 0.5) == .unsure)
        #expect(state(ear: 0.05, blink: 0.1) == .unsure)
    }
}
