/// Where each maker keeps the white balance that the camera chose: without it a developer guesses, and skin turns blue.
extension Negative {
    /// Red, green, green, blue gains that make a white wall white; 1,024 is none.
    var balance: [Int] {
        let neutral = SensorColour.of(body.format).neutral
        return [neutral[0], neutral[1], neutral[1], neutral[2]].map { Int(1024 * neutral[1] / $0) }
    }

    /// Nikon's type 3 note is a TIFF of its own; 0x000C holds red, blue, green, green gains, 0x001D the serial.
    var nikonNote: [UInt8] {
        let gains = balance
        let root = Directory([
            (0x0001, .undefined(Array("0211".utf8))), (0x0005, .ascii("AUTO        ")),
            (0x000C, .rationals([gains[0], gains[3], gains[1], gains[2]].map { ($0, 1024) })), (0x001D, .ascii(body.serial)),
        ])
        return Array("Nikon".utf8) + [0, 2, 0x10, 0, 0] + TIFF().laidOut(root, pieces: []).flattened
    }

    /// Canon's note is a plain directory whose offsets count from the file's start; 0x4001 (colour data, the 582-value version)
    /// holds the gains from its 26th value on.
    func canonNote(at offset: Int) -> [UInt8] {
        let tiff = TIFF()
        let model = Array(body.model.utf8) + [0]
        var colours = [Int](repeating: 0, count: 582)
        colours[0] = 1
        colours.replaceSubrange(25..<29, with: balance)
        let coloursAt = offset + 30
        let modelAt = coloursAt + colours.count * 2
        return tiff.short(2) + tiff.short(0x0006) + tiff.short(2) + tiff.long(model.count) + tiff.long(modelAt)
            + tiff.short(0x4001)
            + tiff.short(3) + tiff.long(colours.count) + tiff.long(coloursAt) + tiff.long(0) + colours.flatMap(tiff.short) + model
    }

    /// Sony's RGGB levels (0x7313), in the sensor's directory.
    var sonyLevels: (Int, Directory.Content) { (0x7313, .shorts(balance)) }

    /// Fuji's levels (0x2FF0): green, red, green, blue.
    var fujiLevels: [Int] { [balance[1], balance[0], balance[2], balance[3]] }
}
