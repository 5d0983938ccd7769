import ExportKit
import KeepersCore
import PersistenceKit

/// The books on what each sidecar said when both sides last agreed: tells a foreign edit from our own write, and what a merge starts from.
final class SidecarLedger {
    /// The sidecars of one frame as they were just read, none of them refused.
    struct Look {
        var frame: FrameID
        /// Adobe's name first; without a digest where a file is not there.
        var readouts: [SidecarReadout]
        /// It was looked at before, in this run.
        var isAgain: Bool
    }

    struct News {
        var sights: [FrameID: SidecarSight] = [:]
        /// Written by another program since the last look.
        var changed: [FrameID] = []
        var gone: [FrameID] = []
    }

    private let session: CardSession
    private var bases: [FrameID: [SidecarBase]] = [:]
    /// SHA-256 of each sidecar at the last look of this run, by frame and path.
    private var seen: [FrameID: [String: [UInt8]]] = [:]
    private var history = UndoHistory()
    private var historyStep: StepID?

    init(_ session: CardSession) { self.session = session }

    func load() {
        guard let id = session.id else { return }
        bases = Dictionary(grouping: (try? session.store.bases(in: id)) ?? [], by: \.frame)
    }

    /// An export may have changed what is known of it.
    func reload(_ frame: FrameID) {
        guard let id = session.id, let rows = try? session.store.bases(of: frame, in: id) else { return }
        bases[frame] = rows
    }

    /// There was a sidecar when it was last looked at, and none lies there now.
    func missed(_ frame: FrameID) -> Bool { bases[frame]?.contains { !$0.readHash.isEmpty } == true }

    private func row(_ frame: FrameID, _ path: String) -> SidecarBase? { bases[frame]?.first { $0.path == path } }

    /// What others say in it; nil where it is not there.
    func foreignWords(_ readout: SidecarReadout, _ frame: FrameID) -> SidecarValues? {
        guard let values = readout.values else { return nil }
        return row(frame, readout.path)?.others(values, readout.digest) ?? values
    }

    /// Notes what was read, takes over what only another program changed, and tells what is new.
    func take(_ looks: [Look], adopt: ([FrameChange]) -> Bool) -> News {
        var news = News()
        refreshHistory()
        let decided = history.decided(among: Set(looks.map(\.frame)))
        for look in looks {
            guard let sight = sight(look, &news) else { continue }
            news.sights[look.frame] = sight
        }
        let adopted = news.sights.flatMap { frame, sight in
            sight.adoptions(frame, mark: history.marks[frame] ?? Mark(), decided: decided[frame] ?? [])
        }.sorted { $0.frame < $1.frame }
        let isAdopted = !adopted.isEmpty && adopt(adopted)
        if isAdopted { refreshHistory() }
        settle(&news, looks, decided, isAdopted)
        return news
    }

    private func refreshHistory() {
        guard let id = session.id, let last = try? session.store.lastStep(in: id), last != historyStep else { return }
        guard let steps = try? session.store.steps(in: id) else { return }
        history = UndoHistory(log: steps)
        historyStep = last
    }

    private func sight(_ look: Look, _ news: inout News) -> SidecarSight? {
        let there = look.readouts.filter { $0.digest != nil }
        note(look, there, &news)
        guard let main = there.first, let values = main.values else {
            guard var old = session.sights[look.frame], old.theirs != nil else { return nil }
            old.theirs = nil
            return old
        }
        let own = there.compactMap { readout in
            foreignWords(readout, look.frame).map { (name: SidecarLedger.name(readout.path), values: $0) }
        }
        let now = there.compactMap { readout in readout.values.map { (name: SidecarLedger.name(readout.path), values: $0) } }
        let found = sidecarQuarrels(own, now: now)
        var sight = SidecarSight(
            path: main.path, values: values, digest: main.digest, row: row(look.frame, main.path), quarrels: found.quarrels)
        sight.said = found.said
        return sight
    }

    /// Counts foreign edits: content that we neither saw before nor wrote.
    private func note(_ look: Look, _ there: [SidecarReadout], _ news: inout News) {
        var isChanged = false
        for readout in there {
            guard let digest = readout.digest?.bytes else { continue }
            let row = row(look.frame, readout.path)
            let noted = row.flatMap { $0.readHash.isEmpty ? nil : $0.readHash }
            let known = [noted, seen[look.frame]?[readout.path]].compactMap { $0 }
            let ours = row.map { [$0.writtenHash, ExportUndo.intent(of: $0)].compactMap { $0 } } ?? []
            seen[look.frame, default: [:]][readout.path] = digest
            // What is seen for the first time at an opening is no news.
            if !(known + ours).contains(digest) { isChanged = isChanged || !known.isEmpty || look.isAgain }
        }
        if isChanged { news.changed.append(look.frame) }
        guard there.isEmpty, seen.removeValue(forKey: look.frame) != nil else { return }
        // An undone export removes what it had made, and the row with it.
        if missed(look.frame) || session.readOnly != nil { news.gone.append(look.frame) }
    }

    /// Moves the bases to where both sides agree, in the store and in the sights.
    private func settle(_ news: inout News, _ looks: [Look], _ decided: [FrameID: Set<SidecarAspect>], _ isAdopted: Bool) {
        guard let id = session.id, session.readOnly == nil else { return }
        var rows: [SidecarBase] = []
        for look in looks {
            guard var sight = news.sights[look.frame], sight.theirs != nil,
                let main = look.readouts.first(where: { $0.path == sight.path }), let digest = main.digest
            else { continue }
            sight.base = sight.newBase(
                mark: history.marks[look.frame] ?? Mark(), decided: decided[look.frame] ?? [], adoptsTheirs: isAdopted)
            guard let row = moved(row(look.frame, sight.path), look.frame, sight, main.values, digest) else { continue }
            rows.append(row)
            news.sights[look.frame] = sight
        }
        do throws(StoreError) {
            try session.store.saveBases(rows, in: id)
        } catch {
            // Not noted, it is found out again at the next look.
            return
        }
        for row in rows { bases[row.frame] = (bases[row.frame] ?? []).filter { $0.path != row.path } + [row] }
    }

    /// The row with the new base; nil where it stays as it is.
    private func moved(
        _ row: SidecarBase?, _ frame: FrameID, _ sight: SidecarSight, _ values: SidecarValues?, _ digest: Digest
    ) -> SidecarBase? {
        guard var row else {
            return SidecarBase(
                frame: frame, path: sight.path, readHash: digest.bytes, original: nil,
                values: StoredBase(last: nil, original: nil, agreed: sight.base).wire)
        }
        // An export that was killed is settled by the next one, from what it left.
        guard var stored = try? StoredBase(wire: row.values), stored.intent == nil else { return nil }
        guard stored.base != sight.base || row.readHash != digest.bytes else { return nil }
        stored.agreed = stored.last.map(SidecarWords.init) == sight.base ? nil : sight.base
        row.readHash = digest.bytes
        row.values = stored.wire
        return row
    }

    private static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}

extension SidecarSight {
    /// From what a sidecar says now and what the store knows of it.
    init(path: String, values: SidecarValues, digest: Digest?, row: SidecarBase?, quarrels: [SidecarAspect: String]) {
        let stored = row.flatMap { try? StoredBase(wire: $0.values) }
        let theirs = SidecarWords(values, others: row?.others(values, digest) ?? values)
        let isIntent = stored?.intent != nil && stored?.intent == digest?.bytes
        self.init(
            path: path, base: isIntent ? theirs : stored?.base ?? .nothing, theirs: theirs,
            stamp: row?.writtenHash.flatMap { Digest(bytes: $0) }.map { String($0.hex.prefix(8)) } ?? "0", quarrels: quarrels)
    }
}
