/// The colours of every screen, by role.
public struct Theme: Equatable, Sendable {
    /// What a colour is for. The raw values are the names in theme files.
    public enum Role: String, Sendable, CaseIterable {
        case background, panel, hairline
        /// For what may be overlooked: help that is known by heart.
        case faint
        case caption, text
        /// Primary numbers; the only white beside pictures.
        case number
        /// Focus and progress.
        case accent
        case pick, reject, maybe
        /// Corners and words over a picture, and those of the face in focus; they stand on a dark plate in every theme.
        case face
        case faceFocus = "face focus"
        case red, yellow, green, blue, purple

        /// Where a file may leave the role out: the role whose colour it then has.
        public var fallback: Role? {
            switch self {
            case .pick, .face: .accent
            case .maybe: .text
            case .faceFocus: .number
            default: nil
            }
        }
        /// What it is read on; none for what is no text.
        public var grounds: [Role] {
            switch self {
            case .background, .panel, .hairline, .face, .faceFocus: []
            default: [.background, .panel]
            }
        }
    }

    /// How text stands out without colour.
    public struct Attributes: OptionSet, Hashable, Sendable {
        public var rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        public static let bold = Attributes(rawValue: 1)
        public static let underline = Attributes(rawValue: 2)
        public static let reverse = Attributes(rawValue: 4)
    }

    public var name: String
    /// One sentence on what it is for.
    public var about: String
    private var colours: [Role: Colour]
    private var attributes: [Role: Attributes]

    init(name: String, about: String, colours: [Role: Colour], attributes: [Role: Attributes]) {
        (self.name, self.about, self.colours, self.attributes) = (name, about, colours, attributes)
    }

    public subscript(role: Role) -> Colour { colours[role] ?? role.fallback.flatMap { colours[$0] } ?? .black }

    /// Without a word in the file the roles that must be seen first are bold.
    public func attributes(_ role: Role) -> Attributes {
        attributes[role] ?? ([.number, .accent, .pick, .reject].contains(role) ? .bold : [])
    }

    public var background: Colour { self[.background] }
    public var hairline: Colour { self[.hairline] }
    public var faint: Colour { self[.faint] }
    public var caption: Colour { self[.caption] }
    public var text: Colour { self[.text] }
    public var number: Colour { self[.number] }
    public var accent: Colour { self[.accent] }
    public var reject: Colour { self[.reject] }

    /// Behind lines and letters over a picture, so that they read on light and on dark skin.
    public static let plate = Colour(hex: 0x101010)

    /// Its own colours on text of this kind: a theme in which nothing but bold, underline and reverse tells anything apart.
    public static func role(of label: ColourLabel) -> Role { Role(rawValue: label.rawValue) ?? .text }
}
