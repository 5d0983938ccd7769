#define _POSIX_C_SOURCE 200809L
#include "CSQLitePages.h"

#include <errno.h>
#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    sqlite3_file base;
    const KSQLPages *pages;
} PagesFile;

// What the next xOpen on this thread opens; a name could not carry a pointer safely.
static _Thread_local const KSQLPages *opening;

static int pages_close(sqlite3_file *file) {
    (void)file;
    return SQLITE_OK;
}

// Fills `count` bytes from one place; what the file does not have stays zero and counts as missing.
static int read_place(const KSQLPages *pages, uint64_t place, uint32_t skip, unsigned char *bytes, size_t count) {
    const int file = pages->files[(place >> 62) % 3];
    off_t at = (off_t)(place & (UINT64_MAX >> 2)) + (off_t)skip;
    while (count > 0) {
        const ssize_t got = pread(file, bytes, count, at);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return SQLITE_IOERR_READ;
        if (got == 0) return SQLITE_IOERR_SHORT_READ;
        bytes += got;
        at += got;
        count -= (size_t)got;
    }
    return SQLITE_OK;
}

static int pages_read(sqlite3_file *file, void *buffer, int amount, sqlite3_int64 offset) {
    const KSQLPages *pages = ((PagesFile *)file)->pages;
    unsigned char *bytes = buffer;
    if (amount < 0 || offset < 0) return SQLITE_IOERR_READ;
    memset(bytes, 0, (size_t)amount);
    for (int done = 0; done < amount;) {
        const uint64_t at = (uint64_t)offset + (uint64_t)done;
        const uint64_t page = at / pages->page_size;
        const uint32_t skip = (uint32_t)(at % pages->page_size);
        size_t count = pages->page_size - skip;
        if (count > (size_t)(amount - done)) count = (size_t)(amount - done);
        if (page >= pages->page_count) return SQLITE_IOERR_SHORT_READ;
        const int code = read_place(pages, pages->places[page], skip, bytes + done, count);
        if (code != SQLITE_OK) return code;
        done += (int)count;
    }
    // The log is in the pages already: the header must not ask for one.
    for (int at = 18; at <= 19; at++)
        if (offset <= at && offset + amount > at && bytes[at - offset] == 2) bytes[at - offset] = 1;
    return SQLITE_OK;
}

static int pages_write(sqlite3_file *file, const void *bytes, int amount, sqlite3_int64 offset) {
    (void)file, (void)bytes, (void)amount, (void)offset;
    return SQLITE_READONLY;
}
static int pages_truncate(sqlite3_file *file, sqlite3_int64 size) {
    (void)file, (void)size;
    return SQLITE_READONLY;
}
static int pages_sync(sqlite3_file *file, int flags) {
    (void)file, (void)flags;
    return SQLITE_OK;
}
static int pages_size(sqlite3_file *file, sqlite3_int64 *size) {
    const KSQLPages *pages = ((PagesFile *)file)->pages;
    *size = (sqlite3_int64)pages->page_size * pages->page_count;
    return SQLITE_OK;
}
static int pages_lock(sqlite3_file *file, int level) {
    (void)file, (void)level;
    return SQLITE_OK;
}
static int pages_reserved(sqlite3_file *file, int *result) {
    (void)file;
    *result = 0;
    return SQLITE_OK;
}
static int pages_control(sqlite3_file *file, int operation, void *argument) {
    (void)file, (void)operation, (void)argument;
    return SQLITE_NOTFOUND;
}
static int pages_sector(sqlite3_file *file) {
    (void)file;
    return 4096;
}
static int pages_traits(sqlite3_file *file) {
    (void)file;
    return SQLITE_IOCAP_IMMUTABLE;
}

static const sqlite3_io_methods methods = {
    .iVersion = 1, .xClose = pages_close, .xRead = pages_read, .xWrite = pages_write, .xTruncate = pages_truncate,
    .xSync = pages_sync, .xFileSize = pages_size, .xLock = pages_lock, .xUnlock = pages_lock,
    .xCheckReservedLock = pages_reserved, .xFileControl = pages_control, .xSectorSize = pages_sector,
    .xDeviceCharacteristics = pages_traits,
};

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out) {
    (void)vfs, (void)name;
    file->pMethods = NULL;
    // No journal, no temporary file, no second database.
    if (!(flags & SQLITE_OPEN_MAIN_DB) || !opening) return SQLITE_CANTOPEN;
    ((PagesFile *)file)->pages = opening;
    opening = NULL;
    file->pMethods = &methods;
    if (out) *out = SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB;
    return SQLITE_OK;
}
static int delete_file(sqlite3_vfs *vfs, const char *name, int sync) {
    (void)vfs, (void)name, (void)sync;
    return SQLITE_READONLY;
}
static int no_access(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
    (void)vfs, (void)name, (void)flags;
    *result = 0;
    return SQLITE_OK;
}
static int same_name(sqlite3_vfs *vfs, const char *name, int room, char *out) {
    (void)vfs;
    sqlite3_snprintf(room, out, "%s", name);
    return SQLITE_OK;
}
static int no_randomness(sqlite3_vfs *vfs, int count, char *out) {
    (void)vfs;
    memset(out, 0, (size_t)count);
    return count;
}
static int no_sleep(sqlite3_vfs *vfs, int microseconds) {
    (void)vfs;
    return microseconds;
}
static int no_time(sqlite3_vfs *vfs, double *now) {
    (void)vfs;
    *now = 2440587.5;
    return SQLITE_OK;
}
static int no_error(sqlite3_vfs *vfs, int room, char *out) {
    (void)vfs, (void)room, (void)out;
    return 0;
}

static sqlite3_vfs vfs = {
    .iVersion = 1, .szOsFile = sizeof(PagesFile), .mxPathname = 64, .zName = "keepers-pages", .xOpen = open_file,
    .xDelete = delete_file, .xAccess = no_access, .xFullPathname = same_name, .xRandomness = no_randomness,
    .xSleep = no_sleep, .xCurrentTime = no_time, .xGetLastError = no_error,
};

enum { STEPS = 1000 };

static int count_steps(void *context) {
    KSQLPages *pages = context;
    pages->steps_left -= STEPS;
    return pages->steps_left <= 0;
}

static void lock_down(sqlite3 *database) {
    const int off[] = {SQLITE_DBCONFIG_ENABLE_TRIGGER, SQLITE_DBCONFIG_ENABLE_VIEW, SQLITE_DBCONFIG_TRUSTED_SCHEMA,
        SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER};
    for (size_t index = 0; index < sizeof off / sizeof *off; index++) sqlite3_db_config(database, off[index], 0, NULL);
    sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    const int limits[][2] = {{SQLITE_LIMIT_LENGTH, 64 << 20}, {SQLITE_LIMIT_SQL_LENGTH, 1000000},
        {SQLITE_LIMIT_COLUMN, 1000}, {SQLITE_LIMIT_EXPR_DEPTH, 200}, {SQLITE_LIMIT_COMPOUND_SELECT, 50},
        {SQLITE_LIMIT_VDBE_OP, 25000}, {SQLITE_LIMIT_FUNCTION_ARG, 16}, {SQLITE_LIMIT_ATTACHED, 0},
        {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100}, {SQLITE_LIMIT_VARIABLE_NUMBER, 10}, {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
        {SQLITE_LIMIT_WORKER_THREADS, 0}};
    for (size_t index = 0; index < sizeof limits / sizeof *limits; index++)
        sqlite3_limit(database, limits[index][0], limits[index][1]);
}

int ksql_open_pages(KSQLPages *pages, int64_t memory_limit, KSQLDatabase **database) {
    *database = NULL;
    int code = sqlite3_vfs_register(&vfs, 0);
    if (code != SQLITE_OK) return code;
    sqlite3_hard_heap_limit64(memory_limit);
    opening = pages;
    code = sqlite3_open_v2(
        "pages", database, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, "keepers-pages");
    opening = NULL;
    if (code != SQLITE_OK) return code;
    lock_down(*database);
    sqlite3_progress_handler(*database, STEPS, count_steps, pages);
    return sqlite3_exec(*database, "PRAGMA temp_store=MEMORY; PRAGMA cell_size_check=ON; PRAGMA cache_size=-8000", NULL, NULL, NULL);
}
