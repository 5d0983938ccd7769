import Glibc
import KeepersCore

/// What is wrong with a file, for a tired person: what happened, what is safe, what to do.
extension HeaderWalk {
    func problem(previews: [Preview], isKnown: Bool) -> String? {
        if bytes.size == 0 {
            return "empty, 0 bytes: the camera or the copy never wrote it; if this is a copy, make it again from the card"
        }
        if bytes.failure != 0 {
            return "the volume does not give its bytes (\(String(cString: strerror(bytes.failure)))): "
                + "clean the contacts or try another reader, then open the session again"
        }
        guard isKnown else { return strangeContent }
        var parts: [String] = []
        if let surprise = nameProblem { parts.append(surprise) }
        if let damage = damage(previews) { parts.append(damage) }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    private var strangeContent: String {
        if bytes.size < 512 { return tiny }
        return
            "its bytes are no picture that Keepers knows, whatever its name says; if this is a copy, make it again from the card"
    }

    private var tiny: String {
        "only \(counted(Int(bytes.size), "byte")): the copy was cut short; if this is a copy, make it again from the card"
    }

    /// The name promises something else than the content holds.
    private var nameProblem: String? {
        guard let suggested, suggested != kind, suggested != .raw, kind != .raw else { return nil }
        if kind == .jpeg { return "holds a JPEG although it is named .\(suggested.rawValue): shown as a JPEG" }
        if suggested.isRaw, kind.isRaw, kind != .dng { return nil }
        return "holds \(kind.rawValue.uppercased()) although it is named .\(suggested.rawValue): shown as what it holds"
    }

    private func damage(_ previews: [Preview]) -> String? {
        let best = previews.last(where: \.isShowable)
        if trouble.contains(.outside) { return cutShort(best) }
        if bytes.isExhausted || trouble.contains(.overfull) {
            return "its directory is a maze; " + (best.map(saved) ?? "no preview was found in it")
        }
        if trouble.contains(.loop) {
            return "its directory points back at itself; " + (best.map(saved) ?? "no preview was found in it")
        }
        guard let best else { return nothingToShow(previews) }
        // Of a JPEG file only the picture itself counts, not what programs hang behind it.
        let lost = previews.contains {
            !$0.intact && $0.codec == .jpeg && $0.length > best.length && (kind != .jpeg || $0.offset == 0)
        }
        if lost { return "its largest preview is damaged; " + saved(best) }
        return trouble.contains(.metadata) ? "a part of its EXIF data points outside the file and is lost; " + saved(best) : nil
    }

    private func cutShort(_ best: Preview?) -> String {
        let have = counted(Int(bytes.size), "byte")
        let missing =
            furthest > bytes.size ? "\(have) of at least \(grouped(Int(furthest))) are here" : "\(have), and its directory lies"
        let rescue = best.map(saved) ?? "no preview survived"
        return "cut short or damaged: \(missing); \(rescue); if this is a copy, make it again from the card"
    }

    private func nothingToShow(_ previews: [Preview]) -> String {
        if bytes.size < 512 { return tiny }
        switch kind {
        case .heic: return "HEIC, which Keepers cannot show yet: let the camera or phone export a JPEG; the file is safe"
        case .eip: return "a Capture One package (EIP): unpack it in Capture One to see it here; the file is safe"
        case .jpeg:
            return "the picture is damaged or has no end: the copy was cut short; if this is a copy, make it again from the card"
        default: break
        }
        let broken = previews.count { $0.codec == .jpeg }
        if broken == 0 { return "holds no preview; only a full RAW decode can show it" }
        return "\(broken == 1 ? "its only preview is" : "all its \(broken) previews are") damaged; the RAW picture may be whole"
    }
}

private func saved(_ preview: Preview) -> String { "its \(preview.width) x \(preview.height) preview is whole" }
