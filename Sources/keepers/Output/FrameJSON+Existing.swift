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

    /// What stands: the person's own decision, part by part, else the one from before.
    static func standing(_ mark: Mark) -> JSON {
        .object([
            ("verdict", mark.verdict.map { .text($0.rawValue) } ?? .null), ("stars", .int(mark.stars)),
            ("label", mark.label.map { .text($0.rawValue) } ?? .null),
        ])
    }
}
