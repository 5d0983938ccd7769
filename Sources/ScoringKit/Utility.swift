import CPixels

/// How surely this is no photograph to keep but a screenshot, a scan or a receipt, 0...1.
///
/// Screens have flat areas, few colours and hard steps; pages are bright paper with hard dark strokes. A frame with faces is a photograph,
/// and a camera takes no screenshots. A black frame has no steps and is neither; a burnt out one shows the white of paper where nothing is,
/// so it is no page: a photographed page is seldom burnt out over more than a quarter.
func judgeUtility(_ page: keepers_page, shot: ShotFacts, burntOut: Double) -> Double? {
    guard page.pixels >= 1000 else { return nil }
    let pixels = Double(page.pixels)
    let steps = Double(page.steps) / pixels
    let isWritten = min(ramp(steps, from: 0.004, to: 0.02), ramp(0.45 - steps, from: 0, to: 0.1))
    let isScreen = min(
        ramp(Double(page.flat) / pixels, from: 0.45, to: 0.7), ramp(Double(page.common) / pixels, from: 0.5, to: 0.7))
    let isPage = min(
        ramp(Double(page.paper) / pixels, from: 0.5, to: 0.75), ramp(Double(page.common) / pixels, from: 0.4, to: 0.6),
        ramp(0.5 - burntOut, from: 0, to: 0.25))
    let sureness = min(isWritten, max(isScreen * (shot.isFromCamera ? 0.3 : 1), isPage))
    return shot.faces?.isEmpty == false ? 0.2 * sureness : sureness
}

private func ramp(_ value: Double, from low: Double, to high: Double) -> Double {
    min(1, max(0, (value - low) / (high - low)))
}
