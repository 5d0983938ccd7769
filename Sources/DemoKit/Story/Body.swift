/// A camera body as its files tell it: names, folders, lens, clock.
struct Body: Sendable, Equatable {
    var format: DemoOptions.Format
    var make: String
    var model: String
    var serial: String
    var lens: String
    /// Millimetres and f-number x 10 of the lens as it is mostly used.
    var focal: Int
    var aperture10: Int
    var folder: String
    var prefix: String
    var digits: Int
    var firstNumber: Int
    /// The zone the camera writes, or nil where it writes none.
    var offsetMinutes: Int?
    /// How far its clock runs ahead of the true time.
    var aheadSeconds: Int
    /// Writes RAW+JPEG.
    var writesPairs: Bool

    static func standard(_ format: DemoOptions.Format) -> Body {
        switch format {
        case .nef:
            Body(
                format: .nef, make: "NIKON CORPORATION", model: "NIKON D750", serial: "6041287", lens: "AF-S NIKKOR 85mm f/1.4G",
                focal: 85, aperture10: 20, folder: "100NIKON", prefix: "DSC_", digits: 4, firstNumber: 9962, offsetMinutes: 120,
                aheadSeconds: 0, writesPairs: false)
        case .arw:
            Body(
                format: .arw, make: "SONY", model: "ILCE-7M3", serial: "3812904", lens: "FE 35mm F1.8", focal: 35, aperture10: 28,
                folder: "101MSDCF", prefix: "DSC", digits: 5, firstNumber: 4318, offsetMinutes: 60, aheadSeconds: 47,
                writesPairs: false)
        case .cr2:
            Body(
                format: .cr2, make: "Canon", model: "Canon EOS 6D", serial: "043021005712", lens: "EF24-70mm f/2.8L II USM",
                focal: 50, aperture10: 35, folder: "102CANON", prefix: "_MG_", digits: 4, firstNumber: 2207, offsetMinutes: nil,
                aheadSeconds: -12, writesPairs: false)
        case .raf:
            Body(
                format: .raf, make: "FUJIFILM", model: "X-A5", serial: "83M51276", lens: "XF60mmF2.4 R Macro", focal: 60,
                aperture10: 28, folder: "103_FUJI", prefix: "DSCF", digits: 4, firstNumber: 715, offsetMinutes: 120,
                aheadSeconds: 3, writesPairs: true)
        case .dng:
            Body(
                format: .dng, make: "RICOH IMAGING COMPANY, LTD.", model: "PENTAX K-3", serial: "4821330",
                lens: "HD PENTAX-DA 20-40mm F2.8-4 ED", focal: 28, aperture10: 56, folder: "104PENTX", prefix: "IMGP", digits: 4,
                firstNumber: 118, offsetMinutes: nil, aheadSeconds: 0, writesPairs: false)
        }
    }

    /// The bodies of a card: one a format, and a second of the same kind where only one format is wanted.
    static func all(for formats: [DemoOptions.Format]) -> [Body] {
        var bodies = DemoOptions.Format.allCases.filter(formats.contains).map(standard)
        if bodies.count == 1 {
            var second = bodies[0]
            second.serial = String(second.serial.reversed())
            second.folder = "110" + second.folder.dropFirst(3)
            second.firstNumber = (second.firstNumber + 4000) % 9000 + 1
            second.offsetMinutes = second.offsetMinutes == nil ? 120 : 60
            second.aheadSeconds = 47
            bodies.append(second)
        }
        return bodies
    }

    /// `DCIM/100NIKON/DSC_9962`: numbers run to 9999, then begin anew in the next folder, as cameras do.
    func stem(count: Int) -> String {
        let number = firstNumber + count
        let turns = (number - 1) / 9999
        let base = Int(folder.prefix(3)) ?? 100
        return "DCIM/\(base + turns * 10)\(folder.dropFirst(3))/\(prefix)\(paddedNumber((number - 1) % 9999 + 1))"
    }

    private func paddedNumber(_ number: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
