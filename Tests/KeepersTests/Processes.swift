import Foundation

/// Processes as /proc shows them.
enum Processes {
    /// Helpers of a program by name: the children of its spawner.
    static func helpers(of program: Int32, named name: String) -> [Int32] {
        let all = table()
        let spawners = all.filter { $0.parent == program }.map(\.pid)
        return all.filter { spawners.contains($0.parent) && $0.name == name }.map(\.pid).sorted()
    }

    /// Everything that this program started, directly or not.
    static func offspring(of program: Int32) -> [Int32] {
        let all = table()
        var found: [Int32] = []
        var next = [program]
        while let parent = next.popLast() {
            let children = all.filter { $0.parent == parent }.map(\.pid)
            found += children
            next += children
        }
        return found
    }

    static func isGone(_ pid: Int32) -> Bool { state(pid).map { $0.state == "Z" } ?? true }

    private static func table() -> [(pid: Int32, parent: Int32, name: String)] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.compactMap { pid in state(pid).map { (pid, $0.parent, $0.name) } }
    }

    private static func state(_ pid: Int32) -> (name: String, state: Character, parent: Int32)? {
        guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8), let open = text.firstIndex(of: "("),
            let close = text.lastIndex(of: ")")
        else { return nil }
        let rest = text[text.index(after: close)...].split(separator: " ")
        guard rest.count > 2, let parent = Int32(rest[1]), let state = rest[0].first else { return nil }
        return (String(text[text.index(after: open)..<close]), state, parent)
    }
}
