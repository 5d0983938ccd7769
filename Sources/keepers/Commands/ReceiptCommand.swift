import KeepersCore
import PersistenceKit

/// `keepers receipt`: what a session came to, as text to copy.
enum ReceiptCommand {
    static func run(_ invocation: Invocation, _ setting: Setting) throws(Failure) {
        let receipt = try invocation.operands.isEmpty ? newest(setting) : given(invocation, setting)
        if invocation.has("json") { return Console.out(ReceiptJSON.object(receipt).serialized(indent: 1)) }
        receipt.lines.forEach(Console.out)
    }

    private static func given(_ invocation: Invocation, _ setting: Setting) throws(Failure) -> Receipt {
        let session = try CommandSession(
            invocation.operands, invocation, setting, measures: false, fromStore: true)
        defer { session.program.leave() }
        guard let id = session.session.id else { throw Failure("no session is open") }
        let desk = ReceiptDesk(store: session.program.store, session: id, name: session.session.name, model: session.model)
        do throws(StoreError) { return try desk.receipt() } catch { throw Failure(error.message) }
    }

    /// Of the session that was opened last, from the store alone: its card may be in the drawer by now.
    private static func newest(_ setting: Setting) throws(Failure) -> Receipt {
        do throws(StoreError) {
            let store = try Store(data: setting.places.data, cache: setting.places.cache, clock: Clock.wall)
            guard let summary = try store.sessions().first else { return try nothing() }
            let cards = try store.newestModel().map { model throws(StoreError) in try store.cards(in: summary.id, model: model) }
            let model = SessionModel(
                frames: try store.frames(in: summary.id), marks: try store.marks(in: summary.id), cards: cards ?? [:],
                rules: StackRules(settings: try store.settings(of: summary.id)))
            return try ReceiptDesk(store: store, session: summary.id, name: summary.name, model: model).receipt()
        } catch {
            throw Failure(error.message)
        }
    }

    private static func nothing() throws(StoreError) -> Receipt {
        throw StoreError(.refused, message: "no sessions yet; start one: keepers /media/card")
    }
}
