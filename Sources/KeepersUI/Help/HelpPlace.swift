import KeepersCore

/// The screen on which `?` was pressed: what keys do depends on it.
struct HelpPlace: Equatable, Sendable {
    var level = SessionState.Level.grid
    /// The frame in focus is shown at 100 % or more, so that the arrows pan.
    var isZoomed = false
    /// The walk stays inside a stack.
    var isInStack = false
    /// How two are compared.
    var mode = Together.Mode.side
    /// The strip shows several people at once, one a row.
    var isByPerson = false
    var isAudit = false
    var isReadOnly = false
    /// Said as lines and not drawn.
    var isSpoken = false

    init() {}

    init(_ session: SessionState, _ geometry: Geometry) {
        level = session.level
        isZoomed = session.focus.map { session.view(of: $0).zoom > 0 } ?? false
        isInStack = session.isInStack && session.level != .grid
        mode = session.comparison?.together.mode ?? .side
        isByPerson = session.level == .faces && FaceStripLayout(geometry: geometry, state: session).isByPerson
        isAudit = session.queue.scope?.kind == .audit
        isReadOnly = session.readOnly != nil
    }

    var isTogether: Bool { level == .compare || level == .survey || level == .faces }
    var isMixing: Bool { level == .compare && (mode == .fade || mode == .difference) }

    /// `in the loupe`; nil for the grid, where an evening begins.
    var words: String? {
        switch level {
        case .grid: nil
        case .fan: "in the fan"
        case .loupe: "in the loupe"
        case .compare: "for two compared"
        case .survey: "in the survey"
        case .faces: "in the face strip"
        }
    }
}
