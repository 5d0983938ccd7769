import Glibc
import KeepersCore
import KeepersUI
import PersistenceKit

/// Where the keys come from: the command line, the person's file, what was chosen the last time.
enum KeySource {
    /// Longer than any table of keys.
    private static let longest = 1 << 18

    /// `--profile` and `--layout`.
    static func given(_ invocation: Invocation) throws(Failure) -> (profile: Bindings.Profile?, layout: Bindings.Layout?) {
        var profile: Bindings.Profile?
        var layout: Bindings.Layout?
        if let name = invocation["profile"] {
            profile = Bindings.Profile(rawValue: name)
            if profile == nil {
                let names = Bindings.Profile.allCases.map(\.rawValue).joined(separator: ", ")
                throw Failure("there is no profile '\(printable(name))'; there are \(names)", code: 2)
            }
        }
        if let name = invocation["layout"] {
            layout = Bindings.Layout(rawValue: name)
            if layout == nil { throw Failure("a layout is qwerty or azerty, not '\(printable(name))'", code: 2) }
        }
        return (profile, layout)
    }

    /// The keys for the screens; what was given on the command line is remembered.
    static func choice(
        _ given: (profile: Bindings.Profile?, layout: Bindings.Layout?), _ places: Places, _ store: Store
    ) -> KeyChoice {
        if let profile = given.profile { remember("profile", profile.rawValue, store) }
        if let layout = given.layout { remember("layout", layout.rawValue, store) }
        return read(given, places, store)
    }

    /// The keys in force, with nothing remembered.
    static func read(
        _ given: (profile: Bindings.Profile?, layout: Bindings.Layout?), _ places: Places, _ store: Store
    ) -> KeyChoice {
        var choice = KeyChoice(path: places.keys, profile: given.profile, layout: given.layout, remembered: remembered(store))
        guard access(places.keys, F_OK) == 0 else { return choice }
        do throws(Failure) {
            let text = try TextFile.read(places.keys)
            choice.file = text.utf8.count <= longest ? text : String(decoding: text.utf8.prefix(longest), as: UTF8.self)
        } catch {
            choice.trouble = "\(error.message); the built-in keys hold"
        }
        return choice
    }

    /// A store that cannot be written keeps nobody from looking.
    private static func remember(_ name: String, _ value: String, _ store: Store) {
        try? store.set(KeyChoice.settingName(name), to: value, of: nil)
    }

    static func remembered(_ store: Store) -> (Bindings.Profile, Bindings.Layout) {
        let settings = (try? store.settings(of: nil)) ?? [:]
        let profile = settings[KeyChoice.settingName("profile")].flatMap(Bindings.Profile.init)
        let layout = settings[KeyChoice.settingName("layout")].flatMap(Bindings.Layout.init)
        return (profile ?? .studio, layout ?? .qwerty)
    }

    static func mouseIsOn(_ store: Store) -> Bool { (try? store.settings(of: nil))?["mouse"] == "on" }
}
