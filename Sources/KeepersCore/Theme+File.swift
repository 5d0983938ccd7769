// Theme files: Themes/*.json, and the user's own.
extension Theme {
    /// What is wrong with a theme file, for the person who edits it.
    public struct Problem: Error, Equatable, Sendable {
        public var line: Int
        /// In characters, from 1.
        public var column: Int
        public var message: String

        public init(line: Int, column: Int, message: String) {
            (self.line, self.column, self.message) = (line, column, message)
        }

        public var sentence: String { "line \(line), column \(column): \(message)" }
    }

    /// A theme file as far as it reads; `theme` is there only where nothing is wrong.
    public struct Reading: Equatable, Sendable {
        public var theme: Theme?
        public var problems: [Problem]

        public init(theme: Theme? = nil, problems: [Problem]) { (self.theme, self.problems) = (theme, problems) }
    }

    /// Reads a theme file: `name`, `about`, `colours` (each `#rrggbb` or `oklch(L C H)`) and, where wanted, `attributes`.
    public init(json text: String) throws(Problem) {
        let reading = Theme.read(text)
        guard let theme = reading.theme else {
            throw reading.problems.first ?? Problem(line: 1, column: 1, message: "this is no theme")
        }
        self = theme
    }

    /// Reads a theme file and names everything that is wrong with it, in the order of the text.
    public static func read(_ text: String) -> Reading {
        let json: JSON
        let places: [JSONPlace]
        do throws(JSONError) { (json, places) = try JSON.parseNotingPlaces(text) } catch {
            return Reading(problems: [Problem(line: error.line, column: error.column, message: error.message)])
        }
        var reader = Reader(places: places)
        let theme = reader.theme(json)
        let problems = reader.problems.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
        return Reading(theme: problems.isEmpty ? theme : nil, problems: problems)
    }

    private struct Reader {
        let places: [JSONPlace]
        var problems: [Problem] = []

        mutating func complain(_ path: [String], _ message: String) {
            let place = places.last { $0.path == path }
            problems.append(Problem(line: place?.line ?? 1, column: place?.column ?? 1, message: message))
        }

        mutating func theme(_ json: JSON) -> Theme {
            for key in keys(of: json) where !["name", "about", "colours", "attributes"].contains(key) {
                complain([key], "nothing here is called '\(printable(key))'; there are name, about, colours and attributes")
            }
            for place in repeated() { complain(place, "'\(printable(place.last ?? ""))' stands here twice") }
            return Theme(
                name: word("name", in: json) ?? "unnamed", about: word("about", in: json) ?? "",
                colours: colours(json["colours"]),
                attributes: attributes(json["attributes"]))
        }

        private mutating func word(_ key: String, in json: JSON) -> String? {
            guard let value = json[key] else { return nil }
            guard let text = value.textValue else {
                complain([key], "'\(key)' is a text between quotes")
                return nil
            }
            return printable(text)
        }

        private func keys(of json: JSON?) -> [String] {
            guard case .object(let pairs) = json else { return [] }
            return pairs.map(\.0)
        }

        private func repeated() -> [[String]] {
            var seen: Set<[String]> = []
            return places.map(\.path).filter { !seen.insert($0).inserted }
        }

        private mutating func colours(_ json: JSON?) -> [Role: Colour] {
            var colours: [Role: Colour] = [:]
            guard case .object(let pairs) = json else {
                complain(["colours"], "'colours' is missing: { \"background\": \"#000000\", … }")
                return [:]
            }
            for (key, value) in pairs {
                guard let role = role(key, in: "colours") else { continue }
                guard let text = value.textValue, let colour = Colour(text) else {
                    let words = value.textValue.map(printable) ?? value.serialized()
                    complain(["colours", key], "'\(key)' is '\(truncated(words, 40))'; write \"#rrggbb\" or \"oklch(L C H)\"")
                    continue
                }
                colours[role] = colour
            }
            for role in Role.allCases where role.fallback == nil && json?[role.rawValue] == nil {
                complain(["colours"], "the colour '\(role.rawValue)' is missing")
            }
            return colours
        }

        private mutating func attributes(_ json: JSON?) -> [Role: Attributes] {
            var attributes: [Role: Attributes] = [:]
            guard let json else { return [:] }
            guard case .object(let pairs) = json else {
                complain(["attributes"], "'attributes' is { \"pick\": \"bold reverse\", … }")
                return [:]
            }
            for (key, value) in pairs {
                guard let role = role(key, in: "attributes") else { continue }
                var found: Attributes = []
                for word in (value.textValue ?? "?").split(separator: " ") {
                    switch word {
                    case "bold": found.insert(.bold)
                    case "underline": found.insert(.underline)
                    case "reverse": found.insert(.reverse)
                    default:
                        complain(["attributes", key], "'\(key)': write bold, underline, reverse, several of them, or nothing")
                    }
                }
                attributes[role] = found
            }
            return attributes
        }

        private mutating func role(_ key: String, in object: String) -> Role? {
            if let role = Role(rawValue: key) { return role }
            let known = Role.allCases.map(\.rawValue).joined(separator: ", ")
            complain([object, key], "no role is called '\(printable(key))'; there are \(known)")
            return nil
        }
    }
}
