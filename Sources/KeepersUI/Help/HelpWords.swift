import KeepersCore

/// What can be asked for after `/`, and what the columns of the why panel mean.
enum HelpWords {
    /// Conditions as they may be typed, with what else is of their kind.
    static let filter: [(String, String)] = [
        ("picked open", "also rejected, mine"),
        ("stars>=3 red", "stars and labels"),
        ("eyes=closed", "or open, unsure"),
        ("stack burst", "single, best, tie …"),
        ("camera:R6", "also lens: name:"),
        ("iso>6400", "f, shutter, focal"),
        ("time>22:00", "through midnight"),
        ("sharp<40", "and the other marks"),
        ("red & !picked", "| for or, ( )"),
        ("Tab", "lists all words"),
    ]

    static let marks: [(String, String)] = [
        ("overall", "what it is ranked by"),
        ("sharpness", "of faces, else subject"),
        ("exposure", "light on the subject"),
        ("contrast", "against the session"),
        ("colour", "against the session"),
        ("eyes", "100: none closed"),
        ("steadiness", "100: nothing moved"),
        ("clean", "100: no noise"),
        ("faces people", "best of the stack: 100"),
        ("EAR 0.08", "eye's height by width"),
        ("qual", "a face's quality"),
    ]
}
