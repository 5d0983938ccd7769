/// The moments of a wedding that the painter knows.
enum SceneKind: String, Sendable, CaseIterable {
    case rings, bouquet, bride, groom, venue, ceremony, group, couple, cake, table, hall, speech, dance, party, sparklers

    /// Whether the light is gone: grain, wide apertures, slow shutters.
    var isEvening: Bool {
        switch self {
        case .cake, .table, .hall, .speech, .dance, .party, .sparklers: true
        default: false
        }
    }

    var hasFaces: Bool {
        switch self {
        case .bride, .groom, .ceremony, .group, .couple, .speech, .dance, .party, .sparklers: true
        case .rings, .bouquet, .venue, .cake, .table, .hall: false
        }
    }

    /// People dance or walk faster than the shutter.
    var hasMovement: Bool { self == .dance || self == .party || self == .sparklers }

    /// Seldom, often or never taken with the camera upright.
    var portraitShare: Float {
        switch self {
        case .bride, .groom, .bouquet: 0.6
        case .cake, .couple, .speech: 0.35
        case .dance, .ceremony: 0.2
        default: 0
        }
    }

    /// 1 / shutter, ISO.
    var exposure: (shutter: Int, iso: Int) {
        switch self {
        case .rings, .bouquet: (320, 200)
        case .bride, .groom: (640, 100)
        case .venue: (500, 100)
        case .ceremony, .group: (400, 200)
        case .couple: (800, 100)
        case .cake, .table: (125, 1600)
        case .hall: (60, 3200)
        case .speech: (160, 3200)
        case .dance, .party: (80, 6400)
        case .sparklers: (100, 5000)
        }
    }
}
