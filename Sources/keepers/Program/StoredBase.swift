import ExportKit
import KeepersCore

/// What the store's opaque values hold: the sidecar's last known words, and those from before our first export.
struct StoredBase: Wired {
    var last: SidecarValues?
    var original: SidecarValues?
    /// SHA-256 of what is about to be written: should the program end before it can note the success, the file itself tells.
    var intent: [UInt8]?

    init(last: SidecarValues?, original: SidecarValues?, intent: [UInt8]? = nil) {
        self.last = last
        self.original = original
        self.intent = intent
    }
    func write(to writer: inout ByteWriter) {
        writer.put(last) { $1.write(to: &$0) }
        writer.put(original) { $1.write(to: &$0) }
        writer.put(intent) { $0.put($1) }
    }
    init(from reader: inout ByteReader) throws(WireError) {
        last = try reader.optional { (r) throws(WireError) in try SidecarValues(from: &r) }
        original = try reader.optional { (r) throws(WireError) in try SidecarValues(from: &r) }
        intent = try reader.optional { (r) throws(WireError) in try r.blob() }
    }
}
