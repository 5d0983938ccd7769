/// A set of words for the five colours, as a program in one language writes them into `xmp:Label`.
public struct LabelWords: Equatable, Sendable {
    /// Language tag or program: "en", "zh-Hans", "bridge".
    public var name: String
    /// In the order of `ColourLabel.allCases`.
    public var words: [String]

    init(_ name: String, _ words: String...) { self.init(name: name, words: words) }

    /// `words` in the order of `ColourLabel.allCases`.
    public init(name: String, words: [String]) {
        self.name = name
        self.words = words
    }

    public subscript(colour: ColourLabel) -> String { words[ColourLabel.allCases.firstIndex(of: colour) ?? 0] }

    /// The colour of `text`, whatever its case.
    public func colour(of text: String) -> ColourLabel? {
        let wanted = text.lowercased()
        return words.firstIndex { $0.lowercased() == wanted }.map { ColourLabel.allCases[$0] }
    }

    public static let english = LabelWords("en", "Red", "Yellow", "Green", "Blue", "Purple")
    public static let bridge = LabelWords("bridge", "Select", "Second", "Approved", "Review", "To Do")

    /// Lightroom Classic's default label set in each of its languages, then Bridge's.
    /// Photo Mechanic's words ("Winner", "Superior alt", ...) stand for eight classes whose colours anyone may change: they stay custom text.
    public static let all: [LabelWords] = [
        english,
        LabelWords("de", "Rot", "Gelb", "Grün", "Blau", "Lila"),
        LabelWords("es", "Roja", "Amarilla", "Verde", "Azul", "Púrpura"),
        LabelWords("fr", "Rouge", "Jaune", "Vert", "Bleu", "Violet"),
        LabelWords("it", "Rossa", "Gialla", "Verde", "Blu", "Viola"),
        LabelWords("ja", "レッド", "イエロー", "グリーン", "ブルー", "パープル"),
        LabelWords("ko", "빨강", "노랑", "초록", "파랑", "자주"),
        LabelWords("nb", "Rød", "Gul", "Grønn", "Blå", "Lilla"),
        LabelWords("nl", "Rood", "Geel", "Groen", "Blauw", "Paars"),
        LabelWords("pl", "Czerwony", "Żółty", "Zielony", "Niebieski", "Fioletowy"),
        LabelWords("pt", "Vermelho", "Amarelo", "Verde", "Azul", "Púrpura"),
        LabelWords("ru", "Красный", "Желтый", "Зеленый", "Синий", "Фиолетовый"),
        LabelWords("sv", "Röd", "Gul", "Grön", "Blå", "Lila"),
        LabelWords("th", "สีแดง", "สีเหลือง", "สีเขียว", "สีน้ำเงิน", "สีม่วง"),
        LabelWords("zh-Hans", "红色", "黄色", "绿色", "蓝色", "紫色"),
        LabelWords("zh-Hant", "紅色", "黃色", "綠色", "藍色", "紫色"),
        bridge,
    ]

    /// Under which the program remembers the name of the chosen set.
    public static let settingName = "labels"

    /// The set called `name`, whatever its case.
    public static func named(_ name: String) -> LabelWords? { all.first { $0.name.lowercased() == name.lowercased() } }
}

/// The colour that a sidecar's label means: LabelColor first, then the words of `preferred`, then any known word, then darktable's number
/// where it is the only one; nil = none or custom.
public func labelColour(of values: SidecarValues, preferred: LabelWords = .english) -> ColourLabel? {
    if let named = values.labelColour.flatMap({ ColourLabel(rawValue: $0.lowercased()) }) { return named }
    guard values.labelColour?.isEmpty ?? true else { return nil }
    if let text = values.label, !text.isEmpty { return wordColour(text, preferred) }
    return values.darktableLabels.flatMap { Int($0) }.flatMap { ColourLabel(darktable: $0) }
}

/// The colour that a label's text means in any known language.
func wordColour(_ text: String, _ preferred: LabelWords) -> ColourLabel? {
    preferred.colour(of: text) ?? LabelWords.all.lazy.compactMap { $0.colour(of: text) }.first
}

extension ColourLabel {
    /// darktable's number of the colour, 0 to 4.
    var darktable: Int { ColourLabel.allCases.firstIndex(of: self) ?? 0 }

    init?(darktable number: Int) {
        guard ColourLabel.allCases.indices.contains(number) else { return nil }
        self = ColourLabel.allCases[number]
    }
}
