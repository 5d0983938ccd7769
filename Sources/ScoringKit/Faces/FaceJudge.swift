import Glibc
import KeepersCore

/// Finds and measures faces, and makes the neural print. One per worker: it keeps its models and buffers, and is not for two threads.
public final class FaceJudge {
    /// Which models and rules judged; changes whenever a face would come out different.
    public static let model = "faces-1"
    /// Beyond this many faces the smaller ones keep their box only: their eyes are "can't tell".
    static let mostMeshes = 40
    /// Narrower faces, in pixels, get no mesh: there is nothing to see on them.
    static let leastMeshWidth = 20.0
    /// Still narrower ones are background: a dozen pixels, of which nothing can be said.
    static let leastWidth = 12.0
    /// Pictures with a shorter side than this, in pixels, cannot show a face.
    static let leastSide = 24

    let finder: FaceFinder
    let mesher: FaceMesher
    private let network: FeatureNetwork
    private var measures = FaceMeasures()
    private var painter = Painter()
    private var pixels = Scratch()

    /// Clock ticks spent inside the models so far; 0 without a clock.
    public var ticksInModels: UInt64 { clocked?.ticks ?? 0 }
    private let clocked: ClockedRuntime?

    /// Verifies every file of the pack, then loads run time and models: about a second. `clock` times the models for a bench.
    public init(pack: ModelPack, clock: (() -> UInt64)? = nil) throws(ScoringError) {
        try pack.verify()
        let loader = try OpenVINO(pack: pack)
        clocked = clock.map { ClockedRuntime(loader, clock: $0) }
        let runtime: any NeuralRuntime = clocked ?? loader
        finder = try FaceFinder(runtime: runtime, pack: pack)
        mesher = try FaceMesher(runtime: runtime, pack: pack)
        network = try FeatureNetwork(runtime: runtime, pack: pack)
    }

    /// What the models say of one picture.
    struct Judgement {
        /// Largest first; nil when the picture is too small to show any.
        var faces: [Face]?
        /// For `Print.features`.
        var features: [UInt8]
        /// Softmax over the 1000 classes of ImageNet, in their usual order; empty where there are none.
        var labels: [Float]
    }

    /// Judges a stored picture as its orientation has it; `toSRGB` converts packed pixels in place.
    func judge(
        _ bitmap: Bitmap, orientation: Orientation, toSRGB: (UnsafeMutablePointer<UInt8>, Int) -> Void = { _, _ in }
    ) throws(ScoringError) -> Judgement {
        let picture = UprightPicture(bitmap: bitmap, orientation: orientation)
        let look = look(at: picture, toSRGB: toSRGB)
        let seen = try network.read(look)
        guard min(picture.width, picture.height) >= Self.leastSide else {
            return Judgement(faces: nil, features: seen.features, labels: seen.labels)
        }
        return Judgement(faces: try faces(in: picture, look: look), features: seen.features, labels: seen.labels)
    }

    /// The picture upright at the size of the detector's first look; it stays until the next one.
    func look(at picture: UprightPicture, toSRGB: (UnsafeMutablePointer<UInt8>, Int) -> Void = { _, _ in }) -> Bitmap {
        let size = FaceFinder.lookSize(of: picture)
        let base = pixels.bytes(3 * size.width * size.height).assumingMemoryBound(to: UInt8.self)
        painter.draw(
            .whole, of: picture.bitmap, turned: picture.orientation, width: size.width, height: size.height, into: base)
        toSRGB(base, size.width * size.height)
        return Bitmap(base: base, stride: 3 * size.width, width: size.width, height: size.height)
    }

    private func faces(in picture: UprightPicture, look: Bitmap) throws(ScoringError) -> [Face] {
        let found = try finder.find(picture, look: look).sorted {
            ($1.width * $1.height, $0.x, $0.y) < ($0.width * $0.height, $1.x, $1.y)
        }
        var out: [Face] = []
        for (place, box) in found.enumerated() where box.width >= Self.leastWidth {
            let hasMesh = place < Self.mostMeshes && box.width >= Self.leastMeshWidth
            if hasMesh {
                guard let mesh = try mesher.lay(on: box, in: picture) else { continue }
                out.append(measured(box, mesh, picture))
            } else if box.score >= FaceFinder.sure {
                out.append(plain(box, picture))
            }
        }
        return out
    }

    /// Box, eyes' places and light: all that there is of a small face.
    private func plain(_ box: FoundFace, _ picture: UprightPicture) -> Face {
        let (width, height) = (Double(picture.width), Double(picture.height))
        func unit(_ point: Point) -> UnitPoint {
            UnitPoint(x: min(1, max(0, point.x / width)), y: min(1, max(0, point.y / height)))
        }
        let low = unit(Point(x: box.x, y: box.y))
        let high = unit(Point(x: box.x + box.width, y: box.y + box.height))
        var face = Face(
            box: UnitRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y), width: Int(box.width.rounded()),
            confidence: box.score, leftEye: unit(box.leftEye), rightEye: unit(box.rightEye))
        if let light = measures.exposure(box, in: picture) {
            face.brightness = light.brightness
            face.clipped = light.clipped
        }
        return face
    }

    func measured(_ box: FoundFace, _ mesh: FaceMesh, _ picture: UprightPicture) -> Face {
        var placed = box
        placed.leftEye = mesh.leftEyeMiddle
        placed.rightEye = mesh.rightEyeMiddle
        var face = plain(placed, picture)
        face.presence = mesh.presence
        face.yaw = mesh.yaw
        face.pitch = mesh.pitch
        face.roll = mesh.roll
        face.leftEAR = mesh.leftEAR
        face.rightEAR = mesh.rightEAR
        face.blink = mesh.blink
        face.smile = mesh.smile
        face.mouthOpen = mesh.mouthOpen
        face.sharpness = measures.sharpness(mesh, in: picture)
        face.eyes =
            EyeReading(
                ear: max(mesh.leftEAR, mesh.rightEAR), blink: mesh.blink, smile: mesh.smile, width: face.width,
                isCovered: measures.hasCoveredEyes(mesh, in: picture), yaw: mesh.yaw
            ).state
        face.quality = CaptureQuality.of(face)
        return face
    }
}
