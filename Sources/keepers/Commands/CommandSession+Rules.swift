import KeepersCore
import PersistenceKit

extension CommandSession {
    /// Keeps other rules of the session and finds its stacks by them; rules that are as before write nothing.
    func keep(_ rules: StackRules) throws(Failure) {
        guard rules != model.rules else { return }
        try requireWriting()
        guard let id = session.id else { throw Failure("no session is open") }
        let before = model.rules.settings
        let after = rules.settings
        do throws(StoreError) {
            for name in Set(before.keys).union(after.keys).sorted() where before[name] != after[name] {
                try program.store.set(name, to: after[name], of: id)
            }
        } catch {
            throw Failure(error.message)
        }
        try reload()
    }
}
