import KeepersCore
import Testing

@testable import PersistenceKit

@Suite struct ExportTests {
    @Test func sidecar_bases_are_kept_replaced_and_forgotten() throws {
        let test = try TestStore()
        let (session, frames) = try test.session(frames: 2)
        let made = SidecarBase(frame: frames[0].id, path: "a.xmp", readHash: [], original: nil, values: [1, 2])
        let found = SidecarBase(
            frame: frames[1].id, path: "b.xmp", readHash: [9, 9], original: [], values: [], writtenHash: [7])
        try test.store.saveBases([made, found], in: session)
        try test.reopen()
        #expect(try test.store.bases(in: session) == [made, found])
        var written = made
        written.writtenHash = Array(repeating: 0xAB, count: 32)
        try test.store.saveBases([written], in: session)
        #expect(try test.store.bases(in: session) == [written, found])
        try test.store.removeBases([found], in: session)
        #expect(try test.store.bases(in: session) == [written])
    }

    @Test func bases_elsewhere_are_their_folders_own() throws {
        let test = try TestStore()
        let (session, frames) = try test.session(frames: 1)
        let base = SidecarBase(frame: frames[0].id, path: "a.xmp", readHash: [1], original: [2], values: [3], writtenHash: [4])
        try test.store.saveBases([base], in: session, at: "/backup")
        try test.reopen()
        #expect(try test.store.bases(in: session, at: "/backup") == [base])
        #expect(try test.store.bases(in: session, at: "/other") == [] && test.store.bases(in: session) == [])
        #expect(try test.store.folders(in: session) == ["/backup"])
        try test.store.removeBases([base], in: session, at: "/backup")
        #expect(try test.store.bases(in: session, at: "/backup") == [])
    }

    @Test func an_export_that_did_not_end_stays_started() throws {
        let test = try TestStore()
        let (session, _) = try test.session(frames: 1)
        let first = try test.store.beginExport(profile: "lightroom", in: session)
        try test.store.endExport(first, .finished, written: 3, unchanged: 2, failed: 1)
        let second = try test.store.beginExport(profile: "flags", in: session)
        try test.reopen()
        let jobs = try test.store.exports(in: session)
        #expect(jobs.map(\.id) == [second, first])
        #expect(jobs.map(\.state) == [.started, .finished])
        #expect(jobs[1].profile == "lightroom" && [jobs[1].written, jobs[1].unchanged, jobs[1].failed] == [3, 2, 1])
    }

    @Test func each_export_keeps_what_it_takes_to_take_it_back() throws {
        let test = try TestStore()
        let (session, frames) = try test.session(frames: 2)
        let known = SidecarBase(frame: frames[1].id, path: "b.xmp", readHash: [5], original: [6], values: [7], writtenHash: nil)
        let first = try test.store.beginExport(profile: "lightroom", in: session)
        let made = ExportedFile(frame: frames[0].id, path: "a.xmp", before: nil, wrote: [1])
        let changed = ExportedFile(frame: frames[1].id, path: "b.xmp", before: [6], wrote: [2], known: known)
        let lost = ExportedFile(frame: frames[1].id, path: "c.xmp", before: [], wrote: [3])
        try test.store.noteExported([made, changed, lost], by: first)
        try test.reopen()
        #expect(try test.store.standingExports(in: session, at: nil).map(\.files) == [3], "it did not end: all may be written")
        try test.store.settleExported(
            written: [(made.frame, "a.xmp"), (changed.frame, "b.xmp")], lost: [(lost.frame, "c.xmp")], of: first)
        try test.store.endExport(first, .finished, written: 2, unchanged: 0, failed: 1)
        var (one, two) = (made, changed)
        (one.isWritten, two.isWritten) = (true, true)
        #expect(try test.store.exported(by: first) == [one, two])
        let second = try test.store.beginExport(profile: "flags", in: session, at: "/mirror")
        try test.store.noteExported([made], by: second)
        try test.store.endExport(second, .finished, written: 1, unchanged: 0, failed: 0)
        let standing = try test.store.standingExports(in: session, at: nil)
        #expect(standing.map(\.job.id) == [first] && standing[0].putBack == 1 && standing[0].removed == 1)
        #expect(try test.store.exports(in: session).map(\.id) == [first], "a mirror's exports are its own")
        try test.store.settleUndone(in: session, at: nil)
        #expect(try test.store.exports(in: session).map(\.state) == [.finished], "its files stand")
        try test.store.forgetExported([(made.frame, "a.xmp"), (changed.frame, "b.xmp")], in: session, at: nil)
        try test.store.settleUndone(in: session, at: nil)
        try test.reopen()
        #expect(try test.store.exports(in: session).map(\.state) == [.undone])
        #expect(try test.store.standingExports(in: session, at: nil).isEmpty)
        #expect(try test.store.exported(by: second).count == 1, "what lies in a folder of that name is another file")
    }

    @Test func an_older_stores_exports_are_told_apart_from_what_it_took_back() throws {
        let test = try TestStore()
        let (session, _) = try test.session(frames: 1)
        for written in [101, 1, 7] {
            let job = try test.store.beginExport(profile: "lightroom", in: session)
            try test.store.endExport(job, written == 1 ? .undone : .finished, written: written, unchanged: 0, failed: 0)
        }
        try test.stranger().execute(
            """
            DROP TABLE export_file; ALTER TABLE export_job DROP COLUMN folder;
            DELETE FROM migration WHERE name = '5 exports one by one'
            """)
        try test.reopen()
        #expect(
            try test.store.exports(in: session).map(\.state) == [.finished, .undone, .undone],
            "an undo took back every export before it")
        let standing = try test.store.standingExports(in: session, at: nil)
        #expect(standing.map(\.job.written) == [7] && standing[0].files == 0, "only everything can be taken back")
    }

    @Test func a_batch_is_interrupted_until_it_ends_and_the_next_resumes_it() throws {
        let test = try TestStore()
        let (session, _) = try test.session(frames: 1)
        let first = try test.store.beginBatch(model: "m1", in: session)
        try test.reopen()
        let second = try test.store.beginBatch(model: "m1", in: session)
        try test.store.endBatch(BatchProgress(run: second, frames: 120, seconds: 3.5, heatEvents: 2, isDone: true))
        let third = try test.store.beginBatch(model: "m1", in: session)
        let runs = try test.store.batches(in: session)
        #expect(runs.map(\.id) == [third, second, first])
        #expect(runs.map(\.interrupted) == [true, false, true])
        #expect(runs.map(\.resumed) == [false, true, false])
        #expect((runs[1].frames, runs[1].seconds, runs[1].heatEvents) == (120, 3.5, 2))
        #expect(runs.map(\.rate) == [nil, 120 / 3.5, nil])
    }

    @Test func cards_and_the_row_of_their_run_are_written_together_or_not_at_all() throws {
        let test = try TestStore()
        let (session, frames) = try test.session(frames: 2)
        let run = try test.store.beginBatch(model: "m1", in: session)
        let progress = BatchProgress(run: run, frames: 2, seconds: 1, heatEvents: 0, isDone: false)
        try test.store.appendCards(frames.map { ($0.id, card(model: "m1", sharpness: 1)) }, of: progress)
        let broken = BatchProgress(run: run, frames: 3, seconds: 2, heatEvents: 1, isDone: true)
        #expect(failure { try test.store.appendCards([(FrameID(999), card(sharpness: 1))], of: broken) } != nil)
        try test.reopen()
        let runs = try test.store.batches(in: session)
        #expect(runs.map(\.frames) == [2] && runs[0].interrupted && runs[0].heatEvents == 0)
    }

    @Test func what_is_to_be_written_outlives_a_restart_until_it_is_written() throws {
        let test = try TestStore()
        let (session, frames) = try test.session(frames: 3)
        try test.store.notePending(frames.map(\.id), in: session)
        try test.store.explainPending([frames[1].id: "the card was pulled"], in: session)
        try test.reopen()
        #expect(try test.store.pending(in: session).map(\.frame) == frames.map(\.id))
        #expect(try test.store.pending(in: session).map(\.reason) == [nil, "the card was pulled", nil])
        // Before the write it stays pending, after it not; both together or neither.
        let base = SidecarBase(frame: frames[0].id, path: "a.xmp", readHash: [], original: nil, values: [1])
        try test.store.saveBases([base], in: session)
        #expect(try test.store.pending(in: session).count == 3)
        try test.store.saveBases([base], written: true, in: session)
        #expect(try test.store.bases(of: frames[0].id, in: session) == [base])
        #expect(try test.store.pending(in: session).map(\.frame) == [frames[1].id, frames[2].id])
        try test.store.settlePending([frames[1].id], in: session)
        try test.reopen()
        #expect(try test.store.pending(in: session).map(\.frame) == [frames[2].id])
    }

    @Test func settlements_are_steps_of_the_log() throws {
        let test = try TestStore()
        let (session, frames) = try test.session(frames: 1)
        #expect(try test.store.lastStep(in: session) == nil)
        let change = FrameChange(frames[0].id, .settled(.stars, "5@ab12cd34"))
        let stored = try test.store.commit(Step(changes: [change], origin: .user, reason: "mine counts"), in: session)
        try test.reopen()
        #expect(try test.store.lastStep(in: session) == stored.id)
        #expect(try test.store.steps(in: session).first?.step.changes == [change])
        #expect(try test.store.marks(in: session)[frames[0].id]?.settled[.stars] == "5@ab12cd34")
    }
}
