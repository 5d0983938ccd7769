/// The colours of every screen, by role.
public struct Theme: Equatable, Sendable {
    public var name: String
    public var background: Colour
    public var panel: Colour
    public var hairline: Colour
    /// For what may be overlooked: help that is known by heart.
    public var faint: Colour
    public var caption: Colour
    public var text: Colour
    /// Primary numbers; the only white beside pictures.
    public var number: Colour
    public var accent: Colour
    public var reject: Colour
    public var labels: [ColourLabel: Colour]

    /// What is wrong with a theme file, for the person who edits it.
    public struct Problem: Error, Equatable { public var message: String }

    /// Reads a theme file (Themes/*.json): `name` and `colours`, each `#rrggbb` or `oklch(L C H)`.
    public init(json text: String) throws(Problem) {
        let json: JSON
        do { json = try JSON.parse(text) } catch { throw Problem(message: "line \(error.line): \(error.message)") }
        func colour(_ role: String) throws(Problem) -> Colour {
            guard let value = json["colours"]?[role]?.textValue else { throw Problem(message: "colour '\(role)' is missing") }
            guard let colour = Colour(value) else {
                throw Problem(message: "colour '\(role)' is '\(printable(value))'; write #rrggbb or oklch(L C H)")
            }
            return colour
        }
        name = json["name"]?.textValue ?? "unnamed"
        background = try colour("background")
        panel = try colour("panel")
        hairline = try colour("hairline")
        faint = try colour("faint")
        caption = try colour("caption")
        self.text = try colour("text")
        number = try colour("number")
        accent = try colour("accent")
        reject = try colour("reject")
        var labels: [ColourLabel: Colour] = [:]
        for label in ColourLabel.allCases { labels[label] = try colour(label.rawValue) }
        self.labels = labels
    }
}
