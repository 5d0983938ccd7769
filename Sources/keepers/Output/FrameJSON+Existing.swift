import KeepersCore

extension FrameJSON {
    /// Decisions that were there before: in a sidecar, or set in the camera.
    static func existing(_ existing: Existing) -> JSON {
        func text(_ value: String?) -> JSON { value.map(JSON.text) ?? .null }
        return .object([
            ("verdict", text(existing.mark.verdict?.rawValue)), ("stars", .int(existing.mark.stars)),
            ("label", text(existing.mark.label?.rawValue)), ("edited", .bool(existing.isEdited)),
            ("problem", text(existing.problem)),
        ])
    }
}
