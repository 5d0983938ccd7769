import CPixels

/// One thread's workplace: the buffers that all its pictures share, because fresh memory is slow to touch first.
final class Studio {
    private var band: [Float] = []
    private var low: [[Float]] = []
    private var scratch: [Float] = []
    private let noise: [Float]
    private static let bandRows = 48

    init() {
        noise = [Float](unsafeUninitializedCapacity: 256 * 256) { buffer, count in
            if let base = buffer.baseAddress { keepers_demo_noise(base) }
            count = 256 * 256
        }
    }

    /// Paints and develops; returns `width` * `height` * 3 sRGB bytes.
    func develop(_ picture: Picture, width: Int, height: Int) -> [UInt8] {
        let steps = steps(for: plans(for: picture, short: min(width, height)), picture, width: width, height: height)
        let rows = min(Studio.bandRows, height)
        let floats = rows * width * 4
        if band.count < floats { band = [Float](repeating: 0, count: floats) }
        var film = picture.film
        return [UInt8](unsafeUninitializedCapacity: width * height * 3) { rgb, count in
            count = width * height * 3
            for first in stride(from: 0, to: height, by: rows) {
                let size = min(rows, height - first)
                paintBand(steps, picture, first, size, width: width, height: height)
                band.withUnsafeBufferPointer { planes in
                    guard let from = planes.baseAddress, let to = rgb.baseAddress else { return }
                    keepers_demo_develop(
                        from, Int32(first), Int32(size), Int32(width), Int32(height), &film, to + first * width * 3)
                }
            }
        }
    }

    /// What happens on each band of rows, back to front.
    private enum Step {
        case paint(Layer)
        /// A finished smaller picture of one or several blurred layers.
        case lay(buffer: Int, width: Int, height: Int)
    }

    /// Renders all blurred layers; neighbours are put together at their finest size, so that the large picture is crossed once for all.
    private func steps(for plans: [Plan], _ picture: Picture, width: Int, height: Int) -> [Step] {
        var steps: [Step] = []
        var buffer = 0
        var index = 0
        while index < plans.count {
            if plans[index].divisor == 0 {
                steps += plans[index].layers.map(Step.paint)
                index += 1
                continue
            }
            var end = index
            while end < plans.count && plans[end].divisor > 0 { end += 1 }
            let run = plans[index..<end]
            let finest = Studio.lowSize(width, height, run.map(\.divisor).min() ?? 1)
            let target = buffer
            buffer += 1
            clear(target, finest)
            for plan in run {
                renderLow(plan, into: buffer, picture, width: width, height: height)
                merge(buffer, Studio.lowSize(width, height, plan.divisor), onto: target, finest)
            }
            steps.append(.lay(buffer: target, width: finest.0, height: finest.1))
            index = end
        }
        return steps
    }

    private func clear(_ index: Int, _ size: (Int, Int)) {
        while low.count <= index { low.append([]) }
        if low[index].count < size.0 * size.1 * 4 { low[index] = [Float](repeating: 0, count: size.0 * size.1 * 4) }
        low[index].withUnsafeMutableBufferPointer { $0.baseAddress?.update(repeating: 0, count: size.0 * size.1 * 4) }
    }

    private func merge(_ source: Int, _ size: (Int, Int), onto target: Int, _ targetSize: (Int, Int)) {
        let rows = Int32(targetSize.1)
        low[source].withUnsafeBufferPointer { layer in
            low[target].withUnsafeMutableBufferPointer { planes in
                guard let from = layer.baseAddress, let to = planes.baseAddress else { return }
                keepers_demo_lay(to, 0, rows, Int32(targetSize.0), rows, from, Int32(size.0), Int32(size.1))
            }
        }
    }

    /// How one layer reaches the picture: directly (divisor 0), or over a smaller, blurred copy.
    private struct Plan {
        var layers: [Layer]
        var divisor: Int
        var radius: Int
        var smear: (Float, Float)
    }

    private func plans(for picture: Picture, short: Int) -> [Plan] {
        let shakes = picture.shake.0 != 0 || picture.shake.1 != 0
        if shakes {
            let way = (picture.shake.0 * picture.shake.0 + picture.shake.1 * picture.shake.1).squareRoot() * Float(short)
            // A layer's own blur is lost in the shake only where it is smaller; so blur first, at the smear's size.
            let inner = picture.layers.map { plan(for: $0, short: short) }
            if inner.allSatisfy({ $0.divisor == 0 }) || way < 1 {
                return [Plan(layers: picture.layers, divisor: way > 5 ? 2 : 1, radius: 0, smear: picture.shake)]
            }
            return inner.map { plan in
                var plan = plan
                plan.divisor = max(plan.divisor, way > 5 ? 2 : 1)
                plan.smear = (plan.smear.0 + picture.shake.0, plan.smear.1 + picture.shake.1)
                return plan
            }
        }
        return picture.layers.map { plan(for: $0, short: short) }
    }

    private func plan(for layer: Layer, short: Int) -> Plan {
        let blur = layer.blur * Float(short)
        let smeared = layer.smear.0 != 0 || layer.smear.1 != 0
        guard blur >= 0.8 || smeared else { return Plan(layers: [layer], divisor: 0, radius: 0, smear: (0, 0)) }
        var divisor = smeared ? 2 : 1
        while divisor < 8 && blur / Float(divisor * 2) >= 1.4 { divisor *= 2 }
        let radius = Int(blur / Float(divisor) * 0.72 + 0.5)
        return Plan(layers: [layer], divisor: divisor, radius: blur >= 0.8 ? max(1, radius) : 0, smear: layer.smear)
    }

    private func renderLow(_ plan: Plan, into index: Int, _ picture: Picture, width: Int, height: Int) {
        let (lowWidth, lowHeight) = Studio.lowSize(width, height, plan.divisor)
        let pixels = lowWidth * lowHeight
        clear(index, (lowWidth, lowHeight))
        if scratch.count < pixels { scratch = [Float](repeating: 0, count: pixels) }
        low[index].withUnsafeMutableBufferPointer { planes in
            scratch.withUnsafeMutableBufferPointer { scratch in
                guard let base = planes.baseAddress, let spare = scratch.baseAddress else { return }
                for layer in plan.layers {
                    paint(layer, picture, base, first: 0, rows: lowHeight, width: lowWidth, height: lowHeight)
                }
                keepers_demo_blur(base, Int32(lowWidth), Int32(lowHeight), Int32(plan.radius), spare)
                let short = Float(min(lowWidth, lowHeight))
                let (dx, dy) = (plan.smear.0 * short, plan.smear.1 * short)
                let taps = min(24, max(0, Int((dx * dx + dy * dy).squareRoot()) + 1))
                keepers_demo_smear(base, Int32(lowWidth), Int32(lowHeight), dx, dy, Int32(taps), spare)
            }
        }
    }

    private static func lowSize(_ width: Int, _ height: Int, _ divisor: Int) -> (Int, Int) {
        (max(2, (width + divisor - 1) / divisor), max(2, (height + divisor - 1) / divisor))
    }

    private func paintBand(_ steps: [Step], _ picture: Picture, _ first: Int, _ rows: Int, width: Int, height: Int) {
        band.withUnsafeMutableBufferPointer { planes in
            guard let base = planes.baseAddress else { return }
            base.update(repeating: 0, count: rows * width * 4)
            for step in steps {
                switch step {
                case .paint(let layer):
                    paint(layer, picture, base, first: first, rows: rows, width: width, height: height)
                case .lay(let buffer, let lowWidth, let lowHeight):
                    low[buffer].withUnsafeBufferPointer { layer in
                        guard let from = layer.baseAddress else { return }
                        keepers_demo_lay(
                            base, Int32(first), Int32(rows), Int32(width), Int32(height), from, Int32(lowWidth), Int32(lowHeight))
                    }
                }
            }
        }
    }

    private func paint(
        _ layer: Layer, _ picture: Picture, _ planes: UnsafeMutablePointer<Float>, first: Int, rows: Int, width: Int, height: Int
    ) {
        var camera = picture.camera(width: width, height: height)
        var light = picture.light.packed
        layer.blobs.withUnsafeBufferPointer { blobs in
            layer.parts.withUnsafeBufferPointer { parts in
                noise.withUnsafeBufferPointer { noise in
                    guard let noise = noise.baseAddress, let blob = blobs.baseAddress else { return }
                    keepers_demo_paint(
                        planes, Int32(first), Int32(rows), &camera, &light, blob, Int32(blobs.count), parts.baseAddress, noise)
                }
            }
        }
    }
}

extension Picture {
    fileprivate var film: keepers_demo_film {
        var film = keepers_demo_film()
        film.gain = (balance * exposure).values
        (film.vignette, film.grain, film.fade, film.saturation, film.seed) = (vignette, grain, haze, saturation, seed)
        return film
    }

    fileprivate func camera(width: Int, height: Int) -> keepers_demo_camera {
        var camera = keepers_demo_camera()
        (camera.centreX, camera.centreY) = shift
        (camera.cosine, camera.sine) = turn(roll)
        camera.scale = Float(min(width, height)) * zoom
        (camera.width, camera.height) = (Int32(width), Int32(height))
        return camera
    }
}
