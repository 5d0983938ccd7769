public import KeepersCore

/// Reads what a sidecar says, from foreign bytes; for use in a worker.
public enum SidecarReader {
    public static func read(_ bytes: [UInt8]) throws(SidecarRefusal) -> SidecarValues {
        values(in: try SidecarDocument(bytes))
    }

    static func values(in document: SidecarDocument) -> SidecarValues {
        var texts: [ExpandedName: String] = [:]
        var values = SidecarValues()
        let ours = Dictionary(uniqueKeysWithValues: SidecarProperty.allCases.map { ($0.expanded, $0) })
        var contradictory: Set<SidecarProperty> = []
        for property in document.properties {
            guard interesting.contains(property.name) || ours[property.name] != nil else { continue }
            let ours = ours[property.name]
            guard let text = ours?.isList == true ? document.list(at: property.place) : document.value(at: property.place) else {
                continue
            }
            if let ours, let before = texts[property.name], !sameValue(ours, before, text) {
                contradictory.insert(ours)
            }
            texts[property.name] = text
        }
        values.ratingText = texts[SidecarProperty.rating.expanded]
        values.rating = values.ratingText.flatMap(rating)
        values.label = texts[SidecarProperty.label.expanded]
        values.labelColour = texts[SidecarProperty.labelColour.expanded]
        values.pick = texts[SidecarProperty.pick.expanded].flatMap(flag)
        values.good = texts[SidecarProperty.good.expanded].flatMap(boolean)
        values.digiKamPick = texts[Vocabulary.digiKamPick].flatMap { Int(trimmed($0)) }
        values.tagged = texts[Vocabulary.tagged].flatMap(boolean)
        values.forExtension = texts[Vocabulary.sidecarForExtension]
        values.darktableLabels = texts[SidecarProperty.darktableLabels.expanded].flatMap(colours)
        values.hasDevelopSettings = hasDevelopSettings(document)
        values.isDarktables = document.properties.contains { $0.name == Vocabulary.darktableVersion }
        values.contradictory = SidecarProperty.allCases.filter(contradictory.contains).map(\.rawValue)
        return values
    }

    private static let interesting: Set<ExpandedName> = [
        Vocabulary.digiKamPick, Vocabulary.tagged, Vocabulary.sidecarForExtension,
    ]

    /// "5", "5.0", " 4 " → 5, 5, 4; what is no whole number from -1 to 5 is no rating that we understand.
    static func rating(_ text: String) -> Int? {
        let number = Double(trimmed(text))
        guard let number, (-1...5).contains(number), number == number.rounded() else { return nil }
        return Int(number)
    }

    private static func flag(_ text: String) -> Int? {
        guard let number = Int(trimmed(text)) else { return nil }
        return number.signum()
    }

    /// Numbers in order, each once; what is no list of numbers says nothing.
    static func colours(_ text: String) -> String? {
        let words = text.split(whereSeparator: \.isWhitespace)
        let numbers = words.compactMap { Int($0) }
        guard numbers.count == words.count, !numbers.isEmpty else { return nil }
        return Set(numbers).sorted().map(String.init).joined(separator: " ")
    }

    static func boolean(_ text: String) -> Bool? {
        switch trimmed(text).lowercased() {
        case "true", "1": true
        case "false", "0": false
        default: nil
        }
    }

    static func trimmed(_ text: String) -> String {
        String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }

    /// Camera Raw's own flag where it stands, else any of its settings beyond the file's name and version.
    private static func hasDevelopSettings(_ document: SidecarDocument) -> Bool {
        let settings = document.properties.filter { $0.name.uri == Vocabulary.cameraRaw }
        if let flag = settings.first(where: { $0.name.local == "HasSettings" }) {
            return document.value(at: flag.place).flatMap(boolean) ?? true
        }
        let bookkeeping: Set = ["RawFileName", "Version", "AlreadyApplied", "SavedSettings", "CompatibleVersion"]
        return settings.contains { !bookkeeping.contains($0.name.local) }
    }
}

/// Two ways to write one value: "5.0" and "5", "True" and "true"; not "1" and "true", which a reader may not know.
func sameValue(_ property: SidecarProperty, _ one: String, _ other: String) -> Bool {
    if one == other { return true }
    switch property {
    case .rating: return SidecarReader.rating(one).map { $0 == SidecarReader.rating(other) } ?? false
    case .pick: return Int(SidecarReader.trimmed(one)).map { $0 == Int(SidecarReader.trimmed(other)) } ?? false
    case .good: return SidecarReader.trimmed(one).lowercased() == SidecarReader.trimmed(other).lowercased()
    case .darktableLabels: return SidecarReader.colours(one).map { $0 == SidecarReader.colours(other) } ?? false
    case .label, .labelColour: return false
    }
}
