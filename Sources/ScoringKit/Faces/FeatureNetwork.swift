import CPixels
import Glibc
import KeepersCore

/// EfficientNet-Lite0 (Tan and Le 2019, Lite variant), trained on ImageNet: a print of what a picture shows, and 1000 labels.
final class FeatureNetwork {
    private static let side = 224

    private let model: any NeuralModel
    private var painter = Painter()
    private var pixels = Scratch()

    init(runtime: any NeuralRuntime, pack: ModelPack) throws(ScoringError) {
        model = try runtime.load(pack.path("efficientnet-lite0.onnx"), shape: nil)
        guard model.input.count == 3 * Self.side * Self.side else {
            throw ScoringError("the feature model does not take what it should; prints are not measured")
        }
    }

    /// The whole of a packed upright sRGB picture, squeezed into a square: a crop would be blind to its borders.
    ///
    /// `features`: 1280 values 0...255, empty for a picture that shows nothing. `labels`: 1000 shares that sum to 1.
    func read(_ look: Bitmap) throws(ScoringError) -> (features: [UInt8], labels: [Float]) {
        guard let input = model.input.baseAddress else { return ([], []) }
        let square = pixels.bytes(3 * Self.side * Self.side).assumingMemoryBound(to: UInt8.self)
        painter.draw(.whole, of: look, turned: .upright, width: Self.side, height: Self.side, into: square)
        let side = Int32(Self.side)
        keepers_planes(square, 3 * Self.side, side, side, 127, 1.0 / 128, 0, input, side, side)
        try model.run()
        return (quantised(model.output(0)), shares(model.output(1)))
    }

    private func quantised(_ values: UnsafeBufferPointer<Float>) -> [UInt8] {
        guard values.count == 1280, let most = values.max(), most > 0, most.isFinite else { return [] }
        return values.map { UInt8(min(255, max(0, $0 / most * 255)).rounded()) }
    }

    private func shares(_ logits: UnsafeBufferPointer<Float>) -> [Float] {
        guard logits.count == 1000, let most = logits.max(), most.isFinite else { return [] }
        let powers = logits.map { exp($0 - most) }
        let sum = powers.reduce(0, +)
        return powers.map { $0 / sum }
    }
}
