extension Histogram: Wired {
    public func write(to writer: inout ByteWriter) {
        for counts in [luminance, red, green, blue] { writer.put(list: counts) { $0.put($1) } }
        writer.put(shadows)
        writer.put(highlights)
    }

    public init(from reader: inout ByteReader) throws(WireError) {
        func counts(_ reader: inout ByteReader) throws(WireError) -> [UInt32] {
            let counts = try reader.list { (r) throws(WireError) in try r.number(UInt32.self) }
            guard counts.count == Histogram.steps else { throw WireError("a histogram has \(Histogram.steps) steps") }
            return counts
        }
        func share(_ reader: inout ByteReader) throws(WireError) -> Double {
            let share = try reader.double()
            guard (0...1).contains(share) else { throw WireError("a share lies between 0 and 1") }
            return share
        }
        self.init(
            luminance: try counts(&reader), red: try counts(&reader), green: try counts(&reader), blue: try counts(&reader),
            shadows: try share(&reader), highlights: try share(&reader))
    }
}

extension PictureFacts.Development: Wired {
    public func write(to writer: inout ByteWriter) {
        for number in [milliseconds, keptBytes, budgetBytes] { writer.put(Int64(number)) }
        writer.put(hasCameraBalance)
        writer.put(isFull)
    }

    public init(from reader: inout ByteReader) throws(WireError) {
        func amount(_ reader: inout ByteReader) throws(WireError) -> Int {
            let number = try reader.number(Int64.self)
            guard number >= 0 else { throw WireError("an amount is not negative") }
            return Int(number)
        }
        self.init(
            milliseconds: try amount(&reader), keptBytes: try amount(&reader), budgetBytes: try amount(&reader),
            hasCameraBalance: try reader.flag(), isFull: try reader.flag())
    }
}

extension PictureFacts: Wired {
    public func write(to writer: inout ByteWriter) {
        writer.put(Int32(clamping: width))
        writer.put(Int32(clamping: height))
        writer.put(histogram) { $1.write(to: &$0) }
        writer.put(development) { $1.write(to: &$0) }
    }

    public init(from reader: inout ByteReader) throws(WireError) {
        let width = Int(try reader.number(Int32.self))
        let height = Int(try reader.number(Int32.self))
        guard (1...1_000_000).contains(width), (1...1_000_000).contains(height) else {
            throw WireError("a picture of \(width) x \(height) pixels")
        }
        self.init(
            width: width, height: height,
            histogram: try reader.optional { (r) throws(WireError) in try Histogram(from: &r) },
            development: try reader.optional { (r) throws(WireError) in try Development(from: &r) })
    }
}
