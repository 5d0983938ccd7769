import Glibc
import HistoryKit
import KeepersCore

// A mirror (`keepers export --mirror`) holds the sidecars of a card's tree and none of its photos.
extension SidecarFolderPass {
    /// A sidecar whose photo does not lie in its own folder.
    struct Homeless {
        /// Below the folder that was given.
        var path: String
        var values: SidecarValues
    }

    private struct Fit {
        var sidecar: Homeless
        /// Its photo, below the other folder.
        var photo: String
    }

    /// What sidecars say that lie here as their photos lie in another folder (`MIRROR/DCIM/100/A.xmp` of `CARD/DCIM/100/A.NEF`; of several
    /// cards, each below a folder of its own); these are taken out of `homeless`.
    ///
    /// Such a sidecar knows neither time nor serial, and counters begin anew. So at least half of a tree must fit, as with the recognition
    /// of a card, and it speaks for no photo that was taken after it was written.
    func house(_ homeless: inout [Homeless], in hosts: [SidecarFolderPass]) throws(Failure) -> [PastDecision] {
        var decisions: [PastDecision] = []
        for host in hosts {
            var trees = [(depth: 0, sidecars: homeless)]
            trees += Dictionary(grouping: homeless) { String($0.path.prefix { $0 != "/" }) }
                .sorted { $0.key < $1.key }.map { (1, $0.value) }
            var taken: Set<String> = []
            for (depth, sidecars) in trees where !sidecars.isEmpty && taken.isEmpty || depth > 0 {
                let fits = try fits(sidecars.filter { !taken.contains($0.path) }, depth: depth, host)
                guard !fits.isEmpty, fits.count * 2 >= sidecars.count else { continue }
                taken.formUnion(fits.map(\.sidecar.path))
                let spoken = Dictionary(grouping: fits, by: \.photo)
                decisions += spoken.sorted { $0.key < $1.key }.map { host.decision($0.key, $0.value.map(\.sidecar.values)) }
            }
            homeless.removeAll { taken.contains($0.path) }
            guard !taken.isEmpty else { continue }
            notes.append(
                "\(counted(taken.count, "sidecar")) without a photo beside \(taken.count == 1 ? "it" : "them"): "
                    + "\(taken.count == 1 ? "it lies" : "they lie") as the photos in \(printable(host.root)) do")
        }
        return decisions
    }

    private func fits(_ sidecars: [Homeless], depth: Int, _ host: SidecarFolderPass) throws(Failure) -> [Fit] {
        let fits = sidecars.compactMap { sidecar -> Fit? in
            let place = sidecar.path.split(separator: "/").dropFirst(depth).joined(separator: "/")
            return host.frame(ofSidecar: place, sidecar.values).map { Fit(sidecar: sidecar, photo: $0) }
        }
        guard fits.count * 2 >= sidecars.count else { return [] }
        try host.readHeaders(of: fits.map(\.photo))
        return fits.filter { fit in
            guard let taken = host.shots[fit.photo]?.capturedAt?.wallSeconds else { return true }
            guard let written = SidecarFolderPass.modified(absolute(fit.sidecar.path)) else { return false }
            return taken <= written + SidecarFolderPass.zones
        }
    }

    /// A camera's clock knows no zone; this many seconds lie between the ends of the day.
    private static let zones: Int64 = 26 * 3600

    private static func modified(_ path: String) -> Int64? {
        var facts = stat()
        return stat(path, &facts) == 0 ? Int64(facts.st_mtim.tv_sec) : nil
    }
}
