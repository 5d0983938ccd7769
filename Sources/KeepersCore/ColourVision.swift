/// Ways of seeing in which some colours look alike.
public enum ColourVision: String, Sendable, CaseIterable {
    case normal
    case deuteranopia, protanopia, tritanopia
}

extension Colour {
    /// How this colour looks to somebody who sees so (Machado, Oliveira and Fernandes 2009, full severity, in linear light).
    public func seen(with vision: ColourVision) -> Colour {
        let m: [Double]
        switch vision {
        case .normal: return self
        case .protanopia: m = [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998]
        case .deuteranopia: m = [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881]
        case .tritanopia: m = [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900]
        }
        let (r, g, b) = linear
        func row(_ at: Int) -> Double { min(1, max(0, m[at] * r + m[at + 1] * g + m[at + 2] * b)) }
        return Colour(linear: row(0), row(3), row(6))
    }
}
