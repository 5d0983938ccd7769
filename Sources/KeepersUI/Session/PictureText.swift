import KeepersCore

/// Which picture is shown, in words.
enum PictureText {
    /// Rows of the why panel: what is shown and how large, and what developing it took.
    static func facts(_ frame: Frame, _ state: SessionState, isNarrow: Bool) -> [(String, String)] {
        let source = state.shownSource(frame)
        guard source != .preview || frame.header.loupePreview != nil else { return waiting(frame, state) }
        let size = state.size(of: source, frame)
        let zoom = state.zoom > 0 ? "\(state.zoom) %" : "fit"
        switch source {
        case .preview: return [("preview", "\(size.width)x\(size.height)  \(zoom)")] + waiting(frame, state)
        case .pair: return [("JPEG", "\(size.width)x\(size.height)  \(zoom)")]
        case .rawHalf, .raw: return [("RAW", raw(size, zoom, isNarrow))] + development(frame, state, isNarrow)
        }
    }

    private static func raw(_ size: (width: Int, height: Int), _ zoom: String, _ isNarrow: Bool) -> String {
        isNarrow ? "\(megapixels(size)) MP  \(zoom)" : "\(megapixels(size)) MP  \(size.width)x\(size.height)  \(zoom)"
    }

    private static func waiting(_ frame: Frame, _ state: SessionState) -> [(String, String)] {
        switch state.awaitedSource(frame) {
        case .rawHalf, .raw: [("RAW", "being developed")]
        case .pair: [("JPEG", "being read")]
        case .preview, nil:
            state.pictures.choice == .raw && state.pictures.trouble(frame.id, .rawHalf) != nil
                ? [("RAW", "cannot be developed")] : []
        }
    }

    /// `half in .42 s, 138 of 512 MB`
    private static func development(_ frame: Frame, _ state: SessionState, _ isNarrow: Bool) -> [(String, String)] {
        let half = state.pictures.facts(frame.id, .rawHalf)?.development
        let full = state.pictures.facts(frame.id, .raw)?.development
        guard let latest = full ?? half else { return [] }
        var words = half.map { $0.isFull ? "in \(seconds($0))" : "half in \(seconds($0))" } ?? ""
        if let full { words += (words.isEmpty ? "" : ", ") + "part in \(seconds(full))" }
        if state.pictures.trouble(frame.id, .raw) != nil { words += "; full failed" }
        var rows = [("developed", words)]
        if !isNarrow {
            rows.append(("memory", "\(latest.keptBytes >> 20) of \(latest.budgetBytes >> 20) MB"))
        }
        if !latest.hasCameraBalance { rows.append(("balance", "daylight: the file tells none")) }
        return rows
    }

    /// `RAW`, `RAW half`, `RAW …`, `JPEG`: the footer's word, nil for the preview.
    static func status(_ state: SessionState) -> String? {
        guard state.level == .loupe || state.level == .compare, let frame = state.focus.flatMap({ state.model.frame($0) }) else {
            return nil
        }
        let looked = state.level == .compare ? state.comparedPair.compactMap { state.model.frame($0) } : [frame]
        if let awaited = looked.lazy.compactMap({ state.awaitedSource($0) }).first {
            return awaited == .pair ? "JPEG …" : "RAW …"
        }
        switch state.shownSource(frame) {
        case .pair: return "JPEG"
        case .raw, .rawHalf: return "RAW"
        case .preview:
            return state.pictures.choice == .preview ? nil : "PREVIEW"
        }
    }

    /// What a key or a finished development just changed.
    static func notice(_ frame: Frame, _ state: SessionState) -> String {
        if let awaited = state.awaitedSource(frame) {
            return awaited == .pair ? "reading the JPEG beside \(frame.fileName)" : "developing \(frame.fileName)"
        }
        let source = state.shownSource(frame)
        let size = state.size(of: source, frame)
        switch source {
        case .preview:
            if let lacking = state.lackingOfPair {
                let kind = state.pictures.choice == .raw ? "RAW" : "JPEG"
                return "\(lacking.fileName) has no \(kind) to show: both previews stay, so that like is compared with like"
            }
            guard state.pictures.choice != .jpeg || frame.pair != nil else {
                return "there is no JPEG beside \(frame.fileName); the embedded preview is shown"
            }
            guard state.pictures.choice != .raw || frame.kind.isRaw else {
                return "\(frame.fileName) is no RAW; its one picture is shown"
            }
            return frame.header.loupePreview == nil ? "no preview inside" : "preview \(size.width)x\(size.height)"
        case .pair: return "JPEG \(size.width)x\(size.height)"
        case .rawHalf, .raw:
            let development = state.pictures.facts(frame.id, .rawHalf)?.development
            let balance =
                development?.hasCameraBalance == false ? "daylight balance: the file tells none" : "camera white balance"
            let time = development.map { ", developed in \(seconds($0))" } ?? ""
            return "RAW \(megapixels(size)) MP, \(balance)\(time)"
        }
    }

    /// Why another picture than the wanted one is shown.
    static func trouble(_ frame: Frame, _ source: PictureSource, _ words: String) -> String {
        let words = clause(words)
        return switch source {
        case .raw: "the full RAW cannot be developed here: \(words); its half is shown"
        case .pair: "the JPEG cannot be shown: \(words); the embedded preview is"
        case .rawHalf, .preview:
            "this RAW cannot be developed here: \(words); "
                + (frame.header.loupePreview == nil ? "nothing else is inside" : "the embedded preview is shown")
        }
    }

    private static func megapixels(_ size: (width: Int, height: Int)) -> Int {
        max(1, Int((Double(size.width) * Double(size.height) / 1e6).rounded()))
    }

    private static func seconds(_ development: PictureFacts.Development) -> String {
        fixed(Double(development.milliseconds) / 1000, 2) + " s"
    }
}
