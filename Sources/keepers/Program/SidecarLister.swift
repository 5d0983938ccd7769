import IngestKit
import KeepersCore

/// File names beside the photos, by source and folder.
struct SidecarNames {
    private var sidecars: [String: [String]] = [:]
    private var frames: [String: [String]] = [:]

    mutating func add(_ listing: Listing, root: Int) {
        for path in listing.sidecars { SidecarNames.put(path, root, into: &sidecars) }
        for file in listing.files { SidecarNames.put(file.path, root, into: &frames) }
    }

    /// A sidecar that came or went since the listing.
    mutating func note(_ path: String, root: Int) {
        let (folder, name) = SidecarNames.parts(path)
        guard sidecars["\(root)/\(folder)"]?.contains(name) != true else { return }
        sidecars["\(root)/\(folder)", default: []].append(name)
    }

    func sidecars(root: Int, folder: String) -> [String] { sidecars["\(root)/\(folder)"] ?? [] }
    func frames(root: Int, folder: String) -> [String] { frames["\(root)/\(folder)"] ?? [] }

    private static func put(_ path: String, _ root: Int, into table: inout [String: [String]]) {
        let (folder, name) = parts(path)
        if !name.isEmpty { table["\(root)/\(folder)", default: []].append(name) }
    }

    /// `DCIM/100NIKON` and `DSC_1.xmp`
    private static func parts(_ path: String) -> (folder: String, name: String) {
        let parts = path.split(separator: "/")
        return (parts.dropLast().joined(separator: "/"), parts.last.map(String.init) ?? "")
    }
}

/// Looks anew at every source: an export must not trust an old listing.
final class SidecarLister {
    private let session: CardSession
    private var names = SidecarNames()
    private var failure: Failure?
    private var open = 0

    init(_ session: CardSession) { self.session = session }

    func list(done: @escaping (Result<SidecarNames, Failure>) -> Void) {
        open = session.roots.count
        for root in session.roots.indices {
            session.workshop.list(root: root) { [self] result in
                switch result {
                case .success(let listing): names.add(listing, root: root)
                case .failure(let error):
                    failure = Failure("\(session.roots[root]) cannot be listed: \(clause(error.message)). Nothing was written.")
                }
                open -= 1
                if open == 0 { done(failure.map { .failure($0) } ?? .success(names)) }
            }
        }
    }
}
