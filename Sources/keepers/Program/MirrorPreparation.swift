import EngineKit
import ExportKit
import KeepersCore

/// What a mirror needs before sidecars are merged in it: its folders, and the card's own sidecars.
final class MirrorPreparation {
    private let orders: [CopyOrder]
    private var folders: [String]
    private let desk: CopyDesk?
    private var lost: [SidecarOutcome] = []

    /// After a plan; the copier makes the mirror itself where it is not there.
    init(_ exporter: Exporter, link: SpawnerLink) {
        orders = exporter.seedOrders
        folders = exporter.neededFolders
        guard let target = exporter.target, !orders.isEmpty || !folders.isEmpty || target.absence != nil else {
            desk = nil
            return
        }
        desk = CopyDesk(link, roots: exporter.session.roots, target: target.folder, makesTarget: true)
    }

    /// One after the other; `done` gets what could not be made, each with its reason.
    func run(done: @escaping ([SidecarOutcome]) -> Void) {
        guard let desk else { return done([]) }
        makeFolders(folders[...], desk) { [self] in
            copy(orders[...], desk) { desk.close { done(self.lost) } }
        }
    }

    private func makeFolders(_ rest: ArraySlice<String>, _ desk: CopyDesk, then: @escaping () -> Void) {
        guard let path = rest.first else { return then() }
        desk.makeFolder(path) { [self] result in
            note(path, result)
            makeFolders(rest.dropFirst(), desk, then: then)
        }
    }

    private func copy(_ rest: ArraySlice<CopyOrder>, _ desk: CopyDesk, then: @escaping () -> Void) {
        guard let order = rest.first else { return then() }
        desk.copy(order) { [self] result in
            note(order.to, result)
            copy(rest.dropFirst(), desk, then: then)
        }
    }

    private func note(_ path: String, _ result: CopyResult) {
        if let why = result.sentence { lost.append(SidecarOutcome(path: path, end: .failed(why))) }
    }
}
