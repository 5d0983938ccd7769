import KeepersCore

/// The filter and command lines, and the export screen, take keys before anything else.
extension SessionState {
    mutating func updateModal(_ input: InputEvent, geometry: Geometry) -> [Effect] {
        var effects: [Effect] = []
        switch input {
        case .paste(let text): paste(text)
        case .key(let key):
            notice = nil
            if prompt != nil {
                effects = updatePrompt(key)
            } else if conflicts != nil {
                effects = updateConflicts(key, geometry)
            } else if filterList != nil {
                effects = updateFilterList(key)
            } else if clock != nil {
                updateClock(key)
            } else {
                effects = updateExport(key, geometry)
            }
        case .mouse(let mouse) where export != nil && prompt == nil && conflicts == nil: scrollExport(mouse, geometry)
        case .mouse, .focus, .resize: break
        }
        settle(geometry)
        return savingPlace(effects)
    }

    private mutating func paste(_ text: String) {
        guard let kind = prompt?.kind, kind == .filter || kind == .command || prompt?.isFolder == true else { return }
        prompt?.insert(text)
        previewPrompt()
    }

    mutating func openPrompt(_ kind: Prompt.Kind, _ text: String = "", isSelected: Bool = false) {
        // Without the lines at the bottom nobody would see what they type.
        isChromeOff = false
        prompt = Prompt(kind: kind, text: text, isSelected: isSelected)
        previewPrompt()
    }

    private mutating func updatePrompt(_ key: Key) -> [Effect] {
        guard let current = prompt else { return [] }
        if case .confirm(let bulk) = current.kind { return answer(bulk, key) }
        if case .folder(let kind) = current.kind, key.code == .enter { return takeExportFolder(kind, current.text) }
        switch key.code {
        case .escape: prompt = nil
        case .character("c") where key.control: prompt = nil
        case .backspace where current.text.isEmpty: prompt = nil
        case .enter: return current.kind == .filter ? applyFilter(current.text) : run(current.text)
        case .tab where !current.isFolder: completePrompt(by: key.shift ? -1 : 1)
        case .up where !current.isFolder: recall(by: 1)
        case .down where !current.isFolder: recall(by: -1)
        default:
            prompt?.edit(key)
            previewPrompt()
        }
        return []
    }

    private mutating func run(_ line: String) -> [Effect] {
        let words = line.split(separator: " ").map(String.init)
        if let effects = runBulk(line) { return effects }
        remember(line, .command)
        prompt = nil
        guard let verb = words.first else { return [] }
        let argument = words.dropFirst().joined(separator: " ")
        switch verb {
        case "q", "quit", "q!", "qa", "wq": return [.quit]
        case "suspend": return [.suspend]
        case "help": return [.help]
        case "redraw": return [.redraw]
        case "export": return openExport()
        case "undo-export": return openUndo(argument)
        case "conflicts": openConflicts()
        case "sort": return runSort(argument)
        case "filter", "show":
            prompt = Prompt(kind: .filter, text: argument)
            return applyFilter(argument)
        case "save": return saveFilter(argument)
        case "forget": return forgetFilter(argument)
        case "filters": openFilterList()
        case "label": return runLabel(argument)
        case "theme": return [.useTheme(argument)]
        case "motion": return setMotion(argument)
        case "screen-reader": return setScreenReader(argument)
        case "labels": return runLabels(argument)
        case "audit": startAudit(argument)
        case "timebox": setTimeBox(argument)
        case "zoom": runZoom(argument)
        case "overlay": runOverlay(argument)
        case "picture": runPicture(argument)
        case "dupes": showDuplicates()
        case "clock": openClock(argument)
        case "compare": compareWith(argument)
        case "survey": openSurvey()
        case "faces": openFaceStrip()
        case "split", "merge", "takeout", "best", "unstack", "restack": return runStack(verb, argument)
        case "meter", "quality", "budget": return runLink(verb, argument)
        case "goal":
            runGoal(argument)
        case "profile", "layout", "mouse": return runHand(verb, argument)
        default:
            prompt = Prompt(kind: .command, text: line)
            let meant = Self.verb(meantBy: verb).map { "did you mean \($0)?" }
            prompt?.problem =
                "no command '\(printable(verb))'; "
                + (meant ?? "there are show, pick, reject, label, sort, goal, theme, export, q; Tab completes")
        }
        return []
    }

    private mutating func runStack(_ verb: String, _ argument: String) -> [Effect] {
        let edits: [String: Command.StackEdit] = [
            "split": .splitHere, "merge": .mergeBefore, "takeout": .takeOut, "best": .best, "unstack": .unstack,
            "restack": .restack,
        ]
        guard argument.isEmpty, let edit = edits[verb] else {
            prompt = Prompt(kind: .command, text: "\(verb) \(argument)")
            prompt?.problem = "\(verb) is for the frame in focus; nothing stands behind it"
            return []
        }
        return editStack(edit)
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
        } else if ["none", "off", "0"].contains(argument) {
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
