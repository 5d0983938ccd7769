import CNeural

/// OpenVINO from a model pack: 32-bit floats, one thread, tuned for latency.
final class OpenVINO: NeuralRuntime {
    private let runtime: OpaquePointer

    /// Loads the libraries for the life of the process; the caller has verified them.
    init(pack: ModelPack) throws(ScoringError) {
        var message = Reason()
        guard let runtime = message.fill({ kn_open(pack.folder, $0) }) else {
            throw ScoringError("the model run time cannot be loaded (\(message.text)); faces are not measured")
        }
        self.runtime = runtime
    }

    func load(_ path: String, shape: [Int]?) throws(ScoringError) -> any NeuralModel {
        let sides = (shape ?? []).map(Int64.init)
        var message = Reason()
        guard let model = message.fill({ kn_load(runtime, path, sides, Int32(sides.count), $0) }) else {
            throw ScoringError("a model cannot be loaded (\(message.text)); faces are not measured")
        }
        let loaded = OpenVINOModel(model)
        // Once, so that a model that cannot run is refused here, and the first frame does not pay for its set-up.
        loaded.input.update(repeating: 0)
        try loaded.run()
        return loaded
    }
}

private final class OpenVINOModel: NeuralModel {
    private let model: OpaquePointer
    let input: UnsafeMutableBufferPointer<Float>

    init(_ model: OpaquePointer) {
        self.model = model
        var count = 0
        let start = kn_input(model, &count)
        input = UnsafeMutableBufferPointer(start: start, count: count)
    }

    deinit { kn_free(model) }

    func run() throws(ScoringError) {
        var message = Reason()
        guard message.fill({ kn_run(model, $0) }) == 0 else { throw ScoringError(message.text) }
    }

    func output(_ index: Int) -> UnsafeBufferPointer<Float> {
        var count = 0
        guard index >= 0, let start = kn_output(model, index, &count) else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(start: start, count: count)
    }
}

/// Room for a message of CNeural's.
private struct Reason {
    private var bytes = [CChar](repeating: 0, count: Int(kn_message_size))

    mutating func fill<Result>(_ body: (UnsafeMutablePointer<CChar>) -> Result) -> Result {
        bytes.withUnsafeMutableBufferPointer { body($0.baseAddress!) }
    }

    var text: String { String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) }
}
