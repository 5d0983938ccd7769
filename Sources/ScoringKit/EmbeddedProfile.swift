/// The ICC profile that a JPEG carries in its APP2 segments, put together, or nil (ICC.1:2010, annex B.4).
func embeddedProfile(_ jpeg: UnsafeRawBufferPointer) -> [UInt8]? {
    let name = Array("ICC_PROFILE\u{0}".utf8)
    var parts: [Int: ArraySlice<UInt8>] = [:]
    var expected = 0
    var at = 2
    while at + 4 <= jpeg.count, jpeg[at] == 0xFF {
        let marker = jpeg[at + 1]
        if marker == 0xFF {  // a fill byte
            at += 1
            continue
        }
        if marker == 0xDA || marker == 0xD9 { break }  // the picture's data begin, or it ends
        let length = Int(jpeg[at + 2]) << 8 | Int(jpeg[at + 3])
        guard length >= 2, at + 2 + length <= jpeg.count else { break }
        let body = jpeg[(at + 4)..<(at + 2 + length)]
        if marker == 0xE2, body.count > name.count + 2, body.starts(with: name) {
            let index = Int(body[body.startIndex + name.count])
            expected = Int(body[body.startIndex + name.count + 1])
            parts[index] = Array(body.dropFirst(name.count + 2))[...]
        }
        at += 2 + length
    }
    guard expected > 0, parts.count == expected else { return nil }
    var profile: [UInt8] = []
    for index in 1...expected {
        guard let part = parts[index] else { return nil }
        profile += part
    }
    return profile
}
