import KeepersCore

/// Phase One and Leaf backs: a directory of 16-byte entries in the maker note (ExifTool PhaseOne.pm).
extension HeaderWalk {
    mutating func readPhaseOne(at: UInt64, count: UInt64) {
        let little = bytes.u8(at) == 0x49
        let table = at + UInt64(bytes.u32(at + 8, little: little))
        guard count > 12, bytes.holds(at, count), table < at + count, bytes.holds(table, 8) else { return }
        let room = (at + count - table) / 16
        for index in 0..<min(UInt64(bytes.u32(table, little: little)), room, 500) {
            let entry = table + 8 + index * 16
            guard bytes.holds(entry, 16) else { return }
            let length = Int(min(bytes.u32(entry + 8, little: little), 128))
            let place = length <= 4 ? entry + 12 : at + UInt64(bytes.u32(entry + 12, little: little))
            switch bytes.u32(entry, little: little) {
            case 0x102: shot.serial = shot.serial ?? bytes.text(at: place, count: length)
            case 0x412: shot.lens = shot.lens ?? bytes.text(at: place, count: length)
            default: break
            }
        }
    }
}
