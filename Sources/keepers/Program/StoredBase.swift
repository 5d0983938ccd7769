import ExportKit
import KeepersCore

/// What the store's opaque values hold: the sidecar's last known words, and those from before our first export.
struct StoredBase: Wired {
    var last: SidecarValues?
    var original: SidecarValues?
    /// SHA-256 of what is about to be written: should the program end before it can note the success, the file itself tells.
    var intent: [UInt8]?
    /// What both sides last agreed on, where that is not what it last said.
    var agreed: SidecarWords?

    init(last: SidecarValues?, original: SidecarValues?, intent: [UInt8]? = nil, agreed: SidecarWords? = nil) {
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
    }

    /// What a merge starts from.
    var base: SidecarWords { agreed ?? last.map(SidecarWords.init) ?? .nothing }

    init(from reader: inout ByteReader) throws(WireError) {
        last = try reader.optional { (r) throws(WireError) in try SidecarValues(from: &r) }
        original = try reader.optional { (r) throws(WireError) in try SidecarValues(from: &r) }
        intent = try reader.optional { (r) throws(WireError) in try r.blob() }
        // Older stores end here.
        agreed = reader.remaining == 0 ? nil : try reader.optional { (r) throws(WireError) in try SidecarWords(from: &r) }
    }
}
