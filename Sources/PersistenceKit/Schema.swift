/// One step of the database's shape; applied once, in order, and never edited after a release.
struct Migration {
    var name: String
    var sql: String
}

/// The database's shape. To change it, append a migration; older databases follow at the next start.
enum Schema {
    static let migrations = [
        Migration(name: "1 sessions and frames", sql: sessionsAndFrames),
        Migration(name: "1 decisions and score cards", sql: decisionsAndCards),
        Migration(name: "1 exports and batches", sql: exportsAndBatches),
        Migration(name: "2 judgement", sql: judgement),
        Migration(name: "3 advice", sql: advice),
        Migration(name: "3 pending sidecars", sql: pendingSidecars),
        Migration(name: "4 sidecars elsewhere", sql: sidecarsElsewhere),
        Migration(name: "4 history", sql: history),
        Migration(name: "5 exports one by one", sql: exportsOneByOne),
    ]

    /// AUTOINCREMENT, so that a thumbnail pack never meets another session of its number.
    /// A frame is never deleted: `missing` says that its file was not there, or had changed, when last looked.
    /// Headers lie apart, so that comparing paths, sizes and times reads few pages.
    private static let sessionsAndFrames = """
        CREATE TABLE session (
            id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, status TEXT NOT NULL,
            created INTEGER NOT NULL, opened INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE source (
            session INTEGER NOT NULL REFERENCES session, position INTEGER NOT NULL, path TEXT NOT NULL, volume TEXT,
            path_in_volume TEXT NOT NULL, PRIMARY KEY (session, position)
        ) WITHOUT ROWID, STRICT;
        CREATE TABLE frame (
            id INTEGER PRIMARY KEY, session INTEGER NOT NULL REFERENCES session, source INTEGER NOT NULL, path TEXT NOT NULL,
            size INTEGER NOT NULL, modified INTEGER NOT NULL, pair TEXT, missing INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE UNIQUE INDEX frame_present ON frame (session, source, path) WHERE missing = 0;
        CREATE INDEX frame_missing ON frame (session, source, path) WHERE missing = 1;
        CREATE TABLE frame_header (
            frame INTEGER PRIMARY KEY REFERENCES frame, layout INTEGER NOT NULL, header BLOB NOT NULL
        ) STRICT;
        CREATE TABLE place (session INTEGER PRIMARY KEY REFERENCES session, place BLOB NOT NULL) STRICT;
        CREATE TABLE tally (
            session INTEGER PRIMARY KEY REFERENCES session, step INTEGER NOT NULL, frames INTEGER NOT NULL,
            picks INTEGER NOT NULL, rejects INTEGER NOT NULL, maybes INTEGER NOT NULL
        ) STRICT;
        """

    /// The log is clustered by session and step: a verdict dirties one page, and a session is read in one sweep.
    /// `reason`, `place` and `undo_of` belong to the step and stand in its first row (`n` = 0).
    /// The triggers hold the promise that decisions and cards are only ever appended, against any program.
    private static let decisionsAndCards = """
        CREATE TABLE decision (
            session INTEGER NOT NULL REFERENCES session, step INTEGER NOT NULL, n INTEGER NOT NULL, at INTEGER NOT NULL,
            frame INTEGER NOT NULL REFERENCES frame, verb TEXT NOT NULL, value TEXT NOT NULL, by TEXT NOT NULL, reason TEXT,
            model TEXT, undo_of INTEGER, place BLOB, PRIMARY KEY (session, step, n)
        ) WITHOUT ROWID, STRICT;
        CREATE TRIGGER decision_is_final BEFORE UPDATE ON decision
            BEGIN SELECT RAISE(ABORT, 'decisions are only appended'); END;
        CREATE TRIGGER decision_stays BEFORE DELETE ON decision
            BEGIN SELECT RAISE(ABORT, 'decisions are only appended'); END;
        CREATE TRIGGER decision_is_new BEFORE INSERT ON decision
            WHEN EXISTS (SELECT 1 FROM decision WHERE session = NEW.session AND step = NEW.step AND n = NEW.n)
            BEGIN SELECT RAISE(ABORT, 'decisions are only appended'); END;
        CREATE TABLE score_card (
            id INTEGER PRIMARY KEY, frame INTEGER NOT NULL REFERENCES frame, at INTEGER NOT NULL, model TEXT NOT NULL,
            measures BLOB NOT NULL, print_hash INTEGER, print_lab BLOB, width INTEGER NOT NULL, height INTEGER NOT NULL, caveat TEXT
        ) STRICT;
        CREATE INDEX score_card_frame ON score_card (frame, model);
        CREATE TRIGGER score_card_is_final BEFORE UPDATE ON score_card
            BEGIN SELECT RAISE(ABORT, 'score cards are only appended'); END;
        CREATE TRIGGER score_card_stays BEFORE DELETE ON score_card
            BEGIN SELECT RAISE(ABORT, 'score cards are only appended'); END;
        CREATE TRIGGER score_card_is_new BEFORE INSERT ON score_card
            WHEN EXISTS (SELECT 1 FROM score_card WHERE id = NEW.id)
            BEGIN SELECT RAISE(ABORT, 'score cards are only appended'); END;
        """

    private static let exportsAndBatches = """
        CREATE TABLE sidecar_base (
            session INTEGER NOT NULL REFERENCES session, frame INTEGER NOT NULL REFERENCES frame, path TEXT NOT NULL,
            read_hash BLOB NOT NULL, original BLOB, property_values BLOB NOT NULL, written_hash BLOB, PRIMARY KEY (session, frame, path)
        ) STRICT;
        CREATE TABLE export_job (
            id INTEGER PRIMARY KEY, session INTEGER NOT NULL REFERENCES session, at INTEGER NOT NULL, profile TEXT NOT NULL,
            state TEXT NOT NULL, written INTEGER NOT NULL DEFAULT 0, unchanged INTEGER NOT NULL DEFAULT 0,
            failed INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE TABLE batch_run (
            id INTEGER PRIMARY KEY, session INTEGER NOT NULL REFERENCES session, at INTEGER NOT NULL, model TEXT NOT NULL,
            frames INTEGER NOT NULL DEFAULT 0, seconds REAL NOT NULL DEFAULT 0, heat_events INTEGER NOT NULL DEFAULT 0,
            interrupted INTEGER NOT NULL DEFAULT 1, resumed INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        """

    /// Settings of session 0 are everybody's. Taste profiles are appended like cards: the newest counts, older ones stay readable.
    private static let judgement = """
        ALTER TABLE score_card ADD COLUMN features BLOB;
        ALTER TABLE score_card ADD COLUMN faces BLOB;
        ALTER TABLE score_card ADD COLUMN subject TEXT;
        CREATE TABLE setting (
            session INTEGER NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (session, name)
        ) WITHOUT ROWID, STRICT;
        CREATE TABLE taste_profile (
            id INTEGER PRIMARY KEY, at INTEGER NOT NULL, model TEXT NOT NULL, version TEXT NOT NULL, examples INTEGER NOT NULL,
            is_better INTEGER NOT NULL, source TEXT NOT NULL, head BLOB NOT NULL
        ) STRICT;
        """

    /// What an export set out to write and has not written yet; outlives a card that was pulled, a full disk and a kill.
    private static let pendingSidecars = """
        CREATE TABLE pending_sidecar (
            session INTEGER NOT NULL REFERENCES session, frame INTEGER NOT NULL REFERENCES frame, at INTEGER NOT NULL, reason TEXT,
            PRIMARY KEY (session, frame)
        ) WITHOUT ROWID, STRICT;
        """

    /// What had been suggested when a frame of a stack was chosen; `word` is best, tie or nothing.
    private static let advice = """
        CREATE TABLE advice (
            session INTEGER NOT NULL REFERENCES session, step INTEGER NOT NULL, frame INTEGER NOT NULL REFERENCES frame,
            word TEXT NOT NULL, best INTEGER, blind INTEGER NOT NULL, PRIMARY KEY (session, step, frame)
        ) WITHOUT ROWID, STRICT;
        CREATE TRIGGER advice_is_final BEFORE UPDATE ON advice
            BEGIN SELECT RAISE(ABORT, 'advice is only appended'); END;
        CREATE TRIGGER advice_stays BEFORE DELETE ON advice
            BEGIN SELECT RAISE(ABORT, 'advice is only appended'); END;
        """

    /// As `sidecar_base`, for sidecars in another folder than the photos': beside a copy, in a mirror.
    private static let sidecarsElsewhere = """
        CREATE TABLE sidecar_base_elsewhere (
            session INTEGER NOT NULL REFERENCES session, folder TEXT NOT NULL, frame INTEGER NOT NULL REFERENCES frame,
            path TEXT NOT NULL, read_hash BLOB NOT NULL, original BLOB, property_values BLOB NOT NULL, written_hash BLOB,
            PRIMARY KEY (session, folder, frame, path)
        ) STRICT;
        """

    /// Each export's own files, so that one can be taken back without those before it; `folder` NULL = beside the photos.
    ///
    /// Before this an undo took back every export there was and noted it at the newest only.
    private static let exportsOneByOne = """
        ALTER TABLE export_job ADD COLUMN folder TEXT;
        UPDATE export_job SET state = 'undone' WHERE EXISTS (
            SELECT 1 FROM export_job AS later
            WHERE later.session = export_job.session AND later.id > export_job.id AND later.state = 'undone');
        CREATE TABLE export_file (
            job INTEGER NOT NULL REFERENCES export_job, frame INTEGER NOT NULL REFERENCES frame, path TEXT NOT NULL, before BLOB,
            wrote BLOB NOT NULL, is_written INTEGER NOT NULL, known_hash BLOB, known_original BLOB, known_values BLOB,
            known_written BLOB, PRIMARY KEY (job, frame, path)
        ) STRICT;
        """

    /// What other programs say was decided earlier, and the photos that still have pixels to learn from.
    ///
    /// A photo is a file of one size and time; a decision is said anew only where it changed, and the newest counts.
    private static let history = """
        CREATE TABLE past_photo (
            id INTEGER PRIMARY KEY, path TEXT NOT NULL, size INTEGER NOT NULL, modified INTEGER NOT NULL, layout INTEGER NOT NULL,
            header BLOB NOT NULL
        ) STRICT;
        CREATE INDEX past_photo_path ON past_photo (path);
        CREATE TABLE past_decision (
            id INTEGER PRIMARY KEY, photo INTEGER NOT NULL REFERENCES past_photo, at INTEGER NOT NULL, source TEXT NOT NULL,
            name TEXT NOT NULL, taken INTEGER, verdict TEXT, stars INTEGER NOT NULL, label TEXT, conflict INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX past_decision_photo ON past_decision (photo);
        CREATE TRIGGER past_decision_is_final BEFORE UPDATE ON past_decision
            BEGIN SELECT RAISE(ABORT, 'past decisions are only appended'); END;
        CREATE TRIGGER past_decision_stays BEFORE DELETE ON past_decision
            BEGIN SELECT RAISE(ABORT, 'past decisions are only appended'); END;
        CREATE TABLE past_card (
            id INTEGER PRIMARY KEY, photo INTEGER NOT NULL REFERENCES past_photo, at INTEGER NOT NULL, model TEXT NOT NULL,
            measures BLOB NOT NULL, print_hash INTEGER, print_lab BLOB, width INTEGER NOT NULL, height INTEGER NOT NULL,
            caveat TEXT, features BLOB, faces BLOB, subject TEXT
        ) STRICT;
        CREATE INDEX past_card_photo ON past_card (photo, model);
        CREATE TRIGGER past_card_is_final BEFORE UPDATE ON past_card
            BEGIN SELECT RAISE(ABORT, 'score cards are only appended'); END;
        CREATE TRIGGER past_card_stays BEFORE DELETE ON past_card
            BEGIN SELECT RAISE(ABORT, 'score cards are only appended'); END;
        """

    /// Brings the database to the newest shape; refuses one that a newer Keepers has changed.
    static func bringUpToDate(_ connection: Connection, now: Int64) throws(StoreError) {
        guard try !missing(in: connection).isEmpty else { return }
        try connection.transaction(.durable) { () throws(StoreError) in
            try connection.execute("CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT")
            // Asked again: another Keepers may have done it while this one waited.
            for migration in try missing(in: connection) {
                try connection.execute(migration.sql)
                try connection.run("INSERT INTO migration (name, at) VALUES (?, ?)", [.text(migration.name), .integer(now)])
            }
        }
    }

    private static func missing(in connection: Connection) throws(StoreError) -> [Migration] {
        let isNew = try connection.rows("SELECT 1 FROM sqlite_schema WHERE name = 'migration'") { _ in true }.isEmpty
        let applied = isNew ? [] : try connection.rows("SELECT name FROM migration") { $0.text(0) }
        let known = Set(migrations.map(\.name))
        if let foreign = applied.first(where: { !known.contains($0) }) { throw newer(connection.path, foreign) }
        return migrations.filter { !applied.contains($0.name) }
    }

    private static func newer(_ path: String, _ migration: String) -> StoreError {
        StoreError(
            .newer,
            message: "\(path) was last used by a newer Keepers (it knows \"\(migration)\"). Nothing was changed. "
                + "Install that version again, or work elsewhere with --data DIR.")
    }
}
