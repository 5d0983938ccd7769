import KeepersCore
import PersistenceKit

/// `--filter EXPR`: the language of the filter line, or the name of a saved filter.
struct FilterOption {
    let text: String?

    init(_ invocation: Invocation) { text = invocation["filter"] }

    /// Reads it before a card is looked at: a slip of the pen must not cost a minute of listing. A word may still be a saved filter's name.
    func checkEarly() throws(Failure) {
        guard let text else { return }
        do throws(Filter.Problem) { _ = try Filter.parse(text) } catch {
            if !error.mayBeName { throw Failure(FilterOption.words(error, text), code: 2) }
        }
    }

    /// Ready to be asked about the frames of `session`; without the option everything matches.
    func matcher(_ session: CommandSession) throws(Failure) -> FilterMatcher {
        guard let text else { return FilterMatcher(.everything, session.model) }
        let saved: [String: String]
        do throws(StoreError) {
            saved = SavedFilters.from(settings: try session.program.store.settings(of: nil))
        } catch {
            throw Failure(error.message)
        }
        let filter = try read(text, saved: saved)
        let duplicates = filter.needsDuplicates ? DuplicateMembers(session.model).frames : nil
        return FilterMatcher(filter, session.model, duplicates: duplicates)
    }

    private func read(_ text: String, saved: [String: String]) throws(Failure) -> Filter {
        do throws(Filter.Problem) {
            return try SavedFilters.parse(text, saved: saved)
        } catch {
            throw Failure(FilterOption.words(error, text), code: 2)
        }
    }

    /// The message, and below it the filter with a mark under the column.
    static func words(_ problem: Filter.Problem, _ text: String) -> String {
        let shown = printable(text)
        let before = columns(of: String(shown.prefix(problem.column - 1)))
        return "--filter, column \(problem.column): \(problem.message)\n  \(shown)\n  \(String(repeating: " ", count: before))^"
    }
}
