import KeepersCore

/// The JSON that scripts read; the field names are a promise (docs/formats.md).
struct FrameJSON {
    let model: SessionModel
    let sources: [String]

    func frame(_ frame: Frame) -> JSON {
        let mark = model.mark(frame.id)
        let scores = model.scores[frame.id]
        return .object([
            ("path", .text(frame.path)),
            ("source", .text(sources.indices.contains(frame.source) ? sources[frame.source] : "")),
            ("kind", .text(frame.kind.rawValue)),
            ("capturedAt", text(frame.shot.capturedAt?.iso8601)),
            ("camera", text(frame.shot.camera)),
            ("serial", text(frame.shot.serial)),
            ("lens", text(frame.shot.lens)),
            ("orientation", .int(frame.shot.orientation.rawValue)),
            ("iso", frame.shot.iso.map(JSON.int) ?? .null),
            ("previews", .list(frame.previews.map(preview))),
            ("preview", frame.header.loupePreview.map(preview) ?? .null),
            ("pair", text(frame.pair)),
            ("stack", model.stack(of: frame.id).map { .int($0.id) } ?? .null),
            ("verdict", text(mark.verdict?.rawValue)),
            ("stars", .int(mark.stars)),
            ("label", text(mark.label?.rawValue)),
            ("scores", .object((scores ?? Scores()).all.map { ($0.name, $0.value.map(JSON.real) ?? .null) })),
            ("reasons", .list(model.reasons(frame.id).map { .text($0.text) })),
            ("faces", faces(model.cards[frame.id]?.faces)),
            ("problem", text(model.problem(frame.id))),
            ("existing", model.existing[frame.id].map(FrameJSON.existing) ?? .null),
            ("standing", FrameJSON.standing(model.standing(frame.id))),
        ])
    }

    /// What `show` adds to a frame: raw measures and shot data.
    func details(_ frame: Frame) -> JSON {
        guard case .object(var pairs) = self.frame(frame) else { return .null }
        let shot = frame.shot
        func real(_ value: Double?) -> JSON { value.map(JSON.real) ?? .null }
        pairs.append(
            (
                "shot",
                .object([
                    ("exposureTime", real(shot.exposureTime)), ("aperture", real(shot.aperture)),
                    ("focalLength", real(shot.focalLength)),
                    ("exposureBias", real(shot.exposureBias)), ("latitude", real(shot.latitude)),
                    ("longitude", real(shot.longitude)),
                    ("cameraRating", shot.cameraRating.map(JSON.int) ?? .null), ("focusX", real(shot.focusX)),
                    ("focusY", real(shot.focusY)),
                ])
            ))
        let card = model.cards[frame.id]
        pairs.append(("measures", .object((card?.measures.sorted ?? []).map { ($0.measure.name, .real($0.value)) })))
        pairs.append(("model", text(card?.model)))
        pairs.append(("place", model.place(of: frame.id).map(JSON.int) ?? .null))
        pairs.append(("reasonData", .list(model.reasons(frame.id).map(reason))))
        return .object(pairs)
    }

    /// A reason as data; faces are numbered from 1, as over the picture.
    private func reason(_ reason: Reason) -> JSON {
        .object([
            ("kind", .text(reason.kind.rawValue)), ("text", .text(reason.text)), ("measure", text(reason.measure?.name)),
            ("part", text(reason.part?.rawValue)), ("face", reason.face.map { .int($0 + 1) } ?? .null),
            ("value", reason.value.map(JSON.real) ?? .null), ("other", reason.other.map(JSON.real) ?? .null),
            ("rival", text(reason.rival.flatMap { model.frame($0)?.path })), ("place", reason.place.map(JSON.int) ?? .null),
            ("placeIf", reason.placeIf.map(JSON.int) ?? .null),
        ])
    }

    func stacks(_ stacks: [Stack]) -> JSON {
        func path(_ id: FrameID) -> JSON { text(model.frame(id)?.path) }
        return .list(
            stacks.map { stack in
                .object([
                    ("id", .int(stack.id)), ("kind", .text(stack.kind.rawValue)), ("members", .list(stack.members.map(path))),
                    ("suggestedBest", stack.suggestedBest.map(path) ?? .null), ("tie", .list(stack.tie.map(path))),
                    ("best", stack.userBest.map(path) ?? .null), ("byHand", .bool(stack.isByHand)),
                ])
            })
    }

    func duplicates(_ groups: [DuplicateGroup]) -> JSON {
        .list(groups.map { group in .list(group.members.map { text(model.frame($0)?.path) }) })
    }

    /// null = not measured; an empty list = looked, and there are none.
    private func faces(_ faces: [Face]?) -> JSON {
        guard let faces else { return .null }
        func real(_ value: Double?) -> JSON { value.map(JSON.real) ?? .null }
        return .list(
            faces.map { face in
                .object([
                    (
                        "box",
                        .object([
                            ("x", .real(face.box.x)), ("y", .real(face.box.y)), ("width", .real(face.box.width)),
                            ("height", .real(face.box.height)),
                        ])
                    ),
                    ("ear", real(face.ear)), ("eyes", .text(face.eyes.rawValue)), ("smile", real(face.smile)),
                    ("quality", real(face.quality)),
                ])
            })
    }

    private func preview(_ preview: Preview) -> JSON {
        .object([
            ("width", .int(preview.width)), ("height", .int(preview.height)), ("source", .text(preview.source)),
            ("intact", .bool(preview.intact)),
        ])
    }

    private func text(_ value: String?) -> JSON { value.map(JSON.text) ?? .null }
}
