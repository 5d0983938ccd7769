/// What loads models: OpenVINO here; another library can stand in on machines it does not run on.
protocol NeuralRuntime: AnyObject {
    /// Reads a model file of the pack. `shape` replaces the shape of its only input; nil leaves it.
    func load(_ path: String, shape: [Int]?) throws(ScoringError) -> any NeuralModel
}

/// One loaded model with one input; floats in, floats out, always the same for the same input. Not for two threads.
protocol NeuralModel: AnyObject {
    /// To be filled before each run; stays where it is.
    var input: UnsafeMutableBufferPointer<Float> { get }
    func run() throws(ScoringError)
    /// After a run, valid until the next one; empty beyond the last output. The file's order.
    func output(_ index: Int) -> UnsafeBufferPointer<Float>
}
