import ExportKit
import KeepersCore

/// What a sidecar says now.
struct SidecarReadout: Wired {
    var path: String
    /// nil = it is not there.
    var digest: Digest?
    var values: SidecarValues?
    var refusal: SidecarRefusal?

    func write(to writer: inout ByteWriter) {
        writer.put(path)
        writer.put(digest) { $1.write(to: &$0) }
        writer.put(values) { $1.write(to: &$0) }
        writer.put(refusal) { $1.write(to: &$0) }
    }
    init(path: String, digest: Digest? = nil, values: SidecarValues? = nil, refusal: SidecarRefusal? = nil) {
        self.path = path
        self.digest = digest
        self.values = values
        self.refusal = refusal
    }
    init(from reader: inout ByteReader) throws(WireError) {
        path = try reader.text()
        digest = try reader.optional { (r) throws(WireError) in try Digest(from: &r) }
        values = try reader.optional { (r) throws(WireError) in try SidecarValues(from: &r) }
        refusal = try reader.optional { (r) throws(WireError) in try SidecarRefusal(from: &r) }
    }
}

/// A sidecar to be made or edited.
struct SpliceTask: Wired {
    var path: String
    var wish: SidecarWish
    /// It is there: edit it. Else a new one is made.
    var exists: Bool
    var forExtension: String

    init(path: String, wish: SidecarWish, exists: Bool, forExtension: String) {
        self.path = path
        self.wish = wish
        self.exists = exists
        self.forExtension = forExtension
    }
    func write(to writer: inout ByteWriter) {
        writer.put(path)
        wish.write(to: &writer)
        writer.put(exists)
        writer.put(forExtension)
    }
    init(from reader: inout ByteReader) throws(WireError) {
        path = try reader.text()
        wish = try SidecarWish(from: &reader)
        exists = try reader.flag()
        forExtension = try reader.text()
    }
}

/// What came of a `SpliceTask`.
struct SpliceOutcome: Wired {
    var path: String
    /// The file's bytes before; nil = it was not there.
    var original: [UInt8]?
    /// The bytes to write; nil = nothing to change.
    var edited: [UInt8]?
    /// What the edited file will say.
    var values: SidecarValues?
    var refusal: SidecarRefusal?

    init(
        path: String, original: [UInt8]? = nil, edited: [UInt8]? = nil, values: SidecarValues? = nil,
        refusal: SidecarRefusal? = nil
    ) {
        self.path = path
        self.original = original
        self.edited = edited
        self.values = values
        self.refusal = refusal
    }
    func write(to writer: inout ByteWriter) {
        writer.put(path)
        writer.put(original) { $0.put($1) }
        writer.put(edited) { $0.put($1) }
        writer.put(values) { $1.write(to: &$0) }
        writer.put(refusal) { $1.write(to: &$0) }
    }
    init(from reader: inout ByteReader) throws(WireError) {
        path = try reader.text()
        original = try reader.optional { (r) throws(WireError) in try r.blob() }
        edited = try reader.optional { (r) throws(WireError) in try r.blob() }
        values = try reader.optional { (r) throws(WireError) in try SidecarValues(from: &r) }
        refusal = try reader.optional { (r) throws(WireError) in try SidecarRefusal(from: &r) }
    }
}

/// What came of reading a header together with the XMP inside the file.
struct EmbeddedOutcome: Wired {
    var header: HeaderOutcome
    /// nil = there is none.
    var words: SidecarReadout?

    init(header: HeaderOutcome, words: SidecarReadout? = nil) {
        self.header = header
        self.words = words
    }
    func write(to writer: inout ByteWriter) {
        header.write(to: &writer)
        writer.put(words) { $1.write(to: &$0) }
    }
    init(from reader: inout ByteReader) throws(WireError) {
        header = try HeaderOutcome(from: &reader)
        words = try reader.optional { (r) throws(WireError) in try SidecarReadout(from: &r) }
    }
}
