import KeepersCore

/// French keyboards: the unshifted digit row rates too.
extension Bindings {
    /// The unshifted row of AZERTY for 1 to 9 and 0. Source: NF Z 71-300 and the older layouts, which agree in these ten.
    static let azertyDigits: [Character: Character] = [
        "1": "&", "2": "é", "3": "\"", "4": "'", "5": "(", "6": "-", "7": "è", "8": "_", "9": "ç", "0": "à",
    ]

    /// Where a built-in key goes that a digit took: `^` and `=` are unshifted on AZERTY and free in every profile.
    private static let standIns: [Character: Character] = ["(": "^", "-": "="]

    /// The same keys as typed on AZERTY without Shift; nil where no digit is among them.
    func azerty(_ sequence: [Key]) -> [Key]? {
        var changed = false
        let keys = sequence.map { key -> Key in
            guard case .character(let character) = key.code, !key.control, !key.alt,
                let other = Bindings.azertyDigits[character]
            else { return key }
            changed = true
            return Key(.character(other))
        }
        return changed ? keys : nil
    }

    /// Adds what the layout types. What the file itself says of a sequence (`fixed`) stays; else a digit wins over a built-in
    /// key, but for the digits of a count, which give way.
    mutating func apply(_ layout: Layout, fixed: Set<[Key]>) {
        self.layout = layout
        defer { arrange() }
        guard layout == .azerty else { return }
        for binding in list {
            guard let alias = azerty(binding.sequence), !fixed.contains(alias), command(of: alias) != binding.command else {
                continue
            }
            var isCount = false
            if case .count = binding.command { isCount = true }
            let rivals = list.filter { $0.sequence.starts(with: alias) || alias.starts(with: $0.sequence) }
            if !rivals.isEmpty, isCount || rivals.contains(where: { fixed.contains($0.sequence) }) { continue }
            for rival in rivals {
                remove(rival.sequence)
                standIn(for: rival)
            }
            list.append(Binding(sequence: alias, command: binding.command))
        }
    }

    private mutating func standIn(for displaced: Binding) {
        let sequence = displaced.sequence.map { key -> Key in
            guard case .character(let character) = key.code, let other = Bindings.standIns[character] else { return key }
            return Key(.character(other))
        }
        guard sequence != displaced.sequence, command(of: sequence) == nil, rival(of: sequence) == nil else { return }
        list.append(Binding(sequence: sequence, command: displaced.command))
    }
}
