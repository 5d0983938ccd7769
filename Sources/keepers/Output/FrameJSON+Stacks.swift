import KeepersCore

/// The JSON about what belongs together and whose clock says what.
extension FrameJSON {
    func duplicateGroups(_ groups: [DuplicateGroup]) -> JSON {
        .list(
            groups.map { group in
                .object([
                    ("members", .list(group.members.map(path))), ("kind", .text(group.kind.rawValue)),
                    ("representative", path(group.representative)),
                ])
            })
    }

    /// What decides which frames belong together.
    func rules() -> JSON {
        let clocks = model.rules.clockOffsets.sorted { $0.key < $1.key }.map { body, offset in
            JSON.object(camera(body) + [("seconds", seconds(offset))])
        }
        return .object([
            ("gap", seconds(model.rules.gap)), ("duplicateThreshold", .real(model.rules.duplicateThreshold)),
            ("clocks", .list(clocks)),
        ])
    }

    func clocks(_ proposals: [ClockProposal]) -> JSON {
        .list(
            proposals.enumerated().map { index, proposal in
                .object(
                    [("number", .int(index + 1))] + camera(proposal.body) + [
                        ("reference", .object(camera(proposal.reference))), ("seconds", seconds(proposal.offset)),
                        ("moments", .int(proposal.support)), ("inForce", .bool(proposal.isInForce)),
                        ("pairs", .list(proposal.pairs.map(pair))),
                    ])
            })
    }

    private func pair(_ pair: ClockProposal.Pair) -> JSON {
        .object([
            ("reference", path(pair.reference)), ("path", path(pair.other)), ("seconds", seconds(pair.difference)),
            ("distance", .real((pair.distance * 1000).rounded() / 1000)),
        ])
    }

    private func camera(_ body: String) -> [(String, JSON)] {
        let shot = model.frames.first { $0.body == body }?.shot
        return [("camera", text(shot?.camera)), ("serial", text(shot?.serial))]
    }

    private func path(_ id: FrameID) -> JSON { text(model.frame(id)?.path) }
    private func seconds(_ nanoseconds: Int64) -> JSON { .real(Double(nanoseconds) / 1e9) }
    private func text(_ value: String?) -> JSON { value.map(JSON.text) ?? .null }
}
