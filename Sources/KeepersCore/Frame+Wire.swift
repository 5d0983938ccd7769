extension Preview: Wired {
    public func write(to writer: inout ByteWriter) {
        writer.put(Int32(clamping: width))
        writer.put(Int32(clamping: height))
        writer.put(source)
        writer.put(codec.rawValue)
        writer.put(offset)
        writer.put(length)
        writer.put(intact)
        writer.put(libRawIndex) { $0.put(Int32(clamping: $1)) }
    }
    public init(from reader: inout ByteReader) throws(WireError) {
        let width = Int(try reader.number(Int32.self))
        let height = Int(try reader.number(Int32.self))
        let source = try reader.text()
        guard let codec = Codec(rawValue: try reader.text()) else { throw WireError("unknown codec") }
        let offset = try reader.number(UInt64.self)
        let length = try reader.number(UInt64.self)
        let intact = try reader.flag()
        let index = try reader.optional { (r) throws(WireError) in Int(try r.number(Int32.self)) }
        self.init(
            width: width, height: height, source: source, codec: codec, offset: offset, length: length, intact: intact,
            libRawIndex: index)
    }
}

extension CaptureTime: Wired {
    public func write(to writer: inout ByteWriter) {
        writer.put(wallSeconds)
        writer.put(nanoseconds)
        writer.put(subsecondDigits)
        writer.put(offsetMinutes) { $0.put($1) }
    }
    public init(from reader: inout ByteReader) throws(WireError) {
        self.init(
            wallSeconds: try reader.number(), nanoseconds: try reader.number(), subsecondDigits: try reader.number(),
            offsetMinutes: try reader.optional { (r) throws(WireError) in try r.number(Int16.self) })
    }
}

extension ShotData: Wired {
    public func write(to writer: inout ByteWriter) {
        writer.put(capturedAt) { $1.write(to: &$0) }
        for text in [make, camera, serial, lens] { writer.put(text) { $0.put($1) } }
        for number in [exposureTime, aperture, focalLength, exposureBias, latitude, longitude, focusX, focusY] {
            writer.put(number) { $0.put($1) }
        }
        for number in [iso, bracketMode, cameraRating, fullWidth, fullHeight] { writer.put(number) { $0.put(Int64($1)) } }
        writer.put(UInt8(orientation.rawValue))
        writer.put(isAdobeRGB)
    }
    public init(from reader: inout ByteReader) throws(WireError) {
        self.init()
        func text(_ reader: inout ByteReader) throws(WireError) -> String? {
            try reader.optional { (r) throws(WireError) in try r.text() }
        }
        func real(_ reader: inout ByteReader) throws(WireError) -> Double? {
            try reader.optional { (r) throws(WireError) in try r.double() }
        }
        func whole(_ reader: inout ByteReader) throws(WireError) -> Int? {
            try reader.optional { (r) throws(WireError) in Int(try r.number(Int64.self)) }
        }
        capturedAt = try reader.optional { (r) throws(WireError) in try CaptureTime(from: &r) }
        make = try text(&reader)
        camera = try text(&reader)
        serial = try text(&reader)
        lens = try text(&reader)
        exposureTime = try real(&reader)
        aperture = try real(&reader)
        focalLength = try real(&reader)
        exposureBias = try real(&reader)
        latitude = try real(&reader)
        longitude = try real(&reader)
        focusX = try real(&reader)
        focusY = try real(&reader)
        iso = try whole(&reader)
        bracketMode = try whole(&reader)
        cameraRating = try whole(&reader)
        fullWidth = try whole(&reader)
        fullHeight = try whole(&reader)
        orientation = Orientation(exif: Int(try reader.number(UInt8.self)))
        isAdobeRGB = try reader.flag()
    }
}

extension FrameHeader: Wired {
    public func write(to writer: inout ByteWriter) {
        writer.put(kind.rawValue)
        shot.write(to: &writer)
        writer.put(list: previews) { $1.write(to: &$0) }
        writer.put(problem) { $0.put($1) }
    }
    public init(from reader: inout ByteReader) throws(WireError) {
        guard let kind = FileKind(rawValue: try reader.text()) else { throw WireError("unknown kind of file") }
        self.init(
            kind: kind, shot: try ShotData(from: &reader),
            previews: try reader.list { (r) throws(WireError) in try Preview(from: &r) },
            problem: try reader.optional { (r) throws(WireError) in try r.text() })
    }
}

extension ScoreCard: Wired {
    public func write(to writer: inout ByteWriter) {
        writer.put(model)
        writer.put(list: measures.sorted) {
            $0.put($1.measure.rawValue)
            $0.put($1.value)
        }
        writer.put(print) {
            $0.put($1.hash)
            $0.put(list: $1.lab) { $0.put($1) }
            $0.put($1.features)
        }
        writer.put(Int32(clamping: width))
        writer.put(Int32(clamping: height))
        writer.put(caveat) { $0.put($1) }
        writer.put(faces) { $0.put(list: $1) { $1.write(to: &$0) } }
        writer.put(subject) { $0.put($1.rawValue) }
    }
    public init(from reader: inout ByteReader) throws(WireError) {
        let model = try reader.text()
        let pairs = try reader.list { (r) throws(WireError) in (Measure(rawValue: try r.number()), try r.double()) }
        var measures = Measures()
        for (measure, value) in pairs { if let measure { measures[measure] = value } }
        let print = try reader.optional { (r) throws(WireError) in
            Print(
                hash: try r.number(), lab: try r.list { (r) throws(WireError) in try r.float() }, features: try r.blob())
        }
        self.init(
            model: model, measures: measures, print: print, width: Int(try reader.number(Int32.self)),
            height: Int(try reader.number(Int32.self)), caveat: try reader.optional { (r) throws(WireError) in try r.text() },
            faces: try reader.optional { (r) throws(WireError) in
                try r.list { (r) throws(WireError) in try Face(from: &r) }
            },
            subject: try reader.optional { (r) throws(WireError) in try r.text() }.flatMap(Subject.init))
    }
}
