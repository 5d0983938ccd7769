#include "CSQLite.h"

#include <errno.h>
#include <sqlite3.h>

// SQLite notes errno itself for some failures only; a commit that fails to write is not among them.
static _Thread_local int step_errno;

int ksql_open(const char *path, KSQLDatabase **database) {
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    return sqlite3_open_v2(path, database, flags, NULL);
}

int ksql_close(KSQLDatabase *database) { return sqlite3_close(database); }

void ksql_wait_for_others(KSQLDatabase *database, int milliseconds) { sqlite3_busy_timeout(database, milliseconds); }

int ksql_keep_log_file(KSQLDatabase *database) {
    int on = 1;
    return sqlite3_file_control(database, "main", SQLITE_FCNTL_PERSIST_WAL, &on);
}

static int note_log_length(void *context, sqlite3 *database, const char *name, int pages) {
    (void)database;
    (void)name;
    *(int32_t *)context = pages;
    return SQLITE_OK;
}

void ksql_watch_log(KSQLDatabase *database, int32_t *pages) { sqlite3_wal_hook(database, note_log_length, pages); }

int ksql_checkpoint(KSQLDatabase *database, int *left) {
    int in_log = 0;
    int moved = 0;
    const int code = sqlite3_wal_checkpoint_v2(database, "main", SQLITE_CHECKPOINT_PASSIVE, &in_log, &moved);
    *left = in_log > moved ? in_log - moved : 0;
    return code;
}

bool ksql_is_in_place(KSQLDatabase *database) {
    int moved = 0;
    return sqlite3_file_control(database, "main", SQLITE_FCNTL_HAS_MOVED, &moved) != SQLITE_OK || moved == 0;
}

int ksql_execute(KSQLDatabase *database, const char *sql) { return sqlite3_exec(database, sql, NULL, NULL, NULL); }

bool ksql_is_idle(KSQLDatabase *database) { return sqlite3_get_autocommit(database) != 0; }

const char *ksql_message(KSQLDatabase *database) { return sqlite3_errmsg(database); }

int ksql_extended_code(KSQLDatabase *database) { return sqlite3_extended_errcode(database); }

int ksql_system_errno(KSQLDatabase *database) {
    const int noted = sqlite3_system_errno(database);
    return noted != 0 ? noted : step_errno;
}

int64_t ksql_changes(KSQLDatabase *database) { return sqlite3_changes64(database); }

int64_t ksql_last_row(KSQLDatabase *database) { return sqlite3_last_insert_rowid(database); }

int ksql_busy_statements(KSQLDatabase *database) {
    int busy = 0;
    for (sqlite3_stmt *each = sqlite3_next_stmt(database, NULL); each; each = sqlite3_next_stmt(database, each))
        busy += sqlite3_stmt_busy(each) != 0;
    return busy;
}

int ksql_prepare(KSQLDatabase *database, const char *sql, KSQLStatement **statement) {
    return sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
}

int ksql_step(KSQLStatement *statement) {
    errno = 0;
    const int code = sqlite3_step(statement);
    step_errno = errno;
    return code;
}

void ksql_rewind(KSQLStatement *statement) {
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
}

void ksql_finalize(KSQLStatement *statement) { sqlite3_finalize(statement); }

int ksql_bind_integer(KSQLStatement *statement, int index, int64_t value) { return sqlite3_bind_int64(statement, index, value); }

int ksql_bind_real(KSQLStatement *statement, int index, double value) { return sqlite3_bind_double(statement, index, value); }

int ksql_bind_text(KSQLStatement *statement, int index, const char *bytes, size_t count) {
    return sqlite3_bind_text64(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

int ksql_bind_blob(KSQLStatement *statement, int index, const void *bytes, size_t count) {
    if (count == 0) return sqlite3_bind_zeroblob(statement, index, 0);
    return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

int ksql_bind_null(KSQLStatement *statement, int index) { return sqlite3_bind_null(statement, index); }

int ksql_column_type(KSQLStatement *statement, int index) { return sqlite3_column_type(statement, index); }

int64_t ksql_column_integer(KSQLStatement *statement, int index) { return sqlite3_column_int64(statement, index); }

double ksql_column_real(KSQLStatement *statement, int index) { return sqlite3_column_double(statement, index); }

const void *ksql_column_text(KSQLStatement *statement, int index, int *count) {
    const void *bytes = sqlite3_column_text(statement, index);
    *count = sqlite3_column_bytes(statement, index);
    return bytes;
}

const void *ksql_column_blob(KSQLStatement *statement, int index, int *count) {
    const void *bytes = sqlite3_column_blob(statement, index);
    *count = sqlite3_column_bytes(statement, index);
    return bytes;
}
