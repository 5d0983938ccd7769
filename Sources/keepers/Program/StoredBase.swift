import ExportKit
import KeepersCore
import PersistenceKit

/// What the store's opaque values hold: the sidecar's last known words, and those from before our first export.
struct StoredBase: Wired {
    var last: SidecarValues?
    /// Without words of ours from an earlier export that another program left standing: they are nobody else's.
    var original: SidecarValues?
    /// SHA-256 of what is about to be written: should the program end before it can note the success, the file itself tells.
    var intent: [UInt8]?
    /// What both sides last agreed on, where that is not what it last said.
    var agreed: SidecarWords?
    /// What the whole file said before our change, older words of ours in it too: what an undone export brings back.
    var stood: SidecarWords?

    init(
        last: SidecarValues?, original: SidecarValues?, intent: [UInt8]? = nil, agreed: SidecarWords? = nil,
        stood: SidecarWords? = nil
    ) {
        self.stood = stood
        self.agreed = agreed
        self.last = last
        self.original = original
        self.intent = intent
    }
    func write(to writer: inout ByteWriter) {
        writer.put(last) { $1.write(to: &$0) }
        writer.put(original) { $1.write(to: &$0) }
        writer.put(intent) { $0.put($1) }
        writer.put(agreed) { $1.write(to: &$0) }
        writer.put(stood) { $1.write(to: &$0) }
    }

    /// What a merge starts from.
    var base: SidecarWords { agreed ?? last.map(SidecarWords.init) ?? .nothing }

    init(from reader: inout ByteReader) throws(WireError) {
        last = try reader.optional { (r) throws(WireError) in try SidecarValues(from: &r) }
        original = try reader.optional { (r) throws(WireError) in try SidecarValues(from: &r) }
        intent = try reader.optional { (r) throws(WireError) in try r.blob() }
        // Older stores end here.
        agreed = reader.remaining == 0 ? nil : try reader.optional { (r) throws(WireError) in try SidecarWords(from: &r) }
        stood = reader.remaining == 0 ? nil : try reader.optional { (r) throws(WireError) in try SidecarWords(from: &r) }
    }
}

extension SidecarBase {
    /// What others say in the file that says `values` now: without what our last export put in.
    func others(_ values: SidecarValues, _ digest: Digest?) -> SidecarValues {
        guard let stored = try? StoredBase(wire: self.values) else { return values }
        // A killed export may have written without noting it: then the file itself is what was meant.
        let isIntent = stored.intent != nil && digest?.bytes == stored.intent
        guard isIntent || writtenHash != nil else { return values }
        return values.others(wrote: isIntent ? values : stored.last ?? values, before: stored.original ?? SidecarValues())
    }

    /// What others had decided in it when it was last looked at, as far as the store knows; nil where that was nothing.
    var existing: Existing? {
        guard let stored = try? StoredBase(wire: values) else { return nil }
        let known =
            writtenHash == nil ? Existing(mark: stored.base.mark) : Existing(sidecars: [stored.original ?? SidecarValues()])
        return known.isEmpty ? nil : known
    }
}
