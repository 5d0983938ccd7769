import KeepersCore

/// What the keys that show do on each screen.
enum HelpLooks {
    static func items(_ place: HelpPlace) -> [HelpText.Item] {
        let (own, fan): ([HelpText.Item], HelpText.Item) =
            switch place.level {
            case .grid: ([([.loupeOnly, .loupe, .look], "loupe")] + into, ([.fanOut], "fan the stack out"))
            case .fan: ([([.loupeOnly, .loupe, .look], "loupe")] + into + [overlays], ([.fanOut, .fanIn], "back to the grid"))
            case .loupe: (loupe, ([.fanOut, .fanIn], "to the fan, the grid"))
            case .compare, .survey: (several(place), ([.fanOut, .fanIn], "to the fan, the grid"))
            case .faces: (faces, ([.fanOut, .fanIn], "to the fan, the grid"))
            }
        // The panel of reasons stands on two screens; a screen reader says them on all.
        let hasReasons = place.level == .fan || place.level == .loupe || place.isSpoken
        let panel: HelpText.Item = hasReasons ? ([.why, .info], "why panel, shot data") : ([.info], "shot data")
        return own + [fan, panel, ([.chromeOff], "chrome off")]
    }

    static func together(_ place: HelpPlace) -> [HelpText.Item] {
        let survey: HelpText.Item = ([.survey], place.level == .survey ? "back" : "survey up to 16")
        let faces: HelpText.Item = ([.faceStrip], place.level == .faces ? "back" : "one face from each")
        guard place.level == .compare else {
            let link: [HelpText.Item] = place.level == .survey ? [([.link], "zoom only this one")] : []
            return [([.compare], "compare two")] + link + [survey, faces]
        }
        let slider: [HelpText.Item] =
            switch place.mode {
            case .side, .difference: []
            case .wipe: [([.slideLeft, .slideRight], "slider, one column")]
            case .fade: [([.slideLeft, .slideRight], "fade, a step")]
            case .blink: [([.slideLeft, .slideRight], "blink")]
            }
        return [([.compare], "crown the challenger"), ([.compareMode], "side, wipe, fade, blink")] + slider + [
            ([.link], "zoom only this one"), survey, faces,
        ]
    }

    private static let overlays: HelpText.Item = ([.overlays], "faces, clipping, focus")

    /// Keys that lead into the loupe from a screen of many.
    private static let into: [HelpText.Item] = [
        ([.zoom, .zoomDouble], "loupe at 100 %, 200 %"), ([.nextFace, .previousFace], "its faces, at 100 %"),
    ]

    private static let loupe: [HelpText.Item] = [
        ([.loupe], "back"),
        ([.look], "100 % at a face, fit"),
        ([.zoom, .zoomDouble], "fit or 100 %, 200 %"),
        ([.nextPicture], "preview, RAW, JPEG"),
        ([.nextFace, .previousFace], "face by face, 100 %"),
        overlays,
    ]

    private static let faces: [HelpText.Item] = [
        ([.loupe], "loupe of this frame"),
        ([.look, .zoom], "this face at 100 %"),
        ([.nextFace, .previousFace], "another person"),
    ]

    private static func several(_ place: HelpPlace) -> [HelpText.Item] {
        let raw: [HelpText.Item] = place.level == .compare ? [([.nextPicture], "preview, RAW, JPEG")] : []
        return [
            ([.loupe], "loupe of this frame"),
            ([.look], "100 % at a person, fit"),
            ([.zoom, .zoomDouble], "fit or 100 %, 200 %"),
        ] + raw + [([.nextFace, .previousFace], "person by person")] + (place.isMixing ? [] : [overlays])
    }
}
