/// `CSI prefix? numbers intermediates? final`, taken apart. Source: ECMA-48, section 5.4.
struct ControlSequence: Equatable {
    /// `?`, `>`, `<` or `=` where one leads.
    var prefix: UInt8?
    /// Parameters, each with its sub-parameters (`1:2`); an empty one is nil.
    var parameters: [[Int?]]
    var intermediates: [UInt8]
    var final: UInt8

    init(_ bytes: [UInt8], final: UInt8) {
        self.final = final
        var rest = bytes[...]
        if let first = rest.first, (0x3C...0x3F).contains(first) {
            prefix = first
            rest = rest.dropFirst()
        }
        parameters = [[nil]]
        intermediates = []
        for byte in rest {
            switch byte {
            case 0x30...0x39: appendDigit(Int(byte) - 0x30)
            case UInt8(ascii: ";"): parameters.append([nil])
            case UInt8(ascii: ":"): parameters[parameters.count - 1].append(nil)
            case 0x20..<0x30: intermediates.append(byte)
            default: break
            }
        }
    }

    /// Numbers beyond any terminal's stop growing.
    private mutating func appendDigit(_ digit: Int) {
        let at = parameters.count - 1
        let sub = parameters[at].count - 1
        parameters[at][sub] = min((parameters[at][sub] ?? 0) * 10 + digit, 99_999_999)
    }

    /// The main value of parameter `index`, nil where it is absent.
    func number(_ index: Int) -> Int? { index < parameters.count ? parameters[index][0] : nil }

    func sub(_ index: Int, _ position: Int) -> Int? {
        index < parameters.count && position < parameters[index].count ? parameters[index][position] : nil
    }
}

/// The modifier parameter of xterm and kitty: 1 + bits.
struct Modifiers: Equatable {
    var shift = false
    var alt = false
    var control = false

    init(parameter: Int?) {
        // Caps Lock and Num Lock (64, 128) and Super, Hyper and Meta say nothing about our keys.
        let bits = max(0, (parameter ?? 1) - 1)
        shift = bits & 1 != 0
        alt = bits & 2 != 0
        control = bits & 4 != 0
    }
}
