/// Decisions on a frame that were there before Keepers looked: in its sidecar, or set in the camera.
public struct Existing: Hashable, Sendable {
    /// As `verdict(from:)` reads them; a conflict inside the sidecar yields no verdict.
    public var mark: Mark
    /// Somebody developed this picture: its sidecar holds Camera Raw settings.
    public var isEdited: Bool
    /// Why the sidecar's own words cannot be trusted, or that it does not read; nil when all is well.
    public var problem: String?

    public init(mark: Mark = Mark(), isEdited: Bool = false, problem: String? = nil) {
        self.mark = mark
        self.isEdited = isEdited
        self.problem = problem
    }

    /// A frame that somebody chose already wins its stack by default; nil where nothing speaks for it.
    ///
    /// `"already picked"`, `"already rated ★4"`, `"already edited"`.
    public var protection: String? {
        if mark.verdict == .reject { return nil }
        if mark.verdict == .pick { return "already picked" }
        if mark.stars > 0 { return "already rated ★\(mark.stars)" }
        return isEdited ? "already edited" : nil
    }
}
