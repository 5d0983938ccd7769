/// Every command with its options: the one place from which parsing and help come.
enum CommandTable {
    static let common: [OptionSpec] = [
        OptionSpec(name: "data", value: "DIR", help: "keep sessions and thumbnails below DIR (also KEEPERS_HOME)"),
        OptionSpec(name: "help", value: nil, help: "show this and leave"),
    ]
    private static let json = OptionSpec(name: "json", value: nil, help: "print one JSON object and nothing else on stdout")
    private static let workers = OptionSpec(
        name: "workers", value: "N", help: "decode with N processes (default: one a core, 1 to 8)")
    private static let filter = OptionSpec(
        name: "filter", value: "EXPR",
        help: "only frames that match: 'stars>=3 & !picked', eyes=closed, camera:R6, 'time>22:00', or a saved filter's name")
    private static let filterDetails = """
        Filters are written as in the filter line: fields with = != < <= > >= : and ranges (iso=800..3200), words (picked, open, stack,
        problem), & | ! and parentheses; sharp=? is what was not measured. docs/filters.md has them all.
        """
    private static let profile = OptionSpec(
        name: "profile", value: "P",
        help:
            "lightroom (flags, stars and a colour; the default), flags (no stars or colours but yours), bridge, darktable or own")

    private static let keyProfile = OptionSpec(
        name: "profile", value: "P", help: "keys of studio (the default), lightroom, photomechanic, vim or darktable; remembered")
    private static let keyLayout = OptionSpec(
        name: "layout", value: "L", help: "azerty: the unshifted digit row rates; qwerty (the default); remembered")

    static let open = CommandSpec(
        name: "", operands: "[PATH...]", minimum: 0, maximum: 16,
        options: [
            keyProfile, keyLayout, workers,
            OptionSpec(name: "theme", value: "NAME", help: "show these colours this time ('keepers theme list' names them)"),
            OptionSpec(
                name: "screen-reader", value: nil, help: "say everything as lines of text, for a screen reader or braille"),
        ],
        summary: "open a card or folder full screen; without a path: the session browser",
        details: "Several paths are one session: two cards, two cameras, one wedding. A folder named like a command: ./list")

    static let all: [CommandSpec] = [
        CommandSpec(
            name: "score", operands: "PATH...", minimum: 1, maximum: 16, options: [json, workers],
            summary: "read and measure every frame, resuming where it stopped"),
        CommandSpec(
            name: "list", operands: "PATH...", minimum: 1, maximum: 16,
            options: [
                json, workers,
                filter,
                OptionSpec(
                    name: "sort", value: "KEY", help: "rank (default), time, name, stars, sharpness, exposure, disputed or value"),
            ],
            summary: "list the frames, best first; reads the card when it is new, measures nothing",
            details: filterDetails + "\n\nWith the card out of its reader it lists what is known of it, and says so."),
        CommandSpec(
            name: "show", operands: "PATH... FRAME", minimum: 2, maximum: 17, options: [json],
            summary: "everything known about one frame and why it stands where it stands"),
        CommandSpec(
            name: "mark", operands: "PATH... FRAME VERDICT", minimum: 3, maximum: 18,
            options: [
                OptionSpec(
                    name: "filter", value: "EXPR",
                    help: "in place of FRAME: every frame that matches, as one step; a reject leaves picks alone, a pick rejects"),
                OptionSpec(name: "override", value: nil, help: "with --filter: those too"),
                OptionSpec(name: "dry-run", value: nil, help: "with --filter: say what would change; change nothing"),
            ],
            summary: "give a verdict, stars or a label",
            details: "VERDICT is pick, reject, maybe, clear, 0 to 5, red, yellow, green, blue, purple or none (no label)."),
        CommandSpec(
            name: "stacks", operands: "PATH...", minimum: 1, maximum: 16,
            options: [
                json, workers,
                OptionSpec(name: "gap", value: "S", help: "seconds between neighbours of a burst, 0 to 60 (at first 1); kept"),
                OptionSpec(
                    name: "dupe-threshold", value: "X",
                    help: "how far near-duplicates may differ, 0 to 0.5 (at first 0.15); kept"),
                OptionSpec(name: "filter", value: "EXPR", help: "only stacks and groups with a frame that matches, as for list"),
            ],
            summary: "list bursts, retries and brackets, each with its best or its tie, and near-duplicates across the session"),
        CommandSpec(
            name: "clock", operands: "PATH...", minimum: 1, maximum: 16,
            options: [
                json, workers,
                OptionSpec(name: "apply", value: "N", help: "correct the clock of proposal N in this session"),
                OptionSpec(name: "reset", value: nil, help: "take every correction back"),
            ],
            summary: "compare the cameras' clocks by matching pictures and propose corrections",
            details: "Three pairs are shown for each: if both pictures show one moment, --apply N. Files and their times stay."),
        CommandSpec(
            name: "export", operands: "PATH...", minimum: 0, maximum: 16,
            options: [
                OptionSpec(name: "dry-run", value: nil, help: "say what would be written; write nothing"), profile,
                OptionSpec(name: "labels", value: "L", help: "words of colour labels: en, de, fr, ... or bridge; remembered"),
                OptionSpec(name: "mapping", value: "FILE", help: "write what FILE says (the profile own)"),
                OptionSpec(name: "print-mapping", value: nil, help: "print the profile as such a file, to edit; no PATH needed"),
            ] + ExportOptions.destinations,
            summary: "write the decisions as XMP sidecars beside the photos, or hand them over in another form",
            details: """
                lightroom and flags are for Lightroom, bridge writes its reject (rating -1, which takes the place of stars; the dry run says
                whose) and its label words, darktable writes IMG.CR3.xmp. own is the file 'mapping' beside the key file.

                """ + ExportOptions.details),
        CommandSpec(
            name: "conflicts", operands: "PATH...", minimum: 1, maximum: 16, options: [json],
            summary: "list decisions that stand against a sidecar which another program changed, or which contradicts itself"),
        CommandSpec(
            name: "settle", operands: "PATH... [FRAME] SIDE", minimum: 2, maximum: 18,
            options: [
                OptionSpec(name: "property", value: "P", help: "only the verdict, the stars or the colour"),
                OptionSpec(name: "all", value: nil, help: "every conflict of the session, as one step; without FRAME"),
            ],
            summary: "settle conflicts: mine or theirs counts",
            details: """
                SIDE is mine (the next export writes it) or theirs (taken over here). Settling is a step like any other: Ctrl-Z takes it back.
                Where a sidecar contradicts itself, or a second one, theirs is no answer: decide with 'keepers mark', then settle it as mine.
                """),
        CommandSpec(
            name: "undo-export", operands: "PATH...", minimum: 1, maximum: 16,
            options: [
                OptionSpec(name: "all", value: nil, help: "everything that was written there, not the newest export only"),
                OptionSpec(name: "dry-run", value: nil, help: "say what would be taken back; change nothing"), json,
                OptionSpec(name: "to", value: "FOLDER", help: "those below FOLDER (of export --to, --mirror or --copy)"),
            ],
            summary: "take back the newest export, bit for bit; once more: the one before it",
            details: """
                Files that it changed get back the bytes that stood there before it, files that it made go. What another program changed since
                stays and is named. Exports before it stand; --all takes back all of them at once. An export of a version that did not keep
                each by itself can only be taken back with --all.
                """),
        CommandSpec(
            name: "journal", operands: "PATH...", minimum: 1, maximum: 16,
            options: [
                OptionSpec(
                    name: "apply", value: "FILE",
                    help: "take the decisions of a journal over onto this card, matched by name, size and time"),
                OptionSpec(name: "dry-run", value: nil, help: "with --apply: say what would change; change nothing"),
                OptionSpec(name: "diff", value: "FILE", help: "compare with another person's journal of the same frames"),
                OptionSpec(name: "models", value: nil, help: "compare what the two newest versions of the models suggested"),
                OptionSpec(name: "json", value: nil, help: "with --diff or --models: print one JSON object"),
            ],
            summary: "print every decision in order as plain text, to keep or to carry",
            details:
                "'keepers journal CARD > evening.txt' keeps it; on a restored card 'keepers journal CARD --apply evening.txt' brings it back."
        ),
        CommandSpec(
            name: "safe", operands: "CARD BACKUP...", minimum: 2, maximum: 17, options: [json],
            summary: "may I format this card? find every one of its files, byte for byte, in the backups",
            details: """
                Every file counts: frames, films, voice notes. All bytes on both sides are read from the disk now, nothing is taken from an
                earlier look. Exit code 0: yes, every file was found; 1: no, or not proven.
                """),
        CommandSpec(
            name: "learn", operands: "PATH...", minimum: 1, maximum: 64,
            options: [
                json, workers,
                OptionSpec(name: "report", value: nil, help: "only tell what was found; measure and learn nothing"),
                OptionSpec(name: "details", value: nil, help: "with --json: list every photo and what was decided on it"),
            ],
            summary: "learn your taste from past decisions: catalogs and folders of sidecars",
            details: """
                PATH is a catalog (Lightroom's .lrcat, darktable's library.db, digiKam's digikam4.db), read from a private copy that is removed
                afterwards, or a folder of photos and sidecars; catalogs in it are read too, and the XMP inside JPEG and DNG where no sidecar
                speaks for them. Photos that moved are found in the folders by name, time and serial, those of a mirror (export --mirror) in
                the folder that is given with it and has them at the same places; where a photo is gone, the picture in the catalog's own
                previews folder counts. What still has pixels is measured, as frames are, and teaches the taste: picks of a burst against
                what was rejected or passed over; what was decided in this program teaches from there, once. Stopped, it goes on where it
                was. Catalogs, photos and sidecars stay as they are.
                """),
        CommandSpec(
            name: "receipt", operands: "[PATH...]", minimum: 0, maximum: 16, options: [json],
            summary: "what a session came to: frames, picks, time, how often you agreed, what Lightroom will not see",
            details: """
                Without a path: of the session opened last. Time at the keys is the time between one decision at the screens and the next;
                pauses over 5 minutes are left out. The model agreed where a frame that you chose in a stack is the one that was suggested on
                the screen at that moment; ties do not count, and what was hidden (blind) counts apart.
                """),
        CommandSpec(
            name: "share-telemetry", operands: "FILE", minimum: 1, maximum: 1,
            options: [OptionSpec(name: "yes", value: nil, help: "do not ask")],
            summary: "write verdicts and measures without names, pictures, times or places, to send by hand if you want to",
            details: """
                Off unless you run it, and a file only: keepers has no network code. Every field is shown first, with what it means and an
                example of your own data; nothing is written before you say y. A file that is there is not overwritten.
                """),
        CommandSpec(name: "sessions", operands: "", minimum: 0, maximum: 0, options: [json], summary: "list the sessions"),
        CommandSpec(
            name: "runs", operands: "[PATH...]", minimum: 0, maximum: 16, options: [json],
            summary: "list how long measuring took, how fast it went and what slowed it, newest first"),
        CommandSpec(
            name: "taste", operands: "[WHAT]", minimum: 0, maximum: 1, options: [json],
            summary: "what was learned of your taste from your own picks, and whether it is used",
            details: """
                WHAT is show (the default), on, off, reset (only decisions from now on count) or train (learn now). The taste adds to the ranking
                only while it names your pick more often than the plain ranking does, in stacks that it was not taught.
                """),
        CommandSpec(
            name: "keys", operands: "", minimum: 0, maximum: 0,
            options: [
                OptionSpec(name: "profile", value: "P", help: "studio, lightroom, photomechanic, vim or darktable"),
                OptionSpec(name: "layout", value: "L", help: "qwerty or azerty"),
                OptionSpec(
                    name: "check", value: "FILE",
                    help: "say which lines of FILE do not hold, and why; exit code 1 where one does not"),
            ],
            summary: "print what each key does, as a file to edit",
            details: """
                Saved as the file that it names, it is read at the next start: a line each, 'p pick', 'g g first', 'kp5 stars 5',
                'unbind x', 'profile vim', 'layout azerty'. A line that does not hold is ignored and named; all others hold.
                """),
        CommandSpec(
            name: "theme", operands: "[WHAT] [NAME]", minimum: 0, maximum: 2, options: [json],
            summary: "list the colour themes, or check whether one can be read",
            details: """
                WHAT is list (the default), check FILE (or NAME: the contrast of every word, 4.5 or more, also in 256 colours) or show NAME
                (prints it, to begin your own with). Your own are NAME.json in the folder that the list names; ':theme NAME' shows one.
                """),
        CommandSpec(
            name: "replay", operands: "SCRIPT PATH...", minimum: 2, maximum: 17,
            options: [
                OptionSpec(name: "log", value: "FILE", help: "append a line to FILE as soon as a verdict is durable"),
                OptionSpec(name: "screen-reader", value: nil, help: "print what a screen reader would hear after each key"),
                OptionSpec(
                    name: "record", value: nil, help: "write missing or different goldens beside SCRIPT instead of failing"),
                OptionSpec(
                    name: "profile", value: "P", help: "keys of studio (the default), lightroom, photomechanic, vim or darktable"),
                OptionSpec(name: "layout", value: "L", help: "qwerty (the default) or azerty"),
                OptionSpec(name: "keys", value: "FILE", help: "bind keys as FILE says, as the key file does full screen"),
            ],
            summary: "play a script of keys on the screens without a terminal",
            details: """
                One event a line: 'key p', 'keys p Right x', 'resize 120x40', 'wait idle', 'expect golden NAME', 'expect text WORDS',
                'screen' prints the screen. Goldens are NAME.txt beside the script.
                """),
        CommandSpec(
            name: "demo", operands: "DIR", minimum: 1, maximum: 1,
            options: [
                OptionSpec(name: "frames", value: "N", help: "how many frames (default 120)"),
                OptionSpec(name: "seed", value: "S", help: "another seed, another card (default 1)"),
                OptionSpec(
                    name: "photos", value: "FOLDER", help: "use the JPEG, PNG or PPM photographs in FOLDER for some frames"),
                OptionSpec(
                    name: "faces", value: "N", help: "show N faces of those photographs in every frame, for measuring speed"),
                OptionSpec(name: "mb", value: "N", help: "make every RAW N megabytes long (the rest is a hole)"),
                OptionSpec(name: "sparse", value: nil, help: "reuse a few pictures, for cards of thousands of frames in seconds"),
            ],
            summary: "make a card of rendered RAW frames to try things on"),
        CommandSpec(
            name: "doctor", operands: "", minimum: 0, maximum: 0,
            options: [
                json,
                OptionSpec(
                    name: "set-aside", value: nil, help: "keep a damaged store under another name and start with an empty one"),
            ],
            summary: "check terminal, libraries, models, sandbox and store, just now"),
        CommandSpec(
            name: "privacy", operands: "[PATH]", minimum: 0, maximum: 1, options: [json],
            summary: "try what keepers promises not to do, and show how the kernel answered"),
        CommandSpec(
            name: "wipe", operands: "", minimum: 0, maximum: 0,
            options: [OptionSpec(name: "yes", value: nil, help: "do not ask")],
            summary: "remove every session, verdict and thumbnail that keepers holds; photos and sidecars stay"),
    ]

    static func named(_ name: String) -> CommandSpec? { all.first { $0.name == name } }
}
