public import KeepersCore

/// A measured face and the points of its mesh.
public struct FaceLandmarks: Sendable {
    public var face: Face
    /// MediaPipe's 478, 0...1 of the picture.
    public var points: [UnitPoint]
}

extension FaceJudge {
    /// The faces of an upright sRGB picture that a mesh fits, largest first: what a retoucher has to know.
    public func landmarks(of picture: Pixels) throws(ScoringError) -> [FaceLandmarks] {
        guard picture.width >= Self.leastSide, picture.height >= Self.leastSide else { return [] }
        return try picture.bytes.withUnsafeBufferPointer { bytes throws(ScoringError) -> [FaceLandmarks] in
            guard let base = bytes.baseAddress else { return [] }
            return try landmarks(
                of: Bitmap(base: base, stride: 3 * picture.width, width: picture.width, height: picture.height))
        }
    }

    private func landmarks(of bitmap: Bitmap) throws(ScoringError) -> [FaceLandmarks] {
        let picture = UprightPicture(bitmap: bitmap, orientation: .upright)
        let look = look(at: picture)
        var found: [FaceLandmarks] = []
        for box in try finder.find(picture, look: look).sorted(by: { $0.width * $0.height > $1.width * $1.height }) {
            guard found.count < Self.mostMeshes, box.width >= Self.leastMeshWidth,
                let mesh = try mesher.lay(on: box, in: picture)
            else { continue }
            let points = mesh.points.indices.map { index in
                let point = mesh.upright(index)
                return UnitPoint(x: point.x / Double(bitmap.width), y: point.y / Double(bitmap.height))
            }
            found.append(FaceLandmarks(face: measured(box, mesh, picture), points: points))
        }
        return found
    }
}
