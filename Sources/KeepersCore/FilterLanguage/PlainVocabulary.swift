/// The words of a photographer, English and French, and the condition each stands for. To teach a word, add a line.
///
/// Written without accents and in small letters; a phrase of several words wins over its parts. Several conditions are a question back
/// to the person, never a guess.
enum PlainVocabulary {
    static let conditions: [String: [String]] = {
        var table: [String: [String]] = [:]
        for (phrases, conditions) in lines { for phrase in phrases { table[phrase] = conditions } }
        return table
    }()

    private static let lines: [([String], [String])] = [
        // Verdicts
        (
            [
                "pick", "picks", "picked", "keeper", "keepers", "kept", "gardee", "gardees", "retenue", "retenues", "choisie",
                "choisies",
            ], ["picked"]
        ),
        (["reject", "rejects", "rejected", "rejetee", "rejetees", "refusee", "refusees", "ecartee", "ecartees"], ["rejected"]),
        (["maybe", "maybes", "undecided", "peut etre"], ["maybe"]),
        (
            [
                "unjudged", "not judged", "still open", "undecided yet", "non jugee", "non jugees", "pas jugee", "pas jugees",
                "a trier",
            ], ["open"]
        ),
        (["judged", "jugee", "jugees", "triee", "triees"], ["judged"]),
        (["mine", "by me", "decided here", "les miennes", "de moi"], ["mine"]),
        (["from lightroom", "in lightroom", "decided before", "de lightroom", "dans lightroom"], ["existing"]),
        (["starred", "rated", "with stars", "notee", "notees", "avec etoiles", "etoilees"], ["stars>=1"]),
        (["unrated", "without stars", "sans etoiles", "non notees"], ["stars=0"]),
        (["labelled", "labeled", "with a label", "avec etiquette"], ["labelled"]),
        (["red label", "label red", "rouge", "rouges", "etiquette rouge", "red"], ["label=red"]),
        (["yellow label", "jaune", "jaunes", "etiquette jaune", "yellow"], ["label=yellow"]),
        (["green label", "vert", "verte", "vertes", "etiquette verte", "green"], ["label=green"]),
        (["blue label", "bleu", "bleue", "bleues", "etiquette bleue", "blue"], ["label=blue"]),
        (["purple label", "violet", "violette", "violettes", "etiquette violette", "purple"], ["label=purple"]),
        // Eyes and faces
        (
            [
                "closed eyes", "eyes closed", "eyes shut", "blink", "blinks", "blinking", "yeux fermes", "clignement",
                "clignements",
            ], ["eyes=closed"]
        ),
        (["open eyes", "eyes open", "yeux ouverts", "les yeux ouverts"], ["eyes=open"]),
        (
            ["smile", "smiles", "smiling", "sourire", "sourires", "souriant", "souriante", "souriants", "souriantes"],
            ["smile>=50"]
        ),
        (["faces", "people", "somebody", "visages", "personnes", "des gens", "gens"], ["faces>=1"]),
        (["nobody", "no people", "no faces", "personne", "sans visage", "sans personne", "sans visages"], ["faces=0"]),
        (["group", "groups", "group shots", "groupe", "groupes", "photos de groupe"], ["faces>=3", "faces>=5"]),
        (["kiss", "kisses", "laugh", "laughing", "baiser", "baisers", "rire", "rires"], ["eyes=excused"]),
        // Sharpness and light
        (["sharp", "in focus", "net", "nets", "nette", "nettes"], ["sharp>=55"]),
        (["crisp", "very sharp", "tres nette", "tres nettes"], ["sharp>=80"]),
        (["out of focus", "missed focus", "mise au point ratee", "mise au point manquee"], ["blur=missed"]),
        (["blurred", "blurry", "flou", "floue", "floues", "flous"], ["sharp<55", "blur=soft", "blur=shake"]),
        (["soft", "molle", "molles"], ["sharp<55"]),
        (["shake", "shaky", "shaken", "motion blur", "bouge", "bougee", "bougees", "flou de bouge"], ["blur=shake"]),
        (["noisy", "noise", "grainy", "bruitee", "bruitees", "bruit"], ["noise>=40"]),
        (["dark", "too dark", "underexposed", "sombre", "sombres", "sous exposee", "sous exposees"], ["brightness<20"]),
        (["bright", "too bright", "claire", "claires"], ["brightness>70"]),
        (
            [
                "burnt", "burned", "burnt out", "blown out", "overexposed", "cramee", "cramees", "brulee", "brulees",
                "surexposee", "surexposees",
            ], ["burnt>=2"]
        ),
        (["well exposed", "bien exposee", "bien exposees"], ["exposure>=75"]),
        (["badly exposed", "mal exposee", "mal exposees"], ["exposure<50"]),
        (["crooked", "tilted", "penchee", "penchees"], ["tilt>=1.5"]),
        (["high iso", "iso eleve", "hauts iso", "haut iso"], ["iso>=3200"]),
        // Shape and kind
        (["portrait", "portraits"], ["orientation=portrait", "faces=1"]),
        (["vertical", "verticale", "verticales", "upright"], ["orientation=portrait"]),
        (["landscape", "landscapes", "paysage", "paysages"], ["orientation=landscape"]),
        (["horizontal", "horizontale", "horizontales"], ["orientation=landscape"]),
        (["raw", "raws", "negatives"], ["kind=raw"]),
        (["jpeg", "jpegs", "jpg", "jpgs"], ["kind=jpeg"]),
        (["pair", "pairs", "raw and jpeg", "paire", "paires"], ["kind=pair"]),
        // Stacks
        (["stack", "stacks", "stacked", "pile", "piles"], ["stack"]),
        (["burst", "bursts", "rafale", "rafales", "en rafale"], ["burst"]),
        (["bracket", "brackets", "bracketed"], ["bracket"]),
        (["single", "singles", "seule", "seules", "isolee", "isolees"], ["single"]),
        (["best", "the best", "best of each stack", "meilleure", "meilleures", "les meilleures"], ["best"]),
        (["suggested", "suggestion", "suggestions", "suggeree", "suggerees", "proposee", "proposees"], ["suggested"]),
        (["tie", "ties", "too close to call", "ex aequo", "egalite"], ["tie"]),
        (["duplicate", "duplicates", "doublon", "doublons", "en double"], ["duplicate"]),
        // What was there before
        (["edited", "developed", "retouched", "retouchee", "retouchees", "developpee", "developpees"], ["edited"]),
        (["damaged", "broken", "problem", "problems", "abimee", "abimees", "illisible", "illisibles"], ["problem"]),
        (["unmeasured", "not measured", "non mesuree", "non mesurees"], ["unmeasured"]),
        // Longer than the eye follows
        (["slow shutter", "long exposure", "pose longue", "poses longues"], ["shutter>=1/15"]),
        (["wide open", "pleine ouverture"], ["f<=2"]),
        (["telephoto", "teleobjectif", "tele"], ["focal>=100"]),
        (["wide angle", "grand angle"], ["focal<=35"]),
    ]

    /// Words that carry nothing.
    static let noise: Set<String> = [
        "a", "all", "an", "any", "are", "avec", "ce", "ces", "celles", "cette", "d", "dans", "de", "des", "du", "en", "est", "et",
        "every", "files", "find", "frame", "frames", "from", "have", "has", "i", "image", "images", "in", "is", "it", "j", "je",
        "l",
        "la", "le", "les", "me", "mes", "montre", "moi", "my", "of", "on", "ont", "photo", "photograph", "photographs", "photos",
        "picture", "pictures", "prise", "prises", "qui", "shot", "shots", "show", "sont", "sur", "taken", "that", "the", "they",
        "this",
        "those", "to", "tous", "tout", "toute", "toutes", "un", "une", "were", "which", "with", "and", "image", "cliche",
        "cliches",
    ]

    static let negations: Set<String> = ["not", "no", "without", "except", "sans", "pas", "non", "sauf", "hors"]
    static let alternatives: Set<String> = ["or", "ou"]

    /// What stands before a time.
    static let times: [String: FilterComparison] = [
        "after": .above, "since": .atLeast, "from": .atLeast, "before": .below, "until": .atMost, "till": .atMost, "at": .equal,
        "around": .equal, "apres": .above, "depuis": .atLeast, "a partir de": .atLeast, "des": .atLeast, "avant": .below,
        "jusqu a": .atMost, "a": .equal, "vers": .equal,
    ]
    static let between: [String: String] = ["between": "and", "entre": "et", "from": "to", "de": "a"]

    /// What stands before a number.
    static let amounts: [String: FilterComparison] = [
        "at least": .atLeast, "au moins": .atLeast, "minimum": .atLeast, "at most": .atMost, "au plus": .atMost,
        "maximum": .atMost,
        "more than": .above, "over": .above, "above": .above, "plus de": .above, "au dessus de": .above, "less than": .below,
        "under": .below, "below": .below, "moins de": .below, "au dessous de": .below, "exactly": .equal, "exactement": .equal,
    ]
    /// What stands behind a number.
    static let units: [String: String] = [
        "star": "stars", "stars": "stars", "etoile": "stars", "etoiles": "stars", "face": "faces", "faces": "faces",
        "people": "faces", "person": "faces", "persons": "faces", "visage": "faces", "visages": "faces", "personne": "faces",
        "personnes": "faces", "mm": "focal",
    ]
    static let numbers: [String: Int] = [
        "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "un": 1, "une": 1, "deux": 2, "trois": 3, "quatre": 4,
        "cinq": 5, "ten": 10, "dix": 10,
    ]
    static let clockWords: [String: String] = ["midnight": "00:00", "minuit": "00:00", "noon": "12:00", "midi": "12:00"]
}

/// Small letters without accents.
func folded(_ text: some StringProtocol) -> String {
    var out = ""
    for character in text.lowercased() {
        switch character {
        case "à", "â", "ä", "á": out.append("a")
        case "é", "è", "ê", "ë": out.append("e")
        case "î", "ï", "í": out.append("i")
        case "ô", "ö", "ó": out.append("o")
        case "û", "ü", "ù", "ú": out.append("u")
        case "ç": out.append("c")
        case "œ": out += "oe"
        default: out.append(character)
        }
    }
    return out
}
