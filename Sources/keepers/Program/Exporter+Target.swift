import EngineKit
import ExportKit
import KeepersCore
import PersistenceKit

// Sidecars in another folder than the photos': where they lie, what they begin with, and what is remembered of them.
extension Exporter {
    func loadBases(_ id: SessionID) throws(StoreError) -> [SidecarBase] {
        guard let target else { return try session.store.bases(in: id) }
        return try session.store.bases(in: id, at: target.folder)
    }

    /// `written`: what was pending of them is done.
    func saveBases(_ bases: [SidecarBase], _ id: SessionID, written: Bool = false) throws(StoreError) {
        guard let target else { return try session.store.saveBases(bases, written: written, in: id) }
        try session.store.saveBases(bases, in: id, at: target.folder)
    }

    /// What we wrote last: there, or beside the photos where the very same bytes lie there now.
    func known(_ frame: FrameID) -> SidecarBase? {
        if let base = bases[frame] { return base }
        guard let base = kin[frame], let written = base.writtenHash, readouts[frame]?.digest?.bytes == written else { return nil }
        return base
    }

    func locate(in target: ExportTarget, _ names: SidecarNames) {
        (places, seeds, obstacles) = ([:], [:], [:])
        for frame in frames where profile.rules.hasSidecar(frame.kind) {
            switch target.photo(of: frame) {
            case .failure(let failure): obstacles[frame.id] = failure.message
            case .success(let path):
                let folder = parent(of: path)
                let wanted = profile.rules.naming.name(forPath: path)
                let standing = SidecarName.existing(wanted, among: names.sidecars(root: 0, folder: folder))
                places[frame.id] = (0, joined(folder, standing ?? wanted))
                guard standing == nil, target.beginsWithCard, let seed = cardSidecar(of: frame, names) else { continue }
                seeds[frame.id] = seed
            }
        }
    }

    private func cardSidecar(of frame: Frame, _ names: SidecarNames) -> (root: Int, path: String)? {
        guard let root = session.positions.firstIndex(of: frame.source) else { return nil }
        let standing = names.sidecars(root: root + 1, folder: frame.folder)
        return SidecarName.existing(profile.rules.naming.name(forPath: frame.path), among: standing).map {
            (root + 1, joined(frame.folder, $0))
        }
    }

    /// The photos that its sidecar could belong to instead: its neighbours on the card, and those in the target.
    func neighbours(_ frame: Frame, _ names: SidecarNames) -> [String] {
        guard target != nil else { return names.frames(root: places[frame.id]?.root ?? 0, folder: frame.folder) }
        let root = session.positions.firstIndex(of: frame.source) ?? 0
        let there = places[frame.id].map { names.frames(root: 0, folder: parent(of: $0.path)) } ?? []
        return names.frames(root: root + 1, folder: frame.folder) + there
    }

    /// Two RAWs that would share a sidecar there, whatever they are called on the card.
    func collisionsInTarget(_ names: SidecarNames) -> [FrameID: String] {
        let byPlace = Dictionary(grouping: places.keys) { places[$0]?.path.lowercased() ?? "" }
        var sentences: [FrameID: String] = [:]
        for (frame, place) in places {
            guard case .success(let path)? = session.frames[frame].map({ target?.photo(of: $0) ?? .success($0.path) }) else {
                continue
            }
            let rivals = (byPlace[place.path.lowercased()] ?? []).filter { $0 != frame }.compactMap {
                session.frames[$0]?.fileName
            }
            let own = lastName(path).lowercased()
            let others = names.frames(root: 0, folder: parent(of: path)).filter {
                fileStem($0).lowercased() == fileStem(own) && $0.lowercased() != own
                    && FileKind.suggested(byName: $0)?.ignoresSidecar == false
            }
            guard let other = (rivals + others).min() else { continue }
            sentences[frame] = "\(printable(other)) would use the same sidecar there; rename one of them and export again"
        }
        return sentences
    }

    /// The card's own sidecars that the target must have before they can be merged into, by frame.
    var seedOrders: [CopyOrder] {
        plan.filter(\.willBeWritten).compactMap { item in
            guard let seed = seeds[item.frame], let place = places[item.frame] else { return nil }
            return CopyOrder(root: seed.root - 1, from: seed.path, size: 0, to: place.path, keepsExisting: true)
        }
    }

    /// The folders that new sidecars need, relative to the target.
    var neededFolders: [String] {
        Set(plan.filter(\.willBeWritten).compactMap { places[$0.frame].map { parent(of: $0.path) } }).filter { !$0.isEmpty }
            .sorted()
    }
}

/// `DCIM/100NIKON` of `DCIM/100NIKON/DSC_1.NEF`; empty where there is no folder.
func parent(of path: String) -> String { path.split(separator: "/").dropLast().joined(separator: "/") }
func lastName(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
func joined(_ folder: String, _ name: String) -> String { folder.isEmpty ? name : folder + "/" + name }
