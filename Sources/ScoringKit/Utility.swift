import CPixels

/// How surely this is no photograph to keep but a screenshot, a scan or a receipt, 0...1.
///
/// Screens have flat areas, few colours and hard steps; pages are bright paper with hard dark strokes. A frame with faces is a photograph,
/// and a camera takes no screenshots. A black or a burnt out frame has no steps and is neither.
func judgeUtility(_ page: keepers_page, shot: ShotFacts) -> Double? {
    guard page.pixels >= 1000 else { return nil }
    let pixels = Double(page.pixels)
    let steps = Double(page.steps) / pixels
    let isWritten = min(ramp(steps, from: 0.004, to: 0.02), ramp(0.45 - steps, from: 0, to: 0.1))
    let isScreen = min(
        ramp(Double(page.flat) / pixels, from: 0.45, to: 0.7), ramp(Double(page.common) / pixels, from: 0.5, to: 0.7))
    let isPage = min(
        ramp(Double(page.paper) / pixels, from: 0.5, to: 0.75), ramp(Double(page.common) / pixels, from: 0.4, to: 0.6))
    var sureness = min(isWritten, max(isScreen * (shot.isFromCamera ? 0.3 : 1), isPage))
    // What a network saw counts like a second witness.
    if let label = shot.paperLabel { sureness = 1 - (1 - sureness) * (1 - min(1, max(0, label))) }
    return shot.faces?.isEmpty == false ? 0.2 * sureness : sureness
}

private func ramp(_ value: Double, from low: Double, to high: Double) -> Double {
    min(1, max(0, (value - low) / (high - low)))
}
