import KeepersCore
import Testing

@Suite struct JournalTextTests {
    private func journal(_ log: [StoredStep], _ frames: [Frame]) -> Journal {
        Journal(name: "a\tb\\n", log: log, frames: Dictionary(uniqueKeysWithValues: frames.map { ($0.id, $0) })) { "t\($0)" }
    }

    @Test func everyKindOfStepReadsBackAsItWas() throws {
        var frames = (1...3).map { Make.frame($0) }
        frames[0].path = "DCIM/we\tird\nname \\t.NEF"
        let steps: [Step] = [
            Step(
                changes: [FrameChange(frames[0].id, .verdict(.pick)), FrameChange(frames[1].id, .stars(3))], reason: "K\tkeeps"),
            Step(changes: [FrameChange(frames[2].id, .group(frames[0].id)), FrameChange(frames[2].id, .best(true))]),
            Step(changes: [FrameChange(frames[0].id, .verdict(nil))], origin: .undo),
            Step(changes: [FrameChange(frames[2].id, .label(.purple))], origin: .commandLine),
        ]
        let log = steps.enumerated().map {
            StoredStep(id: StepID(Int64($0.offset + 1)), at: 7, step: $0.element, undoOf: $0.offset == 2 ? StepID(1) : nil)
        }
        let first = journal(log, frames)
        let second = try Journal(text: first.text)
        #expect(second == first)
        #expect(second.text == first.text)
        #expect(second.marks[frames[0].path] == nil, "undone")
        #expect(second.marks[frames[1].path]?.stars == 3)
        #expect(second.match(frames).count == 3)
        // Elsewhere on another card it is known by name, size and time.
        var moved = frames
        for index in moved.indices { moved[index].path = "backup/" + moved[index].fileName }
        #expect(second.match(moved).count == 3)
        moved[1].size += 1
        #expect(second.match(moved)[frames[1].path] == nil)
    }

    @Test func whatIsNoJournalIsRefusedByItsLine() {
        for (text, line) in [
            ("", 1), ("hello", 1), ("keepers journal 1\nwhat\t1", 2), ("keepers journal 1\n\tp\tverdict\tpick", 2),
            ("keepers journal 1\nstep\t1\t\tuser\t\t\n\tp\tdance\tpick", 3), ("keepers journal 1\nframe\tp\tmany\t", 2),
        ] {
            do {
                _ = try Journal(text: text)
                Issue.record("\(text) was read")
            } catch {
                #expect(error.line == line)
            }
        }
    }

    /// What editors on other systems make of it: line ends, a mark at the start, and one that cannot be read.
    @Test func otherLineEndsAndAByteOrderMarkReadTheSame() throws {
        var frames = (1...2).map { Make.frame($0) }
        frames[1].path = "DCIM/a\r\nb.NEF"
        let log = [
            StoredStep(
                id: StepID(1), at: 7,
                step: Step(changes: frames.map { FrameChange($0.id, .verdict(.pick)) }, reason: "K keeps"))
        ]
        let text = journal(log, frames).text
        let whole = try Journal(text: text)
        #expect(whole.marks.count == 2)
        var windows = ""
        for scalar in text.unicodeScalars { windows += scalar == "\n" ? "\r\n" : String(scalar) }
        #expect(try Journal(text: windows) == whole)
        #expect(try Journal(text: "\u{FEFF}" + windows) == whole)
        #expect(try Journal(text: "\u{FEFF}" + text) == whole)
        let wide = text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        do {
            _ = try Journal(text: String(decoding: [0xFF, 0xFE] + wide, as: UTF8.self))
            Issue.record("UTF-16 was read")
        } catch {
            #expect(error.message.contains("UTF-16"))
        }
    }
}
