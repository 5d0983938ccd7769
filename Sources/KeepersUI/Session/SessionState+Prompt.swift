import KeepersCore

/// The filter and command lines, and the export screen, take keys before anything else.
extension SessionState {
    mutating func updateModal(_ input: InputEvent, geometry: Geometry) -> [Effect] {
        var effects: [Effect] = []
        switch input {
        case .paste(let text): prompt?.insert(text)
        case .key(let key):
            notice = nil
            if prompt != nil {
                effects = updatePrompt(key)
            } else if clock != nil {
                updateClock(key)
            } else {
                effects = updateExport(key)
            }
        case .mouse, .focus, .resize: break
        }
        settle(geometry)
        return savingPlace(effects)
    }

    private mutating func updatePrompt(_ key: Key) -> [Effect] {
        guard let current = prompt else { return [] }
        switch key.code {
        case .escape: prompt = nil
        case .character("c") where key.control: prompt = nil
        case .backspace where current.text.isEmpty: prompt = nil
        case .enter: return current.kind == .filter ? applyFilter(current.text) : run(current.text)
        default: prompt?.edit(key)
        }
        return []
    }

    /// A filter where it reads as one, else a jump to a name.
    private mutating func applyFilter(_ text: String) -> [Effect] {
        do {
            let filter = try Filter.parse(text)
            queue.setFilter(filter, model, keeping: nil)
            if queue.visible.isEmpty {
                queue.setFilter(.everything, model, keeping: focus)
                prompt?.problem = "no frame matches"
                return []
            }
            prompt = nil
            if let focus, queue.position(of: focus) == nil, let index = queue.nearest(to: focus) { go(toEntry: index) }
            if level == .fan, focusedMembers.count < 2 { level = .grid }
        } catch {
            guard let found = jump(to: text) else {
                prompt?.problem = "column \(error.column): \(error.message)"
                return []
            }
            prompt = nil
            moveFocus(to: found)
        }
        return []
    }

    /// The next frame after the focus whose name contains `text`.
    private func jump(to text: String) -> FrameID? {
        let wanted = text.lowercased()
        guard !wanted.isEmpty, !wanted.contains("&"), !wanted.contains("=") else { return nil }
        let start = (focusIndex ?? -1) + 1
        let order = Array(queue.visible[start...]) + Array(queue.visible[..<start])
        for entry in order {
            if let hit = entry.members.first(where: { model.frame($0)?.fileName.lowercased().contains(wanted) == true }) {
                return hit
            }
        }
        return nil
    }

    private mutating func run(_ line: String) -> [Effect] {
        let words = line.split(separator: " ").map(String.init)
        prompt = nil
        guard let verb = words.first else { return [] }
        let argument = words.dropFirst().joined(separator: " ")
        switch verb {
        case "q", "quit": return [.quit]
        case "suspend": return [.suspend]
        case "help": return [.help]
        case "redraw": return [.redraw]
        case "export":
            export = ExportState()
            return [.planExport(.lightroom)]
        case "undo-export": return [.undoExport]
        case "sort": return runSort(argument)
        case "filter", "show":
            prompt = Prompt(kind: .filter, text: argument)
            return applyFilter(argument)
        case "label": return runLabel(argument)
        case "audit": startAudit(argument)
        case "timebox": setTimeBox(argument)
        case "dupes": showDuplicates()
        case "clock": openClock(argument)
        case "split": return editStack(.splitHere)
        case "merge": return editStack(.mergeBefore)
        case "takeout": return editStack(.takeOut)
        case "best": return editStack(.best)
        case "unstack": return editStack(.unstack)
        case "restack": return editStack(.restack)
        case "meter", "quality", "budget": return runLink(verb, argument)
        case "goal":
            runGoal(argument)
        default:
            prompt = Prompt(kind: .command, text: line)
            prompt?.problem =
                "no command '\(printable(verb))'; there are label, sort, filter, goal, meter, export, undo-export, suspend, q"
        }
        return []
    }

    private mutating func runSort(_ argument: String) -> [Effect] {
        if let key = SortKey(rawValue: argument) {
            sort(by: key)
        } else {
            notice = "sort by " + SortKey.allCases.map(\.rawValue).joined(separator: ", ")
        }
        return []
    }

    private mutating func runGoal(_ argument: String) {
        if let number = Int(argument), number > 0 {
            goal = number
            notice = "goal: \(grouped(number)) picks"
        } else if argument == "none" || argument == "0" {
            goal = nil
            notice = "no goal"
        } else {
            notice = "a goal is a number of picks; :goal none takes it away"
        }
    }

    private mutating func runLabel(_ argument: String) -> [Effect] {
        if argument == "none" { return setLabel(nil) }
        guard let label = ColourLabel(rawValue: argument) else {
            notice = "labels are " + ColourLabel.allCases.map(\.rawValue).joined(separator: ", ") + " or none"
            return []
        }
        return readOnly == nil ? setLabel(label) : judge(.label(label))
    }
}
