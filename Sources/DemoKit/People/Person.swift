/// Someone at the wedding; lengths are in half head heights.
struct Person: Sendable {
    enum Hair: Sendable { case short, parted, long, bun, bob, bald, curly }
    enum Outfit: Sendable { case suit, bow, bride, dress, shirt }

    var skin: Colour
    var hair: Colour
    var hairStyle: Hair
    var beard = false
    var glasses = false
    var eyes: Colour
    var lips: Colour
    var outfit: Outfit
    var cloth: Colour
    var accent: Colour
    /// Width of the shoulders against the usual.
    var build: Float = 1

    private static let skins: [UInt32] = [0xF0CBB0, 0xE6B594, 0xD9A27C, 0xB97F58, 0x8E5A3C, 0x6B4129, 0xEBBFA0, 0xC99068]
    private static let hairs: [UInt32] = [0x241A14, 0x3B2718, 0x5A3A22, 0x85592F, 0xB58A4E, 0x15110F, 0x7A3B1E, 0x8D8780]
    private static let irises: [UInt32] = [0x4A3020, 0x5B6F4A, 0x4F7391, 0x38261A, 0x6A5234]
    private static let dresses: [UInt32] = [0xA8586A, 0x5E7A8C, 0x6E8B6A, 0xC48A5A, 0x7C5C86, 0x3E5A74, 0xB36B52, 0x8C9A6C]
    private static let suits: [UInt32] = [0x23283A, 0x2A2A2E, 0x3C4450, 0x4A3B33, 0x38424A]
    private static let ties: [UInt32] = [0x7E2E3A, 0x3B5A78, 0xB58C4C, 0x5A6B4C, 0x6A4B72]

    private init(_ dice: inout Dice, woman: Bool) {
        skin = Colour(hex: dice.pick(Person.skins))
        hair = Colour(hex: dice.pick(Person.hairs))
        eyes = Colour(hex: dice.pick(Person.irises))
        if woman {
            hairStyle = dice.pick([.long, .bun, .bob, .long, .curly])
            lips = (skin * Colour(0.86, 0.42, 0.42)).mixed(Colour(hex: 0xA93B48), 0.35)
            outfit = .dress
            cloth = Colour(hex: dice.pick(Person.dresses))
            build = dice.between(0.84, 0.94)
        } else {
            hairStyle = dice.pick([.short, .parted, .short, .bald, .curly, .parted])
            beard = dice.chance(0.35)
            lips = skin * Colour(0.80, 0.52, 0.50)
            outfit = dice.pick([.suit, .suit, .shirt])
            cloth =
                outfit == .shirt ? Colour(hex: dice.pick([0xC9D3DE, 0xE6E2DA, 0x9FB2C6])) : Colour(hex: dice.pick(Person.suits))
            build = dice.between(1.0, 1.12)
        }
        glasses = dice.chance(0.12)
        accent = Colour(hex: dice.pick(Person.ties))
    }

    static func guest(_ dice: inout Dice) -> Person { Person(&dice, woman: dice.chance(0.5)) }

    /// The couple looks the same on the whole card: from the card's own dice.
    static func bride(_ dice: inout Dice) -> Person {
        var person = Person(&dice, woman: true)
        person.hairStyle = dice.pick([.long, .bun, .bun])
        if person.hair.green > 0.2 { person.hair = Colour(hex: 0x5A3A22) }
        (person.outfit, person.cloth, person.glasses, person.build) = (.bride, Colour(hex: 0xF2EEE6), false, 0.88)
        return person
    }

    static func groom(_ dice: inout Dice) -> Person {
        var person = Person(&dice, woman: false)
        person.hairStyle = dice.pick([.short, .parted])
        (person.outfit, person.cloth) = (dice.chance(0.5) ? .bow : .suit, Colour(hex: dice.pick([0x20263A, 0x1E1E22, 0x2F3B4A])))
        (person.build, person.glasses) = (1.06, false)
        return person
    }
}

/// What a face does in one frame.
struct Expression: Sendable {
    var closed = false
    var smile: Float = 0.5
    /// How far the mouth is open, 0...1.
    var mouth: Float = 0.2
    /// Where the head looks: -1 left ... 1 right.
    var yaw: Float = 0
    var tilt: Float = 0
    var gaze: Float = 0

    static func varied(_ dice: inout Dice, closed: Bool) -> Expression {
        Expression(
            closed: closed, smile: dice.between(0.35, 1), mouth: dice.chance(0.4) ? dice.between(0.2, 0.7) : 0,
            yaw: dice.around(0.3),
            tilt: dice.around(5), gaze: dice.around(0.2))
    }
}
