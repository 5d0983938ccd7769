/// The forms in which `keepers export` hands decisions over, besides sidecars beside the photos.
enum ExportOptions {
    static let destinations: [OptionSpec] = [
        OptionSpec(name: "to", value: "FOLDER", help: "sidecars beside copies of the photos that lie below FOLDER already"),
        OptionSpec(name: "mirror", value: "FOLDER", help: "sidecars in FOLDER, in the card's own tree (for a read-only card)"),
        OptionSpec(
            name: "copy", value: "FOLDER", help: "copies of the picks and their sidecars in FOLDER, read back and compared"),
        OptionSpec(name: "pairs", value: nil, help: "with --copy: the JPEG of each RAW+JPEG pair too"),
        OptionSpec(name: "list", value: "FILE", help: "the picks as text, a path a line; - is stdout"),
        OptionSpec(name: "names", value: nil, help: "with --list: file names without their folders"),
        OptionSpec(name: "csv", value: "FILE", help: "every decision as a table (RFC 4180, UTF-8); - is stdout"),
        OptionSpec(
            name: "json", value: "FILE", isValueOptional: true,
            help: "every decision as JSON in FILE (- is stdout); without a file: print what was done as one JSON object"),
        OptionSpec(name: "sheet", value: "FILE", help: "a contact sheet of the picks as FILE.png, FILE-2.png, ..."),
        OptionSpec(name: "columns", value: "N", help: "with --sheet: N pictures a row, 2 to 10 (default 5)"),
        OptionSpec(name: "paper", value: "P", help: "with --sheet: white (the default) or dark"),
        OptionSpec(
            name: "filter", value: "EXPR",
            help:
                "with --copy, --list and --sheet: the frames that match in place of the picks; with --csv and --json: only those"),
    ]

    static let details = """
        With --to, --mirror, --copy, --list, --csv, --json FILE or --sheet nothing is written beside the photos. --to finds each copy by name,
        size and time; what is missing or there twice is named and left. --copy never overwrites: what is there and identical stays, the same
        command goes on where it stopped. No file that is there is overwritten. 'keepers undo-export PATH --to FOLDER' takes sidecars back.
        """
}
