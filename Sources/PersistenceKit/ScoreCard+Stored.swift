import KeepersCore

/// Score cards keep a form of their own in the store, apart from the wire: they outlive the code that wrote them.
extension Measures {
    /// Nine bytes each: the measure's stable number, then the value as a little-endian double.
    var stored: [UInt8] {
        var writer = ByteWriter()
        for (measure, value) in sorted {
            writer.put(measure.rawValue)
            writer.put(value)
        }
        return writer.bytes
    }

    /// Measures that this version does not know are passed over.
    init(stored: [UInt8]) {
        self.init()
        var reader = ByteReader(stored)
        while let number = try? reader.number(UInt8.self), let value = try? reader.double() {
            if let measure = Measure(rawValue: number) { self[measure] = value }
        }
    }
}

extension Print {
    /// The Lab values as little-endian floats.
    var storedLab: [UInt8] {
        var writer = ByteWriter()
        for value in lab { writer.put(value) }
        return writer.bytes
    }

    init(hash: Int64, storedLab: [UInt8], features: [UInt8]) {
        var lab: [Float] = []
        lab.reserveCapacity(storedLab.count / 4)
        var reader = ByteReader(storedLab)
        while let value = try? reader.float() { lab.append(value) }
        self.init(hash: UInt64(bitPattern: hash), lab: lab, features: features)
    }
}

extension ScoreCard {
    /// The columns of every table that holds cards, in the order of `stored`.
    static let columns = "model, measures, print_hash, print_lab, width, height, caveat, features, faces, subject"

    var stored: [Value] {
        [
            .text(model), .blob(measures.stored), .optional(print.map { Int64(bitPattern: $0.hash) }),
            .optional(print?.storedLab), .integer(Int64(width)), .integer(Int64(height)), .optional(caveat),
            .optional(print.flatMap { $0.features.isEmpty ? nil : $0.features }), .optional(storedFaces),
            .optional(subject?.rawValue),
        ]
    }

    /// From a row whose columns from `first` on are `columns`.
    init(stored row: Row, from first: Int32) {
        let print = row.optionalInteger(first + 2).map {
            Print(hash: $0, storedLab: row.blob(first + 3), features: row.blob(first + 7))
        }
        self.init(
            model: row.text(first), measures: Measures(stored: row.blob(first + 1)), print: print, width: row.int(first + 4),
            height: row.int(first + 5), caveat: row.optionalText(first + 6),
            faces: row.isNull(first + 8) ? nil : Face.stored(row.blob(first + 8)),
            subject: row.optionalText(first + 9).flatMap(Subject.init))
    }

    /// Layout 1: the number 1, then the faces as on the wire; nil where they were not measured.
    var storedFaces: [UInt8]? {
        guard let faces else { return nil }
        var writer = ByteWriter()
        writer.put(UInt8(1))
        writer.put(list: faces) { $1.write(to: &$0) }
        return writer.bytes
    }
}

extension Face {
    /// nil for a layout that this version does not know: as good as not measured.
    static func stored(_ bytes: [UInt8]) -> [Face]? {
        var reader = ByteReader(bytes)
        guard (try? reader.number(UInt8.self)) == 1 else { return nil }
        return try? reader.list { (r) throws(WireError) in try Face(from: &r) }
    }
}
