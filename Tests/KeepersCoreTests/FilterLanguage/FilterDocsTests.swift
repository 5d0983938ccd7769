import Foundation
import KeepersCore
import Testing

/// docs/filters.md says what is true: every example in it reads, and every field and word stands in it.
@Suite struct FilterDocsTests {
    private let text: String

    init() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/filters.md")
        text = try String(contentsOf: file, encoding: .utf8)
    }

    /// Lines of ```filter blocks up to the comment behind two blanks.
    private func blocks(_ kind: String) -> [(example: String, meaning: String)] {
        var inside = false
        var lines: [(String, String)] = []
        for line in text.components(separatedBy: "\n") {
            if line.hasPrefix("```") {
                inside = line == "```\(kind)"
            } else if inside, !line.isEmpty {
                let parts = line.components(separatedBy: "  ").map { $0.trimmingCharacters(in: .whitespaces) }.filter {
                    !$0.isEmpty
                }
                lines.append((parts[0], parts.count > 1 ? parts[1] : ""))
            }
        }
        return lines
    }

    @Test func everyExampleReads() throws {
        let examples = blocks("filter")
        #expect(examples.count >= 30)
        for (example, _) in examples { #expect(throws: Never.self, "\(example)") { _ = try Filter.parse(example) } }
    }

    @Test func plainWordsAreReadAsTheySay() {
        let examples = blocks("plain")
        #expect(examples.count >= 6)
        for (example, meaning) in examples { #expect(PlainWords(example).readings == [meaning], "\(example)") }
    }

    @Test func everyFieldAndWordIsThere() {
        for field in FilterField.allCases { #expect(text.contains("| `\(field.rawValue)` |"), "\(field.rawValue) is missing") }
        for word in FilterWord.allCases { #expect(text.contains("`\(word.rawValue)`"), "\(word.rawValue) is missing") }
    }
}
