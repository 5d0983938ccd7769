// Reads a database that nobody may write, page by page from where each page's newest committed bytes lie: in the database,
// in its write-ahead log, or in its rollback journal. SQLite itself would need to write to take a log into account.
#pragma once
#include <stdint.h>

#include "CSQLite.h"

typedef struct {
    // Open for reading: the database, its log, its journal; -1 = not there.
    int32_t files[3];
    uint32_t page_size;
    uint32_t page_count;
    // One a page: the file's number in the two highest bits, the byte offset in the others.
    const uint64_t *places;
    // SQLite's own steps that may still be taken, so that no statement runs for ever.
    int64_t steps_left;
} KSQLPages;

// Opens what `pages` describes (it must outlive the connection) with everything off that a foreign schema could use:
// triggers, views, extensions, untrusted functions; strings, statements and memory are limited.
int ksql_open_pages(KSQLPages *pages, int64_t memory_limit, KSQLDatabase **database);
