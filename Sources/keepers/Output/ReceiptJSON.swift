import Glibc
import KeepersCore

/// The receipt as scripts read it.
enum ReceiptJSON {
    static func object(_ receipt: Receipt) -> JSON {
        let agreement = receipt.agreement
        return .object([
            ("session", .text(receipt.name)), ("frames", .int(receipt.frames)), ("picks", .int(receipt.picks)),
            ("rejects", .int(receipt.rejects)), ("maybes", .int(receipt.maybes)), ("open", .int(receipt.open)),
            ("decided", .int(receipt.work.frames)), ("activeSeconds", rounded(receipt.work.seconds)),
            ("framesPerMinute", receipt.work.pace.map(rounded) ?? .null), ("stacksChanged", .int(agreement.changed)),
            (
                "agreement",
                .object([
                    ("share", agreement.share.map(rounded) ?? .null), ("agreed", .int(agreement.agreed)),
                    ("compared", .int(agreement.compared)), ("blindAgreed", .int(agreement.blindAgreed)),
                    ("blindCompared", .int(agreement.blindCompared)), ("ties", .int(agreement.ties)),
                    ("withoutSuggestion", .int(agreement.silent)), ("suggestionNotKept", .int(agreement.untold)),
                ])
            ),
            ("heatEvents", .int(receipt.heatEvents)), ("exports", .list(receipt.exports.map(export))),
            (
                "lightroomWillNotSee",
                .object([
                    (
                        "withoutSidecar",
                        .object(
                            receipt.unseen.withoutSidecar.sorted { $0.key.rawValue < $1.key.rawValue }.map {
                                ($0.key.rawValue, .int($0.value))
                            })
                    ),
                    ("unexported", .int(receipt.unseen.unexported)), ("maybes", .int(receipt.unseen.maybes)),
                ])
            ),
        ])
    }

    private static func export(_ export: Receipt.Export) -> JSON {
        .object([
            ("at", .text(Clock.iso8601(export.at))), ("profile", .text(export.profile)), ("state", .text(export.state)),
            ("written", .int(export.written)), ("unchanged", .int(export.unchanged)), ("failed", .int(export.failed)),
            ("takenBack", .int(export.takenBack)),
        ])
    }

    private static func rounded(_ value: Double) -> JSON { .real((value * 1000).rounded() / 1000) }
}
