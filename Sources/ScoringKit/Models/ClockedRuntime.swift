/// Sums the time that models run, for whoever wants to know what share of the work they are.
final class ClockedRuntime: NeuralRuntime {
    private let runtime: any NeuralRuntime
    private let clock: () -> UInt64
    fileprivate(set) var ticks: UInt64 = 0

    init(_ runtime: any NeuralRuntime, clock: @escaping () -> UInt64) {
        self.runtime = runtime
        self.clock = clock
    }

    func load(_ path: String, shape: [Int]?) throws(ScoringError) -> any NeuralModel {
        ClockedModel(try runtime.load(path, shape: shape), self)
    }

    private final class ClockedModel: NeuralModel {
        private let model: any NeuralModel
        private let runtime: ClockedRuntime
        let input: UnsafeMutableBufferPointer<Float>

        init(_ model: any NeuralModel, _ runtime: ClockedRuntime) {
            self.model = model
            self.runtime = runtime
            input = model.input
        }

        func run() throws(ScoringError) {
            let start = runtime.clock()
            defer { runtime.ticks &+= runtime.clock() &- start }
            try model.run()
        }

        func output(_ index: Int) -> UnsafeBufferPointer<Float> { model.output(index) }
    }
}
