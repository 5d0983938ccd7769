import KeepersCore
import KeepersUI
import PersistenceKit

/// How this person wants the screens: from the command line, else the environment, else what they last set.
struct Ease {
    var theme: Theme
    /// Why the remembered theme is not shown; nil where it is.
    var trouble: String?
    var isMotionReduced: Bool
    var isSpoken: Bool

    init(_ invocation: Invocation, _ program: Program, environment: [String: String]) throws(Failure) {
        let settings: [String: String]
        do throws(StoreError) { settings = try program.store.settings(of: nil) } catch { throw Failure(error.message) }
        func isSet(_ name: String) -> Bool { !["", "0"].contains(environment[name] ?? "") }
        isMotionReduced = isSet("KEEPERS_REDUCED_MOTION") || settings[SessionState.motionSetting] == "off"
        isSpoken =
            invocation.has("screen-reader") || isSet("KEEPERS_SCREEN_READER")
            || settings[SessionState.screenReaderSetting] == "on"
        let shelf = ThemeShelf(program.places)
        if let name = invocation["theme"] {
            theme = try shelf.theme(name)
            return
        }
        do throws(Failure) {
            theme = try shelf.theme(settings[ThemeShelf.setting] ?? ThemeShelf.usual)
        } catch {
            // A file that went away, or was broken by hand, must not keep anybody from the pictures.
            theme = try OpenCommand.builtInTheme()
            trouble = "shown in darkroom: \(error.message)"
        }
    }

    /// The state that the screens begin with.
    func app(geometry: Geometry, screen: AppState.Screen, keys: KeyChoice) -> AppState {
        var app = AppState(geometry: geometry, theme: theme, screen: screen, keys: keys)
        app.isMotionReduced = isMotionReduced
        return app
    }
}
