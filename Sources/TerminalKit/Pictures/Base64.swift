/// Base64 as RFC 4648 section 4 has it: what kitty and iTerm2 carry pictures in.
func base64(_ bytes: [UInt8]) -> [UInt8] {
    let length = (bytes.count + 2) / 3 * 4
    return [UInt8](unsafeUninitializedCapacity: length) { out, count in
        bytes.withUnsafeBufferPointer { input in
            var at = 0
            for start in stride(from: 0, to: input.count, by: 3) {
                let left = input.count - start
                let group =
                    UInt32(input[start]) << 16 | (left > 1 ? UInt32(input[start + 1]) << 8 : 0)
                    | (left > 2 ? UInt32(input[start + 2]) : 0)
                out[at] = letter(group >> 18)
                out[at + 1] = letter(group >> 12)
                out[at + 2] = left > 1 ? letter(group >> 6) : UInt8(ascii: "=")
                out[at + 3] = left > 2 ? letter(group) : UInt8(ascii: "=")
                at += 4
            }
        }
        count = length
    }
}

private let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

@inline(__always)
private func letter(_ bits: UInt32) -> UInt8 { alphabet[Int(bits & 63)] }
