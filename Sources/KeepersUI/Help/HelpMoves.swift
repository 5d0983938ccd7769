import KeepersCore

/// What the keys that walk and pan do on each screen.
enum HelpMoves {
    private static let sideways: [Command] = [.arrowLeft, .arrowRight]
    private static let upDown: [Command] = [.arrowUp, .arrowDown]

    static func items(_ place: HelpPlace) -> [HelpText.Item] {
        switch place.level {
        case .grid: grid
        case .fan, .loupe: alone(place)
        case .compare: compare(place)
        case .survey: survey(place)
        case .faces: faces(place)
        }
    }

    private static let grid: [HelpText.Item] = [
        ([.previousFrame, .nextFrame], "frame"),
        ([.rowDown, .rowUp], "row"),
        (sideways, "frame"),
        (upDown, "row"),
        ([.previousStack, .nextStack], "stack"),
        ([.first, .last], "first, last"),
        ([.pageUp, .pageDown], "page"),
    ]

    private static func alone(_ place: HelpPlace) -> [HelpText.Item] {
        let frame = place.isInStack ? "frame of this stack" : "frame"
        return [
            ([.previousFrame, .nextFrame, .rowUp, .rowDown], place.isZoomed ? "frame, same place" : frame),
            (sideways, place.isZoomed ? "pan" : frame),
            (upDown, place.isZoomed ? "pan" : frame),
            ([.previousStack, .nextStack], "stack"),
            ([.first, .last], place.isInStack ? "its first, last" : "first, last"),
        ]
    }

    private static func compare(_ place: HelpPlace) -> [HelpText.Item] {
        let arrows: [HelpText.Item] = place.isZoomed ? [(sideways, "pan"), (upDown, "pan")] : modes(place)
        let ends =
            switch place.mode {
            case .wipe, .fade: "one of the two whole"
            case .side, .blink, .difference: "challenger: first, last"
            }
        return [([.previousFrame, .nextFrame], "another challenger"), ([.rowDown, .rowUp], "to the other frame")] + arrows + [
            ([.first, .last], ends), ([.previousStack, .nextStack], "stack, compared too"),
        ]
    }

    private static func modes(_ place: HelpPlace) -> [HelpText.Item] {
        let words =
            switch place.mode {
            case .side, .difference: "another challenger"
            case .wipe: "slider, a twentieth"
            case .fade: "fade, a step"
            case .blink: "blink"
            }
        return [(sideways, words), (upDown, "to the other frame")]
    }

    private static func survey(_ place: HelpPlace) -> [HelpText.Item] {
        [
            ([.previousFrame, .nextFrame], "frame"), ([.rowDown, .rowUp], "row"),
            (sideways, place.isZoomed ? "pan" : "frame"), (upDown, place.isZoomed ? "pan" : "row"),
            ([.first, .last], "first, last"), ([.pageUp, .pageDown], "page"),
            ([.previousStack, .nextStack], "stack, surveyed too"),
        ]
    }

    private static func faces(_ place: HelpPlace) -> [HelpText.Item] {
        let row = place.isByPerson ? "person" : "row"
        return [
            ([.previousFrame, .nextFrame], "frame"), ([.rowDown, .rowUp], row), (sideways, "frame"), (upDown, row),
            ([.first, .last], "first, last"), ([.pageUp, .pageDown], "page"),
            ([.previousStack, .nextStack], "stack, its faces too"),
        ]
    }
}
