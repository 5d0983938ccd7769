import KeepersCore
import KeepersUI
import PersistenceKit

// Themes and what a person set for every session.
extension Stage {
    func useTheme(_ name: String) {
        let shelf = ThemeShelf(program.places)
        guard !name.isEmpty else {
            return take(.notice("themes: \(shelf.entries().map(\.name).joined(separator: ", ")); :theme NAME shows one"))
        }
        do throws(Failure) {
            let theme = try shelf.theme(name)
            remember(ThemeShelf.setting, name)
            wantedTheme = theme
            guard hasColours else {
                return take(
                    .notice("there are no colours here (NO_COLOR, or the terminal has none); \(name) is kept for elsewhere"))
            }
            show(theme, notice: "theme \(name)")
        } catch {
            take(.notice(error.message))
        }
    }

    /// The terminal's answers may come late: with colours the wanted theme shows, without them the one that needs none.
    func setColours(_ present: Bool) {
        guard present != hasColours else { return }
        hasColours = present
        if present { show(wantedTheme ?? app.theme, notice: nil) } else { showWithoutColours() }
    }

    private func showWithoutColours() {
        wantedTheme = wantedTheme ?? app.theme
        guard let theme = try? ThemeShelf(program.places).theme(ThemeShelf.colourless) else { return }
        show(theme, notice: nil)
    }

    private func show(_ theme: Theme, notice: String?) {
        take(.theme(theme, notice: notice))
        // Cells under pictures change their ground, which takes sixel pixels off.
        needsRepaint = true
    }

    /// A setting of everybody; where it cannot be kept it holds until the end.
    func remember(_ name: String, _ value: String?) {
        do throws(StoreError) { try program.store.set(name, to: value, of: nil) } catch { take(.notice(error.message)) }
    }
}
