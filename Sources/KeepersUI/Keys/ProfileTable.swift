import KeepersCore

/// The built-in keys: a row for a command, a column for a profile, columns two blanks apart, several keys with commas between.
/// `·` = no key. docs/keys.md shows the same table and says where the habits come from; a test holds the two together.
enum ProfileTable {
    static let text = #"""
        command          studio              lightroom            photomechanic        vim                    darktable
        pick             p                   p                    p                    p                      p
        reject           x                   x                    x                    x, d d                 r
        maybe            m                   m                    m                    =, ~                   m
        clear            u                   u                    u                    U                      u
        pick-next        P                   P                    P                    P                      P
        reject-next      X                   X                    X                    X                      R
        maybe-next       M                   M                    M                    M                      M
        tag              t                   `, t                 t                    t                      t
        keep             K                   K                    K                    K                      K
        stars 0          0, Keypad0          0, Keypad0           0, Keypad0, Ctrl-0   r 0, Keypad0           0, Keypad0
        stars 1          1, Keypad1          1, Keypad1           1, Keypad1, Ctrl-1   r 1, Keypad1           1, Keypad1
        stars 2          2, Keypad2          2, Keypad2           2, Keypad2, Ctrl-2   r 2, Keypad2           2, Keypad2
        stars 3          3, Keypad3          3, Keypad3           3, Keypad3, Ctrl-3   r 3, Keypad3           3, Keypad3
        stars 4          4, Keypad4          4, Keypad4           4, Keypad4, Ctrl-4   r 4, Keypad4           4, Keypad4
        stars 5          5, Keypad5          5, Keypad5           5, Keypad5, Ctrl-5   r 5, Keypad5           5, Keypad5
        star-more        ]                   ]                    ]                    ], Ctrl-A              ]
        star-less        [                   [                    [                    [, Ctrl-X              [
        label red        6                   6                    6                    r 6                    6
        label yellow     7                   7                    7                    r 7                    7
        label green      8                   8                    8                    r 8                    8
        label blue       9                   9                    9                    r 9                    9
        label purple     ·                   ·                    ·                    r p                    ·
        repeat           .                   .                    .                    .                      .
        range            v                   v                    v                    v                      v
        select-stack     V                   V, Ctrl-A            V, Ctrl-A            V                      V, Ctrl-A
        auto-advance     a                   a                    a                    a                      a
        undo             Ctrl-Z              Ctrl-Z               Ctrl-Z               u, Ctrl-Z              Ctrl-Z
        redo             Ctrl-R              Ctrl-Y, Ctrl-R       Ctrl-R, Ctrl-Y       Ctrl-R                 Ctrl-Y, Ctrl-R
        frame-previous   h                   h, Ctrl-Left         h                    h                      h
        frame-next       l                   l, Ctrl-Right        l                    l                      l
        go-left          Left                Left                 Left                 Left                   Left
        go-right         Right               Right                Right                Right                  Right
        go-up            Up                  Up                   Up                   Up                     Up
        go-down          Down                Down                 Down                 Down                   Down
        row-up           k                   k                    k                    k                      k
        row-down         j                   j                    j                    j                      j
        page-up          PageUp, Ctrl-U      PageUp               PageUp, Ctrl-U       PageUp, Ctrl-U, Ctrl-B  PageUp, Ctrl-U
        page-down        PageDown, Ctrl-D    PageDown             PageDown             PageDown, Ctrl-D, Ctrl-F  PageDown, Ctrl-D
        stack-previous   {                   {                    {                    {                      {
        stack-next       }                   }                    }                    }                      }
        first            g g, Home           Home                 Home, g g            g g, Home              Home, g g
        last             G, End              End, G               End, G               G, End                 End, G
        loupe            Enter, e            Enter                Enter, e             Enter, e               w, Enter, e
        loupe-only       ·                   e                    ·                    ·                      ·
        look             Space               Space                Space                Space                  Space
        zoom             z                   z                    z                    z                      z
        zoom-double      Z                   Z                    Z                    g z                    Z
        face-next        Tab                 Tab                  Tab                  Tab                    Tab
        face-previous    Shift-Tab           Shift-Tab            Shift-Tab            Shift-Tab              Shift-Tab
        compare          c                   c                    c                    c                      c
        compare-mode     d                   d                    d                    g d                    g d
        slide-left       <                   <                    <                    <                      <
        slide-right      >                   >                    >                    >                      >
        link             L                   L                    L                    L                      L
        survey           n                   n                    n                    g n                    x, n
        face-strip       F                   F                    F                    F                      F
        raw              r                   r                    r                    g r                    d
        overlays         o                   o                    o                    o                      o
        fan-out          s                   s                    s                    s                      s
        grid             b                   g, b                 b                    b                      b
        why              w                   w                    w                    w                      W
        info             i                   i                    i                    i                      i
        chrome           f                   f                    f                    f                      f
        stack-best       *                   S, *                 *                    *                      *
        stack-split      |                   |                    |                    |                      |
        stack-take-out   -                   -                    -                    -                      -
        stack-join       +                   +, Ctrl-G            +                    +                      +, Ctrl-G
        unstack          ·                   ·                    ·                    ·                      ·
        restack          ·                   ·                    ·                    ·                      ·
        alike-fewer      (                   (                    (                    (                      (
        alike-more       )                   )                    )                    )                      )
        filter           /                   /, \                 /                    /                      /
        command          :                   :                    :                    :                      :
        find-next        Ctrl-N              Ctrl-N               Ctrl-N               n                      Ctrl-N
        find-previous    Ctrl-P              Ctrl-P               Ctrl-P               N                      Ctrl-P
        time-order       T                   T                    T                    T                      T
        resort           S                   R                    S                    S                      S
        disputed         D                   D                    D                    D                      D
        blind            B                   B                    B                    B                      B
        export           E                   E                    E                    E                      E, Ctrl-E
        redraw           Ctrl-L              Ctrl-L               Ctrl-L               Ctrl-L                 Ctrl-L
        help             ?                   ?                    ?                    ?                      ?
        back             Esc                 Esc                  Esc, Ctrl-D          Esc                    Esc
        leave            q                   q                    q                    Z Z, Z Q               q
        interrupt        Ctrl-C              Ctrl-C               Ctrl-C               Ctrl-C                 Ctrl-C
        count 1          ·                   ·                    ·                    1                      ·
        count 2          ·                   ·                    ·                    2                      ·
        count 3          ·                   ·                    ·                    3                      ·
        count 4          ·                   ·                    ·                    4                      ·
        count 5          ·                   ·                    ·                    5                      ·
        count 6          ·                   ·                    ·                    6                      ·
        count 7          ·                   ·                    ·                    7                      ·
        count 8          ·                   ·                    ·                    8                      ·
        count 9          ·                   ·                    ·                    9                      ·
        mark-set         ·                   ·                    ·                    m                      ·
        mark-go          ·                   ·                    ·                    ', `                   ·
        macro-record     ·                   ·                    ·                    q                      ·
        macro-play       ·                   ·                    ·                    @                      ·
        """#

    /// Rows of cells, without the heading.
    static let rows: [[String]] = text.split(separator: "\n").dropFirst().map(cells)

    static func cells(_ line: Substring) -> [String] {
        var cells: [String] = [""]
        var blanks = 0
        for character in line {
            if character == " " {
                blanks += 1
                continue
            }
            if blanks >= 2, cells != [""] {
                cells.append("")
            } else if blanks == 1 {
                cells[cells.count - 1] += " "
            }
            blanks = 0
            cells[cells.count - 1].append(character)
        }
        return cells
    }

    /// The bindings of one column.
    static func bindings(of profile: Bindings.Profile) -> [Bindings.Binding] {
        guard let column = Bindings.Profile.allCases.firstIndex(of: profile) else { return [] }
        return rows.flatMap { row -> [Bindings.Binding] in
            guard row.count == Bindings.Profile.allCases.count + 1, row[column + 1] != "·",
                let command = CommandNames.command(row[0])
            else { return [] }
            return keys(in: row[column + 1]).map { Bindings.Binding(sequence: $0, command: command) }
        }
    }

    /// `g g, Home` is two sequences.
    static func keys(in cell: String) -> [[Key]] {
        var words: [[Key]] = [[]]
        for word in cell.split(separator: " ") {
            let ends = word.count > 1 && word.hasSuffix(",")
            if let key = Key(written: ends ? word.dropLast() : word) { words[words.count - 1].append(key) }
            if ends { words.append([]) }
        }
        return words.filter { !$0.isEmpty }
    }
}
