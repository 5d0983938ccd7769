// The few functions of SQLite that Swift may call. SQLite's own header stays out of Swift's sight: its variadic
// functions and cast macros do not import, and what is not listed here cannot be called by mistake.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Result codes that the store and the catalogs' reader tell apart (the low byte of SQLite's extended codes).
enum {
    KSQL_OK = 0, KSQL_BUSY = 5, KSQL_LOCKED = 6, KSQL_NOMEM = 7, KSQL_READONLY = 8, KSQL_INTERRUPT = 9, KSQL_IOERR = 10,
    KSQL_CORRUPT = 11, KSQL_FULL = 13, KSQL_CANTOPEN = 14, KSQL_CONSTRAINT = 19, KSQL_MISUSE = 21, KSQL_NOTADB = 26, KSQL_ROW = 100, KSQL_DONE = 101
};
// Column types.
enum { KSQL_INTEGER = 1, KSQL_FLOAT = 2, KSQL_TEXT = 3, KSQL_BLOB = 4, KSQL_NULL = 5 };

typedef struct sqlite3 KSQLDatabase;
typedef struct sqlite3_stmt KSQLStatement;

// Opens without SQLite's own mutexes, because one thread owns the connection; the file must exist, so that its mode is ours.
int ksql_open(const char *path, KSQLDatabase **database);
// Refuses (KSQL_BUSY) while a statement lives, which is how tests see a leaked one.
int ksql_close(KSQLDatabase *database);
// Waits this long for another process's transaction before KSQL_BUSY.
void ksql_wait_for_others(KSQLDatabase *database, int milliseconds);
// Keeps the write-ahead log's file after the last close: rewriting its blocks costs less than growing a new file.
int ksql_keep_log_file(KSQLDatabase *database);
// Turns SQLite's automatic checkpoint off and has the log's length, in pages, written to `pages` after each commit.
void ksql_watch_log(KSQLDatabase *database, int32_t *pages);
// Moves the log's pages into the database without waiting for readers; `left` gets the pages that could not be moved.
int ksql_checkpoint(KSQLDatabase *database, int *left);
// Runs SQL that has no values and no rows: pragmas, BEGIN, COMMIT, migrations.
// False when the file was deleted or moved away since it was opened: what is written then is lost with it.
bool ksql_is_in_place(KSQLDatabase *database);
int ksql_execute(KSQLDatabase *database, const char *sql);
// True outside a transaction; SQLite may have rolled back by itself after a failed write.
bool ksql_is_idle(KSQLDatabase *database);

const char *ksql_message(KSQLDatabase *database);
int ksql_extended_code(KSQLDatabase *database);
// The errno of the last failed system call, which tells a full disk from a read-only one.
int ksql_system_errno(KSQLDatabase *database);
int64_t ksql_changes(KSQLDatabase *database);
int64_t ksql_last_row(KSQLDatabase *database);
// How many prepared statements are in the middle of their rows; 0 between two calls of the store.
int ksql_busy_statements(KSQLDatabase *database);

// Compiles a statement that will be kept and used again.
int ksql_prepare(KSQLDatabase *database, const char *sql, KSQLStatement **statement);
int ksql_step(KSQLStatement *statement);
// Ready for the next use, with no value left bound, so that no blob stays in memory.
void ksql_rewind(KSQLStatement *statement);
void ksql_finalize(KSQLStatement *statement);

int ksql_bind_integer(KSQLStatement *statement, int index, int64_t value);
int ksql_bind_real(KSQLStatement *statement, int index, double value);
// Text and blobs are copied (SQLITE_TRANSIENT, a cast that Swift cannot import): Swift's buffers end with the call.
int ksql_bind_text(KSQLStatement *statement, int index, const char *bytes, size_t count);
int ksql_bind_blob(KSQLStatement *statement, int index, const void *bytes, size_t count);
int ksql_bind_null(KSQLStatement *statement, int index);

int ksql_column_type(KSQLStatement *statement, int index);
int64_t ksql_column_integer(KSQLStatement *statement, int index);
double ksql_column_real(KSQLStatement *statement, int index);
// The bytes live until the next step; `count` gets their number, and an empty value may give NULL.
const void *ksql_column_text(KSQLStatement *statement, int index, int *count);
const void *ksql_column_blob(KSQLStatement *statement, int index, int *count);
#include "CSQLitePages.h"
