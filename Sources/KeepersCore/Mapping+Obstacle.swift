/// Why frames of one folder may not share a sidecar: two RAWs of one stem would overwrite each other's decisions.
///
/// Returns a sentence for each frame that must not be written, by its id. A RAW+JPEG pair is one frame and no obstacle.
/// `IMG_1.CR3.xmp` names no two photos, so there are none under that custom.
public func sidecarCollisions(among frames: [Frame], naming: SidecarName = .replaced) -> [FrameID: String] {
    guard naming == .replaced else { return [:] }
    let raws = frames.filter { $0.kind.isRaw }
    let byName = Dictionary(grouping: raws) { "\($0.source)/" + fileStem($0.path).lowercased() }
    var sentences: [FrameID: String] = [:]
    for group in byName.values where group.count > 1 {
        for frame in group {
            let others = group.filter { $0.id != frame.id }.map { printable($0.fileName) }.sorted().joined(separator: ", ")
            sentences[frame.id] = "\(others) would use the same sidecar; rename one of them and export again"
        }
    }
    return sentences
}

/// Why an existing sidecar belongs to another file of the folder; nil when it is this frame's.
///
/// `names` are the file names in the frame's folder.
public func foreignSidecar(_ values: SidecarValues, of frame: Frame, names: [String]) -> String? {
    guard let other = values.forExtension?.lowercased(), !other.isEmpty else { return nil }
    let own = [frame.path, frame.pair].compactMap { $0 }.map { fileExtension($0).lowercased() }
    guard !own.contains(other) else { return nil }
    let wanted = "\(frame.stem).\(other)".lowercased()
    guard let name = names.first(where: { $0.lowercased() == wanted }) else { return nil }
    return "its sidecar belongs to \(printable(name)); it stays as it is"
}

/// `CR3` of `DCIM/IMG_1.CR3`; empty where there is none.
public func fileExtension(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let stem = fileStem(name)
    return stem.count < name.count ? String(name.dropFirst(stem.count + 1)) : ""
}
