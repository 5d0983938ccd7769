/// Wraps one escape sequence so that tmux (allow-passthrough on) hands it to the terminal outside: every ESC doubled.
func passedThrough(_ sequence: [UInt8], tmux: Bool) -> [UInt8] {
    guard tmux else { return sequence }
    var out = Array("\u{1B}Ptmux;".utf8)
    out.reserveCapacity(sequence.count + 16)
    for byte in sequence {
        if byte == 0x1B { out.append(byte) }
        out.append(byte)
    }
    out += [0x1B, UInt8(ascii: "\\")]
    return out
}
