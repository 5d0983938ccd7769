extension ShotData {
    /// Light that the settings let through, in stops: exposure time x ISO / aperture² as a base-2 logarithm; nil without a time.
    ///
    /// What is not known (a lens without contacts) counts as constant.
    var stops: Double? {
        guard let time = exposureTime, time > 0, time.isFinite else { return nil }
        var light = time
        if let iso, iso > 0 { light *= Double(iso) / 100 }
        if let aperture, aperture > 0, aperture.isFinite { light /= aperture * aperture }
        let stops = logarithm(light) / logarithm(2)
        return stops.isFinite ? stops : nil
    }

    /// The camera says that it was bracketing.
    var saysBracket: Bool { (bracketMode ?? 0) > 0 }
}
