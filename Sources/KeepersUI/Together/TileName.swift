import KeepersCore

extension Paper {
    /// `▸ DSC_8871 94 ◆ PICK ★★★` under a tile; what does not fit goes word by word: first the verdict's word (its shape stays), then the
    /// head of the name.
    mutating func tileName(_ frame: Frame, _ state: SessionState, composite: Bool, x: Int, y: Int, width: Int) {
        let isFocused = frame.id == state.focus
        let number =
            composite && !state.isHidden(frame.id) ? state.model.composite(frame.id).map { " " + fixed($0, 0) } ?? "" : ""
        var mark = MarkText.parts(frame.id, state.model, self)
        func needed() -> Int { mark.reduce(KeepersCore.columns(of: number) + 3) { $0 + KeepersCore.columns(of: $1.0) } }
        if needed() + min(8, KeepersCore.columns(of: frame.stem)) > width {
            mark = mark.filter { !$0.0.hasPrefix(" (") }.map { part in
                (String((part.0.first == " " ? " " : "") + part.0.drop { $0 == " " }.prefix { $0 != " " }), part.1)
            }
        }
        let name = truncatedHead(frame.stem, max(3, width - needed()))
        let parts: [(String, Style)] = [
            (isFocused ? "▸ " : "  ", accent), (name, isFocused ? accent : text), (number, self.number), (" ", text),
        ]
        write(parts + mark, x: x, y: y, limit: x + width)
    }
}
