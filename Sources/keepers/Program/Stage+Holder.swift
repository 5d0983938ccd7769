import KeepersCore
import KeepersUI
import PersistenceKit

// A session that another keepers holds: who, until when, and taking it over.
extension Stage {
    /// Asked about once a second while the session is read-only: what the kernel says of its lock now.
    func watchHolder() {
        guard let session = program.session, session.readOnly != nil, let shown = app.session else { return }
        let now = session.holderNow()
        if now != (shown.isFree ? nil : shown.readOnly) { take(.holder(now)) }
    }

    /// Where the holder has ended the session is ours from now on, as it stands in the store; the person stays where they stand.
    func claim() {
        guard let session = program.session, session.readOnly != nil else { return }
        if let holder = session.holderNow() { return take(.holder(holder)) }
        keptPlace = app.session?.place
        defer { keptPlace = nil }
        do throws(Failure) {
            // All of it anew, so that what the card has new is read and measured, which only the writer may do.
            let roots = try Program.roots(session.roots)
            try program.open(roots, holder: holder)
        } catch {
            claimWithoutCard(session)
        }
        guard program.session?.readOnly == nil else { return }
        if let place = app.session?.place { savePlace(place) }
        take(.notice("the other keepers has ended; this session is yours to write now"))
    }

    /// The card is not there now: its verdicts can be written all the same.
    private func claimWithoutCard(_ session: CardSession) {
        do throws(StoreError) {
            guard try session.claim(holder: holder), var opening = try session.opening() else { return }
            opening.taste = program.taste.open(session)
            take(.opened(opening))
        } catch {
            take(.notice(error.message))
        }
    }
}
